//! Reads games from lines. An error costs one game: reading continues at the next tags.

use std::collections::VecDeque;

use super::claim::{self, Claim};
use super::numbering::Numbering;
use super::word::{self, MoveForm, Word};
use super::{Marker, Note, PgnGame, tag};
use crate::game::cursor::Cursor;
use crate::game::error::{ErrorAt, Expected, TextError, TextErrorKind, offset, rest};
use crate::game::{Column, Game, fen, notation};

/// The tag with which all programs begin a game.
const FIRST_TAG: &str = "Event";

/// Reads the games of a text.
///
/// ```
/// use claimeven::game::pgn;
///
/// let text = "[Event \"Cup\"]\n\n1. P@d1 {solid} P@d2 2. e1?! 1-0\n\n[Event \"Cup\"]\n1. P@d2 *\n";
/// let mut games = pgn::games(text.lines());
/// let first = games.next().expect("two games")?;
/// assert_eq!(first.tag("Event"), Some("Cup"));
/// assert_eq!(first.game.moves().len(), 3);
/// assert_eq!(first.notes[0].comment, "solid");
/// assert_eq!(first.notes[2].nags, [6]);
/// let second = games.next().expect("two games").map_err(|error| error.to_string());
/// let error = "line 6, char 4: ply 1: a stone in column 4 lands on row 1, not 2";
/// assert_eq!(second, Err(error.to_owned()));
/// # Ok::<(), claimeven::game::TextError>(())
/// ```
///
/// # Errors
/// Fails for each game that cannot be read or played, and reports its first error. A text without
/// games is one error, unless it is empty.
pub fn games<L: AsRef<str>>(
    lines: impl IntoIterator<Item = L>,
) -> impl Iterator<Item = Result<PgnGame, TextError>> {
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

/// A reader of games from lines that the caller passes in one by one.
///
/// The reader accepts what PGN allows on import: moves in every form (`P@d1`, `d1`, `d`, `4`) with
/// signs after them, numbers, comments, glyphs, and several games on a line. It skips variations,
/// and text between two games: a game begins with a tag or with the number and the dot of a move.
/// A game is rejected if a move number is wrong, or if the `}` of a comment or the `)` of a
/// variation is missing; a line that begins with the tag `Event` then begins the next game. A game
/// may end without a result, and then its last word may be incomplete. A false result or number of
/// moves is a [warning](PgnGame::warnings).
#[derive(Debug, Default)]
pub(crate) struct Reader {
    /// The number of the current line, counted from 1.
    number: usize,
    part: Part,
    inside: Option<Inside>,
    current: Current,
    /// The first character of the text that is not white space.
    first: Option<char>,
    /// The error of the first text outside a game. It is reported only if the text has no game.
    skipped: Option<TextError>,
    has_games: bool,
    /// Games that the caller has not yet taken.
    done: VecDeque<Result<PgnGame, TextError>>,
}

/// The part of a game that the reader has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Part {
    /// Between games.
    #[default]
    Outside,
    Tags,
    Moves,
    /// After an error, in the rest of the tags or in the moves.
    Skipped {
        in_tags: bool,
    },
}

/// A comment or a variation, which may continue on the next line.
#[derive(Debug)]
struct Inside {
    /// The number of variations inside each other.
    variations: usize,
    in_comment: bool,
    /// The error if it never ends.
    unclosed: TextError,
}

/// The game that is being read.
#[derive(Debug, Default)]
struct Current {
    game: PgnGame,
    form: Option<MoveForm>,
    numbering: Numbering,
    claims: Vec<Claim>,
    /// The error of an incomplete last word. The reader ignores it if the game ends there.
    torn: Option<TextError>,
}

