//! What the options change, and when.

use super::*;

#[test]
fn memory_is_taken_at_isready_and_readiness_waits_for_it() {
    let mut talk = Talk::after(&["uci", "setoption name Hash value 32"]);
    assert!(talk.jobs.is_empty());
    assert_eq!(talk.hear("isready"), [""; 0]);
    assert_eq!(talk.table().hash_mib, 32);
    assert!(!talk.session.accepts_input());
    assert_eq!(talk.prepared(), ["readyok"]);
    assert_eq!(talk.hear("isready"), ["readyok"]);
    talk.hear("ucinewgame");
    talk.hear("isready");
    assert!(talk.table().cleared);
    talk.prepared();
    talk.hear("go");
    assert!(!talk.table().cleared, "once is enough");
}

#[test]
fn what_needs_no_table_leaves_what_is_asked_of_it_to_the_next_search() {
    for between in ["go perft 1", "bench limit 1"] {
        let mut talk = Talk::after(&["isready"]);
        talk.prepared();
        for line in ["setoption name Hash value 2", "ucinewgame", between] {
            talk.hear(line);
        }
        let id = talk.job().id;
        let ending = Ending::Benched(Ok(None));
        talk.event(Event::Notice(Notice::Done { id, ending }));
        talk.hear("isready");
        let wanted = TableSpec {
            hash_mib: 2,
            cleared: true,
        };
        assert_eq!(talk.table(), wanted, "{between}");
    }
}

#[test]
fn a_refused_table_is_reported_once_and_the_old_one_stays() {
    let mut talk = Talk::after(&["isready"]);
    talk.prepared();
    talk.hear("setoption name Hash value 65536");
    talk.hear("isready");
    let refusal = Notice::TableRefused {
        reason: "no room".to_owned(),
        kept_mib: 64,
    };
    assert_eq!(
        talk.event(Event::Notice(refusal)),
        ["info string error no room; the table stays at 64 MiB"]
    );
    assert_eq!(talk.prepared(), ["readyok"]);
    talk.hear("go");
    assert_eq!(talk.table().hash_mib, 64);
}

#[test]
fn a_refusal_leaves_a_newer_size() {
    let mut talk = Talk::after(&[
        "setoption name Hash value 65536",
        "go",
        "setoption name Hash value 2",
    ]);
    let refusal = Notice::TableRefused {
        reason: "no room".to_owned(),
        kept_mib: 64,
    };
    talk.event(Event::Notice(refusal));
    talk.done("4");
    talk.hear("go");
    assert_eq!(talk.table().hash_mib, 2);
}

#[test]
fn what_is_set_during_a_search_takes_effect_after_it() {
    let mut talk = Talk::after(&["go"]);
    for line in [
        "setoption name Notation value drop",
        "setoption name MultiPV value 3",
        "setoption name Hash value 2",
        "ucinewgame",
    ] {
        assert_eq!(talk.hear(line), [""; 0]);
    }
    assert_eq!(talk.done("4")[1..], ["bestmove 4"]);
    talk.hear("go");
    assert_eq!(talk.task().lines, 3);
    let wanted = TableSpec {
        hash_mib: 2,
        cleared: true,
    };
    assert_eq!(talk.table(), wanted);
    assert_eq!(talk.done("4")[1..], ["bestmove P@d1"]);
}

#[test]
fn the_debug_log_the_book_and_the_variant_are_options_with_effects() {
    let mut talk = Talk::new();
    let said = talk.hear("setoption name Debug Log File value a b.log");
    assert_eq!(said, ["log Some(\"a b.log\")"]);
    assert_eq!(
        talk.hear("setoption name debug log file value"),
        ["log None"]
    );
    assert_eq!(
        talk.hear("setoption name bookfile value a b.book"),
        ["book Some(\"a b.book\")"]
    );
    assert_eq!(talk.hear("setoption name BookFile"), ["book None"]);
    talk.hear("go");
    assert!(matches!(talk.job().job, Job::Search { own_book: true, .. }));
    talk.hear("setoption name OwnBook value false");
    talk.hear("stop");
    talk.done("4");
    talk.hear("go");
    assert!(matches!(
        talk.job().job,
        Job::Search {
            own_book: false,
            ..
        }
    ));
    let said = talk.hear("setoption name UCI_Variant value cfour");
    assert!(said[0].starts_with(
        "info string variant cfour files 7 ranks 6 pocket 1 template fairy startpos 7/7"
    ));
}

#[test]
fn the_clear_button_the_overhead_and_the_threads_are_options_with_effects() {
    let talk = Talk::after(&[
        "setoption name Clear Hash",
        "setoption name Threads value 3",
        "setoption name Move Overhead value 40",
        "go movetime 100",
    ]);
    assert!(talk.table().cleared);
    assert!(matches!(talk.job().job, Job::Search { threads: 3, .. }));
    let budget = talk.budget();
    assert_eq!(budget.hard, ms(60));
}

#[test]
fn a_mate_is_proven_with_its_distance_in_either_mode() {
    let mode = |go| {
        let talk = Talk::after(&["setoption name Solve value weak", go]);
        talk.task().mode
    };
    assert_eq!(mode("go"), crate::game::Mode::Weak);
    assert_eq!(mode("go mate 0"), crate::game::Mode::Weak);
    assert_eq!(mode("go mate 3"), crate::game::Mode::Strong);
}
