//! The language can say a hard rule of each of twelve entries, beside the committed facts.

use std::path::Path;

use cuspec_model::{Clause, ClauseKind, Contract, GroupSpec, TypesSpec};

use super::contracts::lay_rules;
use super::declared::count_fields;
use super::entries::Grouped;
use crate::commands::read_json;
use crate::config::read_toml;
use crate::contract::{self, exact::Exact};
use crate::diagnostic::Diagnostics;

/// An entry, who answers, and how.
const RULES: [(&str, &str, &str); 14] = [
    (
        "cuLaunchKernelEx",
        "check",
        "config.attrs.all(|a| a.id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION || \
         config.gridDimX % a.value.clusterDim.x == 0)",
    ),
    ("cuMemcpyBatchAsync", "check", "attrsIdxs.first() == 0 && attrsIdxs.pairs(|a, b| a < b)"),
    (
        "cuTensorMapEncodeTiled",
        "check",
        "globalStrides.all(|s| s % (if interleave == CU_TENSOR_MAP_INTERLEAVE_32B { 32 } else { 16 }) == 0) && \
         boxDim.first() * element_size(tensorDataType) % 16 == 0",
    ),
    (
        "cuGraphAddNode",
        "check",
        "nodeParams.r#type != CU_GRAPH_NODE_TYPE_MEMSET || nodeParams.anon1.memset.elementSize.in(1, 2, 4)",
    ),
    ("cuStreamGetCaptureInfo", "check", "edgeData_out == NULL || dependencies_out != NULL"),
    ("cuPointerGetAttributes", "check", "attributes.zip(data).all(|a, p| p != NULL && p % answer_size(a) == 0)"),
    ("cuLinkCreate", "check", "options.zip(optionValues).all(|o, v| o != CU_JIT_INFO_LOG_BUFFER || v != NULL)"),
    ("cuLinkCreate", "promise", "what the options point to outlives the linker"),
    (
        "cuModuleLoadDataEx",
        "check",
        "options.all(|o| o != CU_JIT_INFO_LOG_BUFFER || options.any(|p| p == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES))",
    ),
    (
        "cuGetProcAddress",
        "check",
        "flags.in(CU_GET_PROC_ADDRESS_DEFAULT, CU_GET_PROC_ADDRESS_LEGACY_STREAM, \
         CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)",
    ),
    ("cuMemPoolSetAttribute", "check", "attr != CU_MEMPOOL_ATTR_USED_MEM_HIGH || *(value as *const cuuint64_t) == 0"),
    ("cuLaunchHostFunc", "promise", "the function makes no calls of the API"),
    (
        "cuCtxCreate",
        "check",
        "ctxCreateParams == NULL || ctxCreateParams.execAffinityParams == NULL || ctxCreateParams.cigParams == NULL",
    ),
    ("cuCtxCreate", "type", "an output is a place that exists"),
];

const DECLARED: &str = r#"
[type.CUlaunchConfig]
attrs = { len = "numAttrs" }
[table.element_size]
CU_TENSOR_MAP_DATA_TYPE_UINT8 = 1
CU_TENSOR_MAP_DATA_TYPE_UINT16 = 2
[table.answer_size]
CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 4
"#;

fn contracts() -> String {
    let clause = |(index, (entry, kind, answer)): (usize, &(&str, &str, &str))| {
        let rule = if *kind == "check" { "rule = \"it holds\"\n" } else { "" };
        let answer = format!("id = \"rule-{index}\"\n{kind} = \"{answer}\"\n{rule}why = \"a test\"\n");
        format!("[[entry.{entry}.requires]]\n{answer}")
    };
    let clauses: Vec<String> = RULES.iter().enumerate().map(clause).collect();
    DECLARED.to_owned() + &clauses.concat()
}

fn facts() -> (Vec<Grouped>, TypesSpec) {
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/cuda");
    let mut entries = Vec::new();
    for file in std::fs::read_dir(specs.join("api")).unwrap() {
        let group: GroupSpec = read_json(&file.unwrap().path()).unwrap();
        let name = group.group;
        entries.extend(group.entries.into_iter().map(|entry| Grouped { group: name.clone(), entry }));
    }
    for Grouped { entry, .. } in &mut entries {
        entry.contract = Contract::default();
        // Its contract would say so by a role.
        let linked =
            entry.params.iter_mut().filter(|param| entry.name == "cuLinkCreate" && param.name == "optionValues");
        linked.for_each(|param| param.counted_by = Some("numOptions".to_owned()));
    }
    (entries, read_json(&specs.join("types.json")).unwrap())
}

#[test]
fn the_language_says_hard_rules() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("tensor_memory.toml"), contracts()).unwrap();
    let contracts = contract::read(folder.path()).unwrap_or_else(|problems| panic!("{problems}"));
    let config = read_toml(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/cuda/api.toml")).unwrap();
    let ((mut entries, mut types), mut problems) = (facts(), Diagnostics::default());
    count_fields(&mut types, &contracts, &mut problems);
    let declared = lay_rules(&mut entries, &types, &contracts, &config, &mut problems);
    assert_eq!(problems.to_string(), "");
    let mut made = 0;
    for Grouped { entry, .. } in &entries {
        let scope = Exact::new(&declared.world, &entry.params, &entry.contract.params);
        let checks = entry.contract.requires.iter().filter(|clause| clause.kind == ClauseKind::Check);
        for Clause { text, .. } in checks {
            let (rust, values) = scope.check(text, "it holds").unwrap();
            for rust in values.iter().map(|value| &value.rust).chain([&rust]) {
                assert!(syn::parse_str::<syn::Expr>(rust).is_ok(), "{rust}");
            }
        }
        made += entry.contract.requires.len();
    }
    assert_eq!(made, RULES.len());
}
