//! Tests of moves at a level.

use super::*;
use crate::play::levels::{Level, Turn};

fn turn(lines: &[&str]) -> Turn {
    match &Talk::after(lines).job().job {
        Job::Play(turn) => turn.clone(),
        other => panic!("not a move at a level: {other:?}"),
    }
}

fn is_weakened(lines: &[&str]) -> bool {
    matches!(Talk::after(lines).job().job, Job::Play(_))
}

#[test]
fn the_options_of_managers_choose_the_level() {
    assert!(!is_weakened(&["go"]));
    let seven = "setoption name Skill Level value 7";
    assert_eq!(Some(turn(&[seven, "go"]).level), Level::numbered(7));
    let [elo, limit] = [
        "setoption name UCI_Elo value 1000",
        "setoption name UCI_LimitStrength value true",
    ];
    assert!(!is_weakened(&[elo, "go"]));
    let limited = turn(&[seven, elo, limit, "go"]).level;
    assert_eq!(limited, Level::of_elo(1000));
    let analyse = "setoption name UCI_AnalyseMode value true";
    assert!(!is_weakened(&[seven, analyse, "go"]));
}

#[test]
fn only_moves_are_weakened() {
    let level = "setoption name Skill Level value 0";
    for line in ["analyze", "d scores", "go perft 3", "go mate 3", "bench"] {
        assert!(!is_weakened(&[level, line]), "{line}");
    }
}

#[test]
fn a_game_has_one_seed() {
    let mut talk = Talk::after(&["setoption name Skill Level value 3"]);
    let mut seed = |lines: &[&str]| {
        for line in lines {
            talk.send(line);
        }
        let said = talk.send("go").len();
        let Job::Play(turn) = &talk.job().job else {
            panic!("not a move at a level");
        };
        let seed = turn.seed;
        talk.send("stop");
        talk.done("4");
        (seed, said)
    };
    let (first, said) = seed(&["position startpos moves d1"]);
    assert_eq!(said, 1, "the level is printed");
    assert_eq!(seed(&["position startpos moves d1 d2 d3"]), (first, 0));
    let (second, said) = seed(&["position startpos moves d1 d2 c1"]);
    assert!(second != first && said == 1, "not the same game");
    let (third, _) = seed(&["ucinewgame", "position startpos moves d1 d2 c1 c2"]);
    assert_ne!(third, second);
    let set = seed(&["setoption name Skill Seed value 5"]).0;
    assert_eq!(seed(&["ucinewgame"]).0, set);
    assert_eq!(set, 5);
}

#[test]
fn a_limit_that_costs_much_is_named_with_the_level() {
    for (level, go, costly) in [
        (5, "go nodes 1", None),
        (7, "go depth 1", None),
        (10, "go nodes 1", Some("nodes 1")),
        (15, "go nodes 1000", None),
        (15, "go depth 3", Some("depth 3")),
        (19, "go depth 9", None),
        (15, "go movetime 100", None),
        (19, "go nodes 1000", Some("nodes 1000")),
        // Without time, a move gets this many nodes.
        (19, "go movetime 1", Some("nodes 1000")),
    ] {
        let said = Talk::after(&[&format!("setoption name Skill Level value {level}")]).send(go);
        let costly = costly.map(|limit| format!("; {limit} costs more than 50 Elo"));
        let wanted = format!("(random moves: 400){}", costly.unwrap_or_default());
        assert!(said[0].ends_with(&wanted), "{said:?}");
    }
}

#[test]
fn a_clock_shortens_a_move_only_if_it_is_nearly_spent() {
    let level = "setoption name Skill Level value 9";
    for line in ["go movetime 100", "go wtime 60000 btime 60000"] {
        let talk = Talk::after(&[level, line]);
        assert_eq!(talk.clock(), None, "{line}");
        assert_eq!(turn(&[level, line]).limits.nodes, None, "{line}");
    }
    let hurried = Talk::after(&[level, "go movetime 20"]);
    assert_eq!(hurried.budget().hard, ms(10));
    assert!(turn(&[level, "go movetime -1"]).limits.nodes.is_some());
    assert_eq!(turn(&[level, "go depth 3 nodes 70"]).limits.depth, Some(3));
}
