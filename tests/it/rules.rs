//! The rules of the crate, compared with the naive board.

use std::collections::{HashMap, HashSet};

use claimeven::game::{self, Column, Position};
use claimeven::internals::bitboard;
use proptest::prelude::*;

use crate::helpers::naive::{Board, HEIGHT, Side, WIDTH};
use crate::helpers::random::cases;
use crate::helpers::sample::{self, Play, Random};

/// Generates columns, legal or not. The legal ones make a game.
fn wishes() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..WIDTH, 0..80)
}

/// Plays the legal columns on both boards.
fn play_out(wishes: &[usize]) -> (Position, Board) {
    let mut both = (Position::EMPTY, Board::empty());
    for &column in wishes {
        if let Some(next) = both.1.play(column) {
            both = (both.0.play(Column::ALL[column]), next);
        }
    }
    both
}

fn cell(row: usize, column: usize) -> u64 {
    1 << (column * usize::from(bitboard::STRIDE) + row)
}

/// Returns the cells of one side as the crate's bits.
fn bits(board: &Board, side: Side) -> u64 {
    let cells = (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| (row, column)));
    cells
        .filter(|&(row, column)| board.cells[row][column] == Some(side))
        .fold(0, |bits, (row, column)| bits | cell(row, column))
}

/// Returns the empty cells in which a stone gives `side` four. It tries each cell.
fn completions(board: &Board, side: Side) -> u64 {
    let cells = (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| (row, column)));
    cells
        .filter(|&(row, column)| board.cells[row][column].is_none())
        .filter(|&(row, column)| board.with(row, column, side).has_four(side))
        .fold(0, |bits, (row, column)| bits | cell(row, column))
}

fn many_games() -> ProptestConfig {
    ProptestConfig {
        cases: u32::try_from(cases(500)).expect("a small factor"),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(many_games())]

    #[test]
    fn both_boards_show_the_same_game(wishes in wishes()) {
        let (position, board) = play_out(&wishes);
        let mover = board.side_to_move();
        prop_assert_eq!(position.mover(), bits(&board, mover));
        prop_assert_eq!(position.opponent(), bits(&board, mover.other()));
        prop_assert_eq!(position.mask(), position.mover() | position.opponent());
        let described = Position::from_bits(position.mover(), position.mask());
        prop_assert_eq!(described, Some(position));
        prop_assert_eq!(usize::from(position.stones()), board.stones());
        let is_first = position.side_to_move() == game::Side::First;
        prop_assert_eq!(is_first, mover == Side::First);
        // The columns.
        let legal: Vec<usize> = position.legal_columns().iter().map(Column::index).collect();
        prop_assert_eq!(legal, board.legal_columns());
        for column in Column::ALL {
            let row = board.landing_row(column.index());
            prop_assert_eq!(position.can_play(column), row.is_some());
            let landing = row.map_or(0, |row| cell(row, column.index()));
            prop_assert_eq!(position.landing_cell(column), landing);
        }
        // The wins.
        prop_assert_eq!(position.is_lost(), board.has_four(mover.other()));
        prop_assert_eq!(position.is_over(), board.is_over());
        if !board.is_over() {
            for column in Column::ALL {
                prop_assert_eq!(position.wins(column), board.wins(column.index()));
            }
            prop_assert_eq!(position.winning_cells(), completions(&board, mover));
            prop_assert_eq!(position.opponent_winning_cells(), completions(&board, mover.other()));
        }
        // The mirror image.
        let mirrored = position.mirror();
        prop_assert_eq!(mirrored.mover(), bits(&board.mirror(), mover));
        prop_assert_eq!(mirrored.opponent(), bits(&board.mirror(), mover.other()));
        prop_assert_eq!(mirrored.mirror(), position);
        prop_assert_eq!(mirrored.is_over(), position.is_over());
    }
}

/// Returns whether the stones make a position: they do not float, their numbers fit, and the side
/// to move has not won already.
pub(crate) fn describes_a_position(board: &Board) -> bool {
    let mover = board.side_to_move();
    let (first, second) = (board.count(Side::First), board.count(Side::Second));
    board.is_grounded() && (first == second || first == second + 1) && !board.has_four(mover)
}

#[test]
fn from_bits_accepts_exactly_what_describes_a_position() {
    let mut random = Random::seeded(1);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..cases(25_000) {
        let board = shuffled_board(&mut random, round % 4);
        let mover = board.side_to_move();
        let (mine, theirs) = (bits(&board, mover), bits(&board, mover.other()));
        let position = Position::from_bits(mine, mine | theirs);
        let is_position = describes_a_position(&board);
        assert_eq!(position.is_some(), is_position, "\n{board}");
        match position {
            Some(position) => {
                assert_eq!((position.mover(), position.opponent()), (mine, theirs));
                accepted += 1;
            }
            None => refused += 1,
        }
    }
    let enough = accepted > cases(2_500) && refused > cases(2_500);
    assert!(enough, "{accepted} {refused}");
}

