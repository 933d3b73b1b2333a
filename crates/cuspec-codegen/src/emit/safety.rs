//! What the caller of a checked function must see to, as far as the types tell.

use cuspec_model::{ClauseKind, Entry, Param, TypesSpec};

use crate::classify::{Role, pointee};
use crate::names;
use crate::spec::Spec;

/// The `# Safety` section.
pub(super) fn section(entry: &Entry, roles: &[Role], spec: &Spec) -> String {
    let view = View { entry, roles, types: &spec.types, addresses: &spec.api.device_addresses };
    let sentences = [
        view.handles(),
        view.device_pointers(),
        view.pointers(),
        view.nested(),
        view.callbacks(),
        Some("What the call only begins must not outlive the memory that it was given.".to_owned()),
    ];
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    format!("\n\n# Safety\n\n{}{}", sentences.join(" "), promises(entry))
}

/// The `# Safety` section of a method, whose types see to all but what the contract leaves to the caller.
pub(super) fn promised(entry: &Entry) -> String {
    format!("\n\n# Safety\n{}", promises(entry))
}

fn promises(entry: &Entry) -> String {
    let promises = entry.contract.requires.iter().filter(|clause| clause.kind == ClauseKind::Promise);
    let items: Vec<String> = promises.map(|clause| format!("\n- `{}`: {}", clause.id, clause.text)).collect();
    if items.is_empty() { String::new() } else { format!("\n{}", items.concat()) }
}

struct View<'a> {
    entry: &'a Entry,
    roles: &'a [Role],
    types: &'a TypesSpec,
    addresses: &'a [String],
}

impl View<'_> {
    /// What the caller passes.
    fn passed(&self) -> impl Iterator<Item = (&Param, &Role)> {
        let is_passed = |role: &Role| {
            !matches!(
                role,
                Role::Reserved | Role::Returned | Role::Room(_) | Role::Length(_) | Role::Listed | Role::Counter(_)
            )
        };
        self.entry.params.iter().zip(self.roles).filter(move |(_, role)| is_passed(role))
    }

    fn handles(&self) -> Option<String> {
        let is_handle = |ty: &str| self.types.handles.iter().any(|handle| handle.name == ty);
        let any = self.passed().any(|(param, _)| is_handle(target(param)) || self.holds(target(param), &is_handle, 0));
        any.then(|| "Every handle must be live, and of the context that the driver expects.".to_owned())
    }

    /// Addresses on the device are plain numbers to C and to Rust.
    fn device_pointers(&self) -> Option<String> {
        let is_address = |ty: &str| self.addresses.iter().any(|address| address == ty);
        let any =
            self.passed().any(|(param, _)| is_address(target(param)) || self.holds(target(param), &is_address, 0));
        any.then(|| "Memory at a device pointer must be there as far as the call reads or writes it.".to_owned())
    }

    /// Raw pointers, but for what is only handed on to a callback.
    fn pointers(&self) -> Option<String> {
        let handed_on = self.has_callback();
        let raw = |(param, role): &(&Param, &Role)| {
            let to = pointee(&param.rust_type);
            **role == Role::Value && to.is_some() && !(handed_on && to == Some("c_void"))
        };
        let named = list(self.passed().filter(raw))?;
        Some(format!("The driver reads or writes through {named} as far as it sees fit."))
    }

    /// Pointers within what is referred to.
    fn nested(&self) -> Option<String> {
        let is_pointer = |ty: &str| ty.starts_with('*');
        let within = |(param, role): &(&Param, &Role)| {
            **role != Role::Value && (is_pointer(target(param)) || self.holds(target(param), &is_pointer, 0))
        };
        let named = list(self.passed().filter(within))?;
        Some(format!("The driver follows the pointers in {named}, unless it takes numbers in their place."))
    }

    fn callbacks(&self) -> Option<String> {
        let callbacks = |(param, _): &(&Param, &Role)| self.is_callback(&param.rust_type);
        let named = list(self.passed().filter(callbacks))?;
        let handed =
            |(param, role): &(&Param, &Role)| **role == Role::Value && pointee(&param.rust_type) == Some("c_void");
        let data = list(self.passed().filter(handed))
            .map(|data| format!(" with {data}, which it must fit"))
            .unwrap_or_default();
        Some(format!("The driver calls {named}{data}, maybe later and on another thread; it must not unwind."))
    }

    fn has_callback(&self) -> bool {
        self.passed().any(|(param, _)| self.is_callback(&param.rust_type))
    }

    fn is_callback(&self, ty: &str) -> bool {
        self.types.callbacks.iter().any(|callback| callback.name == ty)
    }

    /// Whether a struct or union has such a field, at any depth.
    fn holds(&self, ty: &str, is: &dyn Fn(&str) -> bool, depth: usize) -> bool {
        let Some(record) = self.types.records.iter().find(|record| record.name == ty) else { return false };
        // Structs are not nested deeper, and a type that held itself would have no end.
        depth < 8
            && record
                .layout
                .fields
                .iter()
                .any(|field| is(&field.rust_type) || self.holds(&field.rust_type, is, depth + 1))
    }
}

/// The type itself, or what a pointer that became a reference or a slice points to.
fn target(param: &Param) -> &str {
    pointee(&param.rust_type).unwrap_or(&param.rust_type)
}

/// The names of parameters as a sentence has them; none of none.
fn list<'a>(params: impl Iterator<Item = (&'a Param, &'a Role)>) -> Option<String> {
    let names: Vec<String> = params.map(|(param, _)| format!("`{}`", names::parameter(&param.name))).collect();
    match &names[..] {
        [] => None,
        [one] => Some(one.clone()),
        [first @ .., last] => Some(format!("{} and {last}", first.join(", "))),
    }
}
