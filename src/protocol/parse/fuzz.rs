//! Fuzz test of every reader of text. A reader accepts the text or reports an error inside it, and
//! never panics. Accepted text can be written and read again.
//!
//! Seeds are in `tests/corpus/text`; `scripts/fuzz.sh text` searches for more.

use std::fs;

use super::tests::written;
use crate::game::read::{self, Convention};
use crate::game::{Game, TextError, fen, notation};

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
    read_position(&text);
}

fn read_command(text: &str) {
    let line = text.lines().next().unwrap_or_default();
    match super::parse(line) {
        Ok(Some(command)) => {
            let line = written(&command);
            let again = super::parse(&line);
            let again = again.map(|command| command.as_ref().map(written));
            assert_eq!(again, Ok(Some(line)), "{text:?}");
        }
        Ok(None) => assert_eq!(line.trim(), ""),
        Err(error) => {
            let characters = 1..=line.chars().count() + 1;
            assert!(characters.contains(&error.character), "{line:?}: {error}");
        }
    }
}

fn read_fen(text: &str) {
    match fen::parse(text) {
        Ok(position) => assert_eq!(fen::parse(&fen::write(&position)), Ok(position)),
        Err(error) => assert!(
            (1..=text.chars().count() + 1).contains(&error.character),
            "{text:?}"
        ),
    }
}

/// Reads a position in any form, with and without a score.
fn read_position(text: &str) {
    let conventions = [false, true].map(|turned| Convention {
        zero_based: turned,
        swap_sides: turned,
    });
    for convention in conventions {
        let labelled = read::labelled(text, convention).map(|read| read.game);
        let scored = read::scored(text, convention).map(|read| read.game);
        for read in [labelled, scored] {
            check_position(text, read);
        }
    }
}

fn check_position(text: &str, read: Result<Game, TextError>) {
    match read {
        Ok(game) => {
            let written = fen::write(game.position());
            let again = read::position(&written).map(|game| *game.position());
            assert_eq!(again, Ok(*game.position()), "{text:?}");
        }
        Err(error) => {
            let line = text.split('\n').nth(error.line - 1);
            let line = line.unwrap_or_else(|| panic!("{text:?}: {error}"));
            let places = 1..=line.chars().count() + 1;
            assert!(places.contains(&error.character), "{text:?}: {error}");
        }
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
