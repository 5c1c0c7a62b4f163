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

#[test]
fn without_time_a_move_is_made_at_once() {
    for go in [
        "go wtime 0 btime 5000",
        "go wtime -50",
        "go movetime 0",
        "go movetime 10",
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