impl Current {
    /// Takes back the only move if it is `1` and has no number: it is then itself the number.
    fn drop_lone_number(&mut self) {
        let pgn = &mut self.game;
        let is_alone = *pgn.game.moves() == [Column::ALL[0]] && pgn.notes == [Note::default()];
        if is_alone && self.numbering.begun.is_none() && self.form == Some(MoveForm::Numbers) {
            pgn.game = Game::from(*pgn.game.start());
            pgn.notes.clear();
            self.form = None;
        }
    }
}

impl Reader {
    /// Reads the next line, with or without its line end.
    pub(crate) fn line(&mut self, line: &str) {
        self.number += 1;
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        self.first = self.first.or_else(|| line.trim_start().chars().next());
        if self.inside.is_none() && line.starts_with('%') {
            return;
        }
        let tag = tag::name(line);
        let is_empty = line.trim().is_empty();
        if tag.is_some_and(|name| self.begins_game(name)) {
            self.end_game();
        } else if !is_empty && let Some(torn) = self.current.torn.take() {
            self.refuse(torn);
        }
        if let Part::Skipped { in_tags } = &mut self.part {
            *in_tags &= is_empty || tag.is_some();
            return;
        }
        let Err(error) = self.read(&mut Cursor::new(line)) else {
            return;
        };
        let is_torn = is_torn(line, &error);
        let error = self.locate(line, error);
        if is_torn {
            self.current.torn = Some(error);
        } else {
            self.refuse(error);
        }
    }

    /// Skips a line of more than `most` bytes and rejects its game.
    pub(crate) fn long_line(&mut self, most: usize) {
        self.number += 1;
        if !matches!(self.part, Part::Skipped { .. }) {
            let kind = TextErrorKind::LongLine { most };
            self.refuse(TextError::new(self.number, 1, kind));
        }
    }

    /// Returns the next complete game, or the error of the next rejected game.
    pub(crate) fn next_game(&mut self) -> Option<Result<PgnGame, TextError>> {
        self.done.pop_front()
    }

    /// Returns whether a line that begins with the tag `name` begins a new game.
    fn begins_game(&self, name: &str) -> bool {
        let is_first = name == FIRST_TAG;
        let knows_event = self.current.game.tag(FIRST_TAG).is_some();
        match self.part {
            _ if self.inside.is_some() => is_first,
            Part::Outside | Part::Moves => true,
            Part::Tags => is_first && (knows_event || self.current.torn.is_some()),
            Part::Skipped { in_tags } => is_first || !in_tags,
        }
    }

    /// Ends the text, and with it the last game.
    pub(crate) fn end(&mut self) {
        self.end_game();
        if self.first.is_none() || self.has_games {
            return;
        }
        let error = self.skipped.take().unwrap_or_else(|| {
            let found = "only comments and lines that PGN skips";
            TextError::new(1, 1, Expected::named(self.wanted_game(), found))
        });
        self.finish(Err(error));
    }

    /// Returns the words for the game that a text without games lacks.
    fn wanted_game(&self) -> String {
        match self.first.filter(|first| ['%', ';', '{'].contains(first)) {
            Some(first) => format!("a game in PGN, because the text begins with {first:?}"),
            None => "a game in PGN".to_owned(),
        }
    }

    /// Ends the current game, if there is one.
    fn end_game(&mut self) {
        let mut current = std::mem::take(&mut self.current);
        current.drop_lone_number();
        let has_begun = match self.part {
            Part::Outside | Part::Skipped { .. } => false,
            // An incomplete tag alone is not a game.
            Part::Tags => !current.game.tags.is_empty(),
            Part::Moves => true,
        };
        if let Some(inside) = self.inside.take() {
            self.finish(Err(inside.unclosed));
        } else if has_begun {
            self.finish(claim::checked(current.game, current.claims));
        } else if let Some(torn) = current.torn {
            self.skipped = Some(torn);
        }
        self.part = Part::Outside;
    }

    fn finish(&mut self, game: Result<PgnGame, TextError>) {
        self.has_games = true;
        self.done.push_back(game);
    }

