//! `claimeven --version`, and with `--verbose` what else a report of a bug needs.

use std::env::consts;

use super::print::numbers::grouped;
use crate::book::Book;
use crate::solver;

/// The features of the crate, and whether this program is built with them.
const FEATURES: [(&str, bool); 6] = [
    ("book", cfg!(feature = "book")),
    ("serde", cfg!(feature = "serde")),
    ("session", cfg!(feature = "session")),
    ("daemon", cfg!(feature = "daemon")),
    ("cli", cfg!(feature = "cli")),
    ("training", cfg!(feature = "training")),
];

/// Returns the version as one line or, if `is_verbose`, with the kernel, features, book and target.
pub(super) fn text(is_verbose: bool) -> String {
    let version = concat!("claimeven ", env!("CARGO_PKG_VERSION"), "\n");
    if !is_verbose {
        return version.to_owned();
    }
    let features = FEATURES.iter().filter(|(_, is_on)| *is_on);
    let features: Vec<&str> = features.map(|(name, _)| *name).collect();
    let book = Book::embedded();
    format!(
        "{version}kernel: {}\nfeatures: {}\nbook: ply {}, {} positions, checksum {:08x}\n\
         target: {} {}\n",
        solver::instruction_set(),
        features.join(" "),
        book.ply(),
        grouped(book.stored()),
        book.checksum(),
        consts::ARCH,
        consts::OS,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_of_the_crate_is_named() {
        let manifest = include_str!("../../Cargo.toml");
        let (_, features) = manifest.split_once("\n[features]\n").expect("a table");
        let (features, _) = features.split_once("\n\n[").expect("another table");
        let names = features.lines().filter_map(|line| line.split_once(" = "));
        let mut names: Vec<&str> = names.map(|(name, _)| name).collect();
        names.retain(|name| *name != "default");
        // Cargo sorts them in the package of the crate.
        names.sort_unstable();
        let mut known = FEATURES.map(|(name, _)| name);
        known.sort_unstable();
        assert_eq!(names, known);
    }

    #[test]
    fn a_verbose_version_begins_with_the_version_and_names_the_book() {
        let (short, long) = (text(false), text(true));
        assert_eq!(short.lines().count(), 1);
        assert!(long.starts_with(&short), "{long}");
        let checksum = format!("checksum {:08x}", Book::embedded().checksum());
        for part in [
            "kernel: ",
            "features: book serde session daemon cli",
            "target: ",
            &checksum,
        ] {
            assert!(long.contains(part), "{long}");
        }
    }
}
