//! Tests of the contents of answers.

use super::*;
use crate::game::replay;
use crate::session::perft::PerftCounts;
use crate::session::protocol::BenchArgs;

#[test]
fn a_go_is_answered_by_info_and_then_one_bestmove() {
    let mut talk = Talk::after(&["uci", "position startpos"]);
    assert_eq!(talk.send("go depth 5"), [""; 0]);
    assert_eq!(talk.task().limits.depth, Some(5));
    talk.now = at(10);
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
        assert_eq!(said[1..], ["bestmove 4"]);
        assert!(said[0].ends_with("pv 4 4 5"), "{said:?}");
    }
}

#[test]
fn there_is_no_ponder_move_after_the_end_of_the_game() {
    let mut talk = Talk::after(&["uci", "position moves 414141", "go"]);
    let said = talk.done_with(1, line_report(1, "4", exactly(18)));
    assert!(said[0].contains("score mate 1"), "{said:?}");
    assert_eq!(said[1], "bestmove P@d4");
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let full = "156773731413476534472373522264422156165561";
    for (moves, score) in [("1212121", "mate 0"), (full, "cp 0")] {
        let mut talk = Talk::after(&[&format!("position moves {moves}"), "go"]);
        assert_eq!(talk.send("query gameover"), ["response true"], "{moves}");
        let mut nothing = report(0, "");
        nothing.columns.clear();
        assert_eq!(
            talk.done_with(1, nothing),
            [
                format!("info depth 0 score {score}").as_str(),
                "bestmove (none)"
            ]
        );
        let said = talk.send("go searchmoves 1");
        assert!(said.is_empty(), "no move is better than another: {said:?}");
    }
}

#[test]
fn illegal_searchmoves_are_named_and_the_rest_searched() {
    let mut talk = Talk::after(&["position moves 444444"]);
    let said = talk.send("go searchmoves 4 1");
    let error = "info string error char 16: ply 7: column 4 is full";
    assert_eq!(said, [error]);
    assert_eq!(
        talk.task().columns.iter().collect::<Vec<_>>(),
        [Column::ALL[0]]
    );
    talk.done("1");
    assert_eq!(talk.send("go searchmoves 4").len(), 1);
    assert_eq!(talk.task().columns.len(), 7);
    talk.done("1");
    assert_eq!(talk.send("go searchmoves a2 b1").len(), 1);
    assert_eq!(talk.task().columns.len(), 1);
    talk.done("2");
    assert_eq!(talk.send("go").len(), 0);
    assert_eq!(talk.task().columns.len(), 7);
}

#[test]
fn new_reports_are_printed_soon_and_counters_in_time() {
    let mut talk = Talk::after(&["go"]);
    talk.now = at(1);
    assert_eq!(talk.progress(1, report(1, "4")).len(), 1);
    talk.now = at(100);
    assert_eq!(talk.progress(1, report(1, "4")).len(), 0);
    talk.now = at(201);
    assert_eq!(talk.progress(1, report(1, "4")).len(), 1);
    // A search finishes dozens of depths in its first millisecond.
    talk.now = at(210);
    assert_eq!(talk.progress(2, report(2, "4")).len(), 0);
    talk.now = at(211);
    assert_eq!(talk.progress(2, report(2, "4")).len(), 1);
}

#[test]
fn a_search_without_a_report_prints_its_counters() {
    let mut talk = Talk::after(&["go"]);
    let mut printed = |millis| {
        talk.now = at(millis);
        talk.event(Event::Progress(Progress {
            id: 1,
            nodes: 600,
            hashfull: 2,
            ..Progress::default()
        }))
    };
    assert_eq!(printed(59), [""; 0]);
    let counters = "info nodes 600 nps 10000 hashfull 2 tbhits 0 time 60";
    assert_eq!(printed(60), [counters]);
    assert_eq!(printed(259), [""; 0]);
    assert_eq!(printed(260).len(), 1);
}

#[test]
fn a_table_that_takes_long_is_answered_by_readyok_alone() {
    let mut talk = Talk::after(&["isready"]);
    talk.now = at(1000);
    let progress = Progress {
        id: 1,
        ..Progress::default()
    };
    assert_eq!(talk.event(Event::Progress(progress)), [""; 0]);
    assert_eq!(talk.prepared(), ["readyok"]);
}

#[test]
fn no_depth_exceeds_the_empty_cells() {
    let late = "position moves 16223414344371252143533416765565772276";
    let mut talk = Talk::after(&[late, "go"]);
    let said = talk.done_with(1, report(42, "3"));
    assert!(said[0].starts_with("info depth 4 seldepth 4 "), "{said:?}");
}

