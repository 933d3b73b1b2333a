//! The words of a configuration, each of which says itself what is wrong with it.

use std::collections::BTreeMap;
use std::fmt;

use cuspec::driver;
use cuspec::driver::sys::{CUDA_VERSION, CUdevice_attribute, CUresult};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor};

use super::{OLDEST, WrittenDevice};
use crate::profile::PROFILES;

/// No attribute of a device and no result code has a value of this or more.
const VALUES: u32 = 1024;

/// A version, as `"13.0"` or as 13000.
pub(super) struct Version(pub(super) u32);

/// The name of a profile.
pub(super) struct Profile(pub(super) &'static str);

/// A device: the name of a profile, or a table.
pub(super) struct Model(pub(super) WrittenDevice);

/// An entry, by its name or that of one of its symbols.
pub(super) struct Entry(pub(super) &'static str);

/// A result code by name.
pub(super) struct Code(pub(super) CUresult);

/// An attribute of a device by name.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Attribute(pub(super) u32);

/// 32 hexadecimal digits.
pub(super) struct Uuid(pub(super) [u8; 16]);

/// Domain, bus and device, as `0000:01:00`.
pub(super) struct Pci(pub(super) (u32, u8, u8));

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Version;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a version such as \"13.0\" or 13000")
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Version, E> {
                let known = u32::try_from(value).ok().filter(|value| (OLDEST..=newest()).contains(value));
                known.map(Version).ok_or_else(|| {
                    let (oldest, newest) = (cuspec::Version(OLDEST), cuspec::Version(newest()));
                    E::custom(format!("`version` must be from {oldest} to {newest}, as \"13.0\" or as 13000"))
                })
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Version, E> {
                let number = match text.split_once('.') {
                    None => text.parse().ok(),
                    Some((major, minor)) => minor.parse::<u64>().ok().and_then(|minor| {
                        major.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(minor.checked_mul(10)?)
                    }),
                };
                self.visit_u64(number.unwrap_or_default())
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl<'de> Deserialize<'de> for Profile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        profile(&String::deserialize(deserializer)?)
    }
}

impl<'de> Deserialize<'de> for Model {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Model;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a profile, or a table with `profile` and what differs from it")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Model, E> {
                let profile = profile(text)?;
                let (name, memory, uuid, pci) = (None, None, None, None);
                Ok(Model(WrittenDevice { profile, name, memory, uuid, pci, attributes: BTreeMap::new() }))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Model, A::Error> {
                WrittenDevice::deserialize(MapAccessDeserializer::new(map)).map(Model)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = driver::entry(&name).map(|entry| Self(entry.name()));
        found.ok_or_else(|| D::Error::custom(format!("no function of the API is called `{name}`")))
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let code = (0..VALUES).map(CUresult).find(|code| code.name() == Some(&*name));
        code.map(Self).ok_or_else(|| D::Error::custom(format!("`code`: no result code is called `{name}`")))
    }
}

impl<'de> Deserialize<'de> for Attribute {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let value = (0..VALUES).find(|value| CUdevice_attribute(*value).name() == Some(&*name));
        value.map(Self).ok_or_else(|| D::Error::custom(format!("`attributes`: no attribute is called `{name}`")))
    }
}

impl<'de> Deserialize<'de> for Uuid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = u128::from_str_radix(&text.replace('-', ""), 16).ok();
        let number = number.filter(|_| text.bytes().filter(u8::is_ascii_hexdigit).count() == 32);
        let wrong = || D::Error::invalid_value(Unexpected::Str(&text), &"32 hexadecimal digits, which a `uuid` is");
        number.map(|number| Self(number.to_be_bytes())).ok_or_else(wrong)
    }
}

impl<'de> Deserialize<'de> for Pci {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        pci(&text).map(Self).ok_or_else(|| {
            D::Error::invalid_value(Unexpected::Str(&text), &"domain, bus and device as 0000:01:00, which `pci` is")
        })
    }
}

/// Domain, bus and device, with or without the domain and the function behind them.
pub(crate) fn pci(text: &str) -> Option<(u32, u8, u8)> {
    let place = text.split_once('.').map_or(text, |(place, _)| place);
    let parts: Vec<&str> = place.split(':').collect();
    let (domain, bus, device) = match parts[..] {
        [domain, bus, device] => (u32::from_str_radix(domain, 16).ok()?, bus, device),
        [bus, device] => (0, bus, device),
        _ => return None,
    };
    Some((domain, u8::from_str_radix(bus, 16).ok()?, u8::from_str_radix(device, 16).ok()?))
}

fn newest() -> u32 {
    CUDA_VERSION.unsigned_abs()
}

fn profile<E: Error>(name: &str) -> Result<Profile, E> {
    let found = PROFILES.iter().find(|profile| profile.name == name);
    found.map(|profile| Profile(profile.name)).ok_or_else(|| {
        let known: Vec<_> = PROFILES.iter().map(|profile| profile.name).collect();
        E::custom(format!("`profile`: there is no `{name}`; there are {}", known.join(", ")))
    })
}
