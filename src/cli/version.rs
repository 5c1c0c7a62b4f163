//! `claimeven --version`, and with `--verbose` what else a report of a bug needs.

use std::env::consts;

use super::print::numbers::grouped;
use crate::book::Book;
use crate::solver;

/// Returns the version as one line or, if `is_verbose`, with the kernel, book and target.
pub(super) fn text(is_verbose: bool) -> String {
    let version = concat!("claimeven ", env!("CARGO_PKG_VERSION"), "\n");
    if !is_verbose {
        return version.to_owned();
    }
    let book = Book::embedded();
    format!(
        "{version}kernel: {}\nbook: ply {}, {} positions, checksum {:08x}\n\
         target: {} {}\n",
        solver::instruction_set(),
        book.ply(),
        grouped(book.stored()),
        book.checksum(),
        consts::ARCH,
        consts::OS,
    )
}
