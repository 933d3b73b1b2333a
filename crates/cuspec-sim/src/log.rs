//! The log of calls: a line of JSON each, for a file, and for a test that asks.

use std::fmt::{Debug, Write as _};
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use cuspec::driver::sys::CUresult;

use crate::answer::{Known, Refusal};
use crate::state;

/// Where lines go.
#[derive(Default)]
pub(crate) struct Log {
    file: Option<File>,
    /// What a test has not taken yet; none while nobody asked for it.
    kept: Option<Vec<String>>,
}

impl Log {
    /// A log that goes to this file. One that cannot be opened is told of once, and does not stop the program.
    pub(crate) fn new(path: Option<&Path>) -> Self {
        let open = |path: &Path| match File::options().append(true).create(true).open(path) {
            Ok(file) => Some(file),
            Err(error) => {
                eprintln!("cuspec-sim: there is no log of calls, for {} cannot be written: {error}", path.display());
                None
            }
        };
        Self { file: path.and_then(open), kept: None }
    }

    /// Whether anybody wants lines.
    pub(crate) fn is_on(&self) -> bool {
        self.file.is_some() || self.kept.is_some()
    }

    /// Keeps lines for a test, or no longer.
    pub(crate) fn keep(&mut self, keep: bool) {
        self.kept = keep.then(|| self.kept.take().unwrap_or_default());
    }

    /// What was kept since the last time.
    pub(crate) fn take(&mut self) -> Vec<String> {
        self.kept.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Adds a line. A full disk ends the log, not the program.
    pub(crate) fn add(&mut self, mut line: String) {
        if let Some(kept) = &mut self.kept {
            kept.push(line.clone());
        }
        line.push('\n');
        if let Some(Err(error)) = self.file.as_mut().map(|file| file.write_all(line.as_bytes())) {
            eprintln!("cuspec-sim: the log of calls ends here: {error}");
            self.file = None;
        }
    }
}

/// A call as a line.
pub(crate) fn line(
    symbol: &Known,
    arguments: &[(&'static str, &dyn Debug)],
    code: CUresult,
    refusal: Option<&Refusal>,
) -> String {
    let mut line = format!("{{\"entry\":{:?},\"symbol\":{:?},\"arguments\":{{", symbol.abi.entry().name(), symbol.name);
    for (place, (name, value)) in arguments.iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        let _ = write!(line, "{comma}{name:?}:{}", json(&format!("{value:?}")));
    }
    let _ = write!(line, "}},\"result\":{},\"thread\":{}", json(&format!("{code:?}")), state::thread());
    match refusal {
        Some(Refusal::Broken(broken)) => {
            let _ = write!(line, ",\"broken\":{}", json(&broken.to_string()));
        }
        Some(Refusal::Unmodelled) => line.push_str(",\"modelled\":false"),
        _ => {}
    }
    line.push('}');
    line
}

/// A number as it stands, anything else as a string.
fn json(text: &str) -> String {
    if text.parse::<i128>().is_ok() { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}
