//! The command line as a user sees it: one process per test.

use std::fs;

use claimeven::game::fen;
use claimeven::testset::{PositionKind, TestSet};
use serde_json::Value;

use crate::helpers::folder::Folder;
use crate::helpers::program::{claimeven, command, printed, records, text};

/// Returns the one record of a text without the fields that differ from run to run.
fn settled(text: &str) -> Value {
    let mut record = records(text).remove(0);
    for varies in ["nodes", "time_us"] {
        record[varies].take();
    }
    record
}

#[test]
fn an_analysis_for_people_shows_the_board_the_scores_and_the_best_line() {
    let output = claimeven("analyze 2232341145311512135567");
    let lines: Vec<String> = text(&output.stdout)
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect();
    assert!(output.status.success());
    assert_eq!(lines[0], "  1   2   3   4   5   6   7");
    assert!(lines[6].contains("[O]"), "the last move: {lines:?}");
    assert!(!text(&output.stdout).contains('\u{1b}'), "plain when piped");
    assert!(lines.iter().any(|line| line.starts_with("X to move ")));
    assert!(lines.iter().any(|line| line.starts_with("best column ")));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_win_on_the_board_is_one_ply_away() {
    let shown = text(&claimeven("analyze 121212").stdout);
    let verdict = "\nX to move wins in 1 ply, score 18\n";
    assert!(shown.contains(verdict), "{shown}");
}

#[test]
fn a_finished_game_shows_the_winning_four_and_no_best_move() {
    let output = claimeven("analyze 1212121");
    let shown = text(&output.stdout);
    assert!(output.status.success());
    assert_eq!(shown.matches("(X)").count(), 3);
    assert_eq!(shown.matches("[X]").count(), 1);
    assert!(shown.ends_with("X has won\n"), "{shown}");
    assert!(!shown.contains("best"), "{shown}");
}

#[test]
fn a_record_has_the_promised_fields() {
    let record = &records(&printed(&mut command("analyze --json 12121")))[0];
    let object = record.as_object().expect("an object");
    let mut fields: Vec<&str> = object.keys().map(String::as_str).collect();
    fields.sort_unstable();
    assert_eq!(
        fields,
        [
            "best", "input", "label", "nodes", "outcome", "plies", "pv", "score", "scores", "side",
            "stones", "time_us"
        ]
    );
    assert_eq!(record["input"], "12121");
    assert_eq!(record["side"], "second");
    assert_eq!(record["stones"], 5);
    assert_eq!(record["best"], 1, "the only defence");
    let score = record["score"].as_i64().expect("solved");
    assert_eq!(record["scores"][0], score);
    assert_eq!(record["scores"][6], -18, "the first player wins at once");
    let plies = record["plies"].as_u64().expect("solved");
    assert_eq!(record["pv"].as_str().expect("a line").len() as u64, plies);
}

#[test]
fn a_full_column_is_null_and_weak_values_are_letters() {
    let line = "analyze --weak --json 444444222222777777";
    let record = &records(&printed(&mut command(line)))[0];
    let scores = record["scores"].as_array().expect("seven columns");
    assert_eq!(scores.len(), 7);
    for (index, value) in scores.iter().enumerate() {
        match index + 1 {
            2 | 4 | 7 => assert!(value.is_null(), "{scores:?}"),
            _ => assert_eq!(value, "W"),
        }
    }
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
    let file = folder.write("many", moves.join("\n").as_bytes());
    for weak in ["--weak", ""] {
        let many = claimeven(&format!("analyze --pv --input {file} {weak}"));
        let many = text(&many.stdout);
        for (moves, line) in moves.into_iter().zip(many.lines()) {
            let one = claimeven(&format!("analyze --json {moves} {weak}"));
            assert_eq!(settled(&text(&one.stdout)), settled(line));
        }
        assert_eq!(many.lines().count(), moves.len());
    }
}

#[test]
fn a_position_may_be_a_fen() {
    let fen = "7/7/O6/P1p4/P1p4/P1p4 w - - 0 4".replace('O', "1");
    let record = &records(&printed(&mut command(&format!("analyze --json '{fen}'"))))[0];
    assert_eq!(record["best"], 1);
    assert_eq!(record["score"], 18);
    assert_eq!(record["pv"], "1");
}

#[test]
fn invalid_arguments_are_rejected_with_their_place() {
    let folder = Folder::new();
    let lossy = folder.write("lossy", b"4453 2\n44\xff 1\n");
    let empty = folder.write("empty", b"");
    for (arguments, message, code) in [
        ("analyze 4458", "ply 4: '8' is not a column", 1),
        ("analyze 4444444", "ply 7: column 4 is full", 1),
        (
            "analyze '7/7/7/7/7/2p4 b'",
            "char 1: the first player has 0",
            1,
        ),
        (
            "analyze --hash 0",
            "expected a whole number from 1 to 65536",
            2,
        ),
        ("analyze --hash 65537", "expected a whole number", 2),
        ("analyze --threads 513", "from 1 to 512", 2),
        ("testset generate --ply 7", "from 8 to 36", 2),
        ("book build --ply x", "from 0 to 14", 2),
        ("analyze 44 53", "char 1: expected one move per word", 1),
        ("bench --limit 0", "invalid value '0'", 2),
        ("bench --fast", "unexpected argument '--fast'", 2),
        ("bench no-such-file", "no-such-file: ", 1),
        (&format!("bench {lossy}"), "line 2, char 3: ply 3", 1),
        (&format!("bench {empty}"), "found no position", 1),
        ("--log loud", "invalid value 'loud'", 2),
        ("play", "unrecognized subcommand 'play'", 2),
        (
            "4453",
            "\n  tip: to analyze a position: claimeven analyze 4453\n",
            2,
        ),
    ] {
        let output = claimeven(arguments);
        let error = text(&output.stderr);
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert!(error.starts_with("error: "), "{arguments:?}: {error}");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
    }
}

#[test]
fn a_bench_counts_what_is_correct_and_fails_on_a_wrong_score() {
    let folder = Folder::new();
    let good = folder.write("good", b"# by hand\n121212 18\n411335344264 14\n");
    let wrong = folder.write("wrong", b"\xef\xbb\xbf121212 17\r\n411335344264 14\r\n");
    let output = claimeven(&format!("bench --hash 1 {good} {wrong}"));
    let shown = text(&output.stdout);
    let counts: Vec<Vec<&str>> = shown
        .lines()
        .skip(1)
        .map(|line| line.split_whitespace().skip(1).take(2).collect())
        .collect();
    assert_eq!(counts[..2], [["2", "2"], ["2", "1"]], "{shown}");
    let told = format!("\n{}: line 1: expected score 17; found 18\n", &wrong);
    assert!(shown.contains(&told), "{shown}");
    assert!(
        shown.lines().last().expect("lines").starts_with("nodes "),
        "{shown}"
    );
    assert_eq!(output.status.code(), Some(1));
    // Both scores are wins: the outcome is right.
    let weak = claimeven(&format!("bench --hash 1 --weak {wrong}"));
    assert!(weak.status.success());
    let json = claimeven(&format!("bench --hash 1 --json {wrong}"));
    assert_eq!(text(&json.stdout).lines().count(), 1);
    assert_eq!(text(&json.stderr), told[1..]);
}

#[test]
fn a_bench_in_json_has_one_object_per_set() {
    let folder = Folder::new();
    let set = folder.write("json", b"121212 18\n411335344264 14\n");
    let output = claimeven(&format!("bench --json --limit 1 {set} {set}"));
    let shown = text(&output.stdout);
    let rows = records(&shown);
    assert_eq!(rows.len(), 2);
    for row in rows {
        assert_eq!((&row["positions"], &row["correct"]), (&1.into(), &1.into()));
        for field in ["set", "mean_time_us", "mean_nodes", "knps"] {
            assert!(!row[field].is_null(), "{field}: {row}");
        }
    }
}

#[test]
fn a_bench_looks_up_openings_and_solves_every_column_only_on_request() {
    let folder = Folder::new();
    let nodes = |set: &str, arguments: &str| -> u64 {
        let shown = printed(&mut command(&format!("bench {set} {arguments}")));
        let last = shown
            .lines()
            .last()
            .and_then(|line| line.strip_prefix("nodes "));
        let nodes = last.and_then(|nodes| nodes.parse().ok());
        nodes.expect("a signature")
    };
    let set = folder.write("columns", b"411335344264 14\n");
    assert!(nodes(&set, "--columns") > 10 * nodes(&set, ""));
    let opening = folder.write("opening", b"32737157 3\n");
    assert!(nodes(&opening, "") > 0);
    assert_eq!(nodes(&opening, "--book"), 0);
}

#[test]
fn openings_are_looked_up_unless_no_book_is_given() {
    let nodes = |arguments: &str| {
        let line = format!("analyze --json 32737157 {arguments}");
        let record = &records(&printed(&mut command(&line)))[0];
        assert_eq!(record["score"], 3);
        record["nodes"].as_u64().expect("a number")
    };
    assert!(nodes("--no-book") > 10 * nodes(""));
    let record = &records(&printed(&mut command("annotate --json 445332")))[0];
    assert_eq!(record["annotations"][5]["before"], 2);
    assert_eq!(record["nodes"], 0);
}

#[test]
fn an_answer_does_not_depend_on_the_number_of_threads() {
    for moves in ["13547245526572", "347115552376", "5721671226266"] {
        let answers = ["1", "2", "4"].map(|threads| {
            let line = format!("analyze --json --threads {threads} {moves}");
            settled(&text(&claimeven(&line).stdout))
        });
        assert!(answers[0]["pv"].is_string(), "{answers:?}");
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], answers[2]);
    }
}

