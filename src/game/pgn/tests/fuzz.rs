//! Fuzz test of the reader. The reader reads each game or reports where its error is, and never
//! panics. The test writes each game and reads it again.
//!
//! Seeds are in `tests/corpus/games`; `scripts/fuzz.sh games` searches for more.

use crate::game::pgn::games;
use crate::game::tests::corpus;

#[test]
fn any_games_are_read_or_refused() {
    bolero::check!().with_iterations(2000).for_each(read);
}

#[test]
fn every_file_of_the_corpus_is_read_or_refused() {
    for seed in corpus("games") {
        read(&seed);
    }
}

fn read(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.split('\n').collect();
    for game in games(&lines) {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                let line = lines[error.line - 1];
                let characters = 1..=line.chars().count() + 1;
                assert!(characters.contains(&error.character), "{line:?}: {error}");
                continue;
            }
        };
        let written = game.to_string();
        let mut again = games(written.lines());
        let read = again.next().expect("a game").expect("it was written");
        assert_eq!(again.next(), None, "{written}");
        assert_eq!(read.game, game.game, "{written}");
        assert_eq!(read.outcome(), game.outcome(), "{written}");
        for (read, note) in read.notes.iter().zip(game.notes) {
            assert_eq!(read.nags, note.nags, "{written}");
        }
        for (name, _) in &game.tags {
            assert!(read.tag(name).is_some(), "{name}: {written}");
        }
        assert_eq!(read.to_string(), written);
    }
}
