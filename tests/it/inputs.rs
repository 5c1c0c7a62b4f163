//! Positions in every form that people use: `tests/data/inputs` has a file of each kind.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::helpers::folder::Folder;
use crate::helpers::program::{self, claimeven, command, fed, text};

/// The scores of the three positions in every file.
const SCORES: [i64; 3] = [18, 2, -8];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/inputs")
}

/// Analyzes a file with the options in its name. Returns the records and the exit code.
fn records(path: &Path) -> (Vec<Value>, Option<i32>) {
    let name = path.file_name().expect("a file").to_string_lossy();
    let words = name.split('.').skip(1);
    let options: Vec<String> = words
        .filter(|word| ["zero-based", "swap-sides", "blocks", "expect-scores"].contains(word))
        .map(|word| format!("--{word}"))
        .collect();
    let options = options.join(" ");
    let path = path.display().to_string();
    let output = claimeven(&format!("analyze --scores best --input {path} {options}"));
    let records = program::records(&text(&output.stdout));
    (records, output.status.code())
}

#[test]
fn a_file_of_each_kind_has_the_same_positions() {
    let mut kinds = 0;
    for entry in fs::read_dir(folder()).expect("it is there") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        if name == "README.md" || name == "utf-16.txt" {
            continue;
        }
        let (records, code) = records(&path);
        let scores: Vec<Option<i64>> = records
            .iter()
            .map(|record| record["score"].as_i64())
            .collect();
        assert_eq!(scores, SCORES.map(Some), "{name}");
        assert_eq!(code, Some(0), "{name}");
        kinds += 1;
    }
    assert!(kinds > 40, "{kinds}");
}

#[test]
fn labels_come_from_every_kind_of_file() {
    for (name, labels) in [
        ("labelled.txt", ["game 1", "game 2", "game 3"]),
        ("connect-4-classes.data", ["win", "win", "loss"]),
        ("scored.txt", ["18", "2", "-8"]),
        ("solved.expect-scores.txt", ["18", "2", "-8"]),
        ("positions.csv", ["1,18", "2,2", "3,-8"]),
        ("boards.csv", ["\"me; you\""; 3]),
    ] {
        let (records, _) = records(&folder().join(name));
        let found: Vec<&str> = records
            .iter()
            .filter_map(|record| record["label"].as_str())
            .collect();
        assert_eq!(found, labels, "{name}");
    }
}

#[test]
fn a_text_in_utf_16_is_reported_as_such() {
    let (records, code) = records(&folder().join("utf-16.txt"));
    let error = "expected a text in UTF-8; found a zero byte, as in UTF-16";
    assert_eq!(records[0]["error"], error);
    assert_eq!(code, Some(1));
    let path = folder().join("utf-16.txt").display().to_string();
    let refused = text(&claimeven(&format!("bench {path}")).stderr);
    assert!(refused.contains("UTF-16"), "{refused}");
}

