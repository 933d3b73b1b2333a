//! What [`crate::commands::tidy`] looks for in one file.

pub mod literals;
pub mod prose;

#[cfg(test)]
mod tests;
