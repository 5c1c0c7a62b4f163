//! What `protocol.md` promises and needs no process: what is answered, and in which order.

use super::*;
use crate::daemon::worker::{BenchStep, Ending, SearchWork, TableWish};
use crate::game::{Column, Score, notation};
use crate::solver::{Bounds, Line, Report};

/// A conversation in which the test plays the worker and keeps the clock.
struct Talk {
    session: Session,
    now: Duration,
    jobs: Vec<Job>,
    stops: usize,
    /// The latest clock that began to run: when, and for how long.
    clock: Option<(Duration, Budget)>,
}

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

impl Talk {
    fn new() -> Talk {
        Talk {
            session: Session::new(),
            now: Duration::ZERO,
            jobs: Vec::new(),
            stops: 0,
            clock: None,
        }
    }

    /// A conversation after some lines, whatever they were answered.
    fn after(lines: &[&str]) -> Talk {
        let mut talk = Talk::new();
        for line in lines {
            talk.hear(line);
        }
        talk
    }

    fn event(&mut self, event: Event) -> Vec<String> {
        let actions = self.session.handle(event, self.now);
        let mut said = Vec::new();
        for action in actions {
            match action {
                Action::Say(reply) => said.push(reply.to_string()),
                Action::Show(replies) => said.extend(replies.iter().map(Reply::to_string)),
                Action::Start(job) => self.jobs.push(job),
                Action::RunClock { from, budget } => self.clock = Some((from, budget)),
                Action::Stop => self.stops += 1,
                Action::Log(path) => said.push(format!("log {path:?}")),
                Action::OpenBook(path) => said.push(format!("book {path:?}")),
                Action::Exit => said.push("exit".to_owned()),
            }
        }
        said
    }

    fn hear(&mut self, line: &str) -> Vec<String> {
        assert!(
            self.session.listens(),
            "{line} would have stayed in the pipe"
        );
        self.event(Event::Input(Input::Line(line.to_owned())))
    }

    fn job(&self) -> &Job {
        self.jobs.last().expect("a job was started")
    }

    fn table(&self) -> TableWish {
        self.job().work.table().expect("a job with a table")
    }

    fn search(&self) -> &SearchWork {
        match &self.job().work {
            Work::Search(search) => search,
            other => panic!("not a search: {other:?}"),
        }
    }

    fn task(&self) -> &crate::solver::Task {
        &self.search().task
    }

    /// The worker ends a job with this line as the best.
    fn done_with(&mut self, id: u64, report: Report) -> Vec<String> {
        let ending = Ending::Searched {
            report,
            hashfull: 3,
        };
        self.event(Event::Notice(Notice::Done { id, ending }))
    }

    fn done(&mut self, packed: &str) -> Vec<String> {
        self.done_with(self.job().id, report(1, packed))
    }

    fn prepared(&mut self) -> Vec<String> {
        let id = self.job().id;
        let ending = Ending::Prepared;
        self.event(Event::Notice(Notice::Done { id, ending }))
    }

    fn progress(&mut self, revision: u64, report: Report) -> Vec<String> {
        self.event(Event::Progress(Progress {
            id: self.job().id,
            revision,
            nodes: report.nodes,
            hashfull: 1,
            report: Some(report.into()),
            bench: None,
        }))
    }
}

/// A search that has found nothing but an estimate for this line.
fn report(depth: u8, packed: &str) -> Report {
    line_report(depth, packed, Bounds::UNKNOWN)
}

fn line_report(depth: u8, packed: &str, bounds: Bounds) -> Report {
    let pv = notation::columns(packed).expect("digits of columns");
    let lines = pv.first().map(|&column| Line {
        column,
        bounds,
        estimate: 12,
        pv: pv.clone(),
    });
    Report {
        columns: Column::ALL.map(|column| (column, bounds)).to_vec(),
        lines: lines.into_iter().collect(),
        depth,
        seldepth: depth,
        nodes: 1000,
        book_hits: 2,
        solved: false,
    }
}

