//! Cross-checks of `cuspec` against other bindings, and benches. Everything is in `tests/` and `benches/`.

pub mod agreement;
