//! The command line as a user sees it: one process per test.

use std::fs;

use claimeven::game::fen;
use claimeven::measure::testset::{PositionKind, TestSet};
use serde_json::Value;

use crate::helpers::folder::Folder;
use crate::helpers::program::{assert_contains, assert_starts, claimeven, records};

/// Returns the record in a text without the fields that differ from run to run.
fn settled(text: &str) -> Value {
    let mut record = records(text).remove(0);
    for varies in ["nodes", "time_us"] {
        record[varies].take();
    }
    record
}

/// Returns the output of a run without errors.
fn printed(line: &str) -> String {
    let run = claimeven(line);
    assert_eq!(run.stderr, "", "{line:?}");
    run.printed()
}

/// Returns the one record that a run prints.
fn record(line: &str) -> Value {
    records(&printed(line)).remove(0)
}

#[test]
fn an_analysis_for_people_shows_the_board_the_scores_and_the_best_line() {
    let shown = printed("analyze 2232341145311512135567");
    let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
    assert_eq!(lines[0], "  1   2   3   4   5   6   7");
    assert!(lines[6].contains("[O]"), "the last move: {shown}");
    assert!(!shown.contains('\u{1b}'), "colours in a pipe: {shown}");
    assert_contains(&shown, "\nX to move ");
    assert_contains(&shown, "\nbest column ");
    let win = "\nX to move wins in 1 ply, score 18\n";
    assert_contains(&printed("analyze 121212"), win);
}

#[test]
fn a_finished_game_shows_the_winning_four_and_no_best_move() {
    let shown = printed("analyze 1212121");
    assert_eq!(shown.matches("(X)").count(), 3);
    assert_eq!(shown.matches("[X]").count(), 1);
    assert!(shown.ends_with("X has won\n"), "{shown}");
    assert!(!shown.contains("best"), "{shown}");
}

#[test]
fn a_record_has_the_promised_fields() {
    let record = record("analyze --json 12121");
    let object = record.as_object().expect("an object");
    let mut fields: Vec<&str> = object.keys().map(String::as_str).collect();
    fields.sort_unstable();
    let promised = "best input label nodes outcome plies pv score scores side stones time_us";
    assert_eq!(fields.join(" "), promised);
    assert_eq!(record["input"], "12121");
    assert_eq!(record["side"], "second");
    assert_eq!(record["stones"], 5);
    assert_eq!(record["best"], 1, "the only defence");
    assert_eq!(record["scores"][0], record["score"]);
    assert_eq!(record["scores"][6], -18, "the first player wins at once");
    let plies = record["plies"].as_u64().expect("solved");
    assert_eq!(record["pv"].as_str().expect("a line").len() as u64, plies);
}

#[test]
fn one_position_is_answered_as_one_of_many() {
    let folder = Folder::new();
    let moves = [
        "51232671771122315515632",
        "37656217117766573373256",
        "54325455317727725621562",
        "16554776635657754263633524737",
        "363767665174726121347245152",
        "7172477476657664",
        "445332",
    ];
    folder.write("many", moves.join("\n"));
    for weak in ["--weak", ""] {
        let many = folder.printed(&format!("analyze --pv --input many {weak}"));
        for (moves, line) in moves.into_iter().zip(many.lines()) {
            let one = printed(&format!("analyze --json {moves} {weak}"));
            assert_eq!(settled(&one), settled(line));
        }
        assert_eq!(many.lines().count(), moves.len());
    }
}

