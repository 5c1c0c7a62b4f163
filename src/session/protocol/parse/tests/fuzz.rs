//! Fuzz test of every reader of text. Each reader accepts the text or reports an error inside it,
//! and never panics. Accepted text can be written and read again.
//!
//! Seeds are in `tests/corpus/text`; `scripts/fuzz.sh text` searches for more.

use proptest::prelude::*;

use crate::game::read::{self, Convention, MarkOwner};
use crate::game::tests::corpus;
use crate::game::{Game, Size, TextError, fen, replay};
use crate::session::protocol::{Command, parse};

#[test]
fn any_text_is_read_or_refused() {
    bolero::check!().with_iterations(2000).for_each(read);
}

#[test]
fn every_kept_text_is_read_or_refused() {
    for seed in corpus("text") {
        read(&seed);
    }
}

/// Lines that look like commands, so that the parser reads far into them.
const COMMANDS: &str = "((position|startpos|fen|moves|go|analyze|depth|searchmoves|setoption|name|\
    value|Hash|query|bench|limit|debug|é|7/7/7/7/7/7|w|-|P@d1|p@|d1|44|-1|99999999999999999999|\
    \\PC{0,6})( |\t|  |\r|\u{2003})?){0,12}";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_text_with_the_letters_of_a_form_is_read_or_refused(text in prop_oneof![
        "[Pp1-9/\\[\\] wb-]{0,60}",
        "[-1-7a-gPp@xo.0_b|/,\\[\\] \n?=]{0,90}",
        "(?s:.{0,60})",
        COMMANDS,
    ]) {
        read(text.as_bytes());
    }
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
    match parse(line) {
        Ok(Some(Command::Go(args) | Command::Analyze(args))) => {
            let ignored = args.ignored.iter();
            ignored.for_each(|error| check_character(line, error.character));
        }
        Ok(Some(_)) => {}
        Ok(None) => assert_eq!(line.trim(), ""),
        Err(error) => check_character(line, error.character),
    }
}

/// Checks that the character of an error is in its line or directly after it.
fn check_character(line: &str, character: usize) {
    let characters = 1..=line.chars().count() + 1;
    assert!(characters.contains(&character), "{line:?}: {character}");
}

fn read_fen(text: &str) {
    match fen::parse(text) {
        Ok(position) => assert_eq!(fen::parse(&fen::write(&position)), Ok(position)),
        Err(error) => check_character(text, error.character),
    }
}

/// Reads a position in any form, with and without a score.
fn read_position(text: &str) {
    let conventions = [false, true].map(|turned| Convention {
        zero_based: turned,
        first_mark: if turned {
            MarkOwner::SideToMove
        } else {
            MarkOwner::FirstPlayer
        },
        bottom_up: turned,
        marks: None,
    });
    for convention in conventions {
        let labelled = read::labelled(text, convention).map(|read| read.game);
        let scored = read::scored(text, Size::USUAL, |text| read::labelled(text, convention))
            .map(|(read, _)| read.game);
        for read in [labelled, scored] {
            check_position(text, read);
        }
    }
}

fn check_position(text: &str, read: Result<Game, TextError>) {
    match read {
        Ok(game) => {
            let written = fen::write(game.position());
            let again = read::game(&written).map(|game| *game.position());
            assert_eq!(again, Ok(*game.position()), "{text:?}");
        }
        Err(error) => {
            let line = text.split('\n').nth(error.line - 1);
            let line = line.unwrap_or_else(|| panic!("{text:?}: {error}"));
            check_character(line, error.character);
        }
    }
}

fn read_moves(text: &str) {
    match replay(text) {
        Ok(position) => assert_eq!(usize::from(position.stones()), text.len()),
        Err(error) => assert!(
            (1..=text.chars().count()).contains(&error.ply()),
            "{text:?}"
        ),
    }
}
