//! What the reader says of files that are not as `cargo xtask regen` writes them: the file, the item, the fault.

use std::path::{Path, PathBuf};

use cuspec_codegen::{Macro, Spec, expand};

const API: &str = r#"{"generated_by":"hand","title":"Example","function_prefix":"ex","result_type":"EXresult",
"success":"EX_SUCCESS","library":{"environment":"EX","version":"exVersion","stub":"EX_ERROR"},"resolver":{"base":"exFind"},
"group_url":"https://example.org/{}","groups":["one"]}"#;

const TYPES: &str = r#"{"generated_by":"hand","versions":[11070],
"enums":[{"name":"EXresult","values":[{"name":"EX_SUCCESS","value":0},{"name":"EX_ERROR","value":1}]}]}"#;

const GROUP: &str = r#"{"generated_by":"hand","group":"EX_ONE","title":"One","entries":[
{"name":"exDo","documented":true,"since":11070,"returns":"EXresult",
"abis":[{"symbol":"exDo","default":true,"since":11070,"query":{"name":"exDo","version":11070}}],
"params":[{"name":"out","rust_type":"*mut c_int","direction":"out","direction_from":"doc"}],
"errors":[{"code":"EX_ERROR","value":1}]}]}"#;

/// A folder of files, which is removed when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, api: &str, types: &str, group: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("cuspec-reader-{}-{name}", std::process::id()));
        std::fs::create_dir_all(folder.join("spec/api")).expect("a folder");
        for (file, text) in [("api.json", api), ("types.json", types), ("api/one.json", group)] {
            std::fs::write(folder.join("spec").join(file), text).expect("a file");
        }
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The complaint, its file below the folder.
fn complaint(name: &str, api: &str, types: &str, group: &str) -> String {
    let folder = Folder::new(name, api, types, group);
    let error = Spec::read(&folder.0.join("spec")).err().expect("a complaint");
    error.to_string().replace(&format!("{}/", folder.0.display()), "")
}

fn group(name: &str, from: &str, to: &str) -> String {
    assert!(GROUP.contains(from), "the fault cannot be put in");
    complaint(name, API, TYPES, &GROUP.replace(from, to))
}

fn types(name: &str, from: &str, to: &str) -> String {
    assert!(TYPES.contains(from), "the fault cannot be put in");
    complaint(name, API, &TYPES.replace(from, to), GROUP)
}

#[test]
fn the_example_itself_is_read_and_expanded() {
    let folder = Folder::new("whole", API, TYPES, GROUP);
    let spec = Spec::read(&folder.0.join("spec")).expect("a specification");
    assert_eq!(spec.groups[0].spec.entries[0].params[0].rust_type, "*mut c_int");
    assert_eq!(spec.files, ["api.json", "types.json", "api/one.json"]);
    let expansion = expand(Macro::Sys, "\"spec\"", &folder.0).expect("an expansion");
    assert!(expansion.text.contains("pub unsafe fn exDo(out: *mut c_int) -> EXresult"));
    assert!(expansion.tracked().contains("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/spec/api/one.json\")"));
}

#[test]
fn a_changed_file_is_read_again() {
    let folder = Folder::new("changed", API, TYPES, GROUP);
    let before = expand(Macro::Sys, "\"spec\"", &folder.0).expect("an expansion").text;
    std::fs::write(folder.0.join("spec/api/one.json"), GROUP.replace("exDo", "exRedo")).expect("a file");
    let after = expand(Macro::Sys, "\"spec\"", &folder.0).expect("an expansion").text;
    assert!(before.contains("fn exDo(") && after.contains("fn exRedo("));
}

#[test]
fn a_file_that_is_not_there() {
    let folder = Folder::new("absent", API, TYPES, GROUP);
    std::fs::remove_file(folder.0.join("spec/api/one.json")).expect("it was there");
    let error = Spec::read(&folder.0.join("spec")).err().expect("a complaint").to_string();
    assert!(error.contains("spec/api/one.json: cannot be read: "), "{error}");
}

#[test]
fn text_that_is_no_json() {
    let cases = [
        (GROUP[..38].to_owned(), "line 1, column 33: a string without an end"),
        (GROUP.replacen(':', "", 1), "line 1, column 16: no `:` behind a key"),
        (GROUP.replace("\"documented\":true", "\"documented\":maybe"), "line 2, column 29: no value"),
        (GROUP.replace("11070", "11.7"), "line 2, column 46: no integer of 64 bits"),
        (format!("{GROUP} {{}}"), "line 5, column 45: more text than one value"),
        (GROUP.replace("One", "\\x"), "line 1, column 51: an unknown escape"),
        (GROUP.replace("One", "\\ud800"), "line 1, column 56: half a surrogate pair"),
        (GROUP.replace("One", "\u{1}"), "line 1, column 50: a control character in a string"),
        ("[".repeat(1000), "line 1, column 65: too deep a nesting"),
        (String::new(), "line 1, column 1: no value"),
    ];
    let found = cases.iter().enumerate().map(|(index, (text, _))| complaint(&format!("text{index}"), API, TYPES, text));
    let found: Vec<_> = found.collect();
    assert_eq!(found, cases.map(|(_, expected)| format!("spec/api/one.json: {expected}")));
}

