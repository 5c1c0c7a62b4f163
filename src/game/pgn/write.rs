//! Games to PGN, line by line as Cute Chess writes them.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use super::{PgnGame, tag};
use crate::game::notation::{Move, Notation};
use crate::game::{Position, Side, fen};

/// The most characters of a line.
const WIDTH: usize = 80;

/// The tags with which PGN wants every game to begin, and what they say if nothing is known.
/// `Result` says how the moves end.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", ""),
];

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in all_tags(self) {
            let value = without_controls(&tag::escaped(&value));
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let intro = Some(comment(&self.intro)).filter(|said| !said.is_empty());
        let marker = self.outcome().text().to_owned();
        let mut text = Text { out: f, width: 0 };
        let mut units = intro.into_iter().chain(units(self)).chain([marker]);
        units.try_for_each(|unit| text.unit(&unit))?;
        f.write_str("\n\n")
    }
}

/// The tags of a game: the roster, the others in their order, and what Cute Chess needs.
fn all_tags(game: &PgnGame) -> Vec<(&str, Cow<'_, str>)> {
    let result = game.outcome().text();
    let roster = ROSTER.map(|(name, unknown)| {
        let value = game.tag(name).filter(|value| !value.is_empty());
        let unknown = if name == "Result" { result } else { unknown };
        (name, Cow::from(value.unwrap_or(unknown)))
    });
    let others = game
        .tags
        .iter()
        .map(|(name, value)| (&**name, Cow::from(value)));
    let others = others.filter(|(name, _)| ROSTER.iter().all(|(known, _)| known != name));
    let mut tags: Vec<_> = roster.into_iter().chain(others).collect();
    let start = *game.game.start();
    let told = game.tag("FEN");
    // A FEN stays as it is written, its counters and all, if it tells where the game begins.
    if told.map_or(start != Position::EMPTY, |told| {
        fen::parse(told) != Ok(start)
    }) {
        set(&mut tags, "SetUp", "1".into());
        set(&mut tags, "FEN", fen::write(&start).into());
    }
    set(&mut tags, "Variant", "cfour".into());
    tags
}

fn set<'a>(tags: &mut Vec<(&'a str, Cow<'a, str>)>, name: &'a str, value: Cow<'a, str>) {
    match tags.iter_mut().find(|(known, _)| *known == name) {
        Some((_, known)) => *known = value,
        None => tags.push((name, value)),
    }
}

/// The moves, each with its number, its glyphs and its comment.
fn units(game: &PgnGame) -> impl Iterator<Item = String> {
    let start = game.game.start();
    let turns = match start.side_to_move() {
        Side::First => 0..,
        Side::Second => 1..,
    };
    let moves = Move::line(start, game.game.moves());
    let noted = moves.into_iter().zip(&game.notes);
    turns
        .zip(noted)
        .enumerate()
        .map(|(index, (turn, (played, note)))| {
            let mut unit = match (index, turn % 2) {
                (_, 0) => format!("{}. ", turn / 2 + 1),
                (0, _) => "1... ".to_owned(),
                _ => String::new(),
            };
            unit += &Notation::Drop.show(played).to_string();
            for nag in &note.nags {
                write!(unit, " ${nag}").expect("a string takes everything");
            }
            let comment = comment(&note.comment);
            if !comment.is_empty() {
                unit.push(' ');
            }
            unit + &comment
        })
}

/// What is said, in braces. Braces inside become brackets: PGN has no other way to write them.
fn comment(said: &str) -> String {
    let words: Vec<&str> = said.split_whitespace().collect();
    if words.is_empty() {
        return String::new();
    }
    let text = words.join(" ").replace('{', "(").replace('}', ")");
    format!("{{{}}}", without_controls(&text))
}

/// The text without characters that would command a terminal.
fn without_controls(text: &str) -> String {
    // A byte order mark would be taken for that of a line.
    let is_lost = |sign: char| sign.is_control() || sign == '\u{feff}';
    text.replace(is_lost, "\u{fffd}")
}

/// Lines that are being filled.
struct Text<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    /// Characters on the present line.
    width: usize,
}

impl Text<'_, '_> {
    /// Writes what should stand on one line; breaks it only if no line holds it.
    fn unit(&mut self, unit: &str) -> fmt::Result {
        if unit.chars().count() <= WIDTH {
            return self.piece(unit);
        }
        unit.split(' ').try_for_each(|piece| self.piece(piece))
    }

    fn piece(&mut self, piece: &str) -> fmt::Result {
        let length = piece.chars().count();
        // At the beginning of a line, `[` would look like a tag and `%` hide the line.
        let is_bound = piece.starts_with(['[', '%']);
        if self.width == 0 {
            self.width = length;
        } else if self.width + 1 + length <= WIDTH || is_bound {
            self.width += 1 + length;
            self.out.write_char(' ')?;
        } else {
            self.width = length;
            self.out.write_char('\n')?;
        }
        self.out.write_str(piece)
    }
}