fn exactly(score: i8) -> Bounds {
    let score = Score::new(score).expect("in range");
    Bounds {
        lower: score,
        upper: score,
    }
}

#[test]
fn a_go_is_answered_by_info_and_then_one_bestmove() {
    let mut talk = Talk::after(&["uci", "position startpos"]);
    assert_eq!(talk.hear("go depth 5"), [""; 0]);
    assert_eq!(talk.task().limits.depth, Some(5));
    talk.now = ms(10);
    assert_eq!(
        talk.done("445"),
        [
            "info depth 1 seldepth 3 multipv 1 score cp 12 nodes 1000 nps 100000 hashfull 3 \
             tbhits 2 time 10 pv P@d1 P@d2 P@e1",
            "bestmove P@d1 ponder P@d2"
        ]
    );
}

#[test]
fn in_the_other_dialect_a_bestmove_has_two_tokens() {
    for handshake in ["ugi", "debug off"] {
        let mut talk = Talk::after(&[handshake, "go depth 5"]);
        let said = talk.done("445");
        assert_eq!(said.last().map(String::as_str), Some("bestmove 4"));
        assert!(said[0].ends_with("pv 4 4 5"), "{said:?}");
    }
}

#[test]
fn nothing_is_pondered_on_after_the_end_of_the_game() {
    let mut talk = Talk::after(&["uci", "position moves 414141", "go"]);
    let said = talk.done_with(1, line_report(1, "4", exactly(18)));
    assert!(said[0].contains("score mate 1"), "{said:?}");
    assert_eq!(said[1], "bestmove P@d4");
}

#[test]
fn ready_is_said_at_once_while_a_search_runs() {
    let mut talk = Talk::after(&["go infinite"]);
    assert_eq!(talk.hear("isready"), ["readyok"]);
    talk.hear("setoption name Hash value 2");
    assert_eq!(talk.hear("isready"), ["readyok"]);
    assert_eq!((talk.jobs.len(), talk.stops), (1, 0));
}

#[test]
fn memory_is_taken_at_isready_and_readiness_waits_for_it() {
    let mut talk = Talk::after(&["uci", "setoption name Hash value 32"]);
    assert!(talk.jobs.is_empty());
    assert_eq!(talk.hear("isready"), [""; 0]);
    assert_eq!(talk.table().hash_mib, 32);
    assert!(!talk.session.listens());
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
        let wish = TableWish {
            hash_mib: 2,
            cleared: true,
        };
        assert_eq!(talk.table(), wish, "{between}");
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
fn stop_with_nothing_running_is_silence() {
    let mut talk = Talk::new();
    assert_eq!(talk.hear("stop"), [""; 0]);
    assert_eq!(talk.hear("ponderhit"), [""; 0]);
    assert_eq!(talk.stops, 0);
}

#[test]
fn stop_ends_the_search_and_is_told_to_the_worker_once() {
    let mut talk = Talk::after(&["go", "stop", "stop"]);
    assert_eq!(talk.stops, 1);
    assert_eq!(
        talk.done("4").last().map(String::as_str),
        Some("bestmove 4")
    );
    talk.hear("go");
    assert_eq!(talk.stops, 1, "a stop never reaches the next search");
}

#[test]
fn late_results_of_an_old_search_are_dropped() {
    let mut talk = Talk::after(&["go"]);
    talk.done("4");
    talk.hear("go");
    assert_eq!(talk.done_with(1, report(1, "3")), [""; 0]);
    assert_eq!(
        talk.done_with(2, report(1, "5")).last().map(String::as_str),
        Some("bestmove 5")
    );
}

#[test]
fn infinite_and_ponder_hold_the_answer_back() {
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
        assert_eq!(talk.hear("isready"), ["readyok"]);
        assert_eq!(talk.hear(release).len(), 1, "{go}, {release}");
    }
}

#[test]
fn an_infinite_ponder_waits_for_stop_after_the_hit() {
    let mut talk = Talk::after(&["go ponder infinite"]);
    talk.done("44");
    assert_eq!(talk.hear("ponderhit"), [""; 0]);
    assert_eq!(talk.hear("stop"), ["bestmove 4"]);
}

