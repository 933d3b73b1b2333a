/// The file `api.json` of the library's copy: what is peculiar to the API, as far as its generated code needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// The vendor's page of a group, `{}` for its name with two underscores for one.
    pub group_url: String,
    /// The groups' modules, which are the stems of their files.
    pub groups: Vec<String>,
}
