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

use claimeven::game::{Column, Game, Position, Side, TextError, pgn, read};
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

/// Reads a position or a game in any form, or the first game of PGN. Returns the first position as a
/// FEN, the columns played from there, and for each position from the first to the last its 42 cells
/// from the ground up: `.`, `x` of the first player or `o` of the second, in capitals in a four.
///
/// # Errors
/// Fails with a message if the text cannot be read.
#[wasm_bindgen(js_name = readGame)]
pub fn read_game(text: &str) -> Result<Vec<String>, JsError> {
    let game = first_game(text)?;
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

/// Returns the Elo of a level. Returns `None` for a number that is not one of a level.
#[wasm_bindgen]
#[must_use]
pub fn elo(level: u8) -> Option<u16> {
    Level::numbered(level).map(Level::elo)
}

fn first_game(text: &str) -> Result<Game, TextError> {
    match pgn::games_in(text) {
        Some(mut games) => games.next().map_or_else(
            || Ok(Game::default()),
            |game| game.map(|game| game.game.clone()),
        ),
        None => read::game(text),
    }
}
