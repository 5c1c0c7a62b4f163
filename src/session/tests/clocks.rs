//! Tests of deadlines and clocks.

use super::*;
use crate::session::time::Budget;

/// Returns a clock that runs from a moment, with a budget of two equal limits.
fn clock(from: Moment, limit: Duration) -> (Moment, Budget) {
    let (soft, hard) = (limit, limit);
    (from, Budget { soft, hard })
}

#[test]
fn a_clock_runs_from_the_arrival_of_its_go() {
    let mut talk = Talk::after(&[]);
    talk.now = at(7);
    talk.send("go movetime 100");
    assert_eq!(talk.clock(), Some(clock(at(7), ms(90))));
    talk.now = at(50);
    talk.send("go movetime 40");
    talk.now = at(60);
    talk.done("4");
    let waited = Some(clock(at(50), ms(30)));
    assert_eq!(talk.clock(), waited, "also when it waits for another");
    assert_eq!(Talk::after(&["go", "go infinite"]).clock(), None);
}

#[test]
fn the_clock_of_a_ponder_search_runs_from_the_hit() {
    let mut talk = Talk::after(&["go ponder movetime 100"]);
    assert_eq!(talk.clock(), None);
    talk.now = at(5000);
    talk.send("ponderhit");
    let hit = Some(clock(at(5000), ms(90)));
    assert_eq!(talk.clock(), hit);
    talk.now = at(6000);
    talk.send("ponderhit");
    assert_eq!(talk.clock(), hit, "it is hit once");
}

#[test]
fn a_search_ends_at_its_hard_limit_in_any_case() {
    for go in ["go movetime 100", "go ponder movetime 100"] {
        let mut talk = Talk::after(&[go, "ponderhit"]);
        talk.progress(1, report(3, "3"));
        assert_eq!(talk.session.alarm(), Some(at(90)), "{go}");
        talk.now = at(91);
        let said = talk.event(Event::Alarm);
        assert_eq!((talk.stops, talk.session.alarm()), (1, None));
        assert!(said[0].starts_with("info depth 3 "), "{said:?}");
        assert_eq!(said[1..], ["bestmove 3"]);
    }
    assert_eq!(
        Talk::after(&["go ponder movetime 100"]).session.alarm(),
        None
    );
    assert_eq!(Talk::after(&["go depth 9"]).session.alarm(), None);
}

#[test]
fn no_time_ends_an_infinite_search() {
    for line in [
        "go infinite wtime 20 btime 20",
        "analyze infinite wtime 20 btime 20",
        "go infinite ponder movetime 20",
    ] {
        let mut talk = Talk::after(&[line, "ponderhit"]);
        assert_eq!(talk.session.alarm(), None, "{line}");
        talk.progress(1, report(3, "3"));
        talk.now = at(300);
        assert_eq!(talk.event(Event::Alarm), [""; 0], "{line}");
        assert_eq!(talk.send("isready"), ["readyok"], "{line}");
        assert_eq!(talk.stops, 0, "{line}");
        let said = talk.send("stop");
        let answer = if line.starts_with("go") {
            "bestmove 3"
        } else {
            "analysis "
        };
        assert!(
            said.last().is_some_and(|last| last.starts_with(answer)),
            "{said:?}"
        );
    }
}

#[test]
fn an_alarm_of_an_earlier_search_does_not_end_a_later_one() {
    let mut talk = Talk::after(&["go movetime 100"]);
    talk.now = at(90);
    // The search ends and the next one begins before the alarm is handled.
    talk.done("4");
    talk.send("go perft 9");
    assert_eq!(talk.event(Event::Alarm), [""; 0]);
    assert_eq!(talk.stops, 0);
}

#[test]
fn a_search_past_its_soft_limit_ends_when_it_finishes_a_depth() {
    let mut talk = Talk::after(&["go wtime 10000"]);
    let Budget { soft, hard } = talk.budget();
    assert!(soft < hard);
    talk.progress(1, report(3, "3"));
    talk.now = Moment::START + soft;
    talk.progress(2, report(3, "4"));
    assert_eq!(talk.stops, 0, "no depth is finished");
    let said = talk.progress(3, report(4, "5"));
    assert_eq!(talk.stops, 1);
    assert_eq!(said.last().map(String::as_str), Some("bestmove 5"));
}

