//! Positions and games in JSON objects: records of this program, objects of other programs, pairs
//! of games of `scripts/arena/match.py`, and episodes of Kaggle `ConnectX`.
//!
//! - `document`: cuts an input into lines, and objects and arrays of several lines.
//! - `episode`: the moves of an episode.
//!
//! Pure. The position is the value of the first of these keys that an object has with a value other
//! than `null`: `input`, `start` with `moves`, `moves`, `position`, `pos`, `fen`, `board`, `opening`
//! (with the moves of whole games in `games`), `steps`. A value is a text in any form that `game::read`
//! accepts, or a list of moves or cells. The character of an error in a value is counted from the
//! start of the value, and that of any other error from the start of the object.

mod document;
mod episode;

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::text::{self, PositionText, ReadText};
use crate::game::read::{self, Convention};
use crate::game::{Expected, Game, TextError, TextErrorKind, excerpt};
use crate::system::lines::{InputLine, MAX_LINE};
use document::depth_of;
pub(super) use document::read_line;

/// The maximum number of bytes in an object. An episode has about 50 KiB.
pub(super) const MAX_JSON: usize = 4 << 20;

/// Returns the maximum number of bytes in a text: more in an object than in other lines.
pub(super) fn max_length(text: &str) -> usize {
    if is_json(text) { MAX_JSON } else { MAX_LINE }
}

/// Keys of the text of a position.
const POSITIONS: [&str; 6] = ["input", "moves", "position", "pos", "fen", "board"];

/// The words for the known keys in error messages.
const KEYS: &str =
    "one of the keys input, moves, position, pos, fen, board, start with moves, opening, steps";

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
pub(super) fn begins_array(line: &str) -> bool {
    let line = line.trim();
    line == "[" || line.starts_with('[') && is_json(line)
}

/// Returns each object of an array as a line. Any other line remains as it is.
pub(super) fn objects(line: InputLine) -> Vec<InputLine> {
    let array = Some(line.text()).filter(|text| begins_array(text));
    let whole = |object| InputLine::Whole(Value::Object(object).to_string());
    match array.and_then(|array| serde_json::from_str::<Vec<_>>(array).ok()) {
        Some(objects) => objects.into_iter().map(whole).collect(),
        None => vec![line],
    }
}

/// Reads the position in an object. Of a match, reads the opening.
pub(super) fn position(text: &str, convention: Convention) -> ReadText {
    let read = Object::parse(text).and_then(|object| object.position(text, convention));
    read.unwrap_or_else(|error| bad_object(text, error))
}

/// Reads a text that cannot have a label: a field of a table, or a value of a JSON object.
pub(super) fn read_field(text: &str, convention: Convention) -> ReadText {
    if is_json(text) {
        return position(text, convention);
    }
    let read = read::game_with(text, convention);
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
            let read = object.read_all(games, convention);
            return read.map_err(|error| at_key(text, error));
        }
        let (mut text, read) = object.position(text, convention)?;
        text.players = object.players();
        Ok(vec![(text, read)])
    });
    read.unwrap_or_else(|error| vec![bad_object(text, error)])
}

/// Returns an object that cannot be read, and its error.
fn bad_object(text: &str, error: TextError) -> ReadText {
    let text = if text.len() > MAX_LINE {
        excerpt(text)
    } else {
        text.to_owned()
    };
    (PositionText::new(&text, None), Err(error))
}

