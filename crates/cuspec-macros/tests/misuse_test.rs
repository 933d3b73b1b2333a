//! A macro that is called wrongly is a compile error that names the file and the entry.
//!
//! The compiler runs directly over a few lines, so that the manifest's folder, which the macros read from, is the
//! test's own.

use std::path::{Path, PathBuf};
use std::process::Command;

const API: &str = r#"{"generated_by":"hand","title":"Example","function_prefix":"ex","result_type":"EXresult",
"success":"EX_SUCCESS","library":{"environment":"EX","version":"exVersion","stub":"EX_ERROR"},"resolver":{"base":"exFind"},
"group_url":"https://example.org/{}","groups":["one"]}"#;
const TYPES: &str = r#"{"generated_by":"hand","versions":[11070]}"#;
const GROUP: &str = r#"{"generated_by":"hand","group":"EX_ONE","title":"One","entries":[]}"#;
/// Its entry returns nothing.
const MALFORMED: &str =
    r#"{"generated_by":"hand","group":"EX_ONE","title":"One","entries":[{"name":"exDo","abis":[]}]}"#;

/// The macros' library, which lies beside the test.
fn macros() -> PathBuf {
    let deps = std::env::current_exe().expect("the test's own path");
    let deps = deps.parent().expect("its folder");
    let files = std::fs::read_dir(deps).expect("its neighbours").map(|file| file.expect("a file").path());
    let prefix = format!("{}cuspec_macros-", std::env::consts::DLL_PREFIX);
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&prefix) && name.ends_with(std::env::consts::DLL_SUFFIX)
    };
    let newest = files.filter(is_ours).max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
    newest.expect("the macros' library")
}

/// What the compiler says of a crate that holds this call alone.
fn errors(name: &str, call: &str, group: &str) -> String {
    let folder = std::env::temp_dir().join(format!("cuspec-misuse-{}-{name}", std::process::id()));
    std::fs::create_dir_all(folder.join("spec/api")).expect("a folder");
    for (file, text) in [("api.json", API), ("types.json", TYPES), ("api/one.json", group)] {
        std::fs::write(folder.join("spec").join(file), text).expect("a file");
    }
    std::fs::write(folder.join("lib.rs"), format!("cuspec_macros::{call}\n")).expect("a source");
    let output = compile(&folder);
    std::fs::remove_dir_all(&folder).expect("it was there");
    output.replace(&format!("{}/", folder.display()), "")
}

fn compile(folder: &Path) -> String {
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--crate-type=lib", "--edition=2024", "--emit=metadata", "--extern"])
        .arg(format!("cuspec_macros={}", macros().display()))
        .args(["--out-dir".as_ref(), folder, "lib.rs".as_ref()])
        .current_dir(folder)
        .env("CARGO_MANIFEST_DIR", folder)
        .output()
        .expect("a compiler");
    assert!(!output.status.success(), "it compiles");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The first line of what the compiler says.
fn first(name: &str, call: &str) -> String {
    errors(name, call, GROUP).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_group_that_is_not_known() {
    let error = first("group", r#"rest!("spec", except = ["two"]);"#);
    assert_eq!(error, "error: there is no group `two`; the groups are one");
}

#[test]
fn a_specification_that_is_malformed() {
    let error = errors("malformed", r#"sys!("spec");"#, MALFORMED);
    let first = error.lines().next().unwrap_or_default();
    assert_eq!(first, "error: spec/api/one.json: `exDo` in `entries`: `returns` is missing");
    assert!(error.contains("lib.rs:1:1"), "{error}");
}

#[test]
fn an_entry_that_could_not_be_generated() {
    // Each with what the compiler must say of it; `@` stands for the parameter.
    let cases = [
        (r#""name":"exDo","abis":[]"#, "`exDo`: has no symbol"),
        (r#""name":"ex Do","abis":[{"symbol":"exDo"}]"#, "`ex Do`: `ex Do` is no name"),
        (r#""name":"exDo","abis":[{"symbol":"ex-do"}]"#, "`exDo`: `ex-do`: `ex-do` is no name"),
        (
            r#""name":"exDo","abis":[{"symbol":"exDo"}],"params":[{"name":"a","rust_type":"*mut ("}]"#,
            "`exDo`: `a`: `*mut (` is no type",
        ),
        (
            r#""name":"exDo","abis":[{"symbol":"exDo"}],"params":[{"name":"a","rust_type":"*mut u8","counted_by":"n"}]"#,
            "`exDo`: `a`: speaks of `n`, which is no parameter",
        ),
        (
            r#""name":"exDo","abis":[{"symbol":"exDo"}],"params":[{"name":"a","rust_type":"*mut u8","two_call":{"arrays":["b"]}}]"#,
            "`exDo`: `a`: speaks of `b`, which is no parameter",
        ),
        (
            r#""name":"exDo","abis":[{"symbol":"exDo"}],"contract":{"fallback":{"exDo":{"requires":["a == \""]}}}"#,
            "`exDo`: `a == \"` is no expression",
        ),
    ];
    for (index, (entry, due)) in cases.into_iter().enumerate() {
        let entry = format!("{{\"returns\":\"EXresult\",{entry}}}");
        let group =
            format!("{{\"generated_by\":\"hand\",\"group\":\"EX_ONE\",\"title\":\"One\",\"entries\":[{entry}]}}");
        let error = errors(&format!("entry-{index}"), r#"raw!("spec");"#, &group);
        assert_eq!(error.lines().next(), Some(&*format!("error: spec/api/one.json: {due}")));
    }
    let one = r#"{"name":"exDo","returns":"EXresult","abis":[{"symbol":"exDo"}]}"#;
    let group =
        format!("{{\"generated_by\":\"hand\",\"group\":\"EX_ONE\",\"title\":\"One\",\"entries\":[{one},{one}]}}");
    let error = errors("twice", r#"raw!("spec");"#, &group);
    assert_eq!(error.lines().next(), Some("error: spec: `exDo` stands twice"));
}

#[test]
fn a_specification_that_is_not_there() {
    let error = first("absent", r#"raw!("nowhere");"#);
    assert!(error.starts_with("error: nowhere/api.json: cannot be read: "), "{error}");
}

#[test]
fn arguments_that_are_none() {
    assert_eq!(first("none", "sys!();"), "error: `sys!` is called as `sys!(\"spec\")`");
    let error = first("kind", "group!(\"spec\", va);");
    assert_eq!(error, "error: `group!` is called as `group!(\"spec\", \"module\")`");
}
