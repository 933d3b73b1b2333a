//! The types that own a resource, or just name one.

use std::fmt::Write as _;

use cuspec_model::{Destroy, Fact, Resource};

use super::{contracts, effects};
use crate::docs;
use crate::names;
use crate::spec::{Group, Spec};
use crate::text::code;

/// The types of a group.
pub(super) fn all(out: &mut String, group: &Group, spec: &Spec) {
    for resource in &group.spec.resources {
        one(out, resource, spec);
    }
}

/// One type.
pub(super) fn one(out: &mut String, resource: &Resource, spec: &Spec) {
    if is_plain(resource) { plain(out, resource) } else { owner(out, resource, spec) }
}

/// Whether it never ends, so that its type is plain data.
pub(super) fn is_plain(resource: &Resource) -> bool {
    resource.destroy.is_empty()
}

/// The path to a resource's type, for use in any module.
pub(super) fn path(resource: &Resource, spec: &Spec) -> String {
    let mut module = "";
    for group in &spec.groups {
        if module.is_empty() && group.spec.resources.iter().any(|known| known.name == resource.name) {
            module = &group.module;
        }
    }
    format!("crate::driver::{module}::{}", resource.name)
}

/// What follows the type's name where its lifetime is not spelled out.
pub(super) fn elided(resource: &Resource) -> &'static str {
    if resource.parent.is_some() { "<'_>" } else { "" }
}

/// How a type keeps its facts: those that calls change stand behind a lock, which whoever ends the resource shares.
pub(super) fn storage(resource: &Resource) -> String {
    let facts = format!("crate::driver::contract::{}", contracts::facts_name(&resource.name));
    if resource.changes { format!("::std::sync::Arc<::std::sync::Mutex<{facts}>>") } else { facts }
}

fn plain(out: &mut String, resource: &Resource) {
    let Resource { name, handle, summary, .. } = resource;
    code!(
        out,
        "
        /// $summary
        ///
        /// It has a meaning in this process alone, as long as the process lives.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name {
            pub(crate) handle: $handle,
        }

        impl $name {
            /// What the driver calls it.
            #[inline]
            pub const fn as_raw(self) -> $handle {
                self.handle
            }

            /// The same by the driver's name.
            ///
            /// # Safety
            ///
            /// The driver has given this name.
            #[inline]
            pub const unsafe fn from_raw(handle: $handle) -> Self {
                Self { handle }
            }

            #[inline]
            pub(crate) const fn made(handle: $handle) -> Self {
                Self { handle }
            }
        }
        ",
        summary,
        name,
        handle,
    );
}

fn owner(out: &mut String, resource: &Resource, spec: &Spec) {
    let Resource { name, handle, .. } = resource;
    let parent = resource.parent.as_deref().and_then(|parent| contracts::resource(spec, parent));
    let owned = Owner { resource, parent, spec };
    code!(
        out,
        "
        $comment
        pub struct $name$lifetime {
            pub(crate) handle: $handle,
            pub(crate) facts: $storage,
            live: bool,
            $parent_fields
            // Whether it goes to other threads is said below, and never follows from the handle's type.
            _local: ::core::marker::PhantomData<*mut ()>,
        }

        impl$lifetime $name$lifetime {
            #[inline]
            pub(crate) fn made(handle: $handle, facts: $facts$parent_param) -> Self {
                Self { handle, $stored, live: true, $parent_values _local: ::core::marker::PhantomData }
            }

            /// Takes charge of a resource by its handle, with what is known of it.
            ///
            /// # Safety
            ///
            /// The handle is live and nobody else ends it$of_parent. What is said of it is true. A rule over what is
            /// left out is tested by no method, so that the caller answers for it wherever one is called.
            #[inline]
            pub unsafe fn from_raw(handle: $handle, facts: $facts$parent_param) -> Self {
                Self::made(handle, facts$parent_passed)
            }

            /// The handle, which stays this value's to end.
            #[inline]
            pub const fn as_raw(&self) -> $handle {
                self.handle
            }

            /// The handle, for the caller to end.
            #[inline]
            #[must_use = \"nobody else ends it\"]
            pub fn into_raw(mut self) -> $handle {
                self.live = false;
                self.handle
            }

            /// Ends it, and returns it with the error if that was refused. `Drop` does the same, and tells failures to the
            /// hook of [`on_release_failure`](crate::on_release_failure).
            ///
            /// # Errors
            ///
            /// The rule that is in the way, or what the driver answers. Where it answers with the failure of earlier work,
            /// nobody can tell whether the resource has ended all the same, and it does not come back.
            pub fn close(mut self) -> Result<(), crate::NotClosed<Self>> {
                // What waits may belong to it.
                crate::release_deferred();
                // SAFETY: the handle is live, and nobody calls it again once it is not.
                match unsafe { $end(self.handle, &self.facts$parent_held) } {
                    Ok(()) => {
                        self.live = false;
                        Ok(())
                    }
                    Err(error) => Err(private::not_closed(error, self, |ended| ended.live = false)),
                }
            }

            $accessors
        }

        impl Drop for $name$elided {
            fn drop(&mut self) {
                if self.live {
                    let (handle, facts$parent_names) = (self.handle, $taken$parent_taken);
                    // SAFETY: as in `close`; the value is gone.
                    private::release(move || unsafe { $end(handle, &facts$parent_given) });
                }
            }
        }

        impl ::core::fmt::Debug for $name$elided {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct(\"$name\").field(\"handle\", &self.handle).finish_non_exhaustive()
            }
        }
        $threads
        ",
        comment = owned.comment(),
        name,
        lifetime = owned.lifetime(),
        elided = elided(resource),
        handle,
        storage = storage(resource),
        facts = format!("crate::driver::contract::{}", contracts::facts_name(name)),
        stored =
            if resource.changes { "facts: ::std::sync::Arc::new(::std::sync::Mutex::new(facts))" } else { "facts" },
        taken = if resource.changes { "self.facts.clone()" } else { "::core::mem::take(&mut self.facts)" },
        end = end_name(resource),
        parent_fields = owned.parent_fields(),
        parent_param = owned.parent_param(),
        parent_values = owned.with_parent("parent: parent.handle, parent_facts: parent.facts.clone(), _parent: ::core::marker::PhantomData,"),
        parent_passed = owned.with_parent(", parent"),
        parent_held = owned.with_parent(", self.parent, &self.parent_facts"),
        parent_names = owned.with_parent(", parent, parent_facts"),
        parent_taken = owned.with_parent(", self.parent, self.parent_facts.clone()"),
        parent_given = owned.with_parent(", parent, &parent_facts"),
        of_parent = owned.with_parent(", it belongs to the parent"),
        accessors = owned.accessors(),
        threads = owned.threads(),
    );
    owned.end(out);
}

