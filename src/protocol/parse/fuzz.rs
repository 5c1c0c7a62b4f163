//! Fuzz test of everything that reads text: it accepts the text or names the place of a
//! fault, and never panics. What it accepts can be written and read again.
//!
//! Seeds are in `tests/corpus/text`; `scripts/fuzz.sh text` looks for more.

use std::fs;

use crate::game::{fen, notation};

#[test]
fn any_text_is_read_or_refused() {
    bolero::check!().with_iterations(2000).for_each(read);
}

#[test]
fn every_kept_text_is_read_or_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/text");
    let mut seeds = 0;
    for entry in fs::read_dir(folder).expect("the corpus is part of the tests") {
        let path = entry.expect("a file of the corpus").path();
        read(&fs::read(path).expect("a file of the corpus"));
        seeds += 1;
    }
    assert!(seeds > 10, "{seeds}");
}

fn read(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    read_command(&text);
    read_fen(&text);
    read_moves(&text);
}

fn read_command(text: &str) {
    let line = text.lines().next().unwrap_or_default();
    match super::parse(line) {
        Ok(Some(command)) => {
            let written = command.to_string();
            let again = super::parse(&written);
            let again = again.map(|command| command.map(|command| command.to_string()));
            assert_eq!(again, Ok(Some(written)), "{line:?}");
        }
        Ok(None) => assert_eq!(line.trim(), ""),
        Err(error) => {
            let places = 1..=line.chars().count() + 1;
            assert!(places.contains(&error.at), "{line:?}: {error}");
        }
    }
}

fn read_fen(text: &str) {
    match fen::parse(text) {
        Ok(position) => assert_eq!(fen::parse(&fen::write(&position)), Ok(position)),
        Err(error) => assert!(
            (1..=text.chars().count() + 1).contains(&error.at),
            "{text:?}"
        ),
    }
}

fn read_moves(text: &str) {
    match notation::replay(text) {
        Ok(position) => assert_eq!(usize::from(position.stones()), text.len()),
        Err(error) => assert!(
            (1..=text.chars().count()).contains(&error.ply()),
            "{text:?}"
        ),
    }
}