#[test]
fn one_position_has_the_formats_and_the_output_of_many() {
    let folder = Folder::new();
    folder.write("one", "445332");
    // A row of CSV ends with nodes, time and the three fields of an error.
    let settled = |text: &str| {
        if text.starts_with('{') {
            settled(text).to_string()
        } else {
            text.rsplitn(6, ',').last().unwrap_or(text).to_owned()
        }
    };
    for (format, same) in [
        ("--json", "--format jsonl"),
        ("--format csv", "--format csv"),
    ] {
        for more in ["", "--scores best", "--weak"] {
            let options = format!("--pv --no-book {more}");
            let many = folder.printed(&format!("analyze -q -i one {options} {same}"));
            assert!(!many.contains("null,null"), "{many}");
            for one in ["445332", "-o - 445332", "-i one"] {
                let printed = folder.printed(&format!("analyze -q {options} {format} {one}"));
                assert_eq!(settled(&printed), settled(&many), "{one}");
            }
            folder.printed(&format!("analyze 445332 {options} {format} -o file"));
            assert_eq!(settled(&folder.read("file")), settled(&many));
        }
    }
    assert_eq!(folder.printed("analyze 445332 --output text"), "");
    assert_starts(&folder.read("text"), "  1   2   3   4   5   6   7");
    assert_eq!(folder.names(), ["file", "one", "text"]);
}

#[test]
fn only_the_best_column_is_solved_on_request() {
    let record = record("analyze --json --scores best 445332");
    assert!(record["scores"].is_null(), "{record}");
    assert_eq!(record["score"], 2);
    let shown = printed("analyze --scores best 445332");
    assert_contains(
        &shown,
        "\nX to move wins in 33 plies, score 2\nbest column 4, ",
    );
}

#[test]
fn quiet_runs_print_no_progress_and_no_summary() {
    let folder = Folder::new();
    folder.write("one", "445332 2\n");
    for (arguments, is_silent) in [
        ("analyze --input one", false),
        ("book build --ply 2 --shard 1/2000 --output", false),
        (
            "testset generate --seed 1 --ply 36 --count 3 --output",
            true,
        ),
        ("bench one", true),
        ("annotate 445332", true),
    ] {
        for (quiet, file) in [("", "loud"), ("-q", "quiet")] {
            let file = if arguments.ends_with("output") {
                file
            } else {
                ""
            };
            let run = folder.run(&format!("{arguments} {file} {quiet}"));
            assert_eq!(run.code, Some(0), "{run:?}");
            assert_eq!(run.stderr.is_empty(), is_silent || quiet == "-q", "{run:?}");
        }
    }
}

#[test]
fn a_position_may_be_a_fen() {
    let record = record("analyze --json '7/7/16/P1p4/P1p4/P1p4 w - - 0 4'");
    assert_eq!(record["best"], 1);
    assert_eq!(record["score"], 18);
    assert_eq!(record["pv"], "1");
}

/// Checks that a command is refused with this message and exit code.
fn check_refusal(arguments: &str, message: &str, code: i32) {
    let run = claimeven(arguments);
    assert_eq!(run.code, Some(code), "{arguments:?}");
    assert_starts(&run.stderr, "error: ");
    assert_contains(&run.stderr, message);
    assert_eq!(run.stdout, "", "{arguments:?}");
}

#[test]
fn an_invalid_position_is_refused_with_the_reason() {
    for (position, message) in [
        ("4458", "char 4: ply 4: '8' is not a column (1-7)"),
        ("4444444", "char 7: ply 7: column 4 is full"),
        ("12121214", "char 8: ply 8: the game is over"),
        ("'startpos moves d1 d1'", "char 19: ply 2: a stone in"),
        ("'startpos 44'", "char 10: expected moves; found \"44\""),
        ("'7/7/7/7/7/2p4 b'", "char 1: the first player has 0"),
        ("44 53", "char 1: expected one move per word"),
        (
            "'4453 -2'",
            "char 6: expected the end of the position; found \"-2\"; use --input to read",
        ),
        ("--input no-such-file", "error: no-such-file: "),
        ("--input src", "src: "),
    ] {
        for command in ["analyze", "annotate"] {
            check_refusal(&format!("{command} {position}"), message, 1);
        }
    }
}

#[test]
fn options_that_exclude_each_other_are_refused() {
    for arguments in [
        "analyze 44 --input x",
        "analyze --json --format csv 44",
        "analyze --format svg --input x",
        // These options are for many positions.
        "analyze --resume 121212",
        "analyze --shard 2/2 121212",
        "analyze --allow-bad 121212",
        "annotate 4 --pgn --format csv",
        "annotate 4 --pgn --json",
        "annotate 4 --input -",
        "bench --csv --json",
        "bench --book --no-book",
    ] {
        check_refusal(arguments, "cannot be used with", 2);
    }
}