#[test]
fn a_second_go_waits_for_the_first_answer() {
    let mut talk = Talk::after(&["go infinite"]);
    assert_eq!(talk.hear("position startpos moves 4"), [""; 0]);
    assert_eq!(talk.hear("go depth 3"), [""; 0]);
    assert!(!talk.session.listens());
    assert_eq!((talk.stops, talk.jobs.len()), (1, 1));
    assert_eq!(
        talk.done("4").last().map(String::as_str),
        Some("bestmove 4")
    );
    assert_eq!(talk.jobs.len(), 2);
    assert_eq!(talk.task().position.stones(), 1);
    assert_eq!(
        talk.done("3").last().map(String::as_str),
        Some("bestmove 3")
    );
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
    assert_eq!(
        talk.done("4").last().map(String::as_str),
        Some("bestmove 4")
    );
    talk.hear("go");
    assert_eq!(talk.task().lines, 3);
    let wish = TableWish {
        hash_mib: 2,
        cleared: true,
    };
    assert_eq!(talk.table(), wish);
    assert_eq!(
        talk.done("4").last().map(String::as_str),
        Some("bestmove P@d1")
    );
}

#[test]
fn a_clock_runs_from_the_arrival_of_its_go() {
    let mut talk = Talk::new();
    talk.now = ms(7);
    talk.hear("go movetime 100");
    let (soft, hard) = (ms(90), ms(90));
    assert_eq!(talk.clock, Some((ms(7), Budget { soft, hard })));
    talk.now = ms(50);
    talk.hear("go movetime 40");
    talk.now = ms(60);
    talk.done("4");
    let (soft, hard) = (ms(30), ms(30));
    let waited = Some((ms(50), Budget { soft, hard }));
    assert_eq!(talk.clock, waited, "also when it waits for another");
    assert_eq!(Talk::after(&["go", "go infinite"]).clock, None);
}

#[test]
fn the_clock_of_a_ponder_search_runs_from_the_hit() {
    let mut talk = Talk::after(&["go ponder movetime 100"]);
    assert_eq!(talk.clock, None);
    talk.now = ms(5000);
    talk.hear("ponderhit");
    let (soft, hard) = (ms(90), ms(90));
    let clock = Some((ms(5000), Budget { soft, hard }));
    assert_eq!(talk.clock, clock);
    talk.now = ms(6000);
    talk.hear("ponderhit");
    assert_eq!(talk.clock, clock, "it is hit once");
}

#[test]
fn what_a_clock_lost_beyond_the_search_is_kept_back() {
    let budget_after = |first_go: &str| {
        let mut talk = Talk::after(&[first_go, "ponderhit"]);
        talk.now = ms(100);
        talk.done("4");
        talk.hear("position startpos moves 4 4");
        talk.hear("go wtime 1800");
        talk.clock.expect("a clock runs").1
    };
    let quiet = budget_after("go wtime 1900");
    assert!(budget_after("go wtime 2000").hard < quiet.hard);
    assert!(budget_after("go ponder wtime 2000").hard < quiet.hard);
    // In another game.
    let mut talk = Talk::after(&["go wtime 2000"]);
    talk.now = ms(100);
    talk.done("4");
    for line in ["ucinewgame", "position startpos moves 4 4", "go wtime 1800"] {
        talk.hear(line);
    }
    assert_eq!(talk.clock.map(|(_, budget)| budget), Some(quiet));
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
    assert!(talk.clock.is_some_and(|(_, budget)| budget.is_spent()));
}

