//! Placeholder.
use super::Workspace;
use super::regen::Origin;
use crate::diagnostic::Diagnostics;
use crate::sources::Progress;
use std::path::PathBuf;
/// Adds pages.
pub fn run(_w: &Workspace, _o: &Origin, _f: &[PathBuf], _p: &Progress) -> Result<String, Diagnostics> {
    Ok(String::new())
}
