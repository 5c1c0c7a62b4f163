//! What the commands print: records for programs; numbers and boards for people.

pub(super) mod board;
pub(super) mod numbers;
pub(super) mod records;