#[test]
fn a_faulty_position_leaves_none_until_a_good_one_comes() {
    for fault in [
        "position moves 48",
        "position startpos moves 4444444",
        "position fen x",
    ] {
        let mut talk = Talk::after(&["position moves 44"]);
        let said = talk.hear(fault);
        assert!(
            said.len() == 1 && said[0].starts_with("info string error char "),
            "{said:?}"
        );
        assert_eq!(talk.hear("query gameover"), ["response true"]);
        assert_eq!(talk.hear("query result"), ["response none"]);
        assert_eq!(talk.hear("d").len(), 1);
        let said = talk.hear("go depth 3");
        assert_eq!(said.last().map(String::as_str), Some("bestmove (none)"));
        let said = talk.hear("analyze");
        assert_eq!(
            said.last().map(String::as_str),
            Some("analysis 1:- 2:- 3:- 4:- 5:- 6:- 7:-")
        );
        talk.hear("go infinite");
        assert_eq!(talk.hear("stop"), ["bestmove (none)"]);
        assert!(talk.jobs.is_empty());
        talk.hear("position startpos");
        assert_eq!(talk.hear("query gameover"), ["response false"]);
    }
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let full = "156773731413476534472373522264422156165561";
    for (moves, score) in [("1212121", "mate 0"), (full, "cp 0")] {
        let mut talk = Talk::after(&[&format!("position moves {moves}"), "go"]);
        assert_eq!(talk.hear("query gameover"), ["response true"], "{moves}");
        let mut nothing = report(0, "");
        nothing.columns.clear();
        assert_eq!(
            talk.done_with(1, nothing),
            [
                format!("info depth 0 score {score}").as_str(),
                "bestmove (none)"
            ]
        );
    }
}

#[test]
fn illegal_searchmoves_are_named_and_the_rest_searched() {
    let mut talk = Talk::after(&["position moves 444444"]);
    let said = talk.hear("go searchmoves 4 1");
    assert!(
        said.len() == 1 && said[0].starts_with("info string error"),
        "{said:?}"
    );
    assert_eq!(
        talk.task().columns.iter().collect::<Vec<_>>(),
        [Column::ALL[0]]
    );
    talk.done("1");
    assert_eq!(talk.hear("go searchmoves 4").len(), 1);
    assert_eq!(talk.task().columns.len(), 7);
}

#[test]
fn news_are_told_at_once_and_signs_of_life_in_time() {
    let mut talk = Talk::after(&["go"]);
    talk.now = ms(1);
    assert_eq!(talk.progress(1, report(1, "4")).len(), 1);
    talk.now = ms(100);
    assert_eq!(talk.progress(1, report(1, "4")).len(), 0);
    talk.now = ms(201);
    assert_eq!(talk.progress(1, report(1, "4")).len(), 1);
    assert_eq!(talk.progress(2, report(2, "4")).len(), 1);
}

#[test]
fn an_analysis_ends_in_every_column_and_no_bestmove() {
    let mut talk = Talk::after(&["position moves 444444", "analyze"]);
    assert_eq!(talk.task().lines, 7);
    let mut ended = line_report(9, "2", exactly(0));
    ended.columns = vec![
        (Column::ALL[0], exactly(-2)),
        (Column::ALL[1], exactly(0)),
        (
            Column::ALL[2],
            Bounds {
                lower: Score::new(-4).expect("in range"),
                upper: Score::new(2).expect("in range"),
            },
        ),
    ];
    let said = talk.done_with(1, ended.clone());
    assert_eq!(said[1], "analysis 1:-2 2:0 3:-4..2 4:- 5:- 6:- 7:-");
    talk.hear("setoption name Solve value weak");
    talk.hear("analyze");
    let said = talk.done_with(2, ended);
    assert_eq!(said[1], "analysis 1:L 2:D 3:L..W 4:- 5:- 6:- 7:-");
}

#[test]
fn a_drawn_line_has_two_moves() {
    let mut talk = Talk::after(&["go"]);
    let said = talk.done_with(1, line_report(42, "3", exactly(0)));
    assert!(
        said[0].contains("score cp 0 ") && said[0].ends_with("pv 3 4"),
        "{said:?}"
    );
}

