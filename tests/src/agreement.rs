//! What cudarc's binding and ours say of the same items, as the compiler sees both.
//!
//! The tables are written by the build script, from cudarc's own source: every function, enum, record, alias and
//! constant that it declares is in them. Each number is the compiler's.

#![allow(missing_docs, reason = "the fields are what they are called")]
#![allow(clippy::cast_lossless, clippy::unnecessary_cast, reason = "the tables cast everything to one type")]

use std::mem::{align_of, offset_of, size_of};

use cudarc::driver::sys as theirs;
use cuspec::driver::sys as ours;

/// The size and the alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub size: usize,
    pub align: usize,
}

/// A function: the layouts of its result and of its parameters.
#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    pub theirs: &'static [Layout],
    pub ours: Option<&'static [Layout]>,
}

/// An enum with its enumerators.
#[derive(Debug)]
pub struct Enum {
    pub name: &'static str,
    pub theirs: Layout,
    pub ours: Option<Layout>,
    pub values: &'static [Value],
}

/// An enumerator or a constant.
#[derive(Debug)]
pub struct Value {
    pub name: &'static str,
    pub theirs: i64,
    pub ours: Option<i64>,
}

/// A struct or a union with its fields.
#[derive(Debug)]
pub struct Record {
    pub name: &'static str,
    pub our_name: &'static str,
    pub theirs: Layout,
    pub ours: Option<Layout>,
    pub fields: &'static [Field],
    /// Fields that only we have, and since when they mean something; 0 if they always did.
    pub more: &'static [(&'static str, u32)],
}

/// A field.
#[derive(Debug)]
pub struct Field {
    pub name: &'static str,
    pub theirs: FieldLayout,
    pub ours: Option<FieldLayout>,
}

/// Where a field lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldLayout {
    pub offset: usize,
    pub layout: Layout,
}

/// A name of another type.
#[derive(Debug)]
pub struct Alias {
    pub name: &'static str,
    pub theirs: Layout,
    pub ours: Option<Layout>,
}

const fn layout<T>() -> Layout {
    Layout { size: size_of::<T>(), align: align_of::<T>() }
}

const fn field_layout<T, F>(_: fn(*const T) -> *const F) -> Layout {
    layout::<F>()
}

/// The layouts of a function's result and of its parameters.
macro_rules! signature {
    ($name:ident $($param:ident)*) => {
        #[allow(dead_code, reason = "no function has this many parameters")]
        const fn $name<R, $($param),*>(_: unsafe fn($($param),*) -> R) -> [Layout; 1 $(+ signature!(@ $param))*] {
            [layout::<R>(), $(layout::<$param>()),*]
        }
    };
    (@ $param:ident) => { 1 };
}

signature!(signature_0);
signature!(signature_1 A);
signature!(signature_2 A B);
signature!(signature_3 A B C);
signature!(signature_4 A B C D);
signature!(signature_5 A B C D E);
signature!(signature_6 A B C D E F);
signature!(signature_7 A B C D E F G);
signature!(signature_8 A B C D E F G H);
signature!(signature_9 A B C D E F G H I);
signature!(signature_10 A B C D E F G H I J);
signature!(signature_11 A B C D E F G H I J K);
signature!(signature_12 A B C D E F G H I J K L);
signature!(signature_13 A B C D E F G H I J K L M);
signature!(signature_14 A B C D E F G H I J K L M N);
signature!(signature_15 A B C D E F G H I J K L M N O);
signature!(signature_16 A B C D E F G H I J K L M N O P);

include!(concat!(env!("OUT_DIR"), "/agreement.rs"));
