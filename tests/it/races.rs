//! Thousands of searches and stops in every order: each `go` has one answer.

use crate::helpers::engine::Engine;
use crate::helpers::random::cases;
use crate::helpers::sample::Random;

fn bestmoves(lines: &[String]) -> usize {
    lines
        .iter()
        .filter(|line| line.starts_with("bestmove"))
        .count()
}

/// Checks that only the answer to `isready` follows.
fn assert_quiet(engine: &mut Engine) {
    engine.send("isready");
    assert_eq!(bestmoves(&engine.lines_until("readyok")), 0);
    engine.send("quit");
    let (rest, status) = engine.farewell();
    assert!(rest.is_empty() && status.success(), "{rest:?}");
}

#[test]
fn a_stop_in_the_write_of_its_go_has_one_answer() {
    let mut engine = Engine::start_without_book();
    for _ in 0..cases(750) {
        engine.send("go infinite\nstop");
        let lines = engine.lines_until("bestmove ...");
        assert!(
            lines.len() > 1 && lines[lines.len() - 2].contains(" pv "),
            "{lines:?}"
        );
    }
    assert_quiet(&mut engine);
}

#[test]
fn a_late_stop_never_ends_the_next_search() {
    let mut dice = Random::seeded(7);
    let mut engine = Engine::start_without_book();
    for _ in 0..cases(375) {
        engine.send(&format!("go nodes {}", 1 + dice.below(3000)));
        if dice.below(2) == 0 {
            engine.expect("bestmove ...");
            engine.send("stop\ngo depth 4");
        } else {
            engine.send("stop\ngo depth 4");
            engine.expect("bestmove ...");
        }
        let lines = engine.lines_until("bestmove ...");
        let last = &lines[lines.len() - 2];
        let depth: u8 = last
            .split(' ')
            .nth(2)
            .and_then(|depth| depth.parse().ok())
            .expect("info depth n");
        assert!(depth >= 4, "{lines:?}");
    }
    assert_quiet(&mut engine);
}

#[test]
fn a_second_go_ends_the_first_whose_answer_comes_first() {
    let mut engine = Engine::start_without_book();
    for _ in 0..cases(250) {
        // In the first position column 1 is full, in the second it wins.
        engine.send("position moves 111111\ngo infinite\nposition moves 121212\ngo depth 3");
        let first = engine.expect("bestmove ...");
        assert_ne!(first, "bestmove 1");
        assert_eq!(engine.expect("bestmove ..."), "bestmove 1");
    }
    assert_quiet(&mut engine);
}

#[test]
fn a_ponder_hit_or_stop_has_one_answer_whenever_it_comes() {
    let mut dice = Random::seeded(3);
    let mut engine = Engine::start_without_book();
    for _ in 0..cases(250) {
        // Late positions are solved while the engine still ponders.
        let position = ["position moves 121212", "position startpos"][dice.below(2)];
        let end = ["ponderhit", "stop", "ponderhit\nstop", "stop\nponderhit"][dice.below(4)];
        engine.send(&format!("{position}\ngo ponder wtime 20 btime 20\nisready"));
        assert_eq!(bestmoves(&engine.lines_until("readyok")), 0);
        engine.send(end);
        engine.expect("bestmove ...");
    }
    assert_quiet(&mut engine);
}

#[test]
fn after_stop_readyok_follows_the_answer() {
    let mut dice = Random::seeded(5);
    let mut engine = Engine::start_without_book();
    for _ in 0..cases(250) {
        let go = ["go infinite", "go ponder", "go nodes 500", "analyze"][dice.below(4)];
        engine.send(&format!("{go}\nstop\nisready\nisready"));
        let said = engine.lines_until("readyok");
        let answer = &said[said.len() - 2];
        assert!(
            answer.starts_with("bestmove ") || answer.starts_with("analysis "),
            "{said:?}"
        );
        assert_eq!(engine.lines_until("readyok").len(), 1, "{go}");
    }
    assert_quiet(&mut engine);
}

#[test]
fn every_go_in_a_soup_of_commands_has_one_answer() {
    const COMMANDS: [&str; 14] = [
        "go infinite",
        "go nodes 300",
        "go depth 3",
        "go movetime 1",
        "go ponder",
        "go perft 3",
        "stop",
        "stop",
        "ponderhit",
        "isready",
        "ucinewgame",
        "setoption name Hash value 2",
        "position startpos moves 4 4 3",
        "position startpos moves 44444444",
    ];
    let mut dice = Random::seeded(11);
    let mut engine = Engine::start();
    for _ in 0..cases(75) {
        let mut lines = Vec::new();
        for _ in 0..20 {
            lines.push(COMMANDS[dice.below(COMMANDS.len())]);
        }
        let asked = lines.iter().filter(|line| line.starts_with("go")).count();
        let ready = lines.iter().filter(|line| **line == "isready").count();
        lines.push("stop");
        lines.push("position startpos");
        // No count above has seven nodes.
        lines.push("go perft 1");
        engine.send(&lines.join("\n"));
        let said = engine.lines_until("info string perft total 7");
        assert_eq!(bestmoves(&said), asked, "{lines:?}");
        let answers = said.iter().filter(|line| *line == "readyok").count();
        assert_eq!(answers, ready, "{lines:?}");
        engine.expect("bestmove (none)");
    }
    assert_quiet(&mut engine);
}
