//! Positions in every form that people use: `tests/data/inputs` has a file of each kind.

use std::fs;
use std::path::Path;

use crate::helpers::folder::Folder;
use crate::helpers::program::{Finished, claimeven};
use crate::pages::root;

/// The scores of the three positions in every file.
const SCORES: [i64; 3] = [18, 2, -8];

/// The options in the names of the files.
const OPTIONS: [&str; 5] = [
    "zero-based",
    "swap-sides",
    "bottom-up",
    "blocks",
    "expect-scores",
];

/// Analyzes a file with the options in its name.
fn analyze(path: &Path) -> Finished {
    let name = path.file_name().expect("a file").to_string_lossy();
    let words = name.split('.').skip(1);
    let options: Vec<String> = words
        .filter(|word| OPTIONS.contains(word))
        .map(|word| format!("--{word}"))
        .collect();
    let (path, options) = (path.display(), options.join(" "));
    claimeven(&format!("analyze --scores best --input {path} {options}"))
}

#[test]
fn a_file_of_each_kind_has_the_same_positions_with_both_line_ends() {
    let (folder, mut kinds) = (Folder::new(), 0);
    for entry in fs::read_dir(root().join("tests/data/inputs")).expect("it is there") {
        let path = entry.expect("an entry").path();
        if path.ends_with("README.md") || path.ends_with("utf-16.txt") {
            continue;
        }
        let name = path.file_name().expect("a file").to_str().expect("UTF-8");
        let text = fs::read_to_string(&path).expect("a text").replace('\r', "");
        let windows = folder.write(name, text.replace('\n', "\r\n"));
        for path in [&path, Path::new(&windows)] {
            let records = analyze(path).exits_with(0).records();
            let scores = records.iter().map(|record| record["score"].as_i64());
            assert!(scores.eq(SCORES.map(Some)), "{}", path.display());
        }
        kinds += 1;
    }
    assert!(kinds > 50, "{kinds}");
}
