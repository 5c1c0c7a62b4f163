//! Lines to games. A fault costs one game: reading goes on at the next tags.

use std::collections::VecDeque;

use super::cursor::{Cursor, Found, unexpected};
use super::word::{self, Form, Word, Written};
use super::{Marker, Note, PgnError, PgnFault, PgnGame, tag};
use crate::game::{Column, Game, fen};

/// The most bytes of tags and comments that a game may have: the longest game with a page of
/// text on each move has less.
const MOST: usize = 1 << 20;

/// The tag with which every program begins a game.
const FIRST_TAG: &str = "Event";

/// The games of a text.
///
/// ```
/// use claimeven::game::pgn;
///
/// let text = "[Event \"Cup\"]\n\n1. P@d1 {solid} P@d2 2. e1?! 1-0\n\n[Event \"Cup\"]\n1. P@d2 *\n";
/// let mut games = pgn::games(text.lines());
/// let first = games.next().expect("two games")?;
/// assert_eq!(first.tag("Event"), Some("Cup"));
/// assert_eq!(first.game().moves().len(), 3);
/// assert_eq!(first.notes()[0].comment, "solid");
/// assert_eq!(first.notes()[2].nags, [6]);
/// let second = games.next().expect("two games").map_err(|error| error.to_string());
/// let fault = "line 6, char 4: ply 1: a stone in column 4 lands on row 1, not 2";
/// assert_eq!(second, Err(fault.to_owned()));
/// # Ok::<(), pgn::PgnError>(())
/// ```
///
/// # Errors
/// A game that cannot be read or played, with the place of its first fault.
pub fn games<L: AsRef<str>>(
    lines: impl IntoIterator<Item = L>,
) -> impl Iterator<Item = Result<PgnGame, PgnError>> {
    let mut reader = Reader::default();
    let mut lines = lines.into_iter().fuse();
    std::iter::from_fn(move || {
        loop {
            if let Some(game) = reader.next_game() {
                return Some(game);
            }
            let Some(line) = lines.next() else {
                reader.end();
                return reader.next_game();
            };
            reader.line(line.as_ref());
        }
    })
}

/// Reads games from lines that are handed in one by one.
///
/// What PGN allows on import is read: moves in every form (`P@d1`, `d1`, `d`, `4`) with signs
/// behind them, numbers, comments, glyphs, and several games in a line. Variations are skipped, as
/// is what stands between two games: the second begins with a tag or with the number and the dot
/// of a move. In place of a `}` that is missing, a line that begins with the tag `Event` ends a
/// comment. A missing result is no fault, and neither is a last word that is torn off where the
/// game ends without one.
#[derive(Debug, Default)]
pub struct Reader {
    /// The number of the present line, counted from 1.
    number: u64,
    part: Part,
    inside: Option<Inside>,
    draft: Draft,
    /// Games that nobody has asked for yet: those of one line.
    done: VecDeque<Result<PgnGame, PgnError>>,
}

/// Where in a game the reader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Part {
    /// Between games.
    #[default]
    Outside,
    Tags,
    Moves,
    /// Behind a fault, in the rest of the tags or in the moves.
    Skipped {
        in_tags: bool,
    },
}

/// What may go on over lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    Comment,
    /// So many brackets deep, perhaps in a comment.
    Variation {
        depth: usize,
        in_comment: bool,
    },
}

/// A game as far as it is read.
#[derive(Debug, Default)]
struct Draft {
    game: PgnGame,
    form: Option<Form>,
    /// Bytes of its tags and comments.
    kept: usize,
    /// The last word, if it is not whole. A fault unless the game ends here.
    torn: Option<PgnError>,
}

impl Draft {
    /// Whether all that there is of the moves is `1`, torn off from `1.`, which was taken for a
    /// move.
    fn is_torn_number(&self) -> bool {
        let PgnGame {
            game,
            notes,
            marker,
            ..
        } = &self.game;
        let alone = *game.moves() == [Column::ALL[0]] && *notes == [Note::default()];
        alone && self.form == Some(Form::Numbers) && marker.is_none()
    }
}