/// The key of a value that cannot be read, and the error.
type KeyError = (&'static str, TextErrorKind);

/// A JSON object that was parsed.
struct Object(Map<String, Value>);

impl Object {
    fn parse(text: &str) -> Result<Object, TextError> {
        match serde_json::from_str(text) {
            Ok(Value::Object(object)) => Ok(Object(object)),
            Ok(other) => {
                let wanted = "one JSON object; --input also reads arrays of objects";
                Err(TextError::new(
                    1,
                    1,
                    Expected::new(wanted, &other.to_string()),
                ))
            }
            Err(error) => Err(syntax_error(text, &error)),
        }
    }

    /// Returns the value of a key, unless it is `null`.
    fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    fn position(&self, text: &str, convention: Convention) -> Result<ReadText, TextError> {
        let found = self.find(convention).map_err(|error| at_key(text, error))?;
        let unknown = || TextError::locate(text, (0, Expected::new(KEYS, text).into()));
        let (mut text, read) = found.ok_or_else(unknown)?;
        text.score = self.get("score").map(Value::to_string);
        Ok((text, read))
    }

    /// Reads the first known key; returns `None` if there is none.
    fn find(&self, convention: Convention) -> Result<Option<ReadText>, KeyError> {
        if let (None, Some(start), Some(moves)) =
            (self.get("input"), self.get("start"), self.get("moves"))
        {
            let text = game_text(start, moves)?;
            return Ok(Some(self.read(&text, convention)));
        }
        for key in POSITIONS.into_iter().chain(["opening"]) {
            let Some(value) = self.get(key) else { continue };
            let text = text_of(key, value)?;
            let list = text.trim_matches(['[', ']']);
            text::refuse_empty(key, list).map_err(|error| (key, error))?;
            return Ok(Some(if key == "board" && value.is_array() {
                self.read_cells(&text, convention)?
            } else {
                self.read(&text, convention)
            }));
        }
        let Some(steps) = self.get("steps") else {
            return Ok(None);
        };
        self.episode(steps).map(Some)
    }

    /// Reads the game of an episode. The options for columns and marks do not apply to it.
    fn episode(&self, steps: &Value) -> Result<ReadText, KeyError> {
        let usual = Convention::default();
        let moves = episode::moves(self.get("configuration"), steps)?;
        let read = self.read(&moves, usual);
        let last = episode::last_board(steps).map(Value::to_string);
        let last = last
            .map(|board| self.read_cells(&board, usual))
            .transpose()?;
        if let ((_, Ok(game)), Some((_, Ok(last)))) = (&read, &last)
            && game.position() != last.position()
        {
            let wanted = "actions that lead to the board of the last step";
            return Err(("steps", Expected::new(wanted, &moves).into()));
        }
        Ok(read)
    }

    /// Returns the games of a match.
    fn games(&self) -> Option<&Value> {
        let has_none = POSITIONS.iter().all(|key| self.get(key).is_none());
        self.get("games").filter(|_| has_none)
    }

    fn read_all(&self, games: &Value, convention: Convention) -> Result<Vec<ReadText>, KeyError> {
        let listed = games.as_array().filter(|games| !games.is_empty());
        let listed = listed.ok_or_else(|| unexpected("games", "a list of games", games))?;
        let opening = match self.get("opening") {
            Some(moves) => {
                let (_, read) = self.read(&text_of("opening", moves)?, convention);
                read.map_err(|error| ("opening", error.kind))?
            }
            None => Game::default(),
        };
        let mut players = self.players();
        let mut games = Vec::with_capacity(listed.len());
        for game in listed {
            let (mut text, read) = self.read(&text_of("games", game)?, convention);
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
        let tags = self
            .get("tags")
            .map(|tags| [&tags["White"], &tags["Black"]]);
        let teams = self.get("info").map(|info| &info["TeamNames"]);
        let lists = [self.get("players"), teams].into_iter().flatten();
        let listed = lists.filter_map(|list| match &list.as_array()?[..] {
            [first, second] => Some([first, second]),
            _ => None,
        });
        let [first, second] = tags.into_iter().chain(listed).next()?;
        Some([first.as_str()?.to_owned(), second.as_str()?.to_owned()])
    }

    /// Reads a list of cells, which cannot be a list of moves. Elsewhere, a list with an error might
    /// be read as moves, so the error is one of the object.
    fn read_cells(&self, list: &str, convention: Convention) -> Result<ReadText, KeyError> {
        let (mut text, read) = self.read(&format!("board {list}"), convention);
        let game = read.map_err(|error| ("board", error.kind))?;
        list.clone_into(&mut text.input);
        Ok((text, Ok(game)))
    }

    /// Reads the text of a value. The label is the one of the object.
    fn read(&self, value: &str, convention: Convention) -> ReadText {
        let (mut text, read) = read_field(value, convention);
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

/// Returns the text of a value that describes a position or its moves.
fn text_of(key: &'static str, value: &Value) -> Result<String, KeyError> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) if !number.is_f64() => Ok(number.to_string()),
        Value::Array(_) => Ok(value.to_string()),
        _ => Err(unexpected(
            key,
            format!("a text or a list as {key:?}"),
            value,
        )),
    }
}

/// Returns the error that `wanted` was expected as the value of a key.
fn unexpected(key: &'static str, wanted: impl Into<Cow<'static, str>>, found: &Value) -> KeyError {
    (key, Expected::new(wanted, &found.to_string()).into())
}

/// Returns the text of a game that does not begin with the empty board.
fn game_text(start: &Value, moves: &Value) -> Result<String, KeyError> {
    let word = if start.is_array() { "board" } else { "fen" };
    let start = text_of("start", start)?;
    let moves = match moves.as_array() {
        Some(list) => {
            let words: Result<Vec<_>, _> = list.iter().map(|word| text_of("moves", word)).collect();
            words?.join(" ")
        }
        None => text_of("moves", moves)?,
    };
    Ok(format!("{word} {start} moves {moves}"))
}

/// Returns the error of a value, at its key in the text of the object.
fn at_key(text: &str, (key, kind): KeyError) -> TextError {
    let quoted = format!("{key:?}");
    TextError::locate(text, (text.find(&quoted).unwrap_or(0), kind))
}

/// Returns the error of a text that is not a JSON object.
fn syntax_error(text: &str, error: &serde_json::Error) -> TextError {
    let depth = |line| depth_of(line, ['{', '}']);
    let is_open = text.trim_start().starts_with('{') && text.lines().map(depth).sum::<i64>() > 0;
    if error.line() > 1 && is_open {
        let unclosed = Expected::new("a '}' for this '{'", "");
        return TextError::locate(text, unclosed.at(0));
    }
    let line = text.split('\n').nth(error.line().saturating_sub(1));
    let line = line.unwrap_or_default();
    let mut offset = error.column().saturating_sub(1).min(line.len());
    while !line.is_char_boundary(offset) {
        offset -= 1;
    }
    let rest = if error.is_eof() { "" } else { &line[offset..] };
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let wanted = match (message, message.strip_prefix("expected ")) {
        ("key must be a string", _) => "a key in double quotes".to_owned(),
        ("trailing characters", _) if error.line() > 1 => {
            "one JSON object, or --input - for one per line".to_owned()
        }
        ("trailing characters", _) => "one JSON object, and nothing after it".to_owned(),
        (_, Some(wanted)) => format!("{wanted} in JSON"),
        _ if error.is_eof() => "the rest of a JSON object".to_owned(),
        _ => format!("valid JSON ({message})"),
    };
    let found = rest.split_whitespace().next().unwrap_or_default();
    let character = line[..line.len() - rest.len()].chars().count() + 1;
    TextError::new(error.line().max(1), character, Expected::new(wanted, found))
}

#[cfg(test)]
mod tests;
