//! Which types an attribute can have is not for others to say: the driver writes the bytes.

use cuspec::driver::unified::PointerAttributeValue;

pub struct Mine(pub &'static str);

impl PointerAttributeValue for Mine { //~ E0277
    fn of(_: [u8; 8]) -> Self {
        Self("mine")
    }
}

fn main() {}