#[test]
fn every_escape_is_read() {
    let text = GROUP.replace("\"One\"", r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é""#);
    let folder = Folder::new("escapes", API, TYPES, &text);
    let spec = Spec::read(&folder.0.join("spec")).expect("a specification");
    assert_eq!(spec.groups[0].spec.title, "\"\\/\u{8}\u{c}\n\r\té😀é");
}

#[test]
fn values_of_the_wrong_kind() {
    let cases = [
        (
            group("name", "\"name\":\"exDo\",\"documented\"", "\"documented\""),
            "number 0 in `entries`: `name` is missing",
        ),
        (
            group("symbol", "\"exDo\",\"default\"", "7,\"default\""),
            "`exDo` in `entries`: number 0 in `abis`: `symbol` is a number, not a string",
        ),
        (
            group("param", "*mut c_int\"", "*mut c_int\",\"direction\":\"sideways\""),
            "`exDo` in `entries`: `out` in `params`: `direction` cannot be `sideways`",
        ),
        (
            group("since", "\"since\":11070,\"returns\"", "\"since\":-1,\"returns\""),
            "`exDo` in `entries`: `since` cannot be -1",
        ),
        (
            group("query", "\"version\":11070", "\"version\":null"),
            "`exDo` in `entries`: `exDo` in `abis`: `query`: `version` is missing",
        ),
        (
            group("flag", "\"documented\":true", "\"documented\":1"),
            "`exDo` in `entries`: `documented` is a number, not true or false",
        ),
        (
            group("error", "\"value\":1", "\"value\":\"1\""),
            "`exDo` in `entries`: `EX_ERROR` in `errors`: `value` is a string, not a number",
        ),
        (
            group("list", "\"errors\":[{\"code\":\"EX_ERROR\",\"value\":1}]", "\"errors\":{}"),
            "`exDo` in `entries`: `errors` is an object, not a list",
        ),
        (group("whole", GROUP, "[]"), "is a list, not an object"),
    ];
    for (found, expected) in cases {
        assert_eq!(found, format!("spec/api/one.json: {expected}"));
    }
    let cases = [
        (
            types("repr", "\"values\":[{", "\"repr\":\"u8\",\"values\":[{"),
            "`EXresult` in `enums`: `repr` cannot be `u8`",
        ),
        (
            types("value", "\"value\":1", "\"value\":true"),
            "`EXresult` in `enums`: `EX_ERROR` in `values`: `value` is true or false, not a number",
        ),
        (types("versions", "[11070]", "[\"11.7\"]"), "`versions` holds a string, not a version"),
    ];
    for (found, expected) in cases {
        assert_eq!(found, format!("spec/types.json: {expected}"));
    }
}

#[test]
fn calls_that_are_no_calls() {
    let folder = Folder::new("calls", API, TYPES, GROUP);
    let complaint = |call, arguments| expand(call, arguments, &folder.0).expect_err("a complaint").to_string();
    assert_eq!(complaint(Macro::Sys, ""), "`sys!` is called as `sys!(\"spec\")`");
    assert_eq!(complaint(Macro::Sys, "spec"), "`sys!` is called as `sys!(\"spec\")`");
    assert_eq!(complaint(Macro::Raw, "\"spec\", \"one\""), "`raw!` is called as `raw!(\"spec\")`");
    assert_eq!(complaint(Macro::Group, "\"spec\""), "`group!` is called as `group!(\"spec\", \"module\")`");
    assert_eq!(complaint(Macro::Group, "\"spec\", \"two\""), "there is no group `two`; the groups are one");
    assert_eq!(complaint(Macro::Rest, "\"spec\", except = [\"two\"]"), "there is no group `two`; the groups are one");
    let usage = "`rest!` is called as `rest!(\"spec\", except = [\"module\"])`";
    assert_eq!(complaint(Macro::Rest, "\"spec\", except = \"one\""), usage);
    assert_eq!(complaint(Macro::Rest, "\"spec\", except = [one]"), usage);
    let absent = complaint(Macro::Sys, "\"nowhere\"");
    assert!(absent.ends_with("nowhere/api.json: cannot be read: No such file or directory (os error 2)"), "{absent}");
    assert!(Path::new(&absent).is_absolute());
}

#[test]
fn what_tables_and_calls_could_not_hold_is_told_with_its_entry() {
    let returns = group("returns", r#""returns":"EXresult""#, r#""returns":"c_int""#);
    assert!(returns.starts_with("spec/api/one.json: `exDo`: returns `c_int`"), "{returns}");
    let code = group("code", r#""value":1}]"#, r#""value":-1}]"#);
    assert!(code.ends_with("`exDo`: `EX_ERROR` is -1, which is no result code"), "{code}");
    for cause in ["", " ", "one\\ntwo", "a\\u000bb"] {
        let cause = group("cause", r#""value":1}]"#, &format!(r#""value":1,"cause":"{cause}"}}]"#));
        assert!(cause.ends_with("`exDo`: the cause of `EX_ERROR` is empty, or more than a line"), "{cause}");
    }
}
