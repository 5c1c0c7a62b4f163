//! Positions and games in JSON objects: records of this program, objects of other programs, pairs
//! of games of `scripts/arena/match.py`, and episodes of Kaggle `ConnectX`.
//!
//! - `document`: cuts an input into lines, and objects and arrays of several lines.
//! - `episode`: the moves of an episode.
//! - `reader`: the ways of reading a position, which depend on the size of the board.
//!
//! Pure. The position is the value of the first of these keys that an object has with a value other
//! than `null`: `input`, `start` with `moves`, `moves`, `position`, `pos`, `fen`, `board`, `opening`
//! (with the moves of whole games in `games`), `steps`. A value is a text in any form that `game::read`
//! accepts, or a list of moves or cells. The character of an error in a value is counted from the
//! start of the value, and that of any other error from the start of the object.

mod document;
mod episode;
mod reader;

use std::borrow::Cow;

use serde_json::Value;

use super::text::{self, PositionText, ReadText};
use crate::game::error::ErrorAt;
use crate::game::read::{self, Convention};
use crate::game::{Expected, Game, Size, TextError, TextErrorKind, excerpt};
use crate::system::lines::MAX_LINE;
pub(super) use document::{Documents, NumberedLine};
pub(in crate::cli) use reader::{OfSize, Reader};

/// The maximum number of bytes in an object. An episode has about 50 KiB.
pub(super) const MAX_JSON: usize = 4 << 20;

/// Returns the maximum number of bytes in a text: more in an object than in other lines.
pub(super) fn max_length(text: &str) -> usize {
    if is_json(text) { MAX_JSON } else { MAX_LINE }
}

/// The keys of a position, of which the first that has a value counts. `start` needs `moves`.
const KEYS: [&str; 9] = [
    "input", "start", "moves", "position", "pos", "fen", "board", "opening", "steps",
];

/// The words for the known keys in error messages.
const KEY: &str =
    "one of the keys input, moves, position, pos, fen, board, start with moves, opening, steps";

/// The words for the known keys of a position on a board of another size.
const KEY_OF_SIZE: &str = "one of the keys input, moves, position, pos, board";

/// Returns whether a text is meant as a JSON object or an array of objects: it begins with a brace
/// alone on its line, or with a brace and a key in quotes, perhaps after a bracket. `{` and `{}` alone
/// also count.
pub(super) fn is_json(text: &str) -> bool {
    let text = text.trim();
    let text = text.strip_prefix('[').map_or(text, str::trim_start);
    let Some(rest) = text.strip_prefix('{') else {
        return false;
    };
    let inner = rest.trim_start();
    let is_alone = rest[..rest.len() - inner.len()].contains('\n');
    let key = inner.split_once(':').map_or("", |(key, _)| key);
    is_alone || ["", "}"].contains(&inner) || key.starts_with(['"', '\'']) && !key.contains(',')
}

/// Returns whether a line begins an array of objects: its bracket is alone or before an object.
fn begins_array(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('[') && (line == "[" || is_json(line))
}

/// Reads the position in an object. Of a match, reads the opening.
pub(super) fn position<R: Reader>(text: &str, reader: R) -> ReadText<R::Game> {
    let read = Object::parse(text).and_then(|object| object.position(reader));
    read.unwrap_or_else(|error| bad_object(text, error))
}

/// Reads a text that cannot have a label: a field of a table, or a value of a JSON object.
pub(super) fn read_field<R: Reader>(text: &str, reader: R) -> ReadText<R::Game> {
    if is_json(text) {
        return position(text, reader);
    }
    let read = read::unlabelled(text, reader.labelled(text));
    (PositionText::new(text, None), read)
}

/// Returns whether a text is an object with the games of a match.
pub(in crate::cli) fn has_games(text: &str) -> bool {
    Object::parse(text).is_ok_and(|object| object.games().is_some())
}

/// Reads the games in an object: one, or all games of a match.
pub(super) fn games(text: &str, convention: Convention) -> Vec<ReadText> {
    let read = Object::parse(text).and_then(|object| {
        if let Some(games) = object.games() {
            return object.read_all(games, convention);
        }
        let (mut text, read) = object.position(convention)?;
        text.players = object.players();
        Ok(vec![(text, read)])
    });
    read.unwrap_or_else(|error| vec![bad_object(text, error)])
}

/// Returns an object that cannot be read, and its error.
fn bad_object<G>(text: &str, error: TextError) -> ReadText<G> {
    let excerpt = (text.len() > MAX_LINE).then(|| excerpt(text));
    let text = PositionText::new(excerpt.as_deref().unwrap_or(text), None);
    (text, Err(error))
}

