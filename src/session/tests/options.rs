//! Tests of the effects of options.

use super::*;

#[test]
fn memory_is_allocated_at_isready_and_readyok_waits_for_it() {
    let mut talk = Talk::after(&["uci", "setoption name Hash value 32"]);
    assert!(talk.jobs.is_empty());
    assert_eq!(talk.send("isready"), [""; 0]);
    assert_eq!(talk.table().hash_mib, 32);
    assert!(!talk.session.accepts_input());
    assert_eq!(talk.prepared(), ["readyok"]);
    assert_eq!(talk.send("isready"), ["readyok"]);
    talk.send("ucinewgame");
    talk.send("isready");
    assert!(talk.table().cleared);
    talk.prepared();
    talk.send("go");
    assert!(!talk.table().cleared, "once is enough");
}

#[test]
fn jobs_without_a_table_leave_table_changes_to_the_next_search() {
    for between in ["go perft 1", "bench limit 1"] {
        let mut talk = Talk::after(&["isready"]);
        talk.prepared();
        for line in ["setoption name Hash value 2", "ucinewgame", between] {
            talk.send(line);
        }
        let id = talk.job().id;
        let ending = stopped_bench();
        talk.event(Event::Notice(Notice::Done { id, ending }));
        talk.send("isready");
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
    talk.send("setoption name Hash value 65536");
    talk.send("isready");
    let refusal = Notice::TableRefused {
        reason: "no room".to_owned(),
        kept_mib: 64,
    };
    assert_eq!(
        talk.event(Event::Notice(refusal)),
        ["info string error no room; the table stays at 64 MiB"]
    );
    assert_eq!(talk.prepared(), ["readyok"]);
    talk.send("go");
    assert_eq!(talk.table().hash_mib, 64);
}

#[test]
fn a_refusal_does_not_change_a_newer_size() {
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
    talk.send("go");
    assert_eq!(talk.table().hash_mib, 2);
}

#[test]
fn an_option_set_during_a_search_takes_effect_after_it() {
    let mut talk = Talk::after(&["go"]);
    for line in [
        "setoption name UCI_ShowWDL value true",
        "setoption name MultiPV value 3",
        "setoption name Hash value 2",
        "ucinewgame",
    ] {
        assert_eq!(talk.send(line), [""; 0]);
    }
    assert!(!talk.done("4")[0].contains(" wdl "));
    talk.send("go");
    assert_eq!(talk.task().lines, 3);
    let wanted = TableSpec {
        hash_mib: 2,
        cleared: true,
    };
    assert_eq!(talk.table(), wanted);
    assert!(talk.done("4")[0].contains(" wdl "));
}

#[test]
fn the_debug_log_the_book_and_the_variant_are_options_with_effects() {
    let mut talk = Talk::new();
    let said = talk.send("setoption name Debug Log File value a b.log");
    assert_eq!(said, ["log Some(\"a b.log\")"]);
    assert_eq!(
        talk.send("setoption name debug log file value"),
        ["log None"]
    );
    assert_eq!(
        talk.send("setoption name bookfile value a b.book"),
        ["book Some(\"a b.book\")"]
    );
    assert_eq!(talk.send("setoption name BookFile"), ["book None"]);
    talk.send("go");
    assert!(matches!(talk.job().job, Job::Search { own_book: true, .. }));
    talk.send("setoption name OwnBook value false");
    talk.send("stop");
    talk.done("4");
    talk.send("go");
    assert!(matches!(
        talk.job().job,
        Job::Search {
            own_book: false,
            ..
        }
    ));
    let said = talk.send("setoption name UCI_Variant value cfour");
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
