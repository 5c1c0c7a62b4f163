//! Whole games of the engine against itself, played as managers play them.

use claimeven::game::{Game, Position, Side};
use claimeven::internals::notation;

use crate::helpers::engine::Engine;

/// Plays a move in the engine's notation. The rules are the referee.
fn play(position: &Position, written: &str) -> Position {
    let tokens = notation::tokens(written);
    let Ok(&[token]) = tokens.as_deref() else {
        panic!("{written} is not a move");
    };
    let mut game = Game::from(*position);
    let played = game.play_claimed(token.column, token.row);
    played.expect("the engine plays by the rules");
    *game.position()
}

/// Returns the move of a `bestmove` line. It must be that of the last line before it.
fn best_move(lines: &[String]) -> String {
    let [.., info, best] = lines else {
        panic!("no info before the answer: {lines:?}");
    };
    let best = best.split(' ').nth(1).expect("a move");
    let first = info
        .split(" pv ")
        .nth(1)
        .and_then(|pv| pv.split(' ').next());
    assert_eq!(first, Some(best), "{lines:?}");
    best.to_owned()
}

/// Adds a move to the end of a `position` line.
fn add(moves: &mut String, best: &str) {
    if moves.is_empty() {
        moves.push_str(" moves");
    }
    moves.push(' ');
    moves.push_str(best);
}

#[test]
fn a_whole_game_through_uci() {
    let mut engine = Engine::start();
    engine.ask("uci", "uciok");
    engine.send("setoption name Hash value 16\nsetoption name UCI_Variant value cfour\nucinewgame");
    let mut moves = String::new();
    let mut position = Position::EMPTY;
    while !position.is_over() {
        engine.ready_after(&format!("position startpos{moves}"));
        let go = "go wtime 1050 btime 1050 winc 20 binc 20";
        let best = best_move(&engine.ask(go, "bestmove ..."));
        position = play(&position, &best);
        add(&mut moves, &best);
    }
    engine.ask(
        &format!("position startpos{moves}\ngo"),
        "info depth 0 score ...",
    );
    engine.expect("bestmove (none)");
}

#[test]
fn a_whole_game_through_ugi() {
    let mut engines = [Engine::start(), Engine::start()];
    for engine in &mut engines {
        engine.ask("ugi", "ugiok");
        engine.ready_after("setoption name hash value 16");
        engine.send("uginewgame");
    }
    let mut moves = String::new();
    let mut position = Position::EMPTY;
    let results = loop {
        let line = format!("position startpos{moves}");
        let over = engines.each_mut().map(|engine| {
            engine.send(&format!("{line}\nquery gameover"));
            engine.expect("response ...")
        });
        assert_eq!(over[0], over[1]);
        assert_eq!(over[0], format!("response {}", position.is_over()));
        if position.is_over() {
            break engines.each_mut().map(|engine| {
                engine.send("query result");
                engine.expect("response ...")
            });
        }
        let is_first = position.side_to_move() == Side::First;
        let engine = &mut engines[usize::from(!is_first)];
        engine.ask("query p1turn", &format!("response {is_first}"));
        let lines = engine.ask("go movetime 30", "bestmove ...");
        let words = lines.last().map_or(0, |line| line.split(' ').count());
        assert_eq!(words, 2, "{lines:?}");
        let best = best_move(&lines);
        position = play(&position, &best);
        add(&mut moves, &best);
    };
    assert_eq!(results[0], results[1]);
    assert_ne!(results[0], "response none");
}