#[test]
fn invalid_arguments_are_refused_with_the_reason() {
    for (arguments, message) in [
        ("analyze --hash 0", "a whole number from 1 to 65536"),
        ("analyze --hash 65537", "a whole number from 1 to 65536"),
        ("analyze --threads 513", "a whole number from 1 to 512"),
        ("annotate 44 --threads 0", "a whole number from 1 to 512"),
        ("testset generate --ply 7", "a whole number from 8 to 36"),
        ("book build --ply x", "a whole number from 0 to 16"),
        ("book build --ply 17", "a whole number from 0 to 16"),
        ("book build --threads 0", "a whole number from 1 to 512"),
        ("analyze --input x --shard 0/2", "i/n with i from 1 to n"),
        ("book build --shard 5/4", "i/n with i from 1 to n"),
        (
            "analyze --format xml 44",
            "[possible values: jsonl, csv, svg]",
        ),
        ("book merge --output x --ply 4", "required"),
        ("bench --limit 0", "invalid value '0'"),
        ("bench --fast", "unexpected argument '--fast'"),
        ("train", "unrecognized subcommand 'train'"),
        (
            "4453",
            "\n  tip: to analyze a position: claimeven analyze 4453\n",
        ),
    ] {
        check_refusal(arguments, message, 2);
    }
}

#[test]
fn a_file_in_place_of_a_position_is_an_error_that_names_the_option() {
    let folder = Folder::new();
    folder.write("openings.txt", "445332\n");
    folder.write("4453", "445332\n");
    for command in ["analyze", "annotate"] {
        let error = folder.refused(&format!("{command} openings.txt"));
        assert_starts(&error, "error: position \"openings.txt\": char 1: ");
        assert!(
            error.ends_with("; to read the file use --input openings.txt\n"),
            "{error}"
        );
        let error = folder.refused(&format!("{command} closings.txt"));
        assert!(!error.contains("--input"), "{error}");
        folder.printed(&format!("{command} 4453"));
    }
}

#[test]
fn inputs_that_cannot_be_used_are_refused_with_the_reason() {
    let folder = Folder::new();
    let lossy = folder.write("lossy", b"4453 2\n44\xff 1\n");
    let empty = folder.write("empty", "");
    for (arguments, message) in [
        (
            "annotate",
            "expected games on standard input; found nothing",
        ),
        (
            r#"annotate '{"opening": "44", "games": ["445", "4"]}'"#,
            "expected one game; found a list of games; use --input -",
        ),
        ("book verify missing", "missing: "),
        ("bench no-such-file", "no-such-file: "),
        (&format!("bench {lossy}"), "line 2, char 3: ply 3"),
        (&format!("bench {empty}"), "found no position"),
    ] {
        check_refusal(arguments, message, 1);
    }
}

#[test]
fn a_bench_counts_what_is_correct_and_fails_on_a_wrong_score() {
    let folder = Folder::new();
    let good = folder.write("good", "# by hand\n121212 18\n411335344264 14\n");
    let wrong = folder.write("wrong", "\u{feff}121212 17\r\n411335344264 14\r\n");
    let shown = claimeven(&format!("bench --hash 1 {good} {wrong}"));
    let shown = shown.exits_with(1).stdout;
    let rows: Vec<Vec<&str>> = shown
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows[1][1..3], ["2", "2"], "{shown}");
    assert_eq!(rows[2][1..3], ["2", "1"], "{shown}");
    let message = format!("{wrong}: line 1: expected score 17; found 18\n");
    assert_contains(&shown, &format!("\n{message}"));
    assert_eq!(rows.last().expect("lines")[0], "nodes", "{shown}");
    // Both scores are wins: the outcome is right.
    printed(&format!("bench --hash 1 --weak {wrong}"));
    let json = claimeven(&format!("bench --hash 1 --json {wrong}"));
    assert_eq!(json.records().len(), 1);
    assert_eq!(json.stderr, message);
}

