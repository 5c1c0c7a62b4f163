//! The lines that a search without limits prints last: the first reaches the end of the game, the
//! others at least the first reply.

use claimeven::game::{Column, Position, replay};

use crate::helpers::engine::Engine;

const GAMES: [&str; 4] = [
    "44444222",
    "11522664",
    "2232341145311512135567",
    "14764211577553161274152737",
];

/// The moves of the last block of `info` lines, best line first.
fn last_block(output: &[String]) -> Vec<Vec<Column>> {
    let infos = output.iter().filter(|line| line.contains(" pv "));
    let mut firsts = infos.clone().filter(|line| line.contains(" multipv 1 "));
    let first = firsts.next_back().expect("a block has a first line");
    infos
        .skip_while(|line| *line != first)
        .map(|line| {
            let moves = line.split(" pv ").nth(1).expect("it has moves");
            let column = |word: &str| word.parse().ok().and_then(Column::from_number);
            let columns = moves.split(' ').map(column);
            columns.collect::<Option<_>>().expect("numbers of columns")
        })
        .collect()
}

/// Plays the moves of a line, all of which must be legal.
fn played_out(start: Position, line: &[Column]) -> Position {
    line.iter().fold(start, |position, &column| {
        assert!(position.legal_columns().contains(column), "{line:?}");
        position.play(column)
    })
}

/// Searches each position without limits, and checks the last `wanted` lines.
fn check_lines(command: &str, answer: &str, wanted: usize) {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3");
    let mut shorter = 0;
    for mode in ["strong", "weak"] {
        engine.send(&format!("setoption name Solve value {mode}\nucinewgame"));
        for moves in GAMES {
            let start = replay(moves).expect("a legal game");
            let ask = format!("position moves {moves}\n{command}");
            let lines = last_block(&engine.ask(&ask, answer));
            assert_eq!(lines.len(), wanted.min(start.legal_columns().len()));
            for (rank, line) in lines.iter().enumerate() {
                let is_over = played_out(start, line).is_over();
                assert!(is_over || rank > 0, "{mode} {moves}: {line:?}");
                assert!(is_over || line.len() >= 2, "{mode} {moves}: {line:?}");
                shorter += usize::from(!is_over);
            }
        }
    }
    assert!(shorter > 0, "no line ends before the game does");
}

#[test]
fn the_first_line_of_an_analysis_reaches_the_end_of_the_game() {
    check_lines("analyze", "analysis ...", 7);
}

#[test]
fn the_first_of_several_lines_reaches_the_end_of_the_game() {
    check_lines("go", "bestmove ...", 3);
}
