//! Writes games as PGN, with the line breaks of Cute Chess.

use std::fmt::{self, Write as _};

use super::{PgnGame, tag};
use crate::game::notation::{Move, Notation};
use crate::game::printable::printable;
use crate::game::{Position, Side, fen};

/// The maximum length of a line in characters.
const WIDTH: usize = 80;

/// The tags with which every PGN game begins, and their values if nothing is known. `Result` has no
/// such value, because every game has a result, even if it is `*`.
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
            let value = printable(&tag::escaped(&value));
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let intro = comment(&self.intro);
        let marker = self.outcome().to_string();
        let mut filler = LineFiller { out: f, width: 0 };
        let mut units = intro.into_iter().chain(units(self)).chain([marker]);
        units.try_for_each(|unit| filler.unit(&unit))?;
        f.write_str("\n\n")
    }
}

/// Returns the tags of a game: the roster, the other tags in their order, and those that Cute
/// Chess needs.
fn all_tags(game: &PgnGame) -> Vec<(String, String)> {
    let mut all = PgnGame::default();
    for (name, unknown) in ROSTER {
        let value = game.tag(name).filter(|value| !value.is_empty());
        all.set_tag(name, value.unwrap_or(unknown));
    }
    all.set_tag("Result", &game.outcome().to_string());
    for (name, value) in &game.tags {
        if all.tag(name).is_none() {
            all.set_tag(name, value);
        }
    }
    let start = *game.game.start();
    // A FEN of the right position is kept as it is, with its counters.
    let is_wrong = |tag| fen::parse(tag) != Ok(start);
    if game.tag("FEN").map_or(start != Position::EMPTY, is_wrong) {
        all.set_tag("SetUp", "1");
        all.set_tag("FEN", &fen::write(&start));
    }
    all.set_tag("Variant", "cfour");
    all.tags
}

/// Iterates over the moves, each with its number, its glyphs and its comment.
fn units(game: &PgnGame) -> impl Iterator<Item = String> {
    let start = game.game.start();
    let first = usize::from(start.side_to_move() == Side::Second);
    let moves = Move::line(start, game.game.moves()).into_iter();
    let noted = moves.zip(&game.notes).enumerate();
    noted.map(move |(index, (played, note))| {
        let turn = first + index;
        let number = match (index, turn % 2) {
            (_, 0) => format!("{}. ", turn / 2 + 1),
            (0, _) => "1... ".to_owned(),
            _ => String::new(),
        };
        let nags = note.nags.iter().map(|nag| format!("${nag}"));
        let comment = comment(&note.comment);
        let first = number + &Notation::Drop.show(played);
        let words: Vec<String> = [first].into_iter().chain(nags).chain(comment).collect();
        words.join(" ")
    })
}

/// Returns a comment in braces, if it is not empty. Braces inside it become parentheses, because
/// PGN cannot escape them.
fn comment(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ").replace('{', "(").replace('}', ")");
    (!text.is_empty()).then(|| format!("{{{}}}", printable(&text)))
}

/// A writer that fills lines up to their maximum length.
struct LineFiller<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    /// Characters on the current line.
    width: usize,
}

impl LineFiller<'_, '_> {
    /// Writes a text on one line; breaks it at spaces only if it is longer than a line.
    fn unit(&mut self, unit: &str) -> fmt::Result {
        if unit.chars().count() <= WIDTH {
            return self.piece(unit);
        }
        unit.split(' ').try_for_each(|piece| self.piece(piece))
    }

    fn piece(&mut self, piece: &str) -> fmt::Result {
        let length = piece.chars().count();
        // At the start of a line, `[` would look like a tag, and `%` would hide the line.
        let stays_on_line = piece.starts_with(['[', '%']);
        if self.width == 0 {
            self.width = length;
        } else if self.width + 1 + length <= WIDTH || stays_on_line {
            self.width += 1 + length;
            self.out.write_char(' ')?;
        } else {
            self.width = length;
            self.out.write_char('\n')?;
        }
        self.out.write_str(piece)
    }
}