#[test]
fn proven_outcomes_without_a_distance_are_bounds() {
    for (lower, upper, score) in [
        (1, 18, "cp 10000 lowerbound wdl 1000 0 0"),
        (-18, -1, "cp -10000 upperbound wdl 0 0 1000"),
        (-18, 18, "cp 12 wdl "),
        (1, 1, "mate 21 wdl 1000 0 0"),
        (-1, -1, "mate -21 wdl 0 0 1000"),
    ] {
        let bounds = Bounds {
            lower: Score::new(lower).expect("in range"),
            upper: Score::new(upper).expect("in range"),
        };
        let mut talk = Talk::after(&["setoption name UCI_ShowWDL value true", "go"]);
        let said = talk.done_with(1, line_report(42, "44", bounds));
        assert!(said[0].contains(&format!(" score {score}")), "{said:?}");
    }
}

#[test]
fn perft_is_answered_like_any_go() {
    let mut talk = Talk::after(&["go perft 1"]);
    let counts = super::super::perft::Counts {
        columns: vec![(Column::ALL[0], 1)],
        total: Some(1),
    };
    let ending = Ending::Counted(counts);
    assert_eq!(
        talk.event(Event::Notice(Notice::Done { id: 1, ending })),
        [
            "info string perft 1 1",
            "info string perft total 1",
            "bestmove (none)"
        ]
    );
}

#[test]
fn a_bench_ends_with_its_signature_and_no_bestmove() {
    let mut talk = Talk::after(&["bench weak limit 3"]);
    assert_eq!(
        talk.job().work,
        Work::Bench {
            mode: crate::solver::Mode::Weak,
            limit: Some(3)
        }
    );
    let said = talk.event(Event::Progress(Progress {
        id: 1,
        revision: 1,
        bench: Some(BenchStep {
            solved: 2,
            correct: 2,
            of: 3,
        }),
        ..Progress::default()
    }));
    assert_eq!(said, ["info string bench 2 of 3 positions, 2 correct"]);
    let row = crate::bench::Row {
        set: "built-in".to_owned(),
        positions: 3,
        correct: 3,
        time: ms(5),
        nodes: 1234,
    };
    let ending = Ending::Benched(Ok(Some(row)));
    let said = talk.event(Event::Notice(Notice::Done { id: 1, ending }));
    assert_eq!(said.len(), 1);
    assert!(said[0].ends_with("\nnodes 1234"), "{said:?}");
    assert_eq!(talk.hear("stop"), [""; 0]);
}

