//! What the tests of several rooms need: random positions and the seeds of the fuzz tests.

pub(crate) mod sample;

use std::fs;

/// Returns the seeds of a fuzz test: the content of every file in a folder of `tests/corpus`.
pub(crate) fn corpus(folder: &str) -> Vec<Vec<u8>> {
    let path = format!("{}/tests/corpus/{folder}", env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(path).expect("the corpus is part of the tests");
    let contents = files.map(|file| fs::read(file?.path()));
    let seeds: Vec<Vec<u8>> = contents.collect::<Result<_, _>>().expect("readable files");
    assert!(seeds.len() > 10, "{}", seeds.len());
    seeds
}