impl Reader {
    /// Takes the next line, with or without its end.
    pub fn line(&mut self, line: &str) {
        self.number += 1;
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        if self.inside.is_none() && line.starts_with('%') {
            return;
        }
        let tag = tag::name(line);
        let is_empty = line.trim().is_empty();
        if tag.is_some_and(|name| self.begins_game(name)) {
            self.close();
        } else if !is_empty && let Some(torn) = self.draft.torn.take() {
            self.refuse(torn);
        }
        if let Part::Skipped { in_tags } = &mut self.part {
            *in_tags &= is_empty || tag.is_some();
            return;
        }
        let mut cursor = Cursor::new(line);
        let Err((at, fault)) = self.read(&mut cursor) else {
            return;
        };
        let is_torn = matches!(fault, PgnFault::Unfinished { .. });
        let error = PgnError {
            line: self.number,
            at,
            fault,
        };
        if is_torn && cursor.rest().trim().is_empty() {
            self.draft.torn = Some(error);
        } else {
            self.refuse(error);
        }
    }

    /// Takes the next line, of which nobody kept more than `most` bytes: its game is refused.
    pub fn long_line(&mut self, most: usize) {
        self.number += 1;
        if !matches!(self.part, Part::Skipped { .. }) {
            self.refuse(PgnError {
                line: self.number,
                at: 1,
                fault: PgnFault::LongLine { most },
            });
        }
    }

    /// Takes the end of the text, which ends the last game.
    pub fn end(&mut self) {
        self.close();
    }

    /// The next game that is complete, or why it is refused.
    pub fn next_game(&mut self) -> Option<Result<PgnGame, PgnError>> {
        self.done.pop_front()
    }

    /// Whether a line that begins with this tag begins another game than the present one.
    fn begins_game(&self, name: &str) -> bool {
        let is_first = name == FIRST_TAG;
        let knows_event = self.draft.game.tag(FIRST_TAG).is_some();
        match self.part {
            _ if self.inside.is_some() => is_first,
            Part::Outside | Part::Moves => true,
            Part::Tags => is_first && (knows_event || self.draft.torn.is_some()),
            Part::Skipped { in_tags } => is_first || !in_tags,
        }
    }

    /// Ends the present game, if there is one.
    fn close(&mut self) {
        let mut draft = std::mem::take(&mut self.draft);
        if draft.is_torn_number() {
            draft.game.game = Game::from(*draft.game.game.start());
            draft.game.notes.clear();
        }
        let has_begun = match self.part {
            Part::Outside | Part::Skipped { .. } => false,
            // A torn tag alone is no game.
            Part::Tags => !draft.game.tags.is_empty(),
            Part::Moves => true,
        };
        if has_begun {
            self.done.push_back(Ok(draft.game));
        }
        self.part = Part::Outside;
        self.inside = None;
    }

    /// Gives up the present game.
    fn refuse(&mut self, error: PgnError) {
        self.done.push_back(Err(error));
        self.draft = Draft::default();
        let in_tags = self.part == Part::Tags;
        self.part = Part::Skipped { in_tags };
        self.inside = None;
    }

    /// Reads a line to its end or to its first fault.
    fn read(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        while let Some(sign) = cursor.peek() {
            match self.inside {
                Some(Inside::Comment) => self.comment(cursor)?,
                Some(Inside::Variation { depth, in_comment }) => {
                    self.inside = skip_sign(cursor, depth, in_comment);
                }
                None if sign.is_whitespace() => cursor.skip_space(),
                None => self.token(sign, cursor)?,
            }
        }
        Ok(())
    }

    fn token(&mut self, sign: char, cursor: &mut Cursor<'_>) -> Found<()> {
        match sign {
            '{' => {
                cursor.take(1);
                self.inside = Some(Inside::Comment);
                Ok(())
            }
            ';' => {
                cursor.take(1);
                let at = cursor.at();
                self.say(cursor.take_rest(), at)
            }
            '(' => {
                self.inside = skip_sign(cursor, 0, false);
                Ok(())
            }
            '[' => self.tag(cursor),
            '$' => self.nag(cursor),
            '*' => {
                cursor.take(1);
                self.word(Word::Marker(Marker::Open))
            }
            // What stands between games is nobody's fault.
            _ if self.part == Part::Outside && !word::is_numbered(cursor.rest()) => {
                cursor.take(sign.len_utf8());
                cursor.take_while(|sign| !sign.is_whitespace() && !word::is_mark(sign));
                Ok(())
            }
            _ if word::is_mark(sign) => cursor.unexpected(word::MOVE),
            _ => {
                let word = word::read(cursor, self.draft.form)?;
                self.word(word)
            }
        }
    }

