//! An endpoint ends before its ids are given back.

use cuspec::Error;
use cuspec::driver::logical_endpoint::{LogicalEndpoint, LogicalEndpointIds};
use cuspec::driver::sys::CUlogicalEndpointProp;

pub fn run(prop: &CUlogicalEndpointProp) -> Result<LogicalEndpoint<'static>, Error> {
    let ids = LogicalEndpointIds::reserve(1)?;
    ids.create(ids.as_raw(), prop) //~ E0515
}

fn main() {}
