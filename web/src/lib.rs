//! The engine for browsers: a conversation that takes lines, prints lines, and works in turns.
//!
//! A browser gives a module neither threads nor a way to look for messages while it computes. So a
//! search works in slices of some 20 ms, and between two slices the event loop of the worker hands
//! over what the page has sent.
//!
//! | File | Contents |
//! |-|-|
//! | `shell.rs` | a conversation: the session with everything that carries out its actions |
//! | `slices.rs` | the queue of jobs, done in slices |
//! | `bin/package.rs` | the program that makes the package and the page |

mod shell;
mod slices;

use std::time::Duration;

use claimeven::game::{Column, Game, Position, Side, TextError, pgn, pgn::PgnGame, read};
use claimeven::internals::bitboard;
use claimeven::internals::session::Moment;
use claimeven::play::levels::Level;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Returns the milliseconds since the start of the worker.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn log_error(text: &str);
}

/// Returns the present moment.
fn now() -> Moment {
    Moment::START + Duration::from_secs_f64(milliseconds() / 1e3)
}

/// Reads a position or a game in any form, or a game of PGN: the first, or the one with a number from
/// 0. Moves may be one per line. Returns the first position as a
/// FEN, the columns played from there, and for each position from the first to the last its 42 cells
/// from the ground up: `.`, `x` of the first player or `o` of the second, in capitals in a four.
///
/// # Errors
/// Fails with a message if the text cannot be read.
#[wasm_bindgen(js_name = readGame)]
pub fn read_game(text: &str, number: Option<usize>) -> Result<Vec<String>, JsError> {
    let game = game_at(text, number.unwrap_or(0))?;
    let moves = game.moves().iter().map(ToString::to_string);
    let mut texts = vec![game.start().to_string(), moves.collect()];
    let mut position = *game.start();
    texts.push(cells(&position));
    for &column in game.moves() {
        position = position.play(column);
        texts.push(cells(&position));
    }
    Ok(texts)
}

/// Returns the cells of a position from the ground up, each row from the left: `.` is empty, `x` a
/// stone of the first player and `o` one of the second. The stones of fours are capitals.
fn cells(position: &Position) -> String {
    let [first, second] = Side::BOTH.map(|side| bitboard::fours(position.stones_of(side)));
    let letter = |cell| {
        let letter = position.side_at(cell).map_or('.', Side::letter);
        if (first | second) & cell == 0 {
            letter.to_ascii_lowercase()
        } else {
            letter
        }
    };
    let rows = 0..bitboard::HEIGHT;
    rows.flat_map(|row| Column::ALL.map(|column| letter(column.cell(row))))
        .collect()
}

/// Returns a title for each game of a PGN: its players and its result, or the reason why it cannot be
/// read. Other texts have none.
#[wasm_bindgen(js_name = gameTitles)]
#[must_use]
pub fn game_titles(text: &str) -> Vec<String> {
    let title = |game: Result<PgnGame, TextError>| match game {
        Ok(game) => {
            let tag = |name| game.tag(name).unwrap_or("?").to_owned();
            format!("{} – {}, {}", tag("White"), tag("Black"), tag("Result"))
        }
        Err(error) => error.to_string(),
    };
    pgn::games_in(text)
        .into_iter()
        .flatten()
        .map(title)
        .collect()
}

/// Returns the Elo of a level. Returns `None` for a number that is not one of a level.
#[wasm_bindgen]
#[must_use]
pub fn elo(level: u8) -> Option<u16> {
    Level::numbered(level).map(Level::elo)
}

fn game_at(text: &str, number: usize) -> Result<Game, TextError> {
    if let Some(mut games) = pgn::games_in(text) {
        return games.nth(number).map_or_else(
            || Ok(Game::default()),
            |game| game.map(|game| game.game.clone()),
        );
    }
    let one_line = || text.split_whitespace().collect::<Vec<_>>().join(" ");
    read::game(text).or_else(|error| read::game(&one_line()).map_err(|_| error))
}