#[test]
fn a_bench_has_one_record_per_set() {
    let folder = Folder::new();
    let set = folder.write("json", "121212 18\n411335344264 14\n");
    let rows = records(&printed(&format!("bench --json --limit 1 {set} {set}")));
    assert_eq!(rows.len(), 2);
    let csv = printed(&format!("bench --format csv --limit 1 {set} {set}"));
    let csv: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(csv.len(), 3);
    for (row, cells) in rows.into_iter().zip(&csv[1..]) {
        for (name, cell) in csv[0].iter().zip(cells).take(3) {
            let value = row[name]
                .as_str()
                .map_or(row[name].to_string(), str::to_owned);
            assert_eq!(value, *cell, "{name}");
        }
        assert_eq!((&row["positions"], &row["correct"]), (&1.into(), &1.into()));
        for field in ["set", "mean_time_us", "mean_nodes", "knps"] {
            assert!(!row[field].is_null(), "{field}: {row}");
        }
    }
}

#[test]
fn a_bench_looks_up_openings_and_solves_every_column_only_on_request() {
    let folder = Folder::new();
    let nodes = |arguments: &str| -> u64 {
        let shown = folder.printed(&format!("bench {arguments}"));
        let (_, nodes) = shown
            .trim_end()
            .rsplit_once("\nnodes ")
            .expect("a signature");
        nodes.parse().expect("a number")
    };
    folder.write("columns", "411335344264 14\n");
    assert!(nodes("columns --columns") > 10 * nodes("columns"));
    folder.write("opening", "32737157 3\n");
    assert!(nodes("opening") > 0);
    assert!(nodes("opening --no-book") > 0);
    assert_eq!(nodes("opening --book"), 0);
    assert_eq!(nodes("opening --book=embedded"), 0);
}

#[test]
fn openings_are_looked_up_unless_no_book_is_given() {
    let nodes = |arguments: &str| {
        let record = record(&format!("analyze --json 32737157 {arguments}"));
        assert_eq!(record["score"], 3);
        record["nodes"].as_u64().expect("a number")
    };
    let searched = nodes("--no-book");
    assert!(searched > 10 * nodes(""));
    assert!(searched > 10 * nodes("--book embedded"));
    let record = record("annotate --json 445332");
    assert_eq!(record["annotations"][5]["before"], 2);
    assert_eq!(record["nodes"], 0);
}

#[test]
fn an_answer_does_not_depend_on_the_number_of_threads() {
    for moves in ["13547245526572", "347115552376", "5721671226266"] {
        let answers = ["1", "2", "4"].map(|threads| {
            let line = format!("analyze --json --threads {threads} {moves}");
            settled(&printed(&line))
        });
        assert!(answers[0]["pv"].is_string(), "{answers:?}");
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], answers[2]);
    }
}

/// A position of 38 stones and its score.
const LATE: &str = "16223414344371252143533416765565772276 0\n";

#[test]
fn the_ladder_is_a_table_with_three_lines_per_step() {
    let folder = Folder::new();
    folder.write("late", LATE);
    for (option, mode) in [("", "strong"), ("--weak", "weak")] {
        let shown = folder.printed(&format!("bench --ladder --steps 3,11-full late {option}"));
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines[0].split_whitespace().eq([mode, "late"]), "{shown}");
        let firsts = lines[1..]
            .iter()
            .filter_map(|line| line.split_whitespace().next());
        let of_step = |name| [name, "positions", "K"];
        let wanted = ["3", "11", "12", "full"].map(of_step).concat();
        assert!(firsts.eq(wanted), "{shown}");
        assert_starts(lines[1], "   3 min-max       mean time  ");
        assert_eq!(lines[2].trim(), "positions          20", "{shown}");
        for line in lines.iter().skip(2).step_by(3) {
            let number = line.split_whitespace().last().map(str::parse::<u64>);
            assert!(matches!(number, Some(Ok(_))), "{line}");
        }
    }
}

#[test]
fn the_ladder_has_no_records() {
    for format in ["--json", "--csv", "--format jsonl", "--format csv"] {
        let error = claimeven(&format!("bench --ladder {format}"))
            .exits_with(2)
            .stderr;
        assert_starts(
            &error,
            "error: the argument '--ladder' cannot be used with '--",
        );
    }
}

