//! Reasons, read and checked by a board and a solver that share no code with the engine.

#[path = "../../scripts/why-check/src/board.rs"]
#[allow(dead_code, missing_docs, missing_debug_implementations)]
mod board;
#[path = "../../scripts/why-check/src/sentence.rs"]
#[allow(missing_docs, missing_debug_implementations)]
mod sentence;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::helpers::folder::Folder;
use crate::helpers::program::claimeven;
use board::{Board, Solver};
use sentence::{Fault, Reason};

/// Returns the columns of games of random moves, and of their beginnings.
fn games(count: u64) -> Vec<String> {
    let mut random = 1_u64;
    let mut below = |bound: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(random >> 40).expect("24 bits") % bound
    };
    let mut game = || {
        let (mut board, mut moves) = (Board::EMPTY, String::new());
        while board.winner().is_none() && board.count() < 42 {
            let playable = board.playable();
            let (column, _) = playable[below(playable.len())];
            board = board.play(column);
            moves.push_str(&(column + 1).to_string());
        }
        moves
    };
    (0..count).map(|_| game()).collect()
}

fn replay(moves: &str) -> Board {
    let columns = moves.bytes().map(|digit| u32::from(digit - b'1'));
    columns.fold(Board::EMPTY, |board, column| board.play(column))
}

/// Checks a reason. Returns whether the solver of the check was fast enough.
fn check(
    why: &Value,
    before: Board,
    played: Option<u32>,
    about: &str,
    solver: &mut Solver,
) -> bool {
    let checked = Reason::read(why, before, played).and_then(|reason| reason.check(solver));
    if let Err(Fault::False(what)) = &checked {
        panic!("{about}: {why}: {what}");
    }
    // The other side, and another cell, are wrong.
    let text = why["text"].as_str().expect("a text");
    let swap = |letter| match letter {
        'X' => 'O',
        'O' if !text.starts_with("Only") => 'X',
        other => other,
    };
    let swapped: String = text.chars().map(swap).collect();
    for (field, lie) in [("text", swapped.into()), ("cells", json!(["a1"]))] {
        let mut lies = why.clone();
        lies[field] = lie;
        let checked = Reason::read(&lies, before, played).and_then(|reason| reason.check(solver));
        assert!(lies == *why || checked.is_err(), "{about}: {lies}");
    }
    checked.is_ok()
}

#[test]
fn every_claim_of_a_reason_is_true() {
    let folder = Folder::new();
    let games = games(12);
    let all = folder.write("games", &(games.join("\n") + "\n"));
    let starts: Vec<&str> = games
        .iter()
        .map(|moves| &moves[..moves.len() * 2 / 3])
        .collect();
    let starts = folder.write("starts", &(starts.join("\n") + "\n"));
    let mut solver = Solver::new(50_000);
    let (mut kinds, mut slow, mut checked) = (BTreeSet::new(), 0, 0);
    let mut check = |why: &Value, before, played, about: &str| {
        if let Some(kind) = why["kind"].as_str() {
            kinds.insert(kind.to_owned());
            checked += 1;
            slow += usize::from(!check(why, before, played, about, &mut solver));
        }
    };
    for record in claimeven(&format!("analyze --why --json --quiet --input {starts}")).records() {
        let moves = record["input"].as_str().expect("the moves");
        check(&record["why"], replay(moves), None, moves);
    }
    for game in claimeven(&format!("annotate --why --json --quiet --input {all}")).records() {
        let moves = game["moves"].as_str().expect("the moves");
        for (index, played) in game["annotations"]
            .as_array()
            .expect("a list")
            .iter()
            .enumerate()
        {
            let column = u32::from(moves.as_bytes()[index] - b'1');
            check(
                &played["why"],
                replay(&moves[..index]),
                Some(column),
                &moves[..=index],
            );
        }
    }
    assert!(
        kinds.len() >= 6 && checked > 80 && slow < checked * 2 / 3,
        "{kinds:?} {checked} {slow}"
    );
}