#[test]
fn a_search_without_a_report_at_its_deadline_is_answered_at_its_first_report() {
    let mut talk = Talk::after(&["go movetime 100"]);
    talk.now = at(90);
    assert_eq!(talk.event(Event::Alarm), [""; 0]);
    assert_eq!((talk.stops, talk.session.alarm()), (0, None));
    // The thread begins: it has counted nodes and found nothing.
    let id = talk.job().id;
    let begun = Progress {
        id,
        ..Progress::default()
    };
    talk.event(Event::Progress(begun));
    assert_eq!(talk.stops, 0);
    let said = talk.progress(1, report(1, "4"));
    assert!(said[0].contains(" pv 4"), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("bestmove 4"));
    assert_eq!(talk.stops, 1);
}

#[test]
fn a_search_without_time_ends_at_its_node_limit() {
    let mut talk = Talk::after(&["go movetime 10"]);
    assert_eq!(talk.session.alarm(), None);
    talk.progress(1, report(1, "4"));
    assert_eq!(talk.stops, 0);
    assert_eq!(talk.done("3")[1..], ["bestmove 3"]);
}

#[test]
fn a_count_without_time_ends_at_once() {
    for go in ["go perft 30 movetime -1", "go perft 30 wtime 0 btime 800"] {
        let mut talk = Talk::after(&[go]);
        assert_eq!(talk.session.alarm(), Some(Moment::START), "{go}");
        talk.event(Event::Alarm);
        assert_eq!(talk.stops, 1, "{go}");
    }
}

#[test]
fn time_between_two_searches_is_not_a_loss_of_the_first() {
    let bad = "position moves 9";
    for between in [&["bench"][..], &[bad, "go", "position startpos"]] {
        let mut talk = Talk::after(&["go movetime 200"]);
        talk.now = at(190);
        talk.done("4");
        for line in between {
            talk.send(line);
        }
        talk.now = at(3000);
        if between == ["bench"] {
            let (id, ending) = (talk.job().id, stopped_bench());
            talk.event(Event::Notice(Notice::Done { id, ending }));
        }
        talk.send("go movetime 200");
        assert_eq!(talk.budget().hard, ms(190), "{between:?}");
    }
    // The time in which the client does not want the answer is not a loss either.
    let mut talk = Talk::after(&["go infinite movetime 200"]);
    talk.now = at(190);
    talk.done("4");
    talk.now = at(3000);
    talk.send("stop");
    talk.send("go movetime 200");
    assert_eq!(talk.budget().hard, ms(190));
}

/// A manager whose clock loses time beyond the searches, and the engine that plays for it.
struct Manager {
    talk: Talk,
    /// The time for each period of moves, or for the whole game.
    clock: Duration,
    increment: Duration,
    period: Option<usize>,
    /// The total time of the searches, for each game.
    thought: Vec<Duration>,
}

impl Manager {
    fn new(clock: u64, increment: u64, period: Option<usize>) -> Manager {
        Manager {
            talk: Talk::new(),
            clock: ms(clock),
            increment: ms(increment),
            period,
            thought: Vec::new(),
        }
    }

    /// Plays a game. Every search takes its whole budget until 20 stones are on the board, and then
    /// no time. Move `n` loses `lost(n)` milliseconds. Returns whether the clock lasts.
    fn game_lasts(&mut self, lost: impl Fn(usize) -> u64) -> bool {
        const MOVES: &str = "16223414344371252143533416765565772276";
        self.talk.send("ucinewgame");
        self.thought.push(Duration::ZERO);
        let mut left = self.clock;
        for number in 0..MOVES.len() / 2 {
            let played = self.period.map(|period| number % period);
            if number > 0 && played == Some(0) {
                left += self.clock;
            }
            let to_go = self
                .period
                .zip(played)
                .map_or(0, |(period, played)| period - played);
            self.talk
                .send(&format!("position moves {}", &MOVES[..2 * number]));
            let (left_ms, increment_ms) = (left.as_millis(), self.increment.as_millis());
            self.talk.send(&format!(
                "go wtime {left_ms} winc {increment_ms} movestogo {to_go}"
            ));
            let took = self.search(2 * number);
            let cost = took + ms(lost(number));
            let Some(rest) = left.checked_sub(cost) else {
                return false;
            };
            left = rest + self.increment;
            self.talk.now = self.talk.now + ms(lost(number));
        }
        true
    }