#[test]
fn a_wrong_score_of_a_step_is_counted_and_is_a_failure() {
    let folder = Folder::new();
    let set = folder.write("set", LATE.replace(" 0", " 2") + LATE);
    let run = claimeven(&format!("bench --ladder --steps 3,full {set}"));
    let shown = run.exits_with(1).stdout;
    let wrong = shown
        .lines()
        .filter(|line| line.trim_start().starts_with("wrong "));
    let counts: Vec<_> = wrong.map(|line| line.split_whitespace().last()).collect();
    assert_eq!(counts, [Some("1"), Some("1")], "{shown}");
    for step in ["min-max", "the engine"] {
        let message = format!("{step}: {set}: line 1: expected score 2; found 0\n");
        assert_contains(&shown, &message);
    }
}

#[test]
fn a_step_beyond_its_budget_is_a_dash() {
    let folder = Folder::new();
    folder.write("early", "44 0\n");
    let shown = folder.printed("bench --ladder --steps 3 --budget 30ms early");
    assert_eq!(shown.lines().count(), 4, "{shown}");
    let mut cells = shown.lines().skip(1);
    assert!(cells.all(|line| line.ends_with(" -")), "{shown}");
}

#[test]
fn without_files_the_ladder_climbs_on_a_set_of_each_kind() {
    let shown = printed("bench --ladder --steps 12 --limit 1");
    let head = shown.lines().next().expect("a head").split_whitespace();
    let sets = "end-easy middle-easy middle-medium begin-easy begin-medium begin-hard";
    assert!(
        head.eq(["strong"].into_iter().chain(sets.split(' '))),
        "{shown}"
    );
}

#[test]
fn a_set_is_made_by_one_filter_as_lines_or_as_epd() {
    let folder = Folder::new();
    let make = |arguments: &str| folder.run(&format!("testset generate --seed 1 {arguments}"));
    let set = |filter: &str| {
        let run = make(&format!("{filter} --count 1 --output set.txt"));
        assert_eq!((run.code, &*run.stderr), (Some(0), ""));
        let set = TestSet::parse("made", &folder.read("set.txt")).expect("a set");
        assert_eq!(set.cases.len(), 1);
        set.cases[0]
    };
    for kind in PositionKind::ALL.into_iter().take(3) {
        let case = set(&format!("--kind {}", kind.name));
        assert!(kind.contains(&case.position, case.score));
    }
    assert_eq!(set("--ply 30").position.stones(), 30);
    let opening = set("--balanced").position;
    make("--balanced --count 1 --output set.epd").printed();
    assert_eq!(fen::parse(folder.read("set.epd").trim_end()), Ok(opening));

    let expected = "error: expected at most 500 such positions; found --count 501\n";
    assert_eq!(
        make("--balanced --count 501 --output none").refused(),
        expected
    );
    for filter in ["", "--balanced --ply 30", "--kind hard"] {
        make(&format!("{filter} --count 1 --output none")).exits_with(2);
    }
    assert_eq!(folder.names(), ["set.epd", "set.txt"]);
}

#[test]
fn a_check_reports_a_wrong_score_with_its_line() {
    let folder = Folder::new();
    folder.write("wrong", "# late\n\n".to_owned() + &LATE.replace(" 0", " 2"));
    let checked = folder.run("analyze --input wrong --expect-scores");
    let shown = checked.exits_with(1).stderr;
    assert_starts(
        &shown,
        "line 3: expected score 2; found 0\n1 position (0 repeated), 0 bad",
    );
    assert!(shown.ends_with("\n1 wrong score\n"), "{shown}");
    // Sets with the same name are named by their paths.
    for (name, set) in [("a", LATE), ("b", &*LATE.replace(" 0", " 2"))] {
        fs::create_dir(folder.path(name)).expect("a folder of ours");
        folder.write(&format!("{name}/set.txt"), set);
    }
    let both = folder.run("bench a/set.txt b/set.txt").stdout;
    assert_contains(&both, "\nb/set.txt: line 1: expected score 2; found 0\n");
}
