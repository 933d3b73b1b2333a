//! The facts of the driver's library, as one constant for the loader.

use cuspec_model::{Abi, Entry};

use super::contracts;
use crate::spec::{Error, Spec};
use crate::text::code;

/// The constant.
pub(super) fn one(out: &mut String, spec: &Spec) -> Result<(), Error> {
    let (library, resolver) = (&spec.api.library, &spec.api.resolver);
    let Some((plain, with_status)) = contracts::entry(&resolver.base, spec).and_then(forms) else {
        return Err(Error::call(format!("there is no entry `{}`, the symbol resolver", resolver.base)));
    };
    code!(
        out,
        "
        /// The driver library.
        pub(crate) const DRIVER: LibraryFacts = LibraryFacts {
            names: &$names,
            windows: &$windows,
            wsl: &$wsl,
            environment: $environment,
            resolver: c\"$plain\",
            resolver_with_status: c\"$with_status\",
            default_flag: $default_flag,
            per_thread_flag: $per_thread_flag,
            version: c\"$version\",
            stub: $result::$stub,
        };
        ",
        names = format!("{:?}", library.names),
        windows = format!("{:?}", library.windows),
        wsl = format!("{:?}", library.wsl),
        environment = format!("{:?}", library.environment),
        plain = plain.symbol,
        with_status = with_status.symbol,
        default_flag = resolver.default_flag,
        per_thread_flag = resolver.per_thread_flag,
        version = library.version,
        result = spec.api.result_type,
        stub = library.stub,
    );
    Ok(())
}

/// The resolver's first form answers with a result alone, the one that is current also with a reason.
fn forms(entry: &Entry) -> Option<(&Abi, &Abi)> {
    Some((entry.abis.first()?, entry.abis.iter().find(|abi| abi.default)?))
}
