//! Tests of the order of answers: which wait, which stop a search, and how a conversation ends.

use super::*;
use crate::session::perft::PerftCounts;

#[test]
fn a_running_search_never_delays_readyok() {
    for lines in [
        &["go infinite", "setoption name Hash value 2"][..],
        &["go infinite", "ponderhit"],
        &["go ponder"],
        &["go ponder wtime 1000", "ponderhit"],
        &["go ponder infinite", "ponderhit"],
        &["analyze infinite"],
        &["go perft 9"],
        &["bench"],
    ] {
        let mut talk = Talk::after(lines);
        assert_eq!(talk.send("isready"), ["readyok"], "{lines:?}");
        assert_eq!(talk.stops, 0, "{lines:?}");
    }
}

#[test]
fn after_stop_the_answer_comes_before_readyok() {
    for (go, answer) in [
        ("go infinite", "bestmove 4"),
        ("go ponder", "bestmove 4"),
        ("analyze", "analysis 1:-18..18"),
    ] {
        let mut talk = Talk::after(&[]);
        for line in [go, "stop", "isready"] {
            assert_eq!(talk.send(line), [""; 0], "{go}, {line}");
        }
        assert!(
            !talk.session.accepts_input(),
            "what follows waits in the pipe"
        );
        let said = talk.done("4");
        assert!(said[1].starts_with(answer), "{said:?}");
        assert_eq!(said[2..], ["readyok"]);
        assert_eq!(talk.send("isready"), ["readyok"], "each has its own");
        assert_eq!(talk.send("stop"), [""; 0]);
    }
}

#[test]
fn after_stop_a_count_and_a_bench_end_before_readyok() {
    let counted = Ending::Counted(PerftCounts {
        columns: Vec::new(),
        total: None,
    });
    for (line, ending) in [("go perft 9", counted), ("bench", stopped_bench())] {
        let mut talk = Talk::after(&["isready"]);
        talk.prepared();
        for line in [line, "stop", "isready"] {
            assert_eq!(talk.send(line), [""; 0], "{line}");
        }
        let id = talk.job().id;
        let said = talk.event(Event::Notice(Notice::Done { id, ending }));
        assert!(said.len() > 1, "{said:?}");
        assert_eq!(said.last().map(String::as_str), Some("readyok"));
    }
}

#[test]
fn readyok_after_stop_waits_for_a_new_table_too() {
    let mut talk = Talk::after(&["go", "setoption name Hash value 2", "stop", "isready"]);
    assert_eq!(talk.done("4")[1..], ["bestmove 4"]);
    assert_eq!(talk.table().hash_mib, 2);
    assert_eq!(talk.prepared(), ["readyok"]);
}

#[test]
fn an_answer_that_waits_comes_with_stop_and_before_readyok() {
    let mut talk = Talk::after(&["go infinite"]);
    talk.done("4");
    assert_eq!(talk.send("isready"), ["readyok"]);
    assert_eq!(talk.send("stop"), ["bestmove 4"]);
    assert_eq!(talk.send("isready"), ["readyok"]);
}

#[test]
fn isready_between_two_searches_is_answered_between_them() {
    // If `stop` ends the first search, `readyok` comes before the second one begins.
    let mut talk = Talk::after(&["go infinite", "stop", "isready"]);
    assert_eq!(talk.done("4")[1..], ["bestmove 4", "readyok"]);
    assert_eq!(talk.send("go infinite"), [""; 0]);
    // If a second `go` ends the first search, the `isready` stays in the pipe until the second
    // search runs.
    let mut talk = Talk::after(&["go infinite", "go infinite"]);
    assert!(!talk.session.accepts_input());
    assert_eq!(talk.done("4")[1..], ["bestmove 4"]);
    assert_eq!(talk.send("isready"), ["readyok"]);
    assert_eq!(talk.send("stop"), [""; 0]);
    assert_eq!(talk.done("3")[1..], ["bestmove 3"]);
}

#[test]
fn stop_without_a_search_prints_nothing() {
    let mut talk = Talk::new();
    assert_eq!(talk.send("stop"), [""; 0]);
    assert_eq!(talk.send("ponderhit"), [""; 0]);
    assert_eq!(talk.stops, 0);
}

#[test]
fn stop_ends_the_search_and_is_passed_to_the_runner_once() {
    let mut talk = Talk::after(&["go", "stop", "stop"]);
    assert_eq!(talk.stops, 1);
    assert_eq!(talk.done("4")[1..], ["bestmove 4"]);
    talk.send("go");
    assert_eq!(talk.stops, 1, "a stop never reaches the next search");
}

#[test]
fn a_stopped_search_is_answered_with_its_latest_report() {
    for (go, answer) in [
        ("go infinite", "bestmove 3"),
        ("go ponder", "bestmove 3"),
        ("analyze", "analysis 1:-18..18"),
    ] {
        let mut talk = Talk::after(&["isready"]);
        talk.prepared();
        talk.send(go);
        let known = talk.progress(1, report(5, "34"));
        talk.progress(2, report(6, "35"));
        let said = talk.send("stop");
        assert_eq!(talk.stops, 1);
        assert!(known[0].starts_with("info depth 5 "), "{known:?}");
        assert!(said[0].starts_with("info depth 6 "), "{said:?}");
        assert!(said[0].ends_with(" pv 3 5"), "{said:?}");
        assert!(said[1].starts_with(answer) && said.len() == 2, "{said:?}");
        assert_eq!(talk.send("isready"), ["readyok"]);
        // The runner has not ended that job yet.
        let old = talk.job().id;
        talk.send("go depth 3");
        assert_eq!(talk.done_with(old, report(9, "1")), [""; 0], "{go}");
        assert_eq!(talk.done("4")[1..], ["bestmove 4"]);
        talk.send("why");
        assert_eq!(talk.done("4")[1..], ["why none"], "after a report");
    }
}