    fn search(&mut self, stones: usize) -> Duration {
        let took = if stones < 20 {
            // A search limited by its nodes has no budget.
            self.talk.clock().map_or(ms(0), |(_, budget)| budget.hard)
        } else {
            ms(0)
        };
        self.talk.now = self.talk.now + took;
        self.talk.done("4");
        *self.thought.last_mut().expect("a game is played") += took;
        took
    }
}

#[test]
fn a_clock_that_loses_the_same_time_at_every_move_does_not_run_out() {
    for (clock, increment, period) in [
        (200, 2, None),
        (1_000, 0, None),
        (1_050, 50, None),
        (60_000, 1_000, None),
        (2_000, 0, Some(5)),
    ] {
        for lost in [0, 3, 10, 40] {
            let moves = period.unwrap_or(19) as u64;
            // Such a clock cannot last.
            let impossible = moves * lost > clock + (moves - 1) * increment;
            let mut manager = Manager::new(clock, increment, period);
            for game in 0..3 {
                let lasts = manager.game_lasts(|_| lost);
                // The first game shows the lag.
                let learns = game == 0 && lost >= 10;
                assert!(
                    lasts || impossible || learns,
                    "{clock} + {increment}, {lost} ms, game {game}"
                );
            }
        }
    }
}

#[test]
fn a_clock_that_now_and_then_loses_more_does_not_run_out() {
    for late in 0..19 {
        let mut manager = Manager::new(200, 2, None);
        assert!(manager.game_lasts(|number| if number % 8 == late % 8 { 30 } else { 1 }));
        assert!(
            manager.game_lasts(|number| if number == late { 60 } else { 3 }),
            "{late}"
        );
    }
}

#[test]
fn a_machine_that_slept_takes_no_time_from_later_searches() {
    let send_turns = |talk: &mut Talk, turns: &[(&str, u64)]| {
        for (moves, left) in turns {
            talk.send(&format!("position moves {moves}"));
            talk.send(&format!("go wtime {left}"));
            talk.now = talk.now + ms(100);
            talk.done("4");
        }
        talk.send("position moves 162234");
        talk.send("go wtime 57700");
        talk.budget()
    };
    // The second move loses two seconds.
    let turns = [("", 60_000), ("16", 59_900), ("1622", 57_800)];
    let after_sleep = send_turns(&mut Talk::new(), &turns);
    assert_eq!(after_sleep, send_turns(&mut Talk::new(), &[]));
    let mut talk = Talk::new();
    for late in [0, 2_000, 0, 0, 0] {
        talk.send("go movetime 100");
        assert_eq!(talk.budget().hard, ms(90));
        talk.now = talk.now + ms(90 + late);
        talk.done("4");
    }
}

#[test]
fn a_fixed_time_leaves_room_for_answers_that_were_late() {
    let mut talk = Talk::new();
    let mut budgets = Vec::new();
    for late in [5, 5, 5, 0, 0, 0, 0, 0, 0, 0] {
        talk.send("go movetime 100");
        budgets.push(talk.budget().hard);
        talk.now = talk.now + talk.budget().hard + ms(late);
        talk.done("4");
    }
    assert_eq!(budgets[..3], [ms(90), ms(85), ms(85)]);
    assert_eq!(budgets[9], ms(85));
    talk.send("go movetime 100");
    assert_eq!(talk.budget().hard, ms(90));
}

/// The tests in `limits.rs` cover each limit.
#[test]
fn without_time_a_move_is_made_at_once() {
    for go in ["go wtime 0 btime 5000", "analyze depth 0"] {
        let talk = Talk::after(&[go]);
        assert!(talk.task().limits.nodes.is_some(), "{go}");
    }
    let mut talk = Talk::after(&["go ponder wtime 0"]);
    assert_eq!(talk.task().limits.nodes, None);
    talk.send("ponderhit");
    assert!(talk.clock().is_some_and(|(_, budget)| budget.is_spent()));
}

