//! What is wrong with rules before any fact is looked at.

use super::read;

fn problems(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("any.toml"), text).unwrap();
    read(folder.path()).map_or_else(|problems| problems.to_string(), |_| String::new())
}

/// A contract with one clause more, which begins in its fourth line.
fn clause(lines: &str) -> String {
    format!("[entry.cuDo]\nsummary = \"Do it.\"\n\n[[entry.cuDo.requires]]\n{lines}\n")
}

#[test]
fn faults_of_clauses_have_lines() {
    let good = "id = \"fits\"\ncheck = \"a == 0\"\nrule = \"a is 0\"\nwhy = \"so\"";
    assert_eq!(problems(&clause(good)), "");
    for (lines, message) in [
        ("id = \"a\"\nwhy = \"so\"", "any.toml:5: clause `cuDo/a` needs exactly one of `check`"),
        ("id = \"a\"\ntype = \"x\"\ndriver = \"y\"\nwhy = \"so\"", "any.toml:5: clause `cuDo/a` needs exactly one of"),
        ("id = \"a\"\ncheck = \"x\"\nwhy = \"so\"", "any.toml:5: clause `cuDo/a` is a check without a `rule`"),
        ("id = \"a\"\ncheck = \"x\"\nrule = \"x is.\"\nwhy = \"so\"", "is written without its full stop"),
        ("id = \"a\"\npromise = \"x\"", "any.toml:5: clause `cuDo/a` covers no sentence and has no `why`"),
        ("id = \"a\"\npromise = \"x\"\nrule = \"x\"\nwhy = \"so\"", "has a `rule`, which only a check has"),
        ("id = \"a\"\npromise = \"x\"\nbreaks = { x = \"1\" }\nwhy = \"so\"", "has a `breaks`, which only a check has"),
        ("id = \"a\"\ncheck = \"x\"\nrule = \"x\"\nwhy = \"so\"\nbreaks = { x = \"1\" }", "has no `example` that they"),
        ("id = \"a\"\ncheck = \"x\"\nrule = \"x\"\nwhy = \"so\"\nbreaks = [1]", "`breaks` is a table of expressions"),
        ("id = \"A b\"\npromise = \"x\"\nwhy = \"so\"", "any.toml:5: clause `cuDo/A b` is not named in small letters"),
        ("id = \"a\"\npromise = \" \"\nwhy = \"so\"", "any.toml:6: the `promise` of clause `cuDo/a` is empty"),
        ("id = \"a\"\npromise = \"x\"\nwhy = \"so\"\nwhi = \"so\"", "unknown field `whi`"),
    ] {
        let found = problems(&clause(lines));
        assert!(found.contains(message), "{lines}: {found}");
    }
}

#[test]
fn a_clause_has_a_name_of_its_own() {
    let one = "id = \"a\"\npromise = \"x\"\nwhy = \"so\"";
    let found = problems(&clause(&format!("{one}\n\n[[entry.cuDo.requires]]\n{one}")));
    assert!(found.contains("any.toml:10: clause `cuDo/a` is there already, at line 5"), "{found}");
}

#[test]
fn what_is_declared_is_read_strictly() {
    for (text, message) in [
        ("[resource.Thing]\nsummary = \"It.\"\nhandle = \"CUthing\"\nparrent = \"It\"", "any.toml:4"),
        ("[resource.Thing]\nhandle = \"CUthing\"", "missing field `summary`"),
        ("[query.q]\nentry = \"cuDo\"\nargs = []", "missing field `result`"),
        ("[table.t]\nCU_A = \"1\"", "any.toml:2"),
        ("[type.CUa]\nb = { lne = \"c\" }", "any.toml:2"),
        ("[things.CUa]\nb = 1", "unknown field `things`"),
    ] {
        let found = problems(text);
        assert!(found.contains(message), "{text}: {found}");
    }
}
