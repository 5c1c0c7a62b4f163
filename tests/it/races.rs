//! Thousands of searches and stops in every order: each `go` has one answer.

use crate::helpers::engine::Engine;
use crate::helpers::random::cases;
use crate::helpers::sample::Random;

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// Checks that only the answer to `isready` follows.
fn assert_quiet(engine: &mut Engine) {
    assert_eq!(count(&engine.ask("isready", "readyok"), "bestmove"), 0);
    assert_eq!(engine.quit(), [""; 0]);
}

#[test]
fn a_go_and_its_stop_in_one_write_have_one_answer() {
    let mut engine = Engine::start_without_book();
    for _ in 0..cases(750) {
        let lines = engine.ask("go infinite\nstop", "bestmove ...");
        let last = lines.iter().rev().nth(1);
        assert!(last.is_some_and(|line| line.contains(" pv ")), "{lines:?}");
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
        let lines = engine.ready_after(&format!("{position}\ngo ponder wtime 20 btime 20"));
        assert_eq!(count(&lines, "bestmove"), 0);
        engine.ask(end, "bestmove ...");
    }
    assert_quiet(&mut engine);
}

#[test]
fn after_stop_readyok_follows_the_answer() {
    let mut dice = Random::seeded(5);
    let mut engine = Engine::start_without_book();
    for _ in 0..cases(250) {
        let go = ["go infinite", "go ponder", "go nodes 500", "analyze"][dice.below(4)];
        let lines = engine.ask(&format!("{go}\nstop\nisready\nisready"), "readyok");
        let answer = &lines[lines.len() - 2..];
        let answers = count(answer, "bestmove ") + count(answer, "analysis ");
        assert_eq!(answers, 1, "{lines:?}");
        assert_eq!(engine.lines_until("readyok").len(), 1, "{go}");
    }
    assert_quiet(&mut engine);
}

#[test]
fn every_go_among_random_commands_has_one_answer() {
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
        let mut lines: Vec<&str> = (0..20).map(|_| *dice.pick(&COMMANDS)).collect();
        let asked = lines.iter().filter(|line| line.starts_with("go")).count();
        let ready = lines.iter().filter(|line| **line == "isready").count();
        // No count above has seven nodes.
        lines.extend(["stop", "position startpos", "go perft 1"]);
        let printed = engine.ask(&lines.join("\n"), "info string perft total 7");
        assert_eq!(count(&printed, "bestmove"), asked, "{lines:?}");
        assert_eq!(count(&printed, "readyok"), ready, "{lines:?}");
        engine.expect("bestmove (none)");
    }
    assert_quiet(&mut engine);
}
