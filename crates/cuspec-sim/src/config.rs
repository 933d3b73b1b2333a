//! What the driver is told to be: a file of JSON, variables of the environment, or a test.
//!
//! What is wrong is told with its key and its line, and nothing is taken on: a driver that half follows its
//! configuration would make tests pass that should not.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use cuspec::driver::sys::{CUDA_VERSION, CUresult};
use serde::Deserialize;

use crate::profile::{DeviceFacts, PROFILES};

mod words;

pub(crate) use words::pci;

use words::{Attribute, Code, Entry, Model, Pci, Uuid, Version};

/// The oldest driver that there is a specification of.
const OLDEST: u32 = 11_070;

/// What the driver is told to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The version of the API.
    pub(crate) version: u32,
    pub(crate) devices: Vec<DeviceFacts>,
    /// Entries that it does not have.
    pub(crate) hidden: Vec<&'static str>,
    pub(crate) failures: Vec<Failure>,
    /// Where the log of calls goes.
    pub(crate) log: Option<PathBuf>,
    /// Where the report of what was left behind goes.
    pub(crate) report: Option<PathBuf>,
}

/// A failure that is to happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The entry, of whose symbols every call counts.
    pub(crate) entry: &'static str,
    /// Which call, counted from 1; none for all.
    pub(crate) call: Option<u64>,
    pub(crate) code: CUresult,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: CUDA_VERSION.unsigned_abs(),
            devices: DeviceFacts::named(PROFILES[0].name).unwrap_or_default(),
            hidden: Vec::new(),
            failures: Vec::new(),
            log: None,
            report: None,
        }
    }
}

impl DeviceFacts {
    /// The devices that the name of a profile stands for; none if there is no such profile.
    fn named(name: &str) -> Option<Vec<Self>> {
        let profile = PROFILES.iter().find(|profile| profile.name == name)?;
        Some(vec![Self::of(profile); profile.count])
    }
}

/// The configuration as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Written {
    version: Option<Version>,
    devices: Option<Vec<Model>>,
    /// The memory of every device, in bytes.
    memory: Option<u64>,
    hidden: Vec<Entry>,
    failures: Vec<WrittenFailure>,
    log: Option<PathBuf>,
    report: Option<PathBuf>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFailure {
    entry: Entry,
    call: Option<u64>,
    code: Code,
}

/// A device as it is written: what differs from its profile.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenDevice {
    profile: words::Profile,
    name: Option<String>,
    memory: Option<u64>,
    uuid: Option<Uuid>,
    pci: Option<Pci>,
    #[serde(default)]
    attributes: BTreeMap<Attribute, i32>,
}

impl WrittenDevice {
    fn facts(self) -> Vec<DeviceFacts> {
        let mut all = DeviceFacts::named(self.profile.0).unwrap_or_default();
        for facts in &mut all {
            facts.name = self.name.clone().unwrap_or(std::mem::take(&mut facts.name));
            facts.memory = self.memory.unwrap_or(facts.memory);
            facts.uuid = self.uuid.as_ref().map(|uuid| uuid.0);
            facts.pci = self.pci.as_ref().map(|pci| pci.0);
            facts.attributes.extend(self.attributes.iter().map(|(attribute, value)| (attribute.0, *value)));
        }
        all
    }
}

impl Written {
    fn settings(self) -> Settings {
        let mut settings = Settings::default();
        if let Some(Version(version)) = self.version {
            settings.version = version;
        }
        if let Some(devices) = self.devices {
            settings.devices = devices.into_iter().flat_map(|Model(device)| device.facts()).collect();
        }
        if let Some(memory) = self.memory {
            settings.devices.iter_mut().for_each(|device| device.memory = memory);
        }
        settings.hidden = self.hidden.into_iter().map(|Entry(name)| name).collect();
        settings.failures = self.failures.into_iter().map(WrittenFailure::failure).collect();
        (settings.log, settings.report) = (self.log, self.report);
        settings
    }
}

impl WrittenFailure {
    fn failure(self) -> Failure {
        Failure { entry: self.entry.0, call: self.call, code: self.code.0 }
    }
}

/// The settings that a text has; `place` is what a complaint names.
pub(crate) fn read(text: &str, place: &str) -> Result<Settings, String> {
    let written: Written = serde_json::from_str(text).map_err(|error| format!("{place}: {error}"))?;
    Ok(written.settings())
}

/// The settings of this process: those of the file that is named, changed by single variables.
pub(crate) fn from_environment() -> Result<Settings, String> {
    let mut written = match variable("CUSPEC_SIM_CONFIG") {
        None => Written::default(),
        Some(path) => {
            let text = fs::read_to_string(&path).map_err(|error| format!("CUSPEC_SIM_CONFIG: {path}: {error}"))?;
            serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))?
        }
    };
    if let Some(text) = variable("CUSPEC_SIM_VERSION") {
        written.version = Some(word("CUSPEC_SIM_VERSION", &text)?);
    }
    if let Some(text) = variable("CUSPEC_SIM_DEVICES") {
        written.devices = Some(list("CUSPEC_SIM_DEVICES", &text)?);
    }
    if let Some(text) = variable("CUSPEC_SIM_MEMORY") {
        let bytes = text.parse().map_err(|_| format!("CUSPEC_SIM_MEMORY: `{text}` is no number of bytes"))?;
        written.memory = Some(bytes);
    }
    if let Some(text) = variable("CUSPEC_SIM_HIDDEN") {
        written.hidden = list("CUSPEC_SIM_HIDDEN", &text)?;
    }
    if let Some(text) = variable("CUSPEC_SIM_FAILURES") {
        written.failures = parts(&text).map(failure).collect::<Result<_, _>>()?;
    }
    written.log = variable("CUSPEC_SIM_LOG").map(PathBuf::from).or(written.log);
    written.report = variable("CUSPEC_SIM_REPORT").map(PathBuf::from).or(written.report);
    Ok(written.settings())
}

