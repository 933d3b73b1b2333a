use std::fs;

use super::read;

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn a_contract_knows_its_place() {
    let folder = folder(&[("va.toml", "# ours\n\n[entry.cuMemMap]\nsummary = \"Map memory.\"\n")]);
    let contracts = read(folder.path()).unwrap();
    let placed = &contracts.entries["cuMemMap"];
    assert_eq!((placed.line, placed.group.as_str()), (3, "va"));
    assert_eq!(placed.contract.summary.as_deref(), Some("Map memory."));
}

#[test]
fn unknown_keys_are_refused_with_file_and_line() {
    let folder = folder(&[("va.toml", "[entry.cuMemMap]\nsummary = \"Map memory.\"\nsumary = \"twice\"\n")]);
    let problems = read(folder.path()).unwrap_err();
    let text = problems.to_string();
    assert!(text.contains("va.toml:3") && text.contains("sumary"), "{text}");
}

#[test]
fn two_contracts_of_one_entry_are_refused() {
    let one = "[entry.cuMemMap]\nsummary = \"Map memory.\"\n";
    let folder = folder(&[("mem.toml", one), ("va.toml", one)]);
    let text = read(folder.path()).unwrap_err().to_string();
    assert!(text.contains("va.toml:1") && text.contains("mem.toml:1"), "{text}");
}

#[test]
fn a_missing_folder_holds_no_contracts() {
    assert!(read("no/such/folder".as_ref()).unwrap().entries.is_empty());
}

#[test]
fn an_unknown_role_is_refused_with_file_and_line() {
    let text = "[entry.cuMemMap.params]\nsize = { role = \"value\" }\noffset = { role = \"valu\" }\n";
    let problems = read(folder(&[("va.toml", text)]).path()).unwrap_err().to_string();
    assert!(problems.contains("va.toml:3") && problems.contains("unknown variant `valu`"), "{problems}");
}