#[test]
fn without_a_readable_limit_a_search_gets_one_second_and_a_note() {
    let note = "info string no limit could be read: the search gets one second";
    for line in [
        "go movetime soon",
        "analyze 5",
        "go movetme 100",
        "go searchmoves 1 movetme 5",
    ] {
        let mut talk = Talk::new();
        let said = talk.send(line);
        assert!(said[0].starts_with("info string error char "), "{said:?}");
        assert_eq!(said.last().map(String::as_str), Some(note), "{line}");
        let second = clock(Moment::START, ms(990));
        assert_eq!(talk.clock(), Some(second), "{line}");
    }
    for line in ["go soon depth 5", "go infinite soon", "go searchmoves 9"] {
        let mut talk = Talk::new();
        assert!(!talk.send(line).contains(&note.to_owned()), "{line}");
        assert_eq!(talk.clock(), None, "{line}");
    }
    // Before the hit, the clock of the mover is not running.
    let mut talk = Talk::after(&["go ponder movetime soon"]);
    assert_eq!(talk.clock(), None);
    talk.now = at(5000);
    talk.send("ponderhit");
    assert_eq!(talk.clock(), Some(clock(at(5000), ms(990))));
}

#[test]
fn the_rest_of_a_line_too_long_may_contain_its_limit() {
    let mut talk = Talk::new();
    talk.event(Event::Input(InputLine::TooLong(
        "go searchmoves 4 dep".to_owned(),
    )));
    assert_eq!(talk.clock(), Some(clock(Moment::START, ms(990))));
    talk.done("4");
    talk.event(Event::Input(InputLine::TooLong(
        "go depth 3 nodes".to_owned(),
    )));
    assert_eq!(talk.task().limits.depth, Some(3));
    assert_eq!(talk.clock(), None);
}

#[test]
fn the_clock_of_the_opponent_does_not_show_our_lag() {
    let mut talk = Talk::after(&["go btime 2000"]);
    let alone = talk.budget();
    talk.done("4");
    talk.send("ucinewgame");
    talk.send("go wtime 2000");
    assert_eq!(talk.budget(), alone);
    // If the opponent's clock were compared with the mover's next clock, the opponent's thinking
    // time would count as lag.
    let budget_after = |first: &str| {
        let mut talk = Talk::after(&[first]);
        talk.now = at(100);
        talk.done("4");
        talk.send("position startpos moves 4 4");
        talk.send("go wtime 1000");
        talk.budget()
    };
    assert_eq!(budget_after("go btime 2000"), budget_after("go depth 5"));
}

#[test]
fn each_player_uses_its_own_clock() {
    let go = "go wtime 60000 btime -1";
    assert!(Talk::after(&[go]).clock().is_some());
    let second = Talk::after(&["position moves 4", go]);
    assert_eq!(second.clock(), None);
    assert_eq!(second.task().limits.nodes, Some(1_000));
}

#[test]
fn the_tighter_of_clock_and_move_time_counts() {
    let talk = Talk::after(&["go movetime 100 wtime 60000"]);
    assert_eq!(talk.budget().hard, ms(90));
    assert_eq!(Talk::after(&["go"]).clock(), None);
}

#[test]
fn a_clock_makes_a_search_timed_and_its_increment_and_period_are_used() {
    assert!(!Talk::after(&["go"]).task().limits.timed);
    let game = Talk::after(&["go wtime 10000"]);
    assert!(game.task().limits.timed);
    let soft = |go| Talk::after(&[go]).budget().soft;
    assert!(soft("go wtime 10000 movestogo 1") > game.budget().soft);
    assert!(soft("go wtime 10000 winc 1000") > game.budget().soft);
    let spent = Talk::after(&["go movetime -1 nodes 1099511627776"]);
    assert_eq!(spent.task().limits.nodes, Some(1_000));
    assert!(spent.task().limits.timed);
}
