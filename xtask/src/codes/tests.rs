use std::path::Path;

use cuspec_model::{EnumType, EnumValue, TypesSpec};

use super::Codes;
use crate::config::{ApiConfig, read_toml};

fn read(text: &str) -> Result<Codes, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("codes.toml");
    std::fs::write(&file, text).unwrap();
    Codes::read(&file).map_err(|problems| problems.to_string())
}

fn types(names: &[&str]) -> TypesSpec {
    let values = names.iter().map(|name| EnumValue { name: (*name).to_owned(), ..EnumValue::default() });
    let result = EnumType { name: "CUresult".to_owned(), values: values.collect(), ..EnumType::default() };
    TypesSpec { enums: vec![result], ..TypesSpec::default() }
}

fn apply(text: &str, names: &[&str]) -> Result<TypesSpec, String> {
    let config: ApiConfig = read_toml(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/cuda/api.toml")).unwrap();
    let mut types = types(names);
    let result = read(text).unwrap().apply(&mut types, &config.result, true);
    result.map(|()| types).map_err(|problems| problems.to_string())
}

const ONE: &str = "[CUDA_ERROR_NO_DEVICE]\ntext = \"there is none\"\nhint = \"look for one\"\n";

#[test]
fn a_code_gets_its_text_and_hint() {
    let types = apply(ONE, &["CUDA_ERROR_NO_DEVICE"]).unwrap();
    let value = &types.enums[0].values[0];
    assert_eq!(value.text.as_deref(), Some("there is none"));
    assert_eq!(value.hint.as_deref(), Some("look for one"));
}

#[test]
fn an_unknown_code_is_refused_with_its_line() {
    let text = format!("{ONE}\n[CUDA_ERROR_NO_DEVICES]\ntext = \"there are none\"\n");
    let problem = apply(&text, &["CUDA_ERROR_NO_DEVICE"]).unwrap_err();
    assert!(problem.contains("codes.toml:5: `CUDA_ERROR_NO_DEVICES` is no CUresult"), "{problem}");
    assert!(problem.contains("did you mean `CUDA_ERROR_NO_DEVICE`?"), "{problem}");
}

#[test]
fn a_code_without_text_is_refused() {
    let problem = apply(ONE, &["CUDA_ERROR_NO_DEVICE", "CUDA_ERROR_UNKNOWN"]).unwrap_err();
    assert!(problem.contains("codes.toml: `CUDA_ERROR_UNKNOWN` has no text"), "{problem}");
}

#[test]
fn bad_phrases_are_refused_with_their_lines() {
    for (bad, message) in [
        ("text = \"\"", "no phrase"),
        ("text = \"It failed.\"", "no phrase"),
        ("text = \"\"\"it\nfailed\"\"\"", "no phrase"),
        ("text = \"it\"\nhint = \"for {toolkit}\"", "`for {toolkit}` has a brace, and nothing fills it in"),
        ("text = \"of {driver}\"", "`of {driver}` has a brace"),
        ("text = \"it\"\nhnt = \"x\"", "unknown field `hnt`"),
        ("hint = \"x\"", "missing field `text`"),
    ] {
        let problem = read(&format!("[CUDA_ERROR_UNKNOWN]\n{bad}\n")).unwrap_err();
        assert!(problem.contains("codes.toml:") && problem.contains(message), "{bad}: {problem}");
    }
}
