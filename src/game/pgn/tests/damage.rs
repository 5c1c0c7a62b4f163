//! Damaged games. The reader notices damage where a text says the same thing twice: a square
//! contains the row on which the stone lands, a move number the number of moves before it, the tag
//! `PlyCount` the number of all moves.
//!
//! `cargo test damaged_games -- --nocapture` prints a table.

use std::fmt::Write as _;
use std::ops::Range;

use crate::game::cursor::words;
use crate::game::error::offset;
use crate::game::pgn::{PgnGame, games};
use crate::game::random::{Random, cases};
use crate::game::tests::sample;
use crate::game::{Column, Game, Position, notation};

/// The form of the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// `1. P@d1 {+0.12/5 0.03s}`, in a game with the tag `PlyCount`.
    CuteChess,
    /// `1. d1`
    Squares,
    /// `1. d`
    Letters,
    /// `1. 4`
    Numbers,
}

/// The part of a text that is damaged.
#[derive(Debug, Clone, Copy)]
enum Part {
    Moves,
    Tags,
}

type Damage = fn(&mut String, &mut Random);

/// The kinds of damage; the number says how often each is done to a text.
const KINDS: [(&str, Part, usize, Damage); 13] = [
    ("character lost", Part::Moves, 1, lose_character),
    ("two characters lost", Part::Moves, 2, lose_character),
    ("character changed", Part::Moves, 1, change_character),
    ("two characters changed", Part::Moves, 2, change_character),
    ("word lost", Part::Moves, 1, lose_word),
    ("two words lost", Part::Moves, 2, lose_word),
    ("word changed", Part::Moves, 1, change_word),
    ("two words changed", Part::Moves, 2, change_word),
    ("line lost", Part::Moves, 1, lose_line),
    ("end lost", Part::Moves, 1, lose_end),
    ("character of a tag lost", Part::Tags, 1, lose_character),
    (
        "character of a tag changed",
        Part::Tags,
        1,
        change_character,
    ),
    ("tag lost", Part::Tags, 1, lose_line),
];

fn lose_character(text: &mut String, random: &mut Random) {
    text.remove(random.below(text.len()));
}

fn change_character(text: &mut String, random: &mut Random) {
    let [at, other] = [(); 2].map(|()| random.below(text.len()));
    let other = text[other..=other].to_owned();
    text.replace_range(at..=at, &other);
}

fn lose_word(text: &mut String, random: &mut Random) {
    text.replace_range(word(text, random), "");
}

fn change_word(text: &mut String, random: &mut Random) {
    let other = text[word(text, random)].to_owned();
    text.replace_range(word(text, random), &other);
}

fn word(text: &str, random: &mut Random) -> Range<usize> {
    let words: Vec<&str> = words(text, char::is_whitespace).collect();
    let word = words[random.below(words.len())];
    let begin = offset(text, word);
    begin..begin + word.len()
}

fn lose_line(text: &mut String, random: &mut Random) {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.remove(random.below(lines.len()));
    *text = lines.join("\n");
}

fn lose_end(text: &mut String, random: &mut Random) {
    text.truncate(random.below(text.len()));
}

/// The ways in which a damaged game is read.
#[derive(Debug, Clone, Copy)]
enum Reading {
    /// As the game that it was.
    Same,
    Error,
    /// As another game, with a warning.
    Warning,
    /// Without its last moves.
    CutShort,
    Other,
}

#[test]
fn damaged_games_are_errors_where_their_text_repeats_itself() {
    // A letter or number repeats nothing: nothing shows that it was another.
    for (style, most) in [
        (Style::CuteChess, 1),
        (Style::Squares, 1),
        (Style::Letters, 7),
        (Style::Numbers, 7),
    ] {
        let mut random = Random(1);
        let mut table = format!("{style:?}: same, error, warning, cut short, other\n");
        let mut all = [0; 5];
        for (name, part, times, damage) in KINDS {
            let mut counts = [0; 5];
            for _ in 0..cases(50) {
                let game = game(&mut random, style);
                let text = written(&game, style);
                let (tags, moves) = text.split_once("\n\n").expect("tags and moves");
                let mut parts = [moves.trim_end(), tags].map(str::to_owned);
                for _ in 0..times {
                    damage(&mut parts[part as usize], &mut random);
                }
                let [moves, tags] = parts;
                let reading = reading(&game, &format!("{tags}\n\n{moves}\n\n"));
                counts[reading as usize] += 1;
                all[reading as usize] += 1;
            }
            writeln!(table, "{name:28}{counts:4?}").expect("a text");
        }
        writeln!(table, "{:28}{all:4?}", "all").expect("a text");
        eprintln!("{table}");
        let [others, games] = [all[Reading::Other as usize], all.iter().sum()];
        assert!(100 * others <= most * games, "{table}");
    }
}

/// Plays random moves, at least two, from the empty board or from another position.
fn game(random: &mut Random, style: Style) -> PgnGame {
    let stones = random.below(4) * random.below(6);
    let start = sample::position(random, u8::try_from(stones).expect("at most 15"));
    let start = if start.is_over() {
        Position::EMPTY
    } else {
        start
    };
    let mut game = Game::from(start);
    let moves = 2 + random.below(41);
    while game.moves().len() < moves && !game.position().is_over() {
        let columns: Vec<Column> = game.position().legal_columns().iter().collect();
        let column = columns[random.below(columns.len())];
        game.play(column).expect("it is legal");
    }
    let mut game = PgnGame::from(game);
    if style == Style::CuteChess {
        let moves = game.notes.len();
        game.set_tag("PlyCount", &moves.to_string());
        for note in &mut game.notes {
            let numbers = [300, 100, 30, 90].map(|bound| random.below(bound));
            let [score, hundredths, depth, time] = numbers;
            note.comment = format!("+{}.{hundredths:02}/{depth} 0.0{time}s", score / 100);
        }
    }
    game
}

fn written(game: &PgnGame, style: Style) -> String {
    let text = game.to_string();
    if style == Style::CuteChess {
        return text;
    }
    let mut parts = text.split("P@");
    let mut text = parts.next().expect("the tags").to_owned();
    for part in parts {
        let (square, rest) = part.split_at(2);
        let column: Column = square[..1].parse().expect("a letter");
        text += &match style {
            Style::Numbers => column.to_string(),
            Style::Letters => square[..1].to_owned(),
            _ => square.to_owned(),
        };
        text += rest;
    }
    text
}

/// Reads the damaged text of `game`, with another game after it.
fn reading(game: &PgnGame, damaged: &str) -> Reading {
    let text = format!("{damaged}[Event \"next\"]\n\n1. P@g1 P@g2 *\n");
    let mut found: Vec<_> = games(text.lines()).collect();
    let next = found.pop().and_then(Result::ok);
    let next = next.map(|next| notation::packed(next.game.moves()));
    assert_eq!(next.as_deref(), Some("77"), "{text}");
    if found.iter().any(Result::is_err) {
        return Reading::Error;
    }
    let [Ok(read)] = &found[..] else {
        return Reading::Other;
    };
    let is_part = || {
        let (read, game) = (&read.game, &game.game);
        read.start() == game.start() && game.moves().starts_with(read.moves())
    };
    if read.game == game.game && read.outcome() == game.outcome() {
        Reading::Same
    } else if !read.warnings.is_empty() {
        Reading::Warning
    } else if is_part() {
        Reading::CutShort
    } else {
        Reading::Other
    }
}