#[test]
fn the_ladder_is_printed_for_people_and_for_programs() {
    let folder = Folder::new();
    let late = b"16223414344371252143533416765565772276 0\n";
    let set = folder.write("late", late);
    let ladder = |arguments: &str| {
        let line = format!("bench --ladder --steps 3,11-full {set} {arguments}");
        printed(&mut command(&line))
    };
    let shown = ladder("");
    let lines: Vec<Vec<&str>> = shown
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let firsts: Vec<&str> = lines.iter().map(|words| words[0]).collect();
    let of_step = |name| [name, "positions", "K"];
    assert_eq!(firsts[0], "strong");
    assert_eq!(firsts[1..], ["3", "11", "12", "full"].map(of_step).concat());

    let shown = ladder("--csv --weak");
    assert_eq!(shown.lines().count(), 5);
    for line in shown.lines() {
        assert_eq!(line.split(',').count(), 10, "{line}");
    }
    let first = shown.lines().nth(1).expect("a step");
    assert!(first.starts_with("3,min-max,weak,"), "{first}");
    assert_eq!(first.split(',').nth(7), Some("20"), "positions explored");

    let shown = ladder("--json");
    for cell in records(&shown) {
        assert_eq!(cell["correct"], 1, "{cell}");
        assert!(cell["mean_nodes"].is_number(), "{cell}");
        assert!(cell["step"] != "3" || cell["mean_nodes"] == 20.0, "{cell}");
    }
}