#[test]
fn an_analysis_ends_with_the_value_of_every_column_and_no_bestmove() {
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
    talk.send("setoption name Solve value weak");
    talk.send("analyze");
    let said = talk.done_with(2, ended);
    assert_eq!(said[1], "analysis 1:L 2:D 3:L..W 4:- 5:- 6:- 7:-");
}

#[test]
fn a_drawn_line_has_two_moves_and_is_no_proven_draw_if_the_second_is_a_guess() {
    for (moves, pv, score, shown) in [
        ("", "34", "cp 0", "P@c1 P@d1"),
        ("", "3", "cp 1", "P@c1 P@d1"),
        // Three in column 1, with the fourth cell still empty.
        ("1717", "1", "cp 1", "P@a3 P@a4"),
    ] {
        let position = format!("position startpos moves {moves}");
        let mut talk = Talk::after(&["uci", &position, "go"]);
        let said = talk.done_with(1, line_report(42, pv, exactly(0)));
        assert!(said[0].contains(&format!(" score {score} ")), "{said:?}");
        assert!(said[0].ends_with(&format!(" pv {shown}")), "{said:?}");
        let best = shown.replace(' ', " ponder ");
        assert_eq!(said[1], format!("bestmove {best}"));
    }
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
    let counts = PerftCounts {
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
        talk.job().job,
        Job::Bench(BenchArgs {
            mode: crate::game::Mode::Weak,
            limit: Some(3)
        })
    );
    let said = talk.event(Event::Progress(Progress {
        id: 1,
        revision: 1,
        bench: Some(Row {
            positions: 2,
            correct: 2,
            of: 3,
            ..Row::default()
        }),
        ..Progress::default()
    }));
    assert_eq!(said, ["info string bench 2 of 3 positions, 2 correct"]);
    let row = Row {
        positions: 3,
        correct: 3,
        of: 3,
        time: ms(5),
        nodes: 1234,
        ..Row::default()
    };
    let ending = Ending::Benched(Ok(row));
    let said = talk.event(Event::Notice(Notice::Done { id: 1, ending }));
    let expected = "positions 3\ncorrect 3\ntime_ms 5\nnps 246800\nnodes 1234";
    assert_eq!(said, [expected]);
    assert_eq!(talk.send("stop"), [""; 0]);
}

#[test]
fn a_stopped_bench_has_no_signature() {
    let mut talk = Talk::after(&["bench", "stop"]);
    let ending = stopped_bench();
    let said = talk.event(Event::Notice(Notice::Done { id: 1, ending }));
    assert_eq!(said, ["info string bench stopped before its end"]);
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
        let said = talk.send(line);
        let errors = said
            .iter()
            .filter(|line| line.starts_with("info string error char"));
        assert_eq!(errors.count(), 1, "{said:?}");
        if line.starts_with("go") {
            talk.done("4");
        }
    }
    assert_eq!(talk.send("go left right depth 3").len(), 2, "one for each");
    talk.done("4");
    assert_eq!(talk.send(""), [""; 0]);
    assert_eq!(talk.send("register later"), [""; 0]);
}

#[test]
fn a_line_too_long_is_carried_out_only_if_it_is_a_go() {
    let mut talk = Talk::new();
    let mut send_long =
        |words: &str| talk.event(Event::Input(InputLine::TooLong(format!("{words} in"))));
    for words in ["", "setoption name Hash value 1", "hello", "stop"] {
        let said = send_long(words);
        assert_eq!(
            said,
            ["info string error line too long: expected at most 65536 bytes"]
        );
    }
    let said = send_long("go depth 3 x infinite");
    assert_eq!(
        said,
        [
            "info string error line too long: expected at most 65536 bytes; the rest is skipped",
            "info string error char 12: expected a limit such as depth, nodes or movetime; found \"x\"",
        ]
    );
    assert_eq!(talk.task().limits.depth, Some(3));
    assert_eq!(talk.send("stop"), [""; 0]);
    assert_eq!(talk.done("4")[1..], ["bestmove 4"]);
    assert_eq!(talk.send("query gameover"), ["response false"]);
    talk.event(Event::Input(InputLine::TooLong(
        "position startpos mo".to_owned(),
    )));
    assert_eq!(talk.send("query gameover"), ["response true"]);
}

#[test]
fn the_move_of_best_play_is_shown_before_a_practical_move() {
    let line = |packed, score| line_report(36, packed, exactly(score)).lines.remove(0);
    let report = Report {
        best_play: Some(line("45", -3)),
        ..line_report(36, "66", exactly(-4))
    };
    let practical = "setoption name Resistance value practical";
    let mut talk = Talk::after(&[practical, "position moves 44444", "go"]);
    let said = talk.done_with(1, report);
    assert_eq!(said[0], "info string best play: 4, mate -16");
    assert!(said[1].contains(" multipv 1 score mate -15 "), "{said:?}");
    assert_eq!(said[2..], ["bestmove 6"]);
}

