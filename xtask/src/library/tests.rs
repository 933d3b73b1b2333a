//! The library's copy keeps every name of the API, also one that is called like a key that is left out.

use cuspec_model::{Abi, Contract, Direction, Entry, Fallback, GroupSpec, Map, Param, ParamContract};
use serde_json::Value;

use super::{ASSUMED, LEFT_OUT, NAMED, group};

/// Every key that may be left out, and every key that leads to names.
fn names() -> Vec<String> {
    let assumed = ASSUMED.iter().map(|(key, _)| *key);
    LEFT_OUT.into_iter().chain(assumed).chain(NAMED).map(str::to_owned).collect()
}

/// For each name a value that would be left out under it.
fn values() -> Map<String> {
    let assumed = |name: &str| ASSUMED.iter().find(|(key, _)| *key == name).map_or("NULL", |(_, value)| value);
    names().into_iter().map(|name| (name.clone(), assumed(&name).to_owned())).collect()
}

fn entry() -> Entry {
    let param = |name: String| Param { name, ..Param::default() };
    let said = |name| (name, ParamContract { direction: Some(Direction::In), ..ParamContract::default() });
    let fallback = |symbol| (symbol, Fallback { args: values(), outs: values(), ..Fallback::default() });
    let params: Vec<Param> = names().into_iter().map(param).collect();
    Entry {
        name: "cuDo".to_owned(),
        abis: vec![Abi { params: Some(params.clone()), ..Abi::default() }],
        params,
        contract: Contract {
            params: names().into_iter().map(said).collect(),
            fallback: names().into_iter().map(fallback).collect(),
            ..Contract::default()
        },
        ..Entry::default()
    }
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().map(|map| map.keys().map(String::as_str).collect()).unwrap_or_default()
}

#[test]
fn names_of_the_api_are_kept_whatever_they_are() {
    let text = group(&GroupSpec { entries: vec![entry()], ..GroupSpec::default() });
    let written: Value = serde_json::from_str(&text).unwrap();
    let entry = &written["entries"][0];
    let expected: Vec<String> = values().keys().cloned().collect();
    let contract = &entry["contract"];
    assert_eq!(keys(&contract["params"]), expected);
    assert_eq!(keys(&contract["fallback"]), expected);
    for symbol in &expected {
        let fallback = &contract["fallback"][symbol];
        for values in [&fallback["args"], &fallback["outs"]] {
            assert_eq!(keys(values), expected, "{symbol}");
        }
    }
    for params in [&entry["params"], &entry["abis"][0]["params"]] {
        let kept: Vec<&str> = params.as_array().unwrap().iter().filter_map(|param| param["name"].as_str()).collect();
        assert_eq!(kept, names());
    }
}

#[test]
fn what_only_the_tool_needs_is_left_out_below_names_too() {
    let mut entry = entry();
    entry.mentions.push("CUDA_ERROR_UNKNOWN".to_owned());
    let text = group(&GroupSpec { entries: vec![entry], ..GroupSpec::default() });
    let written: Value = serde_json::from_str(&text).unwrap();
    let entry = &written["entries"][0];
    assert_eq!(entry.get("mentions"), None);
    assert!(entry["params"].as_array().unwrap().iter().all(|param| param.get("c_type").is_none()));
    assert!(entry["contract"]["params"].as_object().unwrap().values().all(|said| said.get("why").is_none()));
}
