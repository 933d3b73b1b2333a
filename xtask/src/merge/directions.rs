//! Which way each parameter passes data, and what that rests on.

use cuspec_model::{Direction, DirectionFrom, Param};

use crate::config::ApiConfig;
use crate::doc::ParamDoc;
use crate::header::Spelling;

/// The parameter with the direction that documentation, type or wording give it.
pub(super) fn param(name: &str, spelling: &Spelling, doc: Option<&ParamDoc>, config: &ApiConfig) -> Param {
    let (direction, direction_from) = direction(spelling, doc, config);
    Param {
        name: name.to_owned(),
        c_type: spelling.c.clone(),
        rust_type: spelling.rust.clone(),
        direction,
        direction_from,
        ..Param::default()
    }
}

fn direction(spelling: &Spelling, doc: Option<&ParamDoc>, config: &ApiConfig) -> (Direction, DirectionFrom) {
    if let Some(direction) = doc.and_then(|doc| doc.direction) {
        return (direction, DirectionFrom::Doc);
    }
    // A handle of another API may be a pointer in Rust; only a star in C is an address of the caller's.
    if !(spelling.rust.starts_with("*mut ") && spelling.c.ends_with('*')) {
        return (Direction::In, DirectionFrom::Type);
    }
    let text = doc.map_or("", |doc| doc.text.as_str());
    let words = &config.docs.directions;
    let found = [(&words.inout, Direction::Inout), (&words.out, Direction::Out)];
    let direction = found.iter().find(|(pattern, _)| pattern.matches(text)).map(|(_, direction)| *direction);
    (direction.unwrap_or_default(), DirectionFrom::Wording)
}

/// Whether the direction is only what it is for want of any word about it; no wording says that a pointer is read.
pub(super) fn is_open(param: &Param) -> bool {
    param.direction_from == DirectionFrom::Wording && param.direction == Direction::In
}
