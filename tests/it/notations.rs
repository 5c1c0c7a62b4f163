//! FENs and packed lines, compared with those of the naive board.

use claimeven::game::{Column, fen, replay};
use claimeven::internals::notation;

use crate::helpers::naive::{Board, Side, WIDTH};
use crate::helpers::random::cases;
use crate::helpers::sample::{self, Random};
use crate::rules::describes_a_position;

/// Returns a board as a cfour FEN, cell by cell.
fn described(board: &Board) -> String {
    let ranks: Vec<String> = board.cells.iter().rev().map(|row| rank(row)).collect();
    let hand = |stone: &str, side| stone.repeat(21 - board.count(side));
    let mover = match board.side_to_move() {
        Side::First => 'w',
        Side::Second => 'b',
    };
    format!(
        "{}[{}{}] {mover} - - 0 {}",
        ranks.join("/"),
        hand("P", Side::First),
        hand("p", Side::Second),
        board.stones() / 2 + 1
    )
}

fn rank(row: &[Option<Side>]) -> String {
    let letters: String = row
        .iter()
        .map(|cell| match cell {
            None => '1',
            Some(Side::First) => 'P',
            Some(Side::Second) => 'p',
        })
        .collect();
    // Runs of empty cells become one number, the longest run first.
    (2..=WIDTH).rev().fold(letters, |letters, run| {
        letters.replace(&"1".repeat(run), &run.to_string())
    })
}

fn without_hand(fen: &str) -> String {
    let (stones, rest) = fen.split_once('[').expect("a bracket opens");
    let (_, rest) = rest.split_once(']').expect("a bracket closes");
    format!("{stones}{rest}")
}

/// Returns every position of games that last until neither side can move.
fn whole_games(seed: u64, usual: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut random = Random::seeded(seed);
    (0..cases(usual)).flat_map(move |_| {
        let (mut board, mut moves) = (Board::empty(), Vec::new());
        let mut prefixes = vec![Vec::new()];
        while let Some(next) = Some(board.legal_columns()).filter(|legal| !legal.is_empty()) {
            let column = *random.pick(&next);
            board = board.play(column).expect("a legal column");
            moves.push(column);
            prefixes.push(moves.clone());
        }
        prefixes
    })
}

#[test]
fn a_fen_describes_the_naive_board() {
    let mut finished = 0;
    for moves in whole_games(41, 125) {
        let board = Board::after(&moves);
        let position = sample::position(&moves);
        let wanted = described(&board);
        assert_eq!(fen::write(&position), wanted);
        assert_eq!(fen::parse(&wanted), Ok(position), "{wanted}");
        let short = without_hand(&wanted);
        assert_eq!(fen::parse(&short), Ok(position), "{short}");
        finished += usize::from(board.is_over());
    }
    assert_eq!(finished, cases(125));
}

#[test]
fn a_fen_with_one_stone_changed_never_names_another_board() {
    let mut random = Random::seeded(42);
    let (mut accepted, mut refused) = (0, 0);
    for moves in whole_games(43, 75) {
        let mut board = Board::after(&moves);
        let (row, column) = (random.below(6), random.below(7));
        board.cells[row][column] = *random.pick(&[None, Some(Side::First), Some(Side::Second)]);
        let both = board.count(Side::First).max(board.count(Side::Second));
        if both > 21 {
            continue;
        }
        let text = described(&board);
        let sound = describes_a_position(&board);
        match fen::parse(&text) {
            Ok(position) => {
                assert!(sound, "{text}");
                assert_eq!(fen::write(&position), text);
                accepted += 1;
            }
            Err(error) => {
                let winner = board.has_four(board.side_to_move().other());
                assert!(!sound || winner, "{text}: {error}");
                refused += 1;
            }
        }
    }
    let enough = accepted > cases(75) && refused > cases(75);
    assert!(enough, "{accepted} {refused}");
}

#[test]
fn packed_columns_lead_to_the_position_of_the_naive_board() {
    let mut random = Random::seeded(44);
    for moves in whole_games(45, 75) {
        let line = sample::written(&moves);
        assert_eq!(replay(&line), Ok(sample::position(&moves)));
        let columns: Vec<Column> = moves.iter().map(|&column| Column::ALL[column]).collect();
        assert_eq!(notation::packed(&columns), line);
        assert_eq!(notation::columns(&line), Ok(columns));
        // One more move is accepted if and only if the naive board allows it.
        let column = random.below(WIDTH);
        let longer = sample::written(&[&moves[..], &[column]].concat());
        let allowed = Board::after(&moves).play(column).is_some();
        assert_eq!(replay(&longer).is_ok(), allowed, "{longer}");
    }
}
