//! Which deadline a search gets, and when.

use super::*;
use crate::session::time::Budget;

/// The deadline of a budget whose two limits are the same.
fn deadline(from: Moment, limit: Duration) -> Deadline {
    let (soft, hard) = (limit, limit);
    let budget = Budget { soft, hard };
    Deadline { from, budget }
}

#[test]
fn a_clock_runs_from_the_arrival_of_its_go() {
    let mut talk = Talk::new();
    talk.now = at(7);
    talk.hear("go movetime 100");
    assert_eq!(talk.deadline, Some(deadline(at(7), ms(90))));
    talk.now = at(50);
    talk.hear("go movetime 40");
    talk.now = at(60);
    talk.done("4");
    let waited = Some(deadline(at(50), ms(30)));
    assert_eq!(talk.deadline, waited, "also when it waits for another");
    assert_eq!(Talk::after(&["go", "go infinite"]).deadline, None);
}

#[test]
fn the_clock_of_a_ponder_search_runs_from_the_hit() {
    let mut talk = Talk::after(&["go ponder movetime 100"]);
    assert_eq!(talk.deadline, None);
    talk.now = at(5000);
    talk.hear("ponderhit");
    let hit = Some(deadline(at(5000), ms(90)));
    assert_eq!(talk.deadline, hit);
    talk.now = at(6000);
    talk.hear("ponderhit");
    assert_eq!(talk.deadline, hit, "it is hit once");
}

#[test]
fn what_a_clock_lost_beyond_the_search_is_kept_back() {
    let budget_after = |first_go: &str| {
        let mut talk = Talk::after(&[first_go, "ponderhit"]);
        talk.now = at(100);
        talk.done("4");
        talk.hear("position startpos moves 4 4");
        talk.hear("go wtime 1800");
        talk.deadline.expect("a clock runs").budget
    };
    let quiet = budget_after("go wtime 1900");
    assert!(budget_after("go wtime 2000").hard < quiet.hard);
    assert!(budget_after("go ponder wtime 2000").hard < quiet.hard);
    // In another game.
    let mut talk = Talk::after(&["go wtime 2000"]);
    talk.now = at(100);
    talk.done("4");
    for line in ["ucinewgame", "position startpos moves 4 4", "go wtime 1800"] {
        talk.hear(line);
    }
    assert_eq!(talk.deadline.expect("a clock runs").budget, quiet);
    // Filled up in between, or not the clock of this search.
    assert_eq!(budget_after("go wtime 1000"), quiet);
    assert_eq!(budget_after("go movetime 500"), quiet);
}

/// Which limits stand is told by `limits.rs`, row by row.
#[test]
fn without_time_a_move_is_made_at_once() {
    for go in [
        "go wtime 0 btime 5000",
        "go wtime -50",
        "go movetime 0",
        "go movetime 10",
        "go depth 0",
        "analyze depth 0",
        "go perft 0",
        "go btime 0",
    ] {
        let talk = Talk::after(&[go]);
        assert!(talk.task().limits.nodes.is_some(), "{go}");
    }
    let mut talk = Talk::after(&["go ponder wtime 0"]);
    assert_eq!(talk.task().limits.nodes, None);
    talk.hear("ponderhit");
    assert!(
        talk.deadline
            .is_some_and(|deadline| deadline.budget.is_spent())
    );
}

#[test]
fn a_zero_beside_another_limit_takes_no_time_away() {
    let mut talk = Talk::new();
    for (line, depth) in [
        ("go movetime 0 depth 5", Some(5)),
        (
            "go wtime 0 btime 0 winc 0 binc 0 movetime 0 depth 5",
            Some(5),
        ),
        ("analyze wtime 0 btime 0 depth 5", Some(5)),
        ("go infinite movetime 0 depth 0 nodes 0", None),
    ] {
        talk.hear(line);
        talk.hear("stop");
        let limits = talk.task().limits;
        assert_eq!((limits.depth, limits.nodes), (depth, None), "{line}");
        assert!(!limits.timed && talk.deadline.is_none(), "{line}");
        talk.done("4");
    }
    talk.hear("go wtime 1000 btime 1000 movestogo 0");
    let whole_game = talk.deadline.take();
    talk.done("4");
    talk.hear("go wtime 1000 btime 1000");
    assert_eq!(talk.deadline, whole_game);
}

#[test]
fn without_a_readable_limit_a_search_gets_a_second_and_says_so() {
    let note = "info string no limit could be read: the search gets one second";
    for line in ["go movetime soon", "analyze 5", "go movetme 100"] {
        let mut talk = Talk::new();
        let said = talk.hear(line);
        assert!(said[0].starts_with("info string error char "), "{said:?}");
        assert_eq!(said.last().map(String::as_str), Some(note), "{line}");
        let second = deadline(Moment::START, ms(990));
        assert_eq!(talk.deadline, Some(second), "{line}");
    }
    for line in ["go soon depth 5", "go infinite soon", "go searchmoves soon"] {
        let mut talk = Talk::new();
        assert!(!talk.hear(line).contains(&note.to_owned()), "{line}");
        assert_eq!(talk.deadline, None, "{line}");
    }
    // Until the hit it is not the mover's time.
    let mut talk = Talk::after(&["go ponder movetime soon"]);
    assert_eq!(talk.deadline, None);
    talk.now = at(5000);
    talk.hear("ponderhit");
    assert_eq!(talk.deadline, Some(deadline(at(5000), ms(990))));
}

#[test]
fn the_rest_of_a_line_too_long_may_hold_its_limit() {
    let mut talk = Talk::new();
    talk.event(Event::Input(Line::TooLong("go searchmoves 4".to_owned())));
    assert_eq!(talk.deadline, Some(deadline(Moment::START, ms(990))));
    talk.done("4");
    talk.deadline = None;
    talk.event(Event::Input(Line::TooLong("go depth 3".to_owned())));
    assert_eq!(talk.task().limits.depth, Some(3));
    assert_eq!(talk.deadline, None);
}

#[test]
fn the_clock_of_the_opponent_tells_nothing_of_our_lag() {
    let mut talk = Talk::after(&["go btime 2000"]);
    let alone = talk.deadline.take().expect("a clock runs").budget;
    talk.done("4");
    talk.hear("ucinewgame");
    talk.hear("go wtime 2000");
    assert_eq!(talk.deadline.take().expect("a clock runs").budget, alone);
    // What the opponent thought for would be lag.
    let budget_after = |first: &str| {
        let mut talk = Talk::after(&[first]);
        talk.now = at(100);
        talk.done("4");
        talk.hear("position startpos moves 4 4");
        talk.hear("go wtime 1000");
        talk.deadline.expect("a clock runs").budget
    };
    assert_eq!(budget_after("go btime 2000"), budget_after("go depth 5"));
}
