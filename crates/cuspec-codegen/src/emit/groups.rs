//! The modules of groups.

use crate::spec::{Group, Spec};
use crate::text::code;

/// A module for each group but these.
pub(super) fn all(out: &mut String, spec: &Spec, except: &[String]) {
    for group in spec.groups.iter().filter(|group| !except.contains(&group.module)) {
        let mut items = String::new();
        one(&mut items, group);
        let title = if group.spec.title.is_empty() { &group.module } else { &group.spec.title };
        code!(out, "/// $title.\npub mod $module { $items }\n", title, module = group.module, items);
    }
}

/// What belongs into the module of one group.
pub(super) fn one(_out: &mut String, _group: &Group) {}