/// A JSON object that was parsed.
struct Object<'a> {
    text: &'a str,
    value: Value,
}

impl Object<'_> {
    fn parse(text: &str) -> Result<Object<'_>, TextError> {
        match serde_json::from_str(text) {
            Ok(value @ Value::Object(_)) => Ok(Object { text, value }),
            Ok(other) => {
                let wanted = "one JSON object; --input also reads arrays of objects";
                let error = Expected::new(wanted, &other.to_string());
                Err(TextError::new(1, 1, error))
            }
            Err(error) => Err(syntax_error(text, &error)),
        }
    }

    /// Returns the value of a key, unless it is `null`.
    fn get(&self, key: &str) -> Option<&Value> {
        self.value.get(key).filter(|value| !value.is_null())
    }

    /// Returns an error at a key.
    fn error(&self, key: &str, kind: impl Into<TextErrorKind>) -> TextError {
        let offset = self.text.find(&format!("{key:?}")).unwrap_or(0);
        ErrorAt::new(&self.text[offset..], kind).in_text(self.text)
    }

    /// Returns the error that `wanted` was expected as the value of a key.
    fn unexpected(
        &self,
        key: &str,
        wanted: impl Into<Cow<'static, str>>,
        found: &Value,
    ) -> TextError {
        self.error(key, Expected::new(wanted, &found.to_string()))
    }

    /// Returns the text of a value that describes a position or its moves.
    fn text_of(&self, key: &str, value: &Value) -> Result<String, TextError> {
        match value {
            Value::String(text) => Ok(text.clone()),
            Value::Number(number) if !number.is_f64() => Ok(number.to_string()),
            Value::Array(_) => Ok(value.to_string()),
            _ => Err(self.unexpected(key, format!("a text or a list as {key:?}"), value)),
        }
    }

    /// Reads the first known key. A FEN and a game of another program are those of the usual board.
    fn position<R: Reader>(&self, reader: R) -> Result<ReadText<R::Game>, TextError> {
        let is_usual = reader.size() == Size::USUAL;
        let has = |key: &&str| match *key {
            "start" => is_usual && self.get("start").and(self.get("moves")).is_some(),
            "fen" | "opening" | "steps" => is_usual && self.get(key).is_some(),
            key => self.get(key).is_some(),
        };
        let key = KEYS.into_iter().find(has);
        let wanted = if is_usual { KEY } else { KEY_OF_SIZE };
        let key = key.ok_or_else(|| TextError::new(1, 1, Expected::new(wanted, self.text)))?;
        let value = &self.value[key];
        let (mut text, read) = match key {
            "start" => self.read(&self.game_text(value)?, reader),
            "steps" => {
                let (text, read) = self.episode(value)?;
                (text, read.map(R::Game::from))
            }
            _ => {
                let text = self.full_text(key, value)?;
                if is_usual && key == "board" && value.is_array() {
                    self.read_cells(&text, reader)?
                } else {
                    self.read(&text, reader)
                }
            }
        };
        text.score = self.get("score").map(Value::to_string);
        Ok((text, read))
    }

    /// Returns the text of a value that describes a position. It may be empty only if it can be moves.
    fn full_text(&self, key: &str, value: &Value) -> Result<String, TextError> {
        let text = self.text_of(key, value)?;
        let refused = text::refuse_empty(key, text.trim_matches(['[', ']']));
        refused.map_err(|error| self.error(key, error))?;
        Ok(text)
    }

    /// Returns the text of a game that does not begin with the empty board.
    fn game_text(&self, start: &Value) -> Result<String, TextError> {
        let word = if start.is_array() { "board" } else { "fen" };
        let start = self.text_of("start", start)?;
        let moves = &self.value["moves"];
        let words = moves
            .as_array()
            .map_or(std::slice::from_ref(moves), Vec::as_slice);
        let words = words.iter().map(|word| self.text_of("moves", word));
        let moves = words.collect::<Result<Vec<_>, _>>()?.join(" ");
        Ok(format!("{word} {start} moves {moves}"))
    }

    /// Reads the game of an episode. The options for columns and marks do not apply to it.
    fn episode(&self, steps: &Value) -> Result<ReadText, TextError> {
        let usual = Convention::default();
        let moves = episode::moves(self, steps)?;
        let read = self.read(&moves, usual);
        let Some(board) = episode::last_board(steps) else {
            return Ok(read);
        };
        let (_, last) = self.read_cells(&board.to_string(), usual)?;
        match (&read.1, last) {
            (Ok(game), Ok(last)) if game.position() != last.position() => {
                let wanted = "actions that lead to the board of the last step";
                Err(self.error("steps", Expected::new(wanted, &moves)))
            }
            _ => Ok(read),
        }
    }

    /// Returns the games of a match.
    fn games(&self) -> Option<&Value> {
        let is_position = |key: &&str| !["start", "opening", "steps"].contains(key);
        let mut positions = KEYS.into_iter().filter(is_position);
        let has_none = positions.all(|key| self.get(key).is_none());
        self.get("games").filter(|_| has_none)
    }

    fn read_all(&self, games: &Value, convention: Convention) -> Result<Vec<ReadText>, TextError> {
        let listed = games.as_array().filter(|games| !games.is_empty());
        let listed = listed.ok_or_else(|| self.unexpected("games", "a list of games", games))?;
        let opening = self.get("opening").map_or(Ok(Game::default()), |moves| {
            let (_, read) = self.read(&self.text_of("opening", moves)?, convention);
            read.map_err(|error| self.error("opening", error.kind))
        })?;
        let mut players = self.players();
        let mut games = Vec::with_capacity(listed.len());
        for game in listed {
            let (mut text, read) = self.read(&self.text_of("games", game)?, convention);
            text.opening = read.as_ref().map_or(0, |game| common_moves(game, &opening));
            text.players.clone_from(&players);
            players = players.map(|[first, second]| [second, first]);
            games.push((text, read));
        }
        Ok(games)
    }

    /// Returns the names of the first and the second player: tags of PGN, the `players` of a match
    /// or the teams of an episode.
    fn players(&self) -> Option<[String; 2]> {
        const NAMES: [[&str; 2]; 3] = [
            ["/tags/White", "/tags/Black"],
            ["/players/0", "/players/1"],
            ["/info/TeamNames/0", "/info/TeamNames/1"],
        ];
        let name = |path| Some(self.value.pointer(path)?.as_str()?.to_owned());
        let names = |[first, second]: [_; 2]| Some([name(first)?, name(second)?]);
        NAMES.into_iter().find_map(names)
    }

    /// Reads a list of cells, which cannot be a list of moves. Elsewhere, a list with an error might
    /// be read as moves, so the error is one of the object.
    fn read_cells<R: Reader>(&self, list: &str, reader: R) -> Result<ReadText<R::Game>, TextError> {
        let (mut text, read) = self.read(&format!("board {list}"), reader);
        let game = read.map_err(|error| self.error("board", error.kind))?;
        list.clone_into(&mut text.input);
        Ok((text, Ok(game)))
    }

    /// Reads the text of a value. The label is the one of the object.
    fn read<R: Reader>(&self, value: &str, reader: R) -> ReadText<R::Game> {
        let (mut text, read) = read_field(value, reader);
        let label = self.get("label").map(|label| match label {
            Value::String(label) => label.clone(),
            other => other.to_string(),
        });
        text.label = label.or(text.label);
        (text, read)
    }
}