#[test]
fn a_wrong_score_of_a_step_is_counted_and_is_a_failure() {
    let folder = Folder::new();
    let late = "16223414344371252143533416765565772276";
    let set = folder.write("ladder-wrong", format!("{late} 2\n{late} 0\n").as_bytes());
    let output = claimeven(&format!("bench --ladder --steps 3,full {set}"));
    assert_eq!(output.status.code(), Some(1));
    let shown = text(&output.stdout);
    let wrong = shown
        .lines()
        .filter(|line| line.trim_start().starts_with("wrong "));
    let counts: Vec<_> = wrong.map(|line| line.split_whitespace().last()).collect();
    assert_eq!(counts, [Some("1"), Some("1")], "{shown}");
    let place = format!("{}: line 1: expected score 2; found 0", &set);
    for step in ["min-max", "the engine"] {
        assert!(shown.contains(&format!("{step}: {place}\n")), "{shown}");
    }
}

#[test]
fn a_step_beyond_its_budget_is_a_dash() {
    let folder = Folder::new();
    let early = folder.write("early", b"44 0\n");
    let line = format!("bench --ladder --steps 3 --budget 30ms {early}");
    let shown = printed(&mut command(&line));
    assert_eq!(shown.lines().count(), 4, "{shown}");
    assert!(
        shown.lines().skip(1).all(|line| line.ends_with(" -")),
        "{shown}"
    );
}