    /// Returns an error in the current line with its place.
    fn locate(&self, line: &str, error: ErrorAt) -> TextError {
        TextError {
            line: self.number,
            ..error.in_text(line)
        }
    }

    /// Rejects the current game.
    fn refuse(&mut self, error: TextError) {
        self.finish(Err(error));
        self.current = Current::default();
        let in_tags = self.part == Part::Tags;
        self.part = Part::Skipped { in_tags };
        self.inside = None;
    }

    /// Reads a line to its end or to its first error.
    fn read<'a>(&mut self, cursor: &mut Cursor<'a>) -> Result<(), ErrorAt<'a>> {
        while let Some(next) = cursor.peek() {
            match self.inside.take() {
                Some(inside) => self.skip(inside, cursor),
                None if next.is_whitespace() => cursor.skip_space(),
                None => self.token(next, cursor)?,
            }
        }
        Ok(())
    }

    /// Reads the comment or the variation to its next brace or parenthesis. Keeps a comment that is
    /// not in a variation.
    fn skip(&mut self, mut inside: Inside, cursor: &mut Cursor<'_>) {
        let is_kept = inside.variations == 0;
        let ends: &[char] = if inside.in_comment {
            &['}']
        } else {
            &['{', '}', '(', ')', ';']
        };
        let text = cursor.take_while(|c| !ends.contains(&c));
        match cursor.next_if(Some) {
            Some('(') => inside.variations += 1,
            Some(')') => inside.variations -= 1,
            Some(';') => drop(cursor.take_rest()),
            Some(brace) => inside.in_comment = brace == '{',
            None => {}
        }
        if inside.in_comment || inside.variations > 0 {
            self.inside = Some(inside);
        }
        if is_kept {
            self.add_comment(text);
        }
    }

    fn token<'a>(&mut self, first: char, cursor: &mut Cursor<'a>) -> Result<(), ErrorAt<'a>> {
        let begin = cursor.rest();
        match first {
            '{' | '(' => {
                cursor.take(1);
                let (name, end, variations) = match first {
                    '{' => ("comment", '}', 0),
                    _ => ("variation", ')', 1),
                };
                let wanted = format!("a {name} that ends with '{end}'");
                let unclosed = Expected::named(wanted, format_args!("no '{end}'")).at(begin);
                self.inside = Some(Inside {
                    variations,
                    in_comment: variations == 0,
                    unclosed: self.locate(cursor.text(), unclosed),
                });
            }
            ';' => {
                cursor.take(1);
                self.add_comment(cursor.take_rest());
            }
            '[' => self.tag(cursor)?,
            // Other text between games is skipped.
            _ if self.part == Part::Outside && !word::is_numbered(cursor.rest()) => {
                if !self.has_games && self.skipped.is_none() {
                    let error = cursor.expected(self.wanted_game());
                    self.skipped = Some(self.locate(cursor.text(), error));
                }
                cursor.take(first.len_utf8());
                cursor.take_while(|c| !c.is_whitespace() && !word::is_mark(c));
            }
            '$' => self.nag(cursor)?,
            '*' => {
                cursor.take(1);
                self.word(Word::Marker(Marker::Open), begin, cursor)?;
            }
            '}' => return Err(cursor.expected("a '{' before the '}'")),
            ')' => return Err(cursor.expected("a '(' before the ')'")),
            _ if word::is_mark(first) => return Err(cursor.expected(notation::MOVE)),
            _ => {
                if first.is_ascii_alphabetic() {
                    self.current.drop_lone_number();
                }
                let word = word::read(cursor, self.current.form)?;
                self.word(word, begin, cursor)?;
            }
        }
        Ok(())
    }

    /// Adds a text to the comment on the last move, or to the comment before the first move.
    fn add_comment(&mut self, text: &str) {
        if self.part == Part::Outside {
            return;
        }
        for word in text.split_whitespace() {
            let PgnGame { notes, intro, .. } = &mut self.current.game;
            let comment = notes.last_mut().map_or(intro, |note| &mut note.comment);
            if !comment.is_empty() {
                comment.push(' ');
            }
            comment.push_str(word);
        }
    }

    fn tag<'a>(&mut self, cursor: &mut Cursor<'a>) -> Result<(), ErrorAt<'a>> {
        if self.part == Part::Moves && tag::name(cursor.rest()).is_some() {
            self.end_game();
        }
        if self.part == Part::Outside {
            self.part = Part::Tags;
        }
        let begin = cursor.rest();
        let tag::Tag { name, value, rest } = tag::read(cursor)?;
        if name == "FEN" {
            if self.current.game.tag(name).is_some() {
                return Err(Expected::named("one tag FEN in a game", "a second one").at(begin));
            }
            // A FEN has no quotes or backslashes, so no escape shifts the place of an error.
            let start = fen::read(&value).map_err(|error| error.moved(&value, rest));
            self.current.game.game = Game::from(start?);
        }
        if name == "Variant" && !value.eq_ignore_ascii_case("cfour") {
            return Err(Expected::new("the variant cfour", &value).at(rest));
        }
        if let Some(tag) = claim::TAGS.into_iter().find(|tag| *tag == name) {
            self.claim(Some(tag), value.clone(), rest, cursor);
        }
        self.current.game.set_tag(name, &value);
        Ok(())
    }

    fn nag<'a>(&mut self, cursor: &mut Cursor<'a>) -> Result<(), ErrorAt<'a>> {
        cursor.take(1);
        let error = cursor.expected("a glyph (0-255)");
        let digits = cursor.take_while(|c| c.is_ascii_digit());
        self.glyph(digits.parse().map_err(|_| error)?);
        Ok(())
    }

    /// Adds a glyph to the last move.
    fn glyph(&mut self, nag: u8) {
        if let Some(note) = self.current.game.notes.last_mut()
            && !note.nags.contains(&nag)
        {
            note.nags.push(nag);
        }
    }

    /// Keeps what the text at the start of `rest` claims about the game.
    fn claim(&mut self, tag: Option<&'static str>, found: String, rest: &str, cursor: &Cursor) {
        let before = &cursor.text()[..offset(cursor.text(), rest)];
        let place = (self.number, before.chars().count() + 1);
        self.current.claims.push(Claim { tag, found, place });
    }

    /// Takes the word between the start of `begin` and the cursor.
    fn word<'a>(
        &mut self,
        word: Word,
        begin: &'a str,
        cursor: &Cursor<'a>,
    ) -> Result<(), ErrorAt<'a>> {
        self.part = Part::Moves;
        let current = &mut self.current;
        match word {
            Word::Marker(marker) => {
                current.game.marker = Some(marker);
                self.claim(None, marker.to_string(), begin, cursor);
                self.end_game();
            }
            Word::Number("", _) => {}
            Word::Number(digits, dots) => {
                let (game, rest) = (&current.game.game, cursor.rest());
                let checked = current.numbering.check((digits, dots), game, rest);
                checked.map_err(|error| error.at(begin))?;
            }
            Word::Move(written) => {
                let played = current.game.game.play_claimed(written.column, written.row);
                played.map_err(|error| ErrorAt::new(begin, error))?;
                current.form = Some(written.form);
                current.game.notes.push(Note::default());
                written.nag.into_iter().for_each(|nag| self.glyph(nag));
            }
        }
        Ok(())
    }
}

/// Returns whether an error means only that the last word of a line is incomplete.
fn is_torn(line: &str, error: &ErrorAt) -> bool {
    let TextErrorKind::Expected(Expected { found, .. }) = &error.kind else {
        return false;
    };
    let rest = rest(line, error.rest);
    found.is_empty() && word::after_signs(rest).trim().is_empty()
}
