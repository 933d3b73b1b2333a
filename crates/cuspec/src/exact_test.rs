//! The arithmetic of checks, against plain arithmetic where that is defined.
#![allow(clippy::unwrap_used, reason = "it is a test")]

use super::*;

#[test]
fn numbers_keep_their_value() {
    assert_eq!(exact(u64::MAX), 18_446_744_073_709_551_615);
    assert_eq!(exact(usize::MAX), exact(u64::MAX));
    assert_eq!((exact(i64::MIN), exact(-1_i32), exact(true)), (-9_223_372_036_854_775_808, -1, 1));
    assert_eq!(narrow::<u64>(exact(u64::MAX)), Some(u64::MAX));
    assert_eq!((narrow::<u32>(-1), narrow::<u8>(256)), (None, None));
}

#[test]
fn nothing_wraps() {
    let most = exact(u64::MAX);
    assert!(add(most, most) > most && mul(most, most) > most && sub(0, most) < 0);
    assert_eq!((mul(i128::MAX, 2), add(i128::MAX, 1), sub(i128::MIN, 1)), (i128::MAX, i128::MAX, i128::MIN));
    assert_eq!((div(7, 0), rem(7, 0), div(i128::MIN, -1), rem(i128::MIN, -1)), (None, None, None, None));
}

#[test]
fn a_rest_is_the_same_however_it_is_computed() {
    let numbers = [-5, -1, 1, 3, 4096, exact(u64::MAX), exact(u64::MAX) + 1, i128::MAX];
    for one in numbers {
        for other in numbers {
            assert_eq!(rem(one, other), one.checked_rem(other), "{one} % {other}");
        }
    }
}

#[test]
fn powers_of_two() {
    let powers: Vec<i128> = (-4..40).filter(|number| is_power_of_two(*number)).collect();
    assert_eq!(powers, [1, 2, 4, 8, 16, 32]);
}

#[test]
fn one_answer_decides_and_an_unknown_one_leaves_it_open() {
    let of = |answers: &[Option<bool>]| (all(answers, |answer| *answer), any(answers, |answer| *answer));
    assert_eq!(of(&[]), (Some(true), Some(false)));
    assert_eq!(of(&[Some(true), Some(false)]), (Some(false), Some(true)));
    assert_eq!(of(&[None, Some(false)]), (Some(false), None));
    assert_eq!(of(&[Some(true), None]), (None, Some(true)));
    assert_eq!(pairs(&[1, 2, 2], |one, other| Some(one < other)), Some(false));
    assert_eq!(pairs(&[1], |_, _| None), Some(true));
    assert_eq!(zip_all(&[1, 2], &[1, 2, 9], |one, other| Some(one == other)), Some(true));
    assert_eq!(zip_any(&[1, 2], &[2, 1], |one, other| Some(one == other)), Some(false));
}

#[test]
fn null_and_what_no_slice_can_be_are_unknown() {
    let numbers = [1_u32, 2, 3];
    // SAFETY: the pointers are to so many elements, or are not followed.
    unsafe {
        assert_eq!(elements(numbers.as_ptr(), 2), Some(&numbers[..2]));
        assert_eq!(elements::<u32>(std::ptr::null(), 0), Some(&[][..]));
        assert_eq!(elements::<u32>(std::ptr::null(), 1), None);
        assert_eq!(elements(numbers.as_ptr(), -1), None);
        assert_eq!(elements(numbers.as_ptr(), i128::MAX), None);
        assert_eq!(elements(numbers.as_ptr(), exact(usize::MAX)), None);
        assert_eq!(elements(numbers.as_ptr().byte_add(1), 1), None);
    }
}

#[test]
#[allow(clippy::cast_ptr_alignment, reason = "what is not aligned is what it is about")]
fn only_what_is_there_and_aligned_is_followed() {
    let pair = [0u64, 1];
    let bytes = pair.as_ptr().cast::<u8>();
    assert_eq!(super::there(bytes.cast::<u64>()), Some(pair.as_ptr()));
    for wrong in [bytes.wrapping_add(1), bytes.wrapping_add(4), core::ptr::null()] {
        assert_eq!(super::there(wrong.cast::<u64>()), None);
        // SAFETY: what is not aligned is not looked at.
        assert_eq!(unsafe { super::elements(wrong.cast::<u64>(), 1) }, None);
    }
}