#[test]
fn wrong_scores_are_reported_with_their_lines() {
    let folder = Folder::new();
    let input = folder.write(
        "input",
        "121212 18\n445332 -2\n\n22525762534622441115633653,8\n448 1\n",
    );
    let output = claimeven(&format!("analyze --expect-scores --input {input}"));
    let stderr = text(&output.stderr);
    let wrong: Vec<&str> = stderr
        .lines()
        .filter(|line| line.contains("; found "))
        .collect();
    assert_eq!(
        wrong,
        [
            "line 2: expected score -2; found 2",
            "line 4: expected score 8; found -8"
        ]
    );
    assert!(
        stderr.contains("\n2 wrong scores\nfirst bad line: line 3, char 1: "),
        "{stderr}"
    );
    assert_eq!(output.status.code(), Some(1));
    let right = folder.write("right", "121212 18\n");
    let weak = folder.write("weak", "121212 1\n");
    for (arguments, code) in [
        (&format!("--input {right}"), 0),
        (&format!("--input {weak}"), 1),
        (&format!("--input {weak} --weak"), 0),
    ] {
        let output = claimeven(&format!("analyze --expect-scores {arguments}"));
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn blocks_are_counted_by_shards_and_when_a_run_is_resumed() {
    let folder = Folder::new();
    let board = |stones: &str| format!("{}\n{stones}\n", ".......\n".repeat(5).trim_end());
    let boards = ["x......", "xo.....", "xo....x"].map(board);
    let input = folder.write("input", boards.join("\n\n"));
    let output = folder.path("output");
    let run = |options: &str| {
        claimeven(&format!(
            "analyze --blocks --scores best --input {input} {options}"
        ))
    };
    assert!(run(&format!("--output {output}")).status.success());
    let whole = fs::read_to_string(&output).expect("written");
    assert_eq!(whole.lines().count(), 3);
    let first: Vec<&str> = whole.split_inclusive('\n').take(1).collect();
    fs::write(&output, first.concat()).expect("writable");
    assert!(run(&format!("--output {output} --resume")).status.success());
    let resumed = fs::read_to_string(&output).expect("written");
    let stones = |text: &str| -> Vec<Value> {
        let records = program::records(text);
        records
            .iter()
            .map(|record| record["stones"].clone())
            .collect()
    };
    assert_eq!(stones(&resumed), [1, 2, 3]);
    assert_eq!(stones(&text(&run("--shard 2/3").stdout)), [2]);
    let bad = folder.write(
        "bad",
        format!("{}\n\n{}", boards[0], boards[1].replace("xo", "x")),
    );
    let bad = claimeven(&format!("analyze --blocks --scores best --input {bad}"));
    let printed = text(&bad.stdout);
    let place =
        "\"line\":9,\"char\":1,\"error\":\"in its line 6: expected a row of seven cells; found 6\"";
    assert!(printed.contains(place), "{printed}");
    let other = "analyze --scores best --resume";
    let other = claimeven(&format!("{other} --input {input} --output {output}"));
    let refused = text(&other.stderr);
    assert!(refused.contains("--blocks"), "{refused}");
}

#[test]
fn one_position_is_read_from_standard_input() {
    let analyze = |arguments: &str, input: &str| {
        let mut command = command(&format!("analyze --json {arguments}"));
        let output = fed(&mut command, input.as_bytes());
        (text(&output.stdout), text(&output.stderr))
    };
    for (arguments, input, stones) in [
        ("", "445332\n", 6),
        ("-", "445332\r\n", 6),
        ("", "", 0),
        ("", "\n", 0),
        ("4 4", "445332\n", 2),
        (
            "",
            ".......\n.......\n.......\n.......\n...o...\n...x...\n",
            2,
        ),
    ] {
        let (record, stderr) = analyze(arguments, input);
        let stones = format!("\"stones\":{stones},");
        assert!(
            record.contains(&stones),
            "{arguments:?} {input:?}: {record}{stderr}"
        );
    }
    let (record, stderr) = analyze("", "44\n45\n");
    assert_eq!(record, "");
    assert!(
        stderr.contains("use --input - for one position per line"),
        "{stderr}"
    );
    let (_, stderr) = analyze("", &"445332\n".repeat(10_000));
    assert!(stderr.contains("use --input -"), "{stderr}");
}

/// The program reads the boards that it draws.
#[test]
fn every_drawing_that_is_printed_is_read_back() {
    for moves in ["", "4", "445332", "121212", "1212121", "444444222222777777"] {
        let record = |input: &str| {
            let mut command = command("analyze --json -");
            let output = fed(&mut command, input.as_bytes());
            let printed = text(&output.stdout);
            let record: Value = serde_json::from_str(&printed).unwrap_or_else(|error| {
                panic!("{moves}: {error}: {printed}{}", text(&output.stderr))
            });
            (
                record["stones"].clone(),
                record["scores"].clone(),
                record["side"].clone(),
            )
        };
        let wanted = record(moves);
        let analyzed = text(&claimeven(&format!("analyze '{moves}'")).stdout);
        let annotated = text(&claimeven(&format!("annotate '{moves}'")).stdout);
        let shown = format!("position moves {moves}\nd\n");
        let shown = fed(&mut command(""), shown.as_bytes());
        for drawing in [analyzed, annotated, text(&shown.stdout)] {
            assert_eq!(record(&drawing), wanted, "{moves}:\n{drawing}");
        }
    }
}
