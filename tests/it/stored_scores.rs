//! Stored exact scores: this module reads, confirms and writes `tests/data/exact.txt`.
//!
//! The positions follow from seeds, the scores from the plain solver. Every run confirms the late
//! ones. `CLAIMEVEN_STORED=confirm cargo test stored` confirms all of them;
//! `CLAIMEVEN_STORED=write` writes a new file. Both take many minutes.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;

use claimeven::game::Position;

use crate::helpers::naive::WIDTH;
use crate::helpers::plain::Plain;
use crate::helpers::sample::{self, Play, Random};

const TEXT: &str = include_str!("../data/exact.txt");
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exact.txt");

/// Numbers of stones, and how many positions have each number.
const RECIPE: [(usize, usize); 15] = [
    (38, 20),
    (36, 30),
    (34, 40),
    (32, 60),
    (30, 60),
    (29, 60),
    (28, 60),
    (27, 60),
    (26, 60),
    (24, 60),
    (20, 80),
    (18, 80),
    (16, 60),
    (14, 12),
    (12, 12),
];

/// The least number of stones of the positions that every run solves again.
const LATE: usize = 24;

/// A position and the exact score of each column, `None` where it is full.
pub(crate) struct Judged {
    pub(crate) moves: Vec<usize>,
    pub(crate) position: Position,
    pub(crate) columns: [Option<i8>; WIDTH],
}

impl Judged {
    pub(crate) fn new(moves: Vec<usize>, columns: [Option<i8>; WIDTH]) -> Judged {
        Judged {
            position: sample::position(&moves),
            moves,
            columns,
        }
    }

    pub(crate) fn score(&self) -> i8 {
        let best = self.columns.iter().flatten().max();
        *best.expect("an unfinished position has a move")
    }

    pub(crate) fn name(&self) -> String {
        sample::written(&self.moves)
    }
}

/// Returns all stored positions, the late ones first.
pub(crate) fn stored() -> Vec<Judged> {
    let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
    lines.map(read).collect()
}

fn read(line: &str) -> Judged {
    let mut words = line.split(' ');
    let moves = words.next().expect("the columns played").bytes();
    let columns: Vec<Option<i8>> = words
        .map(|word| (word != "-").then(|| word.parse().expect("a score or -")))
        .collect();
    let moves = moves.map(|digit| usize::from(digit - b'1')).collect();
    Judged::new(moves, columns.try_into().expect("seven columns"))
}

fn write(stored: &Judged) -> String {
    let mut line = stored.name();
    for score in stored.columns {
        match score {
            Some(score) => write!(line, " {score}"),
            None => write!(line, " -"),
        }
        .expect("a string takes everything");
    }
    line
}

/// Returns the positions of the recipe. None is won in one. All early positions are from careful
/// play, and every other late one.
fn recipe() -> impl Iterator<Item = Vec<usize>> {
    let numbers = RECIPE
        .into_iter()
        .flat_map(|(stones, count)| (0..count).map(move |number| (stones, number)));
    numbers.map(|(stones, number)| {
        let play = if stones < LATE || number % 2 == 0 {
            Play::Careful
        } else {
            Play::Blind
        };
        let mut random = Random::seeded(1_000_000 + (stones * 1_000 + number) as u64);
        sample::undecided(&mut random, stones, play)
    })
}

const HEADER: &str = "\
# Positions and the exact score of every column.
#
# A line a position: the columns played from the empty board, 1 to 7; then for
# columns 1 to 7 the score of a stone there for the side to move, `-` where the
# column is full. Unit: own stones left after the winning one, plus one; 0 is a
# draw, negative values are the opponent's wins.
#
# Source: made by this project. The positions come from seeded random games and
# the scores from the plain solver of the tests, see tests/it/stored_scores.rs. Every
# run of the tests confirms those of 24 stones and more, the earlier ones were
# confirmed when the file was made.
";

/// Writes a new file, line by line, so that a user can watch a long run.
fn write_all() {
    let mut file = File::create(PATH).expect("the data file can be written");
    file.write_all(HEADER.as_bytes()).expect("room on the disk");
    let mut plain = Plain::new(1 << 24);
    for moves in recipe() {
        let columns = plain.columns(&moves);
        writeln!(file, "{}", write(&Judged::new(moves, columns))).expect("room on the disk");
    }
}

#[test]
fn the_plain_solver_confirms_the_stored_scores() {
    let asked = std::env::var("CLAIMEVEN_STORED").unwrap_or_default();
    if asked == "write" {
        return write_all();
    }
    let (earliest, entries) = if asked == "confirm" {
        (0, 1 << 24)
    } else {
        (LATE, 1 << 16)
    };
    let mut plain = Plain::new(entries);
    let mut confirmed = 0;
    for stored in stored() {
        if stored.moves.len() >= earliest {
            let columns = plain.columns(&stored.moves);
            assert_eq!(columns, stored.columns, "{}", stored.name());
            confirmed += 1;
        }
    }
    assert!(confirmed > 400, "only {confirmed} scores confirmed");
}

#[test]
fn the_stored_positions_are_those_of_the_recipe() {
    let stored: Vec<Vec<usize>> = stored().into_iter().map(|stored| stored.moves).collect();
    assert_eq!(stored, recipe().collect::<Vec<_>>());
}