#[test]
fn only_excluded_outcomes_have_no_chance() {
    let score = |score| Score::new(score).expect("in range");
    for (lower, upper, estimate, wdl) in [
        (-18, 18, 12, "wdl 293 461 246"),
        (0, 18, 12, "wdl 293 707 0"),
        (-18, 0, 12, "wdl 0 754 246"),
        (-18, 18, 745, "wdl 998 1 1"),
        (-18, 18, -745, "wdl 1 1 998"),
        (0, 18, 9999, "wdl 998 2 0"),
        (-18, 0, 9999, "wdl 0 999 1"),
    ] {
        let bounds = Bounds {
            lower: score(lower),
            upper: score(upper),
        };
        let mut talk = Talk::after(&["setoption name UCI_ShowWDL value true", "go"]);
        let mut guess = line_report(4, "44", bounds);
        guess.lines[0].estimate = estimate;
        let said = talk.done_with(1, guess);
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
fn eval_prints_the_value_for_the_side_to_move() {
    let mut talk = Talk::after(&["position moves 4"]);
    let position = replay("4").expect("a game");
    let value = solver::evaluate(&position);
    let expected = format!("info string eval cp {value} for the side to move");
    assert_eq!(talk.send("eval"), [expected]);
    talk.send("position moves 1212121");
    let error = "info string error eval: the game is over";
    assert_eq!(talk.send("eval"), [error]);
}

#[test]
fn after_an_invalid_position_there_is_none_until_a_valid_one() {
    for invalid in [
        "position moves 48",
        "position startpos moves 4444444",
        "position fen x",
    ] {
        let mut talk = Talk::after(&["position moves 44"]);
        let said = talk.send(invalid);
        assert!(
            said.len() == 1 && said[0].starts_with("info string error char "),
            "{said:?}"
        );
        assert_eq!(talk.send("query gameover"), ["response true"]);
        assert_eq!(talk.send("query result"), ["response none"]);
        assert_eq!(talk.send("d").len(), 1);
        let said = talk.send("go depth 3");
        let missing = "info string error no valid position: expected a position command first";
        assert_eq!(said, [missing, "bestmove (none)"]);
        let said = talk.send("analyze");
        assert_eq!(said[1..], ["analysis 1:- 2:- 3:- 4:- 5:- 6:- 7:-"]);
        talk.send("go infinite");
        assert_eq!(talk.send("stop"), ["bestmove (none)"]);
        assert!(talk.jobs.is_empty());
        talk.send("position startpos");
        assert_eq!(talk.send("query gameover"), ["response false"]);
    }
}

#[test]
fn a_person_types_a_position_and_gets_its_board_with_the_scores() {
    for line in ["4453", "position 4453", "?pos=4453", " 4 4 5 3"] {
        let mut talk = Talk::with(Client::Person);
        assert_eq!(talk.send(line), [""; 0]);
        let position = replay("4453").expect("a game");
        assert_eq!(talk.task().position, position);
        assert!(talk.task().lines == 7 && talk.task().limits.timed);
        assert_eq!(talk.progress(1, report(3, "44")), [""; 0]);
        let said = talk.done_with(talk.job().id, line_report(38, "44", exactly(-2)));
        assert!(said.len() == 1, "{said:?}");
        let board = "  .   .  [O]  X   X   .   .\n -2  -2  -2  -2  -2  -2  -2\nside to move: X";
        assert!(said[0].contains(board), "{said:?}");
        assert_eq!(talk.send("query p1turn"), ["response true"]);
        assert_eq!(talk.send("d scores"), [""; 0]);
        assert_eq!(talk.jobs.len(), 2);
    }
}

#[test]
fn a_position_that_a_person_types_ends_a_search() {
    let mut talk = Talk::with(Client::Person);
    talk.send("go infinite");
    assert_eq!((talk.send("44"), talk.stops), (Vec::new(), 1));
    let said = talk.done("4");
    assert_eq!(said.last().map(String::as_str), Some("bestmove 4"));
    assert_eq!(talk.task().position.stones(), 2);
}

#[test]
fn a_person_leaves_with_exit_and_gets_help_for_a_question_mark() {
    assert_eq!(Talk::with(Client::Person).send("exit"), ["exit"]);
    let mut person = Talk::with(Client::Person);
    assert_eq!(person.send("?"), person.send("help"));
    for unknown in ["4458", "hello", "position 9"] {
        let mut program = Talk::new();
        assert_eq!(person.send(unknown), program.send(unknown));
    }
    for line in ["4453", "exit", "?"] {
        let said = Talk::new().send(line);
        assert!(
            said[0].starts_with("info string error char 1: "),
            "{said:?}"
        );
    }
}
