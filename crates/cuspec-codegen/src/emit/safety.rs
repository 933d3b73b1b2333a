//! What the caller of a checked function must see to, as far as the types tell.

use std::fmt::Write as _;

use cuspec_model::{ClauseKind, Entry, Param};

use crate::classify::{Role, pointee};
use crate::names;
use crate::spec::Spec;
use crate::text::add_item;

/// The `# Safety` section.
pub(super) fn section(entry: &Entry, roles: &[Role], spec: &Spec) -> String {
    let view = View { entry, roles, spec };
    let mut text = "\n\n# Safety\n\n".to_owned();
    view.handles(&mut text);
    view.device_pointers(&mut text);
    view.pointers(&mut text);
    view.nested(&mut text);
    view.callbacks(&mut text);
    text.push_str("What the call only begins must not outlive the memory that it was given.");
    text.push_str(&promises(entry));
    text
}

/// The `# Safety` section of a method, whose types see to all but what the contract leaves to the caller.
pub(super) fn promised(entry: &Entry) -> String {
    format!("\n\n# Safety\n{}", promises(entry))
}

fn promises(entry: &Entry) -> String {
    let mut items = String::new();
    for clause in &entry.contract.requires {
        if clause.kind == ClauseKind::Promise {
            let _ = write!(items, "\n- `{}`: {}", clause.id, clause.text);
        }
    }
    if items.is_empty() { items } else { format!("\n{items}") }
}

struct View<'a> {
    entry: &'a Entry,
    roles: &'a [Role],
    spec: &'a Spec,
}

/// A question to a type.
type Is<'a> = &'a dyn Fn(&str) -> bool;

impl View<'_> {
    /// Those of the parameters that the caller passes which are such.
    fn passed(&self, is: &dyn Fn(&Param, &Role) -> bool) -> Vec<&Param> {
        let mut passed = Vec::new();
        for (index, param) in self.entry.params.iter().enumerate() {
            match &self.roles[index] {
                Role::Reserved | Role::Returned | Role::Room(_) | Role::Length(_) | Role::Listed | Role::Counter(_) => {
                }
                role => {
                    if is(param, role) {
                        passed.push(param);
                    }
                }
            }
        }
        passed
    }

    /// Whether the caller passes such a type, or one that holds it.
    fn passes(&self, is: Is<'_>) -> bool {
        !self.passed(&|param, _| is(target(param)) || self.holds(target(param), is, 0)).is_empty()
    }

    fn handles(&self, text: &mut String) {
        if self.passes(&|ty| self.spec.is_handle(ty)) {
            text.push_str("Every handle must be live, and of the context that the driver expects. ");
        }
    }

    /// Addresses on the device are plain numbers to C and to Rust.
    fn device_pointers(&self, text: &mut String) {
        if self.passes(&|ty| self.spec.api.device_addresses.iter().any(|address| address == ty)) {
            text.push_str("Memory at a device pointer must be there as far as the call reads or writes it. ");
        }
    }

    /// Raw pointers, but for what is only handed on to a callback.
    fn pointers(&self, text: &mut String) {
        let handed_on = !self.passed(&|param, _| self.is_callback(param)).is_empty();
        let raw = self.passed(&|param, role| {
            let to = pointee(&param.rust_type);
            *role == Role::Value && to.is_some() && !(handed_on && to == Some("c_void"))
        });
        if let Some(named) = list(&raw) {
            let _ = write!(text, "The driver reads or writes through {named} as far as it sees fit. ");
        }
    }

    /// Pointers within what is referred to.
    fn nested(&self, text: &mut String) {
        let is_pointer = |ty: &str| ty.starts_with('*');
        let within = self.passed(&|param, role| {
            *role != Role::Value && (is_pointer(target(param)) || self.holds(target(param), &is_pointer, 0))
        });
        if let Some(named) = list(&within) {
            let _ =
                write!(text, "The driver follows the pointers in {named}, unless it takes numbers in their place. ");
        }
    }

    fn callbacks(&self, text: &mut String) {
        let Some(named) = list(&self.passed(&|param, _| self.is_callback(param))) else { return };
        let handed = self.passed(&|param, role| *role == Role::Value && pointee(&param.rust_type) == Some("c_void"));
        let data = match list(&handed) {
            Some(data) => format!(" with {data}, which it must fit"),
            None => String::new(),
        };
        let _ = write!(text, "The driver calls {named}{data}, maybe later and on another thread; it must not unwind. ");
    }

    fn is_callback(&self, param: &Param) -> bool {
        self.spec.is_callback(&param.rust_type)
    }

    /// Whether a struct or union has such a field, at any depth.
    fn holds(&self, ty: &str, is: Is<'_>, depth: usize) -> bool {
        let Some(record) = self.spec.record(ty) else { return false };
        // Structs are not nested deeper, and a type that held itself would have no end.
        if depth >= 8 {
            return false;
        }
        for field in &record.layout.fields {
            if is(&field.rust_type) || self.holds(&field.rust_type, is, depth + 1) {
                return true;
            }
        }
        false
    }
}

/// The type itself, or what a pointer that became a reference or a slice points to.
fn target(param: &Param) -> &str {
    pointee(&param.rust_type).unwrap_or(&param.rust_type)
}

/// The names of parameters as a sentence has them; none of none.
fn list(params: &[&Param]) -> Option<String> {
    let (last, first) = params.split_last()?;
    let mut names = String::new();
    for param in first {
        add_item(&mut names, &quoted(param));
    }
    Some(if names.is_empty() { quoted(last) } else { format!("{names} and {}", quoted(last)) })
}

fn quoted(param: &Param) -> String {
    format!("`{}`", names::parameter(&param.name))
}
