//! Ids are not given back while an endpoint has one.

use cuspec::Error;
use cuspec::driver::logical_endpoint::{LogicalEndpoint, LogicalEndpointIds};

pub fn run<'a>(ids: LogicalEndpointIds, create: impl Fn(&LogicalEndpointIds) -> LogicalEndpoint<'_>) -> Result<(), Error> {
    let endpoint = create(&ids);
    ids.close()?; //~ E0505
    endpoint.query()?;
    Ok(())
}

fn main() {}
