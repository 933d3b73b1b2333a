//! The modules of groups.

use super::{checked, resources};
use crate::spec::{Group, Spec};
use crate::text::code;

/// A module for each group but these.
pub(super) fn all(out: &mut String, spec: &Spec, except: &[String]) {
    for group in &spec.groups {
        if except.contains(&group.module) {
            continue;
        }
        let mut items = String::new();
        one(&mut items, group, spec);
        let title = match group.spec.title.as_str() {
            "" => format!("The group `{}`", group.spec.group),
            title => title.to_owned(),
        };
        code!(
            out,
            "/// $title.\n#[allow(unused_imports, non_snake_case)]\npub mod $module { $items }\n",
            title,
            module = group.module,
            items
        );
    }
}

/// What belongs into the module of one group.
pub(super) fn one(out: &mut String, group: &Group, spec: &Spec) {
    code!(
        out,
        "
        use ::core::ffi::*;
        use ::core::mem::{self, MaybeUninit};
        use ::core::ptr;
        use ::std::ffi::CString;
        use crate::Error;
        use crate::__private::{self as private, UNAVAILABLE};
        use crate::driver::contract::Facts as _;
        use crate::driver::entries::abis;
        use crate::driver::sys::{self, *};
        ",
    );
    resources::all(out, group, spec);
    checked::all(out, group, spec);
}
