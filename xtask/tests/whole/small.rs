//! Small headers of our own with what headers rarely have: kept as it is, or refused with its line.

use cuspec_model::{TypesSpec, Version};
use xtask::changes;
use xtask::commands::Workspace;
use xtask::commands::regen::TARGET;
use xtask::diagnostic::Diagnostics;
use xtask::header::{self, HeaderFacts, HeaderInput};
use xtask::sources::Libclang;
use xtask::vendor;

use crate::golden::{fixtures, specification, workspace};

/// What stands before the functions in the golden header, where more types may stand.
const PLACE: &str = "typedef struct CUkite_st *CUkite;\n";

fn libclang() -> Option<&'static Libclang> {
    let libclang = vendor::located()?.libclang.as_ref()?;
    libclang.load().unwrap_or_else(|wrong| panic!("{wrong}"));
    Some(libclang)
}

/// The golden header of a version with more types and more versioned typedefs.
fn header(
    version: &str,
    more: &str,
    typedefs: &str,
    libclang: &Libclang,
    workspace: &Workspace,
) -> Result<HeaderFacts, Diagnostics> {
    let read = |name: &str| std::fs::read_to_string(fixtures().join(version).join(name)).expect("read");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let include = folder.path().to_owned();
    let main = read("cuda.h").replacen(PLACE, &format!("{PLACE}{more}\n"), 1);
    std::fs::write(include.join("cuda.h"), main).expect("written");
    let more = format!("{typedefs}\n#endif\n");
    std::fs::write(include.join("cudaTypedefs.h"), read("cudaTypedefs.h").replace("\n#endif\n", &more))
        .expect("written");
    let clang_args = libclang.clang_args(&include, TARGET);
    header::read(&HeaderInput { include, clang_args, pinned: false }, &workspace.config)
}

/// Both versions, each with types of its own.
fn both(older: &str, newer: &str) -> Option<(Vec<HeaderFacts>, Workspace)> {
    let (libclang, workspace) = (libclang()?, workspace());
    let headers = [("11.0", older), ("12.0", newer)].map(|(version, more)| {
        header(version, more, "", libclang, &workspace).unwrap_or_else(|wrong| panic!("{wrong}"))
    });
    Some((headers.into(), workspace))
}

fn types(older: &str, newer: &str) -> Option<TypesSpec> {
    let (headers, workspace) = both(older, newer)?;
    Some(specification(&headers, &workspace).unwrap_or_else(|wrong| panic!("{wrong}")).types)
}

#[test]
fn what_no_specification_holds_is_refused_with_its_line() {
    let Some(libclang) = libclang() else { return };
    let workspace = workspace();
    for (more, message) in [
        (
            "typedef enum CUfar_enum { CU_FAR = 0x100000000 } CUfar;",
            "`CU_FAR` of `CUfar` is 4294967296, which is no u32",
        ),
        (
            "typedef enum CUlow_enum { CU_LOW = -1, CU_HIGH = 0x80000000 } CUlow;",
            "`CU_HIGH` of `CUlow` is 2147483648, which is no i32",
        ),
        ("enum { CU_NOBODY = 3 };", "the enum of `CU_NOBODY` has no name"),
        ("typedef struct CUbox_st { enum { CU_IN_BOX = 1 }; int kind; } CUbox;", "the enum of `CU_IN_BOX` has no name"),
        ("#define CU_HALF 0.5", "the macro `CU_HALF` is of type `double`"),
        ("#define CU_THIRD (1.0f / 3)", "the macro `CU_THIRD` is of type `float`"),
        ("#define CU_TEXT \"kite\"", "the macro `CU_TEXT` is of type `char[5]`"),
        ("#define CU_POINTED ((const char *)\"kite\")", "the macro `CU_POINTED` is of type `const char *`"),
    ] {
        let wrong = header("12.0", more, "", libclang, &workspace).expect_err(more);
        let line = std::fs::read_to_string(fixtures().join("12.0/cuda.h")).expect("read");
        let line = line.lines().position(|line| line == PLACE.trim_end()).expect("it stands there") + 2;
        assert_eq!(wrong.0.len(), 1, "{more}: {wrong}");
        assert!(wrong.to_string().contains(&format!("cuda.h:{line}: {message}")), "{more}: {wrong}");
    }
}

#[test]
fn a_versioned_typedef_needs_its_function() {
    let Some(libclang) = libclang() else { return };
    let workspace = workspace();
    for name in ["PFN_cuGhost_v13050", "PFN_cuGhost_v13050_ptsz"] {
        let typedef = format!("typedef CUresult (CUDAAPI *{name})(CUkite kite);\n");
        let newest = header("12.0", "", &typedef, libclang, &workspace).unwrap_or_else(|wrong| panic!("{wrong}"));
        let wrong = specification(&[newest], &workspace).expect_err(name).to_string();
        assert!(wrong.contains(&format!("`{name}` is of no function that the header declares")), "{wrong}");
    }
}

const NESTED: &str = "typedef int CUtwin;\n\
    typedef union CUknot_union {\n\
        struct CUknotLoop_st { int turns; union { int left; float right; }; } loop;\n\
        struct { struct CUknotEnd_st { int length; } end; } inner;\n\
        struct CUtwin { char other; } twin;\n\
    } CUknot_v1;\n\
    typedef CUknot_v1 CUknot;";

