//! Checks of the solver against a plain search, and of the table's keys.

use std::collections::HashMap;

use super::grid::{Grid, Word};
use super::table::Table;
use super::{Position, Size, Solver};
use crate::game::random::Random;
use crate::solver::NodeBounds;

/// Checks the solver, and the bounds that need no search, against a plain search, which tries every
/// move.
struct Plain<const HEIGHT: u8> {
    solver: Solver,
    grid: Grid<u64, HEIGHT>,
    /// The score of every position that was reached, by its stones.
    known: HashMap<[u64; 2], i8>,
}

impl<const HEIGHT: u8> Plain<HEIGHT> {
    /// Returns the score of a position. Checks the solver on it and on all that can be reached.
    fn score(&mut self, position: Position) -> i8 {
        if position.is_lost() {
            let cells = position.size().cells();
            return -((cells + 2 - position.stones()) / 2).cast_signed();
        }
        let stones = [position.mover(), position.mask()].map(u64::of);
        if let Some(&score) = self.known.get(&stones) {
            return score;
        }
        let after = |column| position.play(column).expect("a legal move");
        let legal: Vec<u8> = position.legal_columns().collect();
        let values = legal.into_iter().map(|column| -self.score(after(column)));
        let best = values.max().unwrap_or(0);
        assert_eq!(self.solver.solve(&position), best, "{position:?}");
        self.check_bounds(position, best);
        self.known.insert(stones, best);
        best
    }

    /// Checks the bounds of a position if it is quiet.
    fn check_bounds(&self, position: Position, score: i8) {
        let [mover, mask] = [position.mover(), position.mask()].map(u64::of);
        let node = self.grid.node(mover, mask, position.stones());
        let wins = self.grid.winning_cells(mover, mask) & self.grid.playable(mask);
        if wins == 0 && node.moves.count_ones() > 1 {
            let NodeBounds { lower, upper, .. } = self.grid.bounds(&node);
            assert!((lower..=upper).contains(&score), "{position:?}");
        }
    }
}

/// Checks every position that is not over on boards of `width` columns. Returns their number.
fn check_every_position<const HEIGHT: u8>(width: u8) -> usize {
    let size = Size::new(width, HEIGHT).expect("a size");
    let mut plain = Plain::<HEIGHT> {
        solver: Solver::new(size, 16).expect("16 MiB can be had"),
        grid: Grid::new(width),
        known: HashMap::new(),
    };
    plain.score(Position::empty(size));
    plain.known.len()
}

#[test]
fn every_score_on_small_boards_is_that_of_a_plain_search() {
    assert_eq!(check_every_position::<4>(4), 139_625);
    assert_eq!(check_every_position::<4>(5), 3_137_713);
    assert_eq!(check_every_position::<5>(4), 1_385_521);
}

#[test]
fn a_loss_to_the_fourth_stone_of_the_first_player_is_found() {
    for (size, score) in [("5x5", -10), ("6x5", -12), ("9x7", -29)] {
        let size: Size = size.parse().expect("a size");
        let mut solver = Solver::new(size, 16).expect("16 MiB can be had");
        let position = Position::parse(size, "33224").expect("a position");
        assert_eq!(solver.solve(&position), score, "{size}");
    }
}

/// Takes minutes and some gigabytes.
#[test]
#[ignore = "minutes: run it after a change of `sizes`"]
fn every_score_on_larger_boards_is_that_of_a_plain_search() {
    assert_eq!(check_every_position::<6>(4), 12_305_751);
    assert_eq!(check_every_position::<4>(6), 69_904_181);
    assert_eq!(check_every_position::<5>(5), 51_061_727);
}

/// Checks that a table finds only what was stored for a key, also after it has grown. The keys have
/// `key_bits` bits and differ in few of them.
fn finds_only_its_own_keys<W: Word>(key_bits: u8) {
    let mut table = Table::<W>::new(key_bits, 16).expect("16 MiB can be had");
    let mut random = Random(1);
    let keys: Vec<W> = (0..400_000_u64)
        .map(|number| W::from(number) << (key_bits - 30) | W::from(random.next() % 512))
        .collect();
    let known = |number: usize| {
        let score = i8::try_from(number % 25).expect("small");
        NodeBounds {
            lower: -score,
            upper: score,
            table_move: 1 + u8::try_from(number % 12).expect("small"),
        }
    };
    for (number, key) in keys.iter().enumerate() {
        table.put(table.place(*key), known(number), 1);
    }
    let mut found = 0;
    for (number, key) in keys.iter().enumerate() {
        if let Some(stored) = table.get(table.place(*key)) {
            assert_eq!(stored, known(number));
            found += 1;
        }
        let absent = *key ^ W::from(512);
        assert_eq!(table.get(table.place(absent)), None);
    }
    assert!(found > keys.len() / 4, "{found}");
}

#[test]
fn no_table_has_false_hits() {
    finds_only_its_own_keys::<u64>(54);
    finds_only_its_own_keys::<u64>(64);
    finds_only_its_own_keys::<u128>(70);
    finds_only_its_own_keys::<u128>(121);
}