fn end_name(resource: &Resource) -> String {
    format!("end_{}", contracts::lookup(&resource.name))
}

struct Owner<'a> {
    resource: &'a Resource,
    parent: Option<&'a Resource>,
    spec: &'a Spec,
}

impl Owner<'_> {
    fn comment(&self) -> String {
        let mut text = self.resource.summary.clone();
        text.push_str("\n\nEnds when it is dropped, or by [`close`](Self::close), which tells whether that worked.");
        if let Some(parent) = self.parent {
            let _ = write!(text, " It cannot outlive its [`{}`]({}).", parent.name, path(parent, self.spec));
        }
        for (threads, why) in [("be sent to", &self.resource.send), ("be used by several", &self.resource.sync)] {
            if let Some(why) = why {
                let whom = if threads == "be sent to" { "another thread" } else { "threads at once" };
                let _ = write!(text, "\n\nIt may {threads} {whom}: {why}.");
            }
        }
        docs::comment(&text)
    }

    fn lifetime(&self) -> &'static str {
        self.with_parent("<'a>")
    }

    fn with_parent(&self, text: &'static str) -> &'static str {
        if self.parent.is_some() { text } else { "" }
    }

    fn parent_fields(&self) -> String {
        self.parent.map_or(String::new(), |parent| {
            let (handle, storage) = (&parent.handle, storage(parent));
            let path = path(parent, self.spec);
            let of = if parent.parent.is_some() { "<'a>" } else { "" };
            format!("parent: {handle}, parent_facts: {storage}, _parent: ::core::marker::PhantomData<&'a {path}{of}>,")
        })
    }

    fn parent_param(&self) -> String {
        self.parent
            .map_or(String::new(), |parent| format!(", parent: &'a {}{}", path(parent, self.spec), elided(parent)))
    }

    /// What is known, one function for each fact.
    fn accessors(&self) -> String {
        let mut out = String::new();
        for fact in &self.resource.facts {
            self.accessor(&mut out, fact);
        }
        out
    }

    fn accessor(&self, out: &mut String, fact: &Fact) {
        let name = names::variable(&fact.name);
        if self.is_method(&format!("{}::{}", self.resource.name, fact.name)) {
            return;
        }
        let copied = if fact.r#type.starts_with('[') { ".clone()" } else { "" };
        let value = if self.resource.changes {
            format!("private::lock(&self.facts).{name}{copied}")
        } else {
            format!("self.facts.{name}{copied}")
        };
        code!(
            out,
            "
            /// $is; none if that is not known.
            pub fn $name(&self) -> $ty {
                $value
            }
            ",
            is = docs::sentence(&fact.is),
            name,
            ty = contracts::fact_type(&fact.r#type),
            value,
        );
    }

    /// Whether an entry has a method of this name.
    fn is_method(&self, path: &str) -> bool {
        for group in &self.spec.groups {
            for entry in &group.spec.entries {
                if entry.contract.method.as_deref() == Some(path) {
                    return true;
                }
            }
        }
        false
    }

    fn threads(&self) -> String {
        let mut out = String::new();
        let (name, elided) = (&self.resource.name, elided(self.resource));
        for (which, why) in [("Send", &self.resource.send), ("Sync", &self.resource.sync)] {
            if let Some(why) = why {
                let _ = writeln!(out, "// SAFETY: {why}.\nunsafe impl {which} for {name}{elided} {{}}");
            }
        }
        out
    }

    /// The function that ends one, for `close` and for `Drop`, which may come to it later.
    fn end(&self, out: &mut String) {
        let mut ways = String::new();
        for way in &self.resource.destroy {
            ways.push_str(&self.way(way));
        }
        let parent = self
            .parent
            .map_or(String::new(), |parent| format!(", parent: {}, parent_facts: &{}", parent.handle, storage(parent)));
        let locked = |resource: &Resource, facts: &str| {
            if resource.changes {
                format!("let mut __{facts} = private::lock({facts});")
            } else {
                format!("let __{facts} = {facts};")
            }
        };
        let parent_lock = self.parent.map_or(String::new(), |parent| locked(parent, "parent_facts"));
        let first = self.resource.destroy.first().map_or("", |way| way.entry.as_str());
        let first = super::entries::data(first, self.spec);
        code!(
            out,
            "
            /// # Safety
            ///
            /// The handle is live, and ends here.
            #[allow(unused_variables, unused_mut)]
            unsafe fn $end(handle: $handle, facts: &$storage$parent) -> Result<(), Error> {
                $parent_lock
                $lock
                $ways
                Err(private::unknown(&crate::driver::entries::$first, \"the way in which it ends\"))
            }
            ",
            end = end_name(self.resource),
            handle = self.resource.handle,
            storage = storage(self.resource),
            parent,
            parent_lock,
            lock = locked(self.resource, "facts"),
            ways,
            first,
        );
    }

    fn way(&self, way: &Destroy) -> String {
        let Some(entry) = contracts::entry(&way.entry, self.spec) else { return String::new() };
        let Some(abi) = entry.abis.iter().find(|abi| abi.default) else { return String::new() };
        let mut arguments = String::new();
        for param in &entry.params {
            let (name, ty) = (names::variable(&param.name), &param.rust_type);
            let _ = match way.args.get(&param.name) {
                Some(argument) => writeln!(
                    arguments,
                    "let Some({name}) = (|| -> Option<{ty}> {{ {}/* SAFETY: zero is a value of every C type. */ unsafe {{ {argument} }} }})() else {{
                         return Err(private::unknown(&crate::driver::entries::{}, {:?}));
                     }};",
                    own_facts(argument), super::entries::data(&entry.name, self.spec), param.name,
                ),
                None => writeln!(
                    arguments,
                    "/* SAFETY: zero is a value of every C type. */ let {name}: {ty} = unsafe {{ mem::zeroed() }};"
                ),
            };
        }
        let of_parent = effects::on(effects::PARENT, entry);
        let (evaluated, applied) = match self.parent {
            Some(parent) if parent.changes => effects::of(&of_parent, parent, "__parent_facts"),
            _ => Default::default(),
        };
        // Where the driver answers with the failure of earlier work, the end may have happened.
        let mut unknown = String::new();
        if self.parent.is_some_and(|parent| parent.changes) {
            for effect in &of_parent {
                let _ = write!(unknown, "__parent_facts.{} = None; ", names::variable(&effect.fact));
            }
        }
        let failed = if unknown.is_empty() {
            "?;".to_owned()
        } else {
            format!(".inspect_err(|error| if private::may_have_ended(error) {{ {unknown} }})?;")
        };
        let mut text = String::new();
        code!(
            &mut text,
            "
            if $when {
                $arguments
                $check
                // SAFETY: the caller's handle is live.
                unsafe { crate::driver::raw::$symbol($passed) }$failed
                $evaluated
                $applied
                return Ok(());
            }
            ",
            when = way.when.as_ref().map_or("true".to_owned(), |when| {
                format!("(|| -> Option<bool> {{ let facts = &*__facts; {when} }})() == Some(true)")
            }),
            arguments,
            check = effects::check(entry, self.spec, &self.known(), &|_| false),
            symbol = abi.symbol,
            passed = names::passed(&entry.params),
            failed,
            evaluated,
            applied,
        );
        text
    }

    fn known(&self) -> String {
        let lookup = contracts::lookup(&self.resource.name);
        let parent = self.parent.map_or(String::new(), |parent| {
            let lookup = contracts::lookup(&parent.name);
            format!("{lookup}: &[(parent, &*__parent_facts)], {lookup}_at: Some(parent), ")
        });
        format!(
            "let __known = crate::driver::contract::Known {{
                 {lookup}: &[(handle, &*__facts)], {lookup}_at: Some(handle), {parent} is_library: true,
                 ..crate::driver::contract::Known::default()
             }};"
        )
    }
}

/// The resource's facts under the name that expressions have for them, where one speaks of them.
fn own_facts(rust: &str) -> &'static str {
    if names::speaks_of(rust, "facts") { "let facts = &*__facts; " } else { "" }
}