#[test]
fn a_bench_that_is_stopped_has_no_signature() {
    let mut talk = Talk::after(&["bench", "stop"]);
    let ending = Ending::Benched(Ok(None));
    let said = talk.event(Event::Notice(Notice::Done { id: 1, ending }));
    assert_eq!(said, ["info string bench stopped before its end"]);
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
fn quit_answers_what_runs_and_does_not_wait_for_ever() {
    let mut talk = Talk::after(&["go infinite", "quit"]);
    assert_eq!(talk.stops, 1);
    assert_eq!(talk.session.patience_ends(), Some(PATIENCE));
    assert_eq!(talk.event(Event::OutOfPatience), ["exit"]);
    assert_eq!(Talk::new().hear("quit"), ["exit"]);
}

#[test]
fn a_signal_ends_the_process_even_while_memory_is_taken() {
    let mut talk = Talk::after(&["isready"]);
    assert_eq!(talk.event(Event::Terminate), ["exit"]);
}

#[test]
fn unknown_words_are_answered_by_one_error() {
    let mut talk = Talk::new();
    for line in [
        "xyzzy",
        "go depth",
        "setoption name Hash value 0",
        "query",
        "\u{fffd}",
    ] {
        let said = talk.hear(line);
        let errors = said
            .iter()
            .filter(|line| line.starts_with("info string error char"));
        assert_eq!(errors.count(), 1, "{said:?}");
        if line.starts_with("go") {
            talk.done("4");
        }
    }
    assert_eq!(talk.hear(""), [""; 0]);
    assert_eq!(talk.hear("register later"), [""; 0]);
}

#[test]
fn of_a_line_too_long_only_a_go_is_carried_out() {
    let mut talk = Talk::new();
    let mut hear_long = |words: &str| talk.event(Event::Input(Input::TooLong(words.to_owned())));
    for words in ["", "setoption name Hash value 1", "hello", "stop"] {
        let said = hear_long(words);
        assert_eq!(
            said,
            ["info string error line too long: expected at most 65536 bytes"]
        );
    }
    let said = hear_long("go depth 3 x infinite");
    assert_eq!(
        said,
        [
            "info string error line too long: expected at most 65536 bytes; the rest is skipped",
            "info string error char 12: expected a limit such as depth, nodes or movetime; found \"x\"",
        ]
    );
    assert_eq!(talk.task().limits.depth, Some(3));
    talk.hear("stop");
    assert_eq!(talk.done("4")[1..], ["bestmove 4"]);
    assert_eq!(talk.hear("query gameover"), ["response false"]);
    talk.event(Event::Input(Input::TooLong("position startpos".to_owned())));
    assert_eq!(talk.hear("query gameover"), ["response true"]);
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
    assert!(talk.search().own_book);
    talk.hear("setoption name OwnBook value false");
    talk.hear("stop");
    talk.done("4");
    talk.hear("go");
    assert!(!talk.search().own_book);
    let said = talk.hear("setoption name UCI_Variant value cfour");
    assert!(said[0].starts_with(
        "info string variant cfour files 7 ranks 6 pocket 1 template fairy startpos 7/7"
    ));
}

#[test]
fn a_signal_drops_the_go_that_waits() {
    let mut talk = Talk::after(&["go infinite", "go infinite"]);
    talk.event(Event::Terminate);
    assert_eq!(talk.done("4")[1..], ["bestmove 4", "exit"]);
    assert_eq!(talk.jobs.len(), 1);
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
fn late_progress_of_an_old_search_is_dropped() {
    let mut talk = Talk::after(&["go"]);
    talk.done("4");
    talk.hear("go");
    let said = talk.event(Event::Progress(Progress {
        id: 1,
        revision: 9,
        report: Some(report(3, "4").into()),
        ..Progress::default()
    }));
    assert_eq!(said, [""; 0]);
}

#[test]
fn chances_leave_out_what_is_excluded() {
    let score = |score| Score::new(score).expect("in range");
    for (lower, upper, wdl) in [
        (-18, 18, "wdl 293 461 246"),
        (0, 18, "wdl 293 707 0"),
        (-18, 0, "wdl 0 754 246"),
    ] {
        let bounds = Bounds {
            lower: score(lower),
            upper: score(upper),
        };
        let mut talk = Talk::after(&["setoption name UCI_ShowWDL value true", "go"]);
        let said = talk.done_with(1, line_report(4, "44", bounds));
        assert!(said[0].contains(wdl), "{said:?}");
    }
}

#[test]
fn in_weak_mode_a_win_on_the_board_is_exact() {
    let won = Bounds {
        lower: Score::new(1).expect("in range"),
        upper: Score::MAX,
    };
    let mut talk = Talk::after(&[
        "setoption name Solve value weak",
        "position moves 414141",
        "go",
    ]);
    assert!(talk.done_with(1, line_report(1, "4", won))[0].contains(" score mate 1 "));
}

#[test]
fn the_reply_added_to_a_drawn_line_stops_a_win() {
    // Three in column 1, on which only one cell is left.
    let mut talk = Talk::after(&["position moves 1717", "go"]);
    let said = talk.done_with(1, line_report(30, "1", exactly(0)));
    assert!(said[0].ends_with(" pv 1 1"), "{said:?}");
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
    assert_eq!(talk.search().threads, 3);
    let (_, budget) = talk.clock.expect("a clock");
    assert_eq!(budget.hard, ms(60));
}

#[test]
fn eval_tells_the_value_for_the_side_to_move() {
    let mut talk = Talk::after(&["position moves 4"]);
    let position = notation::replay("4").expect("a game");
    let value = solver::evaluate(&position);
    let expected = format!("info string eval cp {value} for the side to move");
    assert_eq!(talk.hear("eval"), [expected]);
}
