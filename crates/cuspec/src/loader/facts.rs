//! What the specification says of the driver library: its names, and the function that is asked for the others.

use std::ffi::CStr;

/// The facts of a library's `[library]` and `[resolver]`.
pub(crate) struct LibraryFacts {
    /// The file names, the one to be preferred first.
    pub(crate) names: &'static [&'static str],
    /// The file names on Windows.
    pub(crate) windows: &'static [&'static str],
    /// Where Windows' own Linux keeps it, which need not be on the library path.
    pub(crate) wsl: &'static [&'static str],
    /// The environment variable that names a file or a folder to be used instead.
    pub(crate) environment: &'static str,
    /// The function that is asked for the others, as it was before it told why it finds nothing.
    pub(crate) resolver: &'static CStr,
    /// The same, with a status.
    pub(crate) resolver_with_status: &'static CStr,
    /// What to ask it with.
    pub(crate) default_flag: u64,
    /// What to ask it with for a variant for the per-thread default stream.
    pub(crate) per_thread_flag: u64,
    /// The function that tells the driver's version, before anything else is called.
    pub(crate) version: &'static CStr,
    /// What the toolkit's stub answers to everything.
    pub(crate) stub: u32,
}

/// The driver library.
pub(crate) const DRIVER: LibraryFacts = LibraryFacts {
    names: &["libcuda.so.1", "libcuda.so"],
    windows: &["nvcuda.dll"],
    wsl: &["/usr/lib/wsl/lib/libcuda.so.1"],
    environment: "CUSPEC_DRIVER",
    resolver: c"cuGetProcAddress",
    resolver_with_status: c"cuGetProcAddress_v2",
    default_flag: 0,
    per_thread_flag: 2,
    version: c"cuDriverGetVersion",
    stub: 34,
};

#[cfg(test)]
mod test {
    use super::DRIVER;

    /// The copy above goes once generated code says the same.
    #[test]
    fn the_facts_are_those_of_the_specification() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs/cuda/api.toml");
        let Ok(text) = std::fs::read_to_string(file) else { return };
        let line = |key: &str, value: &dyn std::fmt::Debug| {
            let line = format!("{key} = {value:?}");
            assert!(text.lines().any(|known| known == line), "{line}");
        };
        line("names", &DRIVER.names);
        line("windows", &DRIVER.windows);
        line("wsl", &DRIVER.wsl);
        line("environment", &DRIVER.environment);
        line("base", &DRIVER.resolver);
        line("default_flag", &DRIVER.default_flag);
        line("per_thread_stream_flag", &DRIVER.per_thread_flag);
    }
}
