//! What of the specification the driver has, told without calling it.

use super::{Driver, availability, opened};
use crate::error::{Unavailable, What};
use crate::loader::Missing;
use crate::{Abi, Entry, Error, Version, driver};

impl Abi {
    /// The driver, if it has this symbol, or else why a call cannot be made. Loads the driver if need be, and calls
    /// nothing of it.
    pub fn availability(&self) -> Result<Driver, Error> {
        availability(self)
    }
}

impl Entry {
    /// The newest of its symbols that the driver has, or else why no call can be made. Variants for the per-thread
    /// default stream do not count. Loads the driver if need be, and calls nothing of it.
    pub fn availability(&self) -> Result<&'static Abi, Error> {
        let mut newest_first = self.abis().iter().rev().filter(|abi| !abi.is_per_thread());
        // If there is none, the oldest of them tells the least that is needed.
        let mut answer = match newest_first.next() {
            Some(abi) => availability(abi).map(|_| abi),
            None => Err(crate::error::LibraryError::new(super::Origin::Usual, Vec::new()).into()),
        };
        for abi in newest_first {
            if answer.is_ok() {
                break;
            }
            answer = availability(abi).map(|_| abi);
        }
        answer
    }
}

impl Error {
    /// The refusal of a call with an argument that means nothing before the version `since`, if the driver is older
    /// than that. `name` is the enumerator's, the flag's or the attribute's, or the struct's with its field.
    pub fn if_older(entry: &'static Entry, name: &'static str, since: Version) -> Result<(), Self> {
        let driver = Driver(opened()?);
        match driver.version() {
            Some(version) if version < since => {
                Err(Unavailable::of(driver, What::Argument { entry, name }, since.0, Missing::Older).into())
            }
            // A driver that does not tell its version is left to decide by itself.
            _ => Ok(()),
        }
    }
}

impl Driver {
    /// How many symbols of the specification it has, and how many there are. Looks all of them up.
    pub fn symbols(self) -> (usize, usize) {
        let has = driver::abis().filter(|abi| self.0.resolve(abi).is_ok());
        (has.count(), driver::abis().count())
    }
}