#[test]
fn without_files_the_ladder_climbs_on_a_set_of_each_kind() {
    let shown = printed(&mut command("bench --ladder --steps 12 --limit 1"));
    let head: Vec<&str> = shown
        .lines()
        .take(1)
        .flat_map(str::split_whitespace)
        .collect();
    assert_eq!(
        head.join(" "),
        "strong end-easy middle-easy middle-medium begin-easy begin-medium begin-hard"
    );
}

#[test]
fn a_set_is_made_by_one_filter_as_lines_or_as_epd() {
    let folder = Folder::new();
    let made = |filter: &str, count: &str, name: &str| {
        let path = folder.path(name);
        let common = format!("--seed 1 --count {count} --output {path}");
        let output = claimeven(&format!("testset generate {filter} {common}"));
        let code = output.status.code();
        (code, fs::read_to_string(path), text(&output.stderr))
    };
    let set = |filter: &str| {
        let (code, set, said) = made(filter, "1", "set.txt");
        assert_eq!((code, &*said), (Some(0), ""));
        let set = TestSet::parse("made", &set.expect("made")).expect("a set");
        assert_eq!(set.cases.len(), 1);
        set.cases[0]
    };
    for kind in PositionKind::ALL.into_iter().take(3) {
        let case = set(&format!("--kind {}", kind.name));
        assert!(kind.contains(&case.position, case.score));
    }
    assert_eq!(set("--ply 30").position.stones(), 30);
    let opening = set("--balanced").position;
    let (_, epd, _) = made("--balanced", "1", "set.epd");
    assert_eq!(fen::parse(epd.expect("made").trim_end()), Ok(opening));

    let (code, _, said) = made("--balanced", "501", "none");
    let expected = "error: expected at most 500 such positions; found --count 501\n";
    assert_eq!((code, &*said), (Some(1), expected));
    for filter in ["", "--balanced --ply 30", "--kind hard"] {
        let (code, set, said) = made(filter, "1", "none");
        assert_eq!(code, Some(2), "{said}");
        assert!(set.is_err());
    }
}

#[test]
fn sets_with_the_same_name_are_named_by_their_paths() {
    let folder = Folder::new();
    let late = "16223414344371252143533416765565772276";
    let [right, wrong] = [("right", 0), ("wrong", 2)].map(|(name, score)| {
        fs::create_dir(folder.path(name)).expect("a folder of ours");
        folder.write(&format!("{name}/set.txt"), format!("{late} {score}\n"))
    });
    let checked = |files: &str| text(&claimeven(&format!("testset check {files}")).stdout);
    assert!(checked(&right).starts_with("set: 1 positions, 0 wrong"));
    let both = checked(&format!("{right} {wrong}"));
    let expected = format!("{wrong}: line 1: expected score 2; found 0");
    assert_eq!(both.lines().nth(1), Some(&*expected), "{both}");
}

#[test]
fn a_wrong_score_is_reported_with_its_line() {
    let folder = Folder::new();
    let set = folder.write(
        "wrong",
        b"# late\n16223414344371252143533416765565772276 2\n",
    );
    let output = claimeven(&format!("testset check {set}"));
    assert_eq!(output.status.code(), Some(1));
    let shown = text(&output.stdout);
    assert!(
        shown.starts_with(&format!("{}: line 2: expected score 2; found 0\n", &set)),
        "{shown}"
    );
    assert!(shown.ends_with("1 positions, 1 wrong, 38 to 38 stones, 4 to 4 plies to the end\n"));
}
