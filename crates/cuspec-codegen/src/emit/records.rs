//! Structs and unions, as C lays them out; a layout that differs from clang's does not compile.

use cuspec_model::{Field, FieldMeaning, Layout, Record, RecordKind};

use crate::docs;
use crate::names;
use crate::spec::Spec;
use crate::text::{add_item, code};

/// No type of C's own is aligned to more, so a record that is says so itself.
const NATURAL: u64 = 8;

/// The targets whose layouts are known, and the condition for each.
const TARGETS: [(&str, &str); 3] = [
    ("x86_64-unknown-linux-gnu", "all(target_os = \"linux\", target_arch = \"x86_64\")"),
    ("aarch64-unknown-linux-gnu", "all(target_os = \"linux\", target_arch = \"aarch64\")"),
    ("x86_64-pc-windows-msvc", "all(windows, target_arch = \"x86_64\")"),
];

/// All records.
pub(super) fn all(out: &mut String, spec: &Spec) {
    for item in &spec.types.records {
        one(out, item, spec);
    }
}

/// One record, its traits, and what is known of its layout.
pub(super) fn one(out: &mut String, item: &Record, spec: &Spec) {
    let Record { name, layout, .. } = item;
    let (keyword, what, debug_derive) = match item.kind {
        RecordKind::Struct => ("struct", "A struct", ", Debug"),
        RecordKind::Union => ("union", "A union", ""),
    };
    let inside = item.parent.as_ref().map(|parent| format!(" inside [`{parent}`]")).unwrap_or_default();
    let since = docs::since(item.since, spec) + &docs::until(item.until);
    let comment = docs::comment(&format!("{what}{inside}, all zero by default. {since}"));
    let align = if layout.align > NATURAL { format!(", align({})", layout.align) } else { String::new() };
    let mut fields = String::new();
    for part in &layout.fields {
        field(&mut fields, part, &item.meaning);
    }
    let rest = rest(item, spec);
    if rest > 0 {
        code!(
            &mut fields,
            "/// What other members of the union have in this place; zero by default.\npub _rest: [u8; $rest],\n",
            rest
        );
    }
    code!(
        out,
        "
        $comment
        #[repr(C$align)]
        #[derive(Copy$debug_derive)]
        pub $keyword $name {
            $fields
        }

        impl Clone for $name {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl Default for $name {
            #[inline]
            fn default() -> Self {
                // SAFETY: it holds integers, floats, pointers and what is made of them; zero is a value of each.
                unsafe { mem::zeroed() }
            }
        }
        ",
        comment,
        align,
        debug_derive,
        keyword,
        name,
        fields,
    );
    if item.kind == RecordKind::Union {
        debug(out, name);
    }
    assertions(out, item, rest);
}

/// How many bytes a member of a union lacks to fill it. They are given to it where that makes every member fill the
/// union: then no way to write the union leaves bytes without a value, which safe code that reads another member would
/// meet. It must be a type that C has in this place alone.
fn rest(item: &Record, spec: &Spec) -> u64 {
    let Some(union) = item.parent.as_ref().and_then(|parent| spec.record(parent)) else {
        return 0;
    };
    let fills = |part: &Field| {
        let inside = spec.record(&part.rust_type);
        inside.map_or_else(
            || size(&part.rust_type) == Some(union.layout.size),
            |inside| inside.layout.size == union.layout.size || inside.parent.as_ref() == Some(&union.name),
        )
    };
    let is_open = item.kind == RecordKind::Struct && union.kind == RecordKind::Union && union.targets.is_empty();
    let is_filled = is_open && item.targets.is_empty() && union.layout.fields.iter().all(fills);
    if is_filled { union.layout.size.saturating_sub(item.layout.size) } else { 0 }
}

/// The size of a type of C's own that is the same everywhere.
fn size(rust_type: &str) -> Option<u64> {
    match rust_type {
        "c_int" | "c_uint" | "cuuint32_t" => Some(4),
        "c_longlong" | "c_ulonglong" | "cuuint64_t" => Some(8),
        _ => None,
    }
}

fn field(out: &mut String, item: &Field, meaning: &[FieldMeaning]) {
    let Field { name, rust_type, offset, .. } = item;
    let since = meaning.iter().find(|meaning| meaning.field == *name);
    let since = since.map(|meaning| format!(" Since CUDA {}.", meaning.since)).unwrap_or_default();
    let comment = docs::comment(&format!("At byte {offset}.{since}"));
    let rust_name = names::variable(name);
    let alias = docs::alias(name, &rust_name);
    code!(out, "$comment $alias pub $rust_name: $rust_type,\n", comment, alias, rust_name, rust_type);
}

/// Which field of a union may be read, only its user knows.
fn debug(out: &mut String, name: &str) {
    code!(
        out,
        "
        impl fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(\"$name\").finish_non_exhaustive()
            }
        }
        ",
        name,
    );
}

/// What clang says of the layout on each target, told to the compiler.
fn assertions(out: &mut String, item: &Record, rest: u64) {
    let mut shared = String::new();
    for (triple, condition) in TARGETS {
        if differs(item, triple).is_none() {
            add_item(&mut shared, condition);
        }
    }
    if !shared.is_empty() {
        assertion(out, &item.name, &item.layout, rest, &format!("any({shared})"));
    }
    for (triple, condition) in TARGETS {
        if let Some(own) = differs(item, triple) {
            assertion(out, &item.name, own, rest, condition);
        }
    }
}

/// The target's own layout, if it is not that of most.
fn differs<'a>(item: &'a Record, triple: &str) -> Option<&'a Layout> {
    item.targets.iter().find(|layout| layout.target.as_deref() == Some(triple))
}

fn assertion(out: &mut String, name: &str, layout: &Layout, rest: u64, condition: &str) {
    let Layout { size, align, fields, .. } = layout;
    let size = size.saturating_add(rest);
    let mut offsets = String::new();
    for Field { name: field, offset, .. } in fields {
        let field = names::variable(field);
        code!(&mut offsets, "(mem::offset_of!($name, $field), $offset),\n", name, field, offset);
    }
    code!(
        out,
        "
        #[cfg($condition)]
        const _: () = layout::assert(&[
            (mem::size_of::<$name>(), $size),
            (mem::align_of::<$name>(), $align),
            $offsets
        ]);
        ",
        condition,
        name,
        size,
        align,
        offsets,
    );
}
