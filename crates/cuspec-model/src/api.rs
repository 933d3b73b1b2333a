/// The file `api.json` of the library's copy: what is peculiar to the API, as far as its generated code needs it.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct ApiSpec {
    /// The mark of a generated file, and the command that writes it.
    pub generated_by: String,
    /// The API's title.
    pub title: String,
    /// What every function's name begins with.
    pub function_prefix: String,
    /// The type that functions return.
    pub result_type: String,
    /// Its enumerator that is no error.
    pub success: String,
    /// What the driver's library is called, and how it is told from others.
    pub library: LibrarySpec,
    /// The function that is asked for the others.
    pub resolver: ResolverSpec,
    /// Types that are numbers to C and addresses to the device.
    pub device_addresses: Vec<String>,
    /// The vendor's page of a group, `{}` for its name with two underscores for one.
    pub group_url: String,
    /// The groups' modules, which are the stems of their files.
    pub groups: Vec<String>,
}

/// What the driver's library is called, and how it is told from others.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct LibrarySpec {
    /// Its file names, in the order of trial.
    pub names: Vec<String>,
    /// Its file names on Windows.
    pub windows: Vec<String>,
    /// Where Windows' own Linux keeps it.
    pub wsl: Vec<String>,
    /// The environment variable that names a path.
    pub environment: String,
    /// The function that tells the driver's version.
    pub version: String,
    /// The result code that the toolkit's stub answers with.
    pub stub: String,
}

/// The function that is asked for the others.
#[derive(Default)]
#[cfg_attr(feature = "serde", derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize))]
pub struct ResolverSpec {
    /// Its entry.
    pub base: String,
    /// The flag that asks for the process's default.
    pub default_flag: u64,
    /// The flag that asks for a variant for the per-thread default stream.
    pub per_thread_flag: u64,
}
