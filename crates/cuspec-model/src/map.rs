/// Values by name, in the order of the names.
///
/// A sorted list, for the maps of a specification have few names. Of the standard library's tree the code that every
/// user's build generates anew would be larger than all the rest of the model's.
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq))]
pub struct Map<T>(Vec<(String, T)>);

impl<T> Default for Map<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Map<T> {
    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<&T> {
        for (known, value) in &self.0 {
            if known == name {
                return Some(value);
            }
        }
        None
    }

    /// Gives a name its value, and returns the one that it had.
    pub fn insert(&mut self, name: String, value: T) -> Option<T> {
        let mut place = self.0.len();
        while place > 0 && self.0[place - 1].0 >= name {
            place -= 1;
        }
        match self.0.get_mut(place) {
            Some((known, old)) if *known == name => Some(std::mem::replace(old, value)),
            _ => {
                self.0.insert(place, (name, value));
                None
            }
        }
    }

    /// The names with their values.
    pub fn pairs(&self) -> &[(String, T)] {
        &self.0
    }
}

/// What only the tool needs that writes the specification.
#[cfg(feature = "serde")]
mod writer {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Map;

    impl<T> Map<T> {
        /// Whether there is none.
        pub fn is_empty(&self) -> bool {
            self.0.is_empty()
        }

        /// How many there are.
        pub fn len(&self) -> usize {
            self.0.len()
        }

        /// Whether this name has a value.
        pub fn contains_key(&self, name: &str) -> bool {
            self.get(name).is_some()
        }

        /// The names with their values.
        pub fn iter(&self) -> impl Iterator<Item = (&String, &T)> {
            self.0.iter().map(|(name, value)| (name, value))
        }

        /// The names.
        pub fn keys(&self) -> impl Iterator<Item = &String> {
            self.0.iter().map(|(name, _)| name)
        }

        /// The values, in the order of their names.
        pub fn values(&self) -> impl Iterator<Item = &T> {
            self.0.iter().map(|(_, value)| value)
        }

        /// The same, to change them.
        pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
            self.0.iter_mut().map(|(_, value)| value)
        }
    }

    impl<T: Default> Map<T> {
        /// The value of this name, which it gets if it has none.
        pub fn or_default(&mut self, name: &str) -> &mut T {
            let found = self.0.binary_search_by(|(known, _)| known.as_str().cmp(name));
            let place = found.unwrap_or_else(|place| {
                self.0.insert(place, (name.to_owned(), T::default()));
                place
            });
            &mut self.0[place].1
        }
    }

    impl<T> FromIterator<(String, T)> for Map<T> {
        fn from_iter<I: IntoIterator<Item = (String, T)>>(pairs: I) -> Self {
            let mut map = Self::default();
            pairs.into_iter().for_each(|(name, value)| drop(map.insert(name, value)));
            map
        }
    }

    impl<T, const N: usize> From<[(String, T); N]> for Map<T> {
        fn from(pairs: [(String, T); N]) -> Self {
            pairs.into_iter().collect()
        }
    }

    impl<T> IntoIterator for Map<T> {
        type Item = (String, T);
        type IntoIter = std::vec::IntoIter<(String, T)>;

        fn into_iter(self) -> Self::IntoIter {
            self.0.into_iter()
        }
    }

    impl<'a, T> IntoIterator for &'a Map<T> {
        type Item = &'a (String, T);
        type IntoIter = std::slice::Iter<'a, (String, T)>;

        fn into_iter(self) -> Self::IntoIter {
            self.0.iter()
        }
    }

    impl<T> std::ops::Index<&str> for Map<T> {
        type Output = T;

        fn index(&self, name: &str) -> &T {
            self.get(name).expect("a name that the map has")
        }
    }

    impl<T: Serialize> Serialize for Map<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.iter())
        }
    }

    impl<'de, T: Deserialize<'de>> Deserialize<'de> for Map<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Ok(BTreeMap::<String, T>::deserialize(deserializer)?.into_iter().collect())
        }
    }
}
