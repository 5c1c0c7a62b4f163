//! What the commands print: records for programs; numbers and boards for people.
//!
//! | File | Contents |
//! |-|-|
//! | `records` | records as JSON lines or CSV |
//! | `numbers` | numbers and durations as text |
//! | `board` | boards in colour |

pub(super) mod board;
pub(super) mod numbers;
pub(super) mod records;