#[test]
fn a_second_go_ends_the_first_with_its_latest_report_and_begins_at_once() {
    let mut talk = Talk::after(&["go infinite"]);
    talk.progress(1, report(5, "3"));
    assert_eq!(talk.send("go infinite")[1..], ["bestmove 3"]);
    assert_eq!((talk.stops, talk.jobs.len()), (1, 2));
    assert!(talk.session.accepts_input());
    // The second search has no report yet.
    assert_eq!(talk.send("stop"), [""; 0]);
    assert_eq!(talk.done("4")[1..], ["bestmove 4"]);
}

#[test]
fn late_results_of_an_old_search_are_dropped() {
    let mut talk = Talk::after(&["go"]);
    talk.done("4");
    talk.send("go");
    assert_eq!(talk.done_with(1, report(1, "3")), [""; 0]);
    assert_eq!(talk.done_with(2, report(1, "5"))[1..], ["bestmove 5"]);
}

#[test]
fn late_progress_of_an_old_search_is_dropped() {
    let mut talk = Talk::after(&["go"]);
    talk.done("4");
    talk.send("go");
    let said = talk.event(Event::Progress(Progress {
        id: 1,
        revision: 9,
        report: Some(report(3, "4").into()),
        ..Progress::default()
    }));
    assert_eq!(said, [""; 0]);
}

#[test]
fn with_infinite_and_ponder_the_answer_waits() {
    for (go, release) in [
        ("go infinite", "stop"),
        ("go ponder", "stop"),
        ("go ponder", "ponderhit"),
        ("go ponder wtime 1000 btime 1000", "ponderhit"),
        ("analyze infinite", "stop"),
    ] {
        let mut talk = Talk::after(&[go]);
        let said = talk.done("44");
        assert!(
            said.len() == 1 && said[0].starts_with("info depth"),
            "{said:?}"
        );
        assert_eq!(talk.send("isready"), ["readyok"]);
        assert_eq!(talk.send(release).len(), 1, "{go}, {release}");
    }
}

#[test]
fn an_infinite_ponder_waits_for_stop_after_the_hit() {
    let mut talk = Talk::after(&["go ponder infinite"]);
    talk.done("44");
    assert_eq!(talk.send("ponderhit"), [""; 0]);
    assert_eq!(talk.send("stop"), ["bestmove 4"]);
}

#[test]
fn a_second_go_waits_for_the_first_answer() {
    let mut talk = Talk::after(&["go infinite"]);
    assert_eq!(talk.send("position startpos moves 4"), [""; 0]);
    assert_eq!(talk.send("go depth 3"), [""; 0]);
    assert!(!talk.session.accepts_input());
    assert_eq!((talk.stops, talk.jobs.len()), (1, 1));
    assert_eq!(talk.done("4")[1..], ["bestmove 4"]);
    assert_eq!(talk.jobs.len(), 2);
    assert_eq!(talk.task().position.stones(), 1);
    assert_eq!(talk.done("3")[1..], ["bestmove 3"]);
}

#[test]
fn at_the_end_of_input_a_bounded_search_finishes() {
    let mut talk = Talk::after(&["go depth 9"]);
    assert_eq!(talk.event(Event::InputClosed), [""; 0]);
    assert_eq!(talk.stops, 0);
    let said = talk.done("4");
    assert_eq!(said[1..], ["bestmove 4", "exit"]);
}

#[test]
fn at_the_end_of_input_an_unbounded_search_stops() {
    for go in ["go infinite", "go ponder"] {
        let mut talk = Talk::after(&[go]);
        talk.event(Event::InputClosed);
        assert_eq!(talk.stops, 1);
        assert_eq!(talk.done("4")[1..], ["bestmove 4", "exit"]);
    }
    assert_eq!(Talk::new().event(Event::InputClosed), ["exit"]);
}

#[test]
fn quit_answers_the_running_search_and_does_not_wait_forever() {
    let mut talk = Talk::after(&["go infinite", "quit"]);
    assert_eq!(talk.stops, 1);
    assert_eq!(talk.session.alarm(), Some(Moment::START + EXIT_TIMEOUT));
    talk.now = Moment::START + EXIT_TIMEOUT;
    assert_eq!(talk.event(Event::Alarm), ["exit"]);
    assert_eq!(Talk::new().send("quit"), ["exit"]);
}

#[test]
fn a_signal_ends_the_process_even_while_memory_is_allocated() {
    let mut talk = Talk::after(&["isready"]);
    assert_eq!(talk.event(Event::Terminate), ["exit"]);
}

#[test]
fn a_signal_ends_the_process_while_readyok_waits() {
    let mut talk = Talk::after(&["go infinite", "stop", "isready"]);
    talk.event(Event::Terminate);
    assert_eq!(talk.done("4")[1..], ["bestmove 4", "exit"]);
}

#[test]
fn a_signal_drops_a_pending_go() {
    let mut talk = Talk::after(&["go infinite", "go infinite"]);
    talk.event(Event::Terminate);
    assert_eq!(talk.done("4")[1..], ["bestmove 4", "exit"]);
    assert_eq!(talk.jobs.len(), 1);
}
