//! Layouts, checked when the crate is compiled.

/// Refuses to compile where what a layout is and what the specification says of it differ: sizes, alignments, offsets.
pub(crate) const fn assert(found_and_expected: &[(usize, usize)]) {
    let mut rest = found_and_expected;
    while let [(found, expected), more @ ..] = rest {
        assert!(*found == *expected, "the layout differs from the specification");
        rest = more;
    }
}
