//! Answers of the driver that do not change while the process lives, each asked for once.

use std::sync::{PoisonError, RwLock};

/// The answers of one query, sorted by what they depend on; the standard library's map would bring panics of its own.
pub(crate) struct Kept<const N: usize>(RwLock<Vec<([i128; N], i128)>>);

impl<const N: usize> Kept<N> {
    pub(crate) const fn new() -> Self {
        Self(RwLock::new(Vec::new()))
    }

    /// The answer for this key. One that is not known yet is asked for, and kept unless it is a failure; two threads may
    /// ask at once, and are told the same.
    pub(crate) fn get(&self, key: [i128; N], ask: impl FnOnce() -> Option<i128>) -> Option<i128> {
        if let Some(answer) = self.known(&key) {
            return Some(answer);
        }
        let answer = ask()?;
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Err(index) = known.binary_search_by(|(known, _)| known.cmp(&key)) {
            // `Vec::insert` could panic, for all that its caller can prove, and so could a chain that is collected.
            let mut sorted = Vec::with_capacity(known.len().saturating_add(1));
            known.iter().take(index).for_each(|row| sorted.push(*row));
            sorted.push((key, answer));
            known.iter().skip(index).for_each(|row| sorted.push(*row));
            *known = sorted;
        }
        Some(answer)
    }

    fn known(&self, key: &[i128; N]) -> Option<i128> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let index = known.binary_search_by(|(known, _)| known.cmp(key)).ok()?;
        known.get(index).map(|(_, answer)| *answer)
    }
}

#[cfg(test)]
mod test {
    use super::Kept;

    #[test]
    fn an_answer_is_asked_for_once_and_a_failure_again() {
        static KEPT: Kept<2> = Kept::new();
        assert_eq!(KEPT.get([1, 2], || None), None);
        assert_eq!(KEPT.get([1, 2], || Some(7)), Some(7));
        assert_eq!(KEPT.get([1, 2], || Some(8)), Some(7));
        assert_eq!(KEPT.get([2, 1], || Some(8)), Some(8));
    }
}
