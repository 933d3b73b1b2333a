//! `cargo xtask diff V1 V2`: everything that changed from one version to another.

use std::fmt::Write as _;

use cuspec_model::Version;

use crate::changes;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::header::HeaderFacts;
use crate::sources::{Progress, Versions};

use super::Workspace;
use super::regen::{self, Origin};

/// The changes from one version to another; only their headers are read.
pub fn run(
    workspace: &Workspace,
    origin: &Origin,
    old: Version,
    new: Version,
    progress: &Progress,
) -> Result<String, Diagnostics> {
    let headers = regen::headers_of(workspace, origin, Versions::These(vec![old, new]), progress)?;
    let (old, new) = (find(&headers, old)?, find(&headers, new)?);
    let changes = changes::between(old, new, &workspace.config);
    let mut text = format!("from {} to {}: {} changes\n", old.version, new.version, changes.len());
    for change in changes {
        let _ = writeln!(text, "{:<48} {:<12} {}", change.subject, change.aspect.word(), change.text);
    }
    Ok(text)
}

fn find(headers: &[HeaderFacts], version: Version) -> Result<&HeaderFacts, Diagnostics> {
    let stated =
        |version: Version| format!("the header that is pinned as {version} says that it is of another version");
    let wrong = || Diagnostic::new("specs/sources.toml", stated(version)).help("correct the pin").into();
    headers.iter().find(|header| header.version == version).ok_or_else(wrong)
}