/// Returns the number of moves that two games have in common at their start.
fn common_moves(one: &Game, other: &Game) -> usize {
    if one.start() != other.start() {
        return 0;
    }
    let moves = one.moves().iter().zip(other.moves());
    moves.take_while(|(one, other)| one == other).count()
}

/// Returns the error of a text that is not a JSON object.
fn syntax_error(text: &str, error: &serde_json::Error) -> TextError {
    let lines = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1));
    let found = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let offsets = text.char_indices().map(|(offset, _)| offset);
    let offset = if error.is_eof() {
        Some(text.len())
    } else {
        offsets.take_while(|&offset| offset <= found).last()
    };
    let offset = offset.unwrap_or_default();
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let wanted = match (message, message.strip_prefix("expected ")) {
        ("key must be a string", _) => "a key in double quotes".to_owned(),
        ("trailing characters", _) => "one JSON object, or --input - for one per line".to_owned(),
        (_, Some(wanted)) => format!("{wanted} in JSON"),
        _ if error.is_eof() => "the rest of a JSON object".to_owned(),
        _ => format!("valid JSON ({message})"),
    };
    let rest = &text[offset..];
    let word = rest.split_whitespace().next().unwrap_or_default();
    Expected::new(wanted, word).at(rest).in_text(text)
}

#[cfg(test)]
mod tests;
