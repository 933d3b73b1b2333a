//! What errors say, without a driver.

use super::*;
use crate::loader::Origin;
use crate::meta::Group;

static CREATE: Entry = Entry {
    name: "cuMemCreate",
    group: &GROUP,
    since: 10_020,
    documented: true,
    reports_async_errors: false,
    errors: "2: the device has no room left for the allocation\n1\n",
    abis: (0, 0),
};
static GROUP: Group = Group { name: "va", entries: &[], abis: &[] };
static UNDOCUMENTED: Entry = Entry { documented: false, errors: "", ..CREATE };
static BIND: Entry = Entry { name: "cuLogicalEndpointBindMem", ..CREATE };

#[test]
fn an_answer_tells_the_documented_cause() {
    let text = Error::answer(&CREATE, 2).to_string();
    assert!(
        text.starts_with(
            "cuMemCreate answered CUDA_ERROR_OUT_OF_MEMORY (2): the device has no room left for the allocation"
        ),
        "{text}"
    );
}

#[test]
fn a_code_that_the_documentation_does_not_list_is_marked() {
    let marked = |entry, code| Error::answer(entry, code).to_string().contains("documentation does not mention");
    assert!(marked(&CREATE, 600));
    assert!(!marked(&CREATE, 1));
    assert!(!marked(&CREATE, 2));
    // Nothing can be said where there is no documentation, or where the code is newer than it.
    assert!(!marked(&UNDOCUMENTED, 600));
    assert!(!marked(&CREATE, 12_345));
}

#[test]
fn a_code_that_may_be_an_earlier_calls_is_said_to_be() {
    static LATER: Entry = Entry { name: "cuStreamSynchronize", reports_async_errors: true, ..CREATE };
    let blames = |entry, code| Error::answer(entry, code).to_string().contains("an earlier asynchronous call");
    assert!(blames(&LATER, 700));
    assert!(!blames(&LATER, 1));
    assert!(!blames(&CREATE, 700));
    let real = crate::driver::entry("cuStreamSynchronize");
    assert_eq!(real.map(|entry| blames(entry, 700)), Some(true));
}

#[test]
fn every_code_keeps_its_number() {
    for code in (0..1100).chain([12_345, u32::MAX]) {
        let error = Error::answer(&CREATE, code);
        assert_eq!(error.code(), Some(CUresult(code)));
        assert!(error.to_string().contains(&code.to_string()), "{error}");
        assert!(!format!("{error:?}").is_empty());
    }
}

#[test]
fn a_broken_rule_is_told_with_its_values() {
    let rule = "offset ({offset}) must be a multiple of the endpoint's bind alignment ({alignment})";
    let values = [("offset", 4096_u64.into()), ("alignment", 2_097_152_u64.into())];
    let error = Error::from(Precondition::new(&BIND, "offset-aligned", rule, values));
    assert_eq!(
        error.to_string(),
        "cuLogicalEndpointBindMem/offset-aligned: offset (4096) must be a multiple of the endpoint's bind alignment \
         (2097152)"
    );
    assert_eq!(error.entry().map(Entry::name), Some("cuLogicalEndpointBindMem"));
    assert_eq!(error.code().map(|code| code.0), None);
}

#[test]
fn a_rule_without_places_for_its_values_is_followed_by_them() {
    let values = [("size", (-1_i64).into()), ("name", "x".into()), ("data", std::ptr::null::<u8>().into())];
    let text = Precondition::new(&BIND, "any", "size must be {unknown} and {", values).to_string();
    assert_eq!(text, "cuLogicalEndpointBindMem/any: size must be {unknown} and { (size = -1, name = x, data = 0x0)");
}

#[test]
fn what_else_is_known_stands_behind_the_answer() {
    let error = Error::answer(&CREATE, 218).with_argument("image", "kernel.ptx").with_log("line 3: no\n\n");
    let text = error.to_string();
    assert!(text.ends_with("; image is `kernel.ptx`; the driver's log:\nline 3: no"), "{text}");
    assert_eq!(error.detail().and_then(Detail::log), Some("line 3: no\n\n"));
    // It belongs to an answer. Where none was given, there is nothing to add.
    let refused = Error::from(LibraryError::new(Origin::Usual, Vec::new())).with_argument("image", "kernel.ptx");
    assert!(refused.detail().is_none());
}