    fn comment(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        let at = cursor.at();
        let text = cursor.take_while(|sign| sign != '}');
        if cursor.next_is('}') {
            self.inside = None;
        }
        self.say(text, at)
    }

    /// Adds to what is said at this place.
    fn say(&mut self, text: &str, at: usize) -> Found<()> {
        if self.part == Part::Outside {
            return Ok(());
        }
        for word in text.split_whitespace() {
            self.keep(word.len() + 1, at)?;
            let PgnGame { notes, intro, .. } = &mut self.draft.game;
            let said = notes.last_mut().map_or(intro, |note| &mut note.comment);
            if !said.is_empty() {
                said.push(' ');
            }
            said.push_str(word);
        }
        Ok(())
    }

    /// Counts bytes that the game is to keep.
    fn keep(&mut self, bytes: usize, at: usize) -> Found<()> {
        self.draft.kept += bytes;
        if self.draft.kept > MOST {
            return Err((at, PgnFault::TooMuch { most: MOST }));
        }
        Ok(())
    }

    fn tag(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        if self.part == Part::Moves && tag::name(cursor.rest()).is_some() {
            self.close();
        }
        if self.part == Part::Outside {
            self.part = Part::Tags;
        }
        let tag::Tag { name, value, at } = tag::read(cursor)?;
        self.keep(name.len() + value.len(), at)?;
        if name == "FEN" {
            let start = fen::parse(&value);
            let start = start.map_err(|error| (at + error.at - 1, error.fault.into()))?;
            self.draft.game.game = Game::from(start);
        }
        if name == "Variant" && !value.eq_ignore_ascii_case("cfour") {
            return Err((at, unexpected("the variant cfour", &value)));
        }
        self.draft.game.set_tag(name, &value);
        Ok(())
    }

    fn nag(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        const WANTED: &str = "a glyph (0-255)";
        cursor.take(1);
        let at = cursor.at();
        let digits = cursor.take_while(|sign| sign.is_ascii_digit());
        if digits.is_empty() {
            return cursor.unexpected(WANTED);
        }
        let nag = digits.parse();
        self.glyph(nag.map_err(|_| (at, unexpected(WANTED, digits)))?);
        Ok(())
    }

    /// Notes a glyph beside the last move.
    fn glyph(&mut self, nag: u8) {
        if let Some(note) = self.draft.game.notes.last_mut()
            && !note.nags.contains(&nag)
        {
            note.nags.push(nag);
        }
    }

    fn word(&mut self, word: Word) -> Found<()> {
        match word {
            Word::Marker(_) if self.part == Part::Outside => {}
            Word::Marker(marker) => {
                self.draft.game.marker = Some(marker);
                self.close();
            }
            Word::Number => self.part = Part::Moves,
            Word::Move(written) => {
                self.part = Part::Moves;
                self.play(&written)?;
            }
        }
        Ok(())
    }

    fn play(&mut self, written: &Written) -> Found<()> {
        let draft = &mut self.draft;
        let played = draft.game.game.play(written.column, written.row);
        played.map_err(|fault| (written.at, fault.into()))?;
        draft.form = Some(written.form);
        draft.game.notes.push(Note::default());
        if let Some(nag) = written.nag {
            self.glyph(nag);
        }
        Ok(())
    }
}

/// Goes on in a variation by one sign; `None` behind its end.
fn skip_sign(cursor: &mut Cursor<'_>, depth: usize, in_comment: bool) -> Option<Inside> {
    let sign = cursor.peek()?;
    cursor.take(sign.len_utf8());
    let (depth, in_comment) = match sign {
        '}' => (depth, false),
        _ if in_comment => (depth, true),
        '{' => (depth, true),
        ';' => {
            cursor.take_rest();
            (depth, false)
        }
        '(' => (depth + 1, false),
        ')' => (depth - 1, false),
        _ => (depth, false),
    };
    (depth > 0).then_some(Inside::Variation { depth, in_comment })
}
