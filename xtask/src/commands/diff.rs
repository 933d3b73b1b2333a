//! `cargo xtask diff V1 V2`: everything that changed from one version to another.

use std::fmt::Write as _;

use cuspec_model::Version;

use crate::changes;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::header::HeaderFacts;

use super::Workspace;

/// The changes from one version to another.
pub fn run(workspace: &Workspace, headers: &[HeaderFacts], old: Version, new: Version) -> Result<String, Diagnostics> {
    let (old, new) = (find(headers, old)?, find(headers, new)?);
    let changes = changes::between(old, new, &workspace.config);
    let mut text = format!("from {} to {}: {} changes\n", old.version, new.version, changes.len());
    for change in changes {
        let _ = writeln!(text, "{:<48} {:<12} {}", change.subject, change.aspect.word(), change.text);
    }
    Ok(text)
}

fn find(headers: &[HeaderFacts], version: Version) -> Result<&HeaderFacts, Diagnostics> {
    headers.iter().find(|header| header.version == version).ok_or_else(|| {
        let known: Vec<String> = headers.iter().map(|header| header.version.to_string()).collect();
        let message = format!("no header of version {version} is pinned");
        Diagnostic::new("specs/sources.toml", message).help(format!("the versions are {}", known.join(", "))).into()
    })
}