/// Returns a board with columns of random heights. In most rounds both sides have equally many
/// stones; in rounds of kind 1 a cell is emptied, which may leave a stone floating.
fn shuffled_board(random: &mut Random, kind: usize) -> Board {
    let heights: Vec<usize> = (0..WIDTH).map(|_| random.below(HEIGHT + 1)).collect();
    let stones: usize = heights.iter().sum();
    let mut bag: Vec<Side> = (0..stones)
        .map(|number| match kind {
            0 => *random.pick(&[Side::First, Side::Second]),
            _ if number % 2 == 0 => Side::First,
            _ => Side::Second,
        })
        .collect();
    let mut board = Board::empty();
    for (column, height) in heights.into_iter().enumerate() {
        for row in 0..height {
            let stone = bag.swap_remove(random.below(bag.len()));
            board.cells[row][column] = Some(stone);
        }
    }
    if kind == 1 {
        let (row, column) = (random.below(HEIGHT), random.below(WIDTH));
        board.cells[row][column] = None;
    }
    board
}

#[test]
fn bits_outside_the_board_are_refused() {
    for bit in 0..64 {
        let alone = 1_u64 << bit;
        let is_bottom = alone & bitboard::BOTTOM != 0;
        let position = Position::from_bits(0, alone);
        assert_eq!(position.is_some(), is_bottom, "bit {bit}");
    }
    assert_eq!(Position::from_bits(0, u64::MAX), None);
    assert_eq!(Position::from_bits(u64::MAX, u64::MAX), None);
    assert_eq!(Position::from_bits(u64::MAX, 0), None);
}

#[test]
fn no_two_positions_share_a_key() {
    let mut random = Random::seeded(2);
    let mut seen: HashMap<u64, Board> = HashMap::new();
    for _ in 0..cases(500) {
        let stones = random.below(41);
        let moves = sample::unfinished(&mut random, stones, Play::Blind);
        let mut both = (Position::EMPTY, Board::empty());
        for &column in &moves {
            let next = both.1.play(column).expect("a legal move");
            both = (both.0.play(Column::ALL[column]), next);
            let key = both.0.key();
            assert!(key < 1 << 49, "{key:#x}");
            let known = seen.entry(key).or_insert_with(|| both.1.clone());
            assert_eq!(*known, both.1, "key {key:#x}");
        }
    }
    let boards: HashSet<&Board> = seen.values().collect();
    assert_eq!(boards.len(), seen.len(), "one position has two keys");
    assert!(seen.len() > cases(2_500), "only {} positions", seen.len());
}

/// The numbers of distinct positions after 0, 1, 2 ... plies: the first terms of A212693 in the
/// On-Line Encyclopedia of Integer Sequences.
const DISTINCT: [usize; 10] = [
    1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186,
];

#[test]
fn the_numbers_of_positions_are_the_published_ones() {
    let mut positions = HashMap::from([(Position::EMPTY.key(), Position::EMPTY)]);
    for (ply, &count) in DISTINCT.iter().enumerate() {
        assert_eq!(positions.len(), count, "at ply {ply}");
        positions = positions
            .values()
            .flat_map(|position| {
                position
                    .legal_columns()
                    .iter()
                    .map(|column| position.play(column))
            })
            .map(|position| (position.key(), position))
            .collect();
    }
}

#[test]
fn the_naive_board_counts_the_same_positions() {
    let mut boards = HashSet::from([Board::empty()]);
    for (ply, &count) in DISTINCT.iter().enumerate().take(8) {
        assert_eq!(boards.len(), count, "at ply {ply}");
        boards = boards
            .iter()
            .flat_map(|board| (0..WIDTH).filter_map(|column| board.play(column)))
            .collect();
    }
}

fn perft(position: Position, plies: usize) -> u64 {
    if plies == 0 {
        return 1;
    }
    let columns = position.legal_columns();
    columns
        .iter()
        .map(|column| perft(position.play(column), plies - 1))
        .sum()
}

#[test]
fn both_boards_count_the_same_games() {
    for plies in 0..=6 {
        let (found, wanted) = (perft(Position::EMPTY, plies), Board::empty().perft(plies));
        assert_eq!(found, wanted, "{plies} plies from the empty board");
    }
    let mut random = Random::seeded(3);
    for _ in 0..cases(75) {
        let stones = 10 + random.below(28);
        let moves = sample::unfinished(&mut random, stones, Play::Careful);
        let found = perft(sample::position(&moves), 4);
        let wanted = Board::after(&moves).perft(4);
        assert_eq!(found, wanted, "{}", sample::written(&moves));
    }
}