/// C knows the tag of a struct wherever it was defined; only a name that something else has makes another necessary.
#[test]
fn a_nested_tag_is_a_name() {
    let Some(types) = types(NESTED, NESTED) else { return };
    let record = |name: &str| {
        let found = types.records.iter().find(|record| record.name == name);
        found.map(|record| (record.tag.as_deref(), record.parent.as_deref()))
    };
    assert_eq!(record("CUknot"), Some((Some("CUknot_union"), None)));
    assert_eq!(record("CUknotLoop_st"), Some((None, Some("CUknot"))));
    assert_eq!(record("CUknotLoop_st_anon1"), Some((None, Some("CUknotLoop_st"))));
    assert_eq!(record("CUknot_inner"), Some((None, Some("CUknot"))));
    assert_eq!(record("CUknotEnd_st"), Some((None, Some("CUknot_inner"))));
    assert_eq!(record("CUknot_union_CUtwin"), Some((Some("CUtwin"), Some("CUknot"))));
    let knot = types.records.iter().find(|record| record.name == "CUknot").expect("it was found");
    let fields: Vec<&str> = knot.layout.fields.iter().map(|field| field.rust_type.as_str()).collect();
    assert_eq!(fields, ["CUknotLoop_st", "CUknot_inner", "CUknot_union_CUtwin"]);
}

/// An enum without a name that is a field's type is called after the field, as a struct is; it has no tag in C.
#[test]
fn an_unnamed_enum_is_called_after_its_field() {
    let more = "typedef struct CUbox_st { enum { CU_IN_BOX = 1 } kind; } CUbox;";
    let Some(types) = types(more, more) else { return };
    let found = types.enums.iter().find(|found| found.name == "CUbox_kind").expect("it has a name");
    assert_eq!((found.tag.as_deref(), found.values[0].name.as_str()), (None, "CU_IN_BOX"));
}

const OLDER: &str = "typedef enum CUropeAttr_enum { CU_ROPE_LENGTH = 1, CU_ROPE_OLD = 9 } CUropeAttr;\n\
    typedef enum CUhook_enum { CU_HOOK_SMALL = 1 } CUhook;\n\
    #define CU_HOOK_HUGE 7\n\
    typedef unsigned int CUknotId;\n\
    typedef struct CUtail_st { int length; } CUtail;\n\
    typedef void (CUDA_CB *CUropeCut)(void *data);";
const NEWER: &str = "typedef enum CUattr_enum { CU_ATTR_LENGTH = 1 } CUattr;\n\
    typedef CUattr CUropeAttr;\n\
    #define CU_ROPE_LENGTH CU_ATTR_LENGTH\n\
    typedef enum CUhooks_enum { CU_HOOK_SMALL = 1, CU_HOOK_HUGE = 7 } CUhooks;\n\
    typedef unsigned long long CUknotId;\n\
    typedef struct CUtail_st *CUtail;\n\
    typedef void (CUDA_CB *CUropeCut)(CUkite kite, void *data);";

/// A name that changes from enumerator to macro, to another enum or from macro to enumerator is as old as it is.
#[test]
fn a_name_keeps_its_age_whatever_it_becomes() {
    let Some(types) = types(OLDER, NEWER) else { return };
    let constant = |name: &str| types.constants.iter().find(|constant| constant.name == name);
    let enumeration = |name: &str| types.enums.iter().find(|found| found.name == name).expect(name);
    let length = constant("CU_ROPE_LENGTH").expect("it is a constant");
    assert_eq!((length.since, length.until, length.rust_type.as_str()), (None, None, "CUattr"));
    assert!(constant("CU_HOOK_HUGE").is_none(), "it is an enumerator by now");
    let (hook, hooks) = (enumeration("CUhook"), enumeration("CUhooks"));
    assert_eq!((hook.since, hook.until), (None, Some(Version(12000))));
    assert_eq!((hooks.since, hooks.until), (Some(Version(12000)), None));
    assert_eq!(hook.values[0].until, Some(Version(12000)));
    assert!(hooks.values.iter().all(|value| value.since.is_none() && value.until.is_none()), "{hooks:?}");
    let alias = types.aliases.iter().find(|alias| alias.name == "CUropeAttr").expect("it is a typedef");
    assert_eq!((alias.since, alias.until), (None, None));
}

#[test]
fn changes_of_kind_target_and_signature_are_told() {
    let Some((headers, workspace)) = both(OLDER, NEWER) else { return };
    let found = changes::between(&headers[0], &headers[1], &workspace.config);
    let told = |subject: &str| -> Vec<String> {
        let ours = found.iter().filter(|change| change.subject == subject);
        ours.map(|change| format!("{}: {}", change.aspect.word(), change.text)).collect()
    };
    assert_eq!(told("CUropeAttr"), ["kind: a typedef of CUattr, before an enum"]);
    assert_eq!(told("CU_ROPE_LENGTH"), ["kind: a constant of type CUattr, before a value of CUropeAttr"]);
    assert_eq!(told("CU_HOOK_HUGE"), ["kind: a value of CUhooks, before a constant of type int"]);
    assert_eq!(told("CUknotId"), ["target: unsigned long long, before unsigned int"]);
    assert_eq!(told("CUtail"), ["kind: a handle, before a struct"]);
    assert_eq!(told("CUropeCut"), ["signature: void (CUkite kite, void * data), before void (void * data)"]);
    assert_eq!(told("CUhook"), ["existence: no longer defined"]);
}
