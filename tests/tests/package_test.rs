//! What a user gets: a checkout that builds wherever git checks it out.

use std::path::Path;
use std::process::Command;

#[test]
fn a_checkout_without_symlinks_builds() {
    // Git writes a symlink as a file that holds a path where a system or a setting has none; there must be none to write.
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let Ok(output) = Command::new("git").current_dir(workspace).args(["ls-files", "--stage"]).output() else {
        println!("SKIPPED: there is no git here");
        return;
    };
    if !output.status.success() {
        println!("SKIPPED: this is no checkout: {}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    let listing = String::from_utf8(output.stdout).unwrap();
    let links: Vec<_> = listing.lines().filter(|line| line.starts_with("120000")).collect();
    assert!(listing.lines().count() > 100 && links.is_empty(), "{links:#?}");
}