/// One failure as a variable has it: `cuMemAlloc=CUDA_ERROR_OUT_OF_MEMORY`, or `cuMemAlloc#3=…` for the third call.
fn failure(text: &str) -> Result<WrittenFailure, String> {
    let name = "CUSPEC_SIM_FAILURES";
    let wrong = || format!("{name}: `{text}` is not of the form ENTRY=CODE or ENTRY#CALL=CODE");
    let (what, code) = text.split_once('=').ok_or_else(wrong)?;
    let (entry, call) = match what.split_once('#') {
        None => (what, None),
        Some((entry, call)) => (entry, Some(call.parse().map_err(|_| wrong())?)),
    };
    Ok(WrittenFailure { entry: word(name, entry)?, call, code: word(name, code)? })
}

fn variable(name: &str) -> Option<String> {
    env::var_os(name).filter(|value| !value.is_empty()).map(|value| value.to_string_lossy().into_owned())
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty())
}

fn list<T: for<'a> Deserialize<'a>>(name: &str, text: &str) -> Result<Vec<T>, String> {
    parts(text).map(|part| word(name, part)).collect()
}

/// A word as the file would have it in quotes.
fn word<T: for<'a> Deserialize<'a>>(name: &str, text: &str) -> Result<T, String> {
    T::deserialize(serde_json::Value::from(text)).map_err(|error| format!("{name}: {error}"))
}

#[cfg(test)]
mod test {
    use super::*;

    #[test]
    fn a_configuration_says_what_differs() {
        let text = r#"{
            "version": "12.4",
            "devices": ["small", { "profile": "h200", "name": "Other", "memory": 4096, "pci": "0001:02:03",
                "uuid": "000102030405060708090a0b0c0d0e0f",
                "attributes": { "CU_DEVICE_ATTRIBUTE_WARP_SIZE": 64 } }],
            "hidden": ["cuMemCreate"],
            "failures": [{ "entry": "cuMemAlloc", "call": 2, "code": "CUDA_ERROR_OUT_OF_MEMORY" }],
            "log": "calls.jsonl"
        }"#;
        let settings = read(text, "here").expect("it is right");
        assert_eq!(settings.version, 12_040);
        let [small, other] = &settings.devices[..] else { panic!("{:?}", settings.devices) };
        assert_eq!((small.memory, other.memory, &*other.name), (2 << 30, 4096, "Other"));
        assert_eq!((other.pci, other.uuid.map(|uuid| uuid[15])), (Some((1, 2, 3)), Some(15)));
        assert_eq!((small.attributes[&10], other.attributes[&10]), (32, 64));
        assert_eq!(settings.hidden, ["cuMemCreate"]);
        let code = CUresult::CUDA_ERROR_OUT_OF_MEMORY;
        assert_eq!(settings.failures, [Failure { entry: "cuMemAlloc", call: Some(2), code }]);
        assert_eq!(read("{}", "here"), Ok(Settings::default()));
        assert_eq!(read(r#"{ "devices": ["two-device-node"], "memory": 7 }"#, "").expect("right").devices.len(), 2);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, words) in [
            ("{\n\"verison\": 13000 }", "file: unknown field `verison`"),
            ("{\n\"version\": 99 }", "file: `version` must be"),
            ("{\n\"devices\": [\"tiny\"] }", "file: `profile`: there is no `tiny`"),
            ("{\n\"devices\": [{ \"profile\": \"small\", \"attributes\": { \"WARP\": 1 } }] }", "`attributes`: no"),
            ("{\n\"hidden\": [\"cuNothing\"] }", "no function of the API is called `cuNothing`"),
            ("{\n\"failures\": [{ \"entry\": \"cuInit\", \"code\": \"CUDA_WHAT\" }] }", "`code`: no result code"),
            ("{\n\"devices\": [{ \"profile\": \"small\", \"uuid\": \"12\" }] }", "`uuid` is"),
            ("{\n\"devices\": [{ \"profile\": \"small\", \"pci\": \"1\" }] }", "`pci` is"),
        ] {
            let complaint = read(text, "file").expect_err(text);
            assert!(complaint.contains(words) && complaint.contains("line 2"), "{text}: {complaint}");
        }
    }

    #[test]
    fn a_variable_names_failures() {
        let failure = failure("cuMemAlloc_v2#3=CUDA_ERROR_OUT_OF_MEMORY").expect("it is right").failure();
        assert_eq!((failure.entry, failure.call), ("cuMemAlloc", Some(3)));
        assert!(super::failure("cuMemAlloc#x=CUDA_ERROR_OUT_OF_MEMORY").is_err());
        assert!(super::failure("cuMemAlloc").is_err());
    }
}
