//! Bulk analysis as a user runs it: files in, files out.

mod begin;
mod kept;
mod safety;

use std::fs;
use std::io::{BufRead, BufReader, Write};
#[cfg(unix)]
use std::net::Shutdown;
use std::path::Path;
use std::process::{Command, Output, Stdio};
#[cfg(unix)]
use std::{thread, time::Duration};

use serde_json::Value;

use crate::helpers::folder::Folder;
use crate::helpers::program::{self, records, run, text};
use crate::helpers::sample::{self, Play, Random};

fn command(arguments: &str) -> Command {
    program::command(&format!("analyze --hash 1 {arguments}"))
}

fn analyze(arguments: &str) -> Output {
    run(&mut command(arguments))
}

fn read(path: &str) -> String {
    fs::read_to_string(path).expect("it was written")
}

/// Returns lines of random games of 20 to 39 stones, which are quickly solved.
fn positions(count: usize, seed: u64) -> String {
    games_from(20, count, seed)
}

/// Returns lines of random games of `least` to `least` + 19 stones. Every tenth repeats or mirrors
/// an earlier one.
fn games_from(least: usize, count: usize, seed: u64) -> String {
    let mut dice = Random::seeded(seed);
    let mut games: Vec<Vec<usize>> = Vec::new();
    for index in 0..count {
        let game = match (index % 10, dice.below(2)) {
            (9, 0) => dice.pick(&games).clone(),
            (9, _) => dice.pick(&games).iter().map(|column| 6 - column).collect(),
            _ => sample::unfinished(&mut dice, least + index % 20, Play::Careful),
        };
        games.push(game);
    }
    let lines = games.iter().map(|game| sample::written(game) + "\n");
    lines.collect()
}

/// Returns records without the fields that differ between runs.
fn settled(text: &str) -> Vec<Value> {
    let mut records = records(text);
    for record in &mut records {
        let fields = record.as_object_mut().expect("an object");
        fields.remove("nodes");
        fields.remove("time_us");
    }
    records
}

#[test]
fn every_line_has_its_record_and_bad_ones_say_where() {
    let folder = Folder::new();
    let input = folder.write(
        "input",
        "\u{feff}2232341145311512135567\tmine\r\n448\n\u{e9}\tbad, \"label\"\n1212121\n7/7/7/7/7/2p4 b",
    );
    let output = analyze(&format!("--input {input} --pv"));
    assert_eq!(output.status.code(), Some(1), "there were bad lines");
    let shown = text(&output.stdout);
    let records = records(&shown);
    assert_eq!(records.len(), 5, "{shown}");
    let good = &records[0];
    assert_eq!(good["input"], "2232341145311512135567");
    assert_eq!(good["label"], "mine");
    assert_eq!(
        (&good["side"], &good["stones"]),
        (&"first".into(), &22.into())
    );
    assert_eq!(
        (&good["score"], &good["outcome"]),
        (&(-9).into(), &"loss".into())
    );
    assert_eq!((&good["best"], &good["pv"]), (&2.into(), &"2444".into()));
    assert_eq!(
        good["scores"],
        serde_json::json!([null, -9, -10, -10, -10, -10, -10])
    );
    for (record, line, char, input, label, error) in [
        (
            1,
            2,
            3,
            "448",
            Value::Null,
            "ply 3: '8' is not a column (1-7)",
        ),
        (
            2,
            3,
            1,
            "\u{e9}",
            "bad, \"label\"".into(),
            "expected a position: columns such as 4453, moves such as d1 d2, a FEN, or a board of 42 cells; found \"\u{e9}\"",
        ),
        (
            4,
            5,
            1,
            "7/7/7/7/7/2p4 b",
            Value::Null,
            "the first player has 0 and the second 1 stones; expected equal numbers or one more for the first",
        ),
    ] {
        let wanted = serde_json::json!({
            "input": input, "label": label, "line": line, "char": char, "error": error,
        });
        assert_eq!(records[record], wanted);
    }
    assert_eq!(records[3]["outcome"], "loss", "a finished game");
    let summary = text(&output.stderr);
    assert!(
        summary.starts_with("2 positions (0 repeated), 3 bad lines in "),
        "{summary}"
    );
    assert!(
        summary.contains("\nfirst bad line: line 2, char 3: ply 3"),
        "{summary}"
    );
    let device = if cfg!(windows) {
        folder.path("records")
    } else {
        "/dev/null".to_owned()
    };
    let output = analyze(&format!("--input {input} --allow-bad --output {device}"));
    assert!(output.status.success());
}

#[test]
fn comma_separated_values_contain_the_same() {
    let folder = Folder::new();
    let input = folder.write("input", "444444222222777777\ta, \"b\"\n448\n");
    let output = analyze(&format!("--input {input} --format csv"));
    let shown = text(&output.stdout);
    let mut lines = shown.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    assert_eq!(header.len(), 21);
    assert_eq!(
        header[7..14].join(" "),
        "score1 score2 score3 score4 score5 score6 score7"
    );
    let good = lines.next().expect("a row");
    let start = "444444222222777777,\"a, \"\"b\"\"\",first,18,11,win,3,8,,11,,11,3,,5,,";
    assert!(good.starts_with(start) && good.ends_with(",,,"), "{good}");
    let bad = lines.next().expect("a row");
    assert!(
        bad.ends_with(",2,3,ply 3: '8' is not a column (1-7)"),
        "{bad}"
    );
    assert_eq!(bad.matches(',').count(), 20);
}

#[test]
fn best_and_weak_ask_for_fewer_answers() {
    let folder = Folder::new();
    let input = folder.write("input", "444444222222777777\n");
    let letters = serde_json::json!(["W", null, "W", null, "W", "W", null]);
    for (arguments, score, scores) in [
        ("--scores best", 11.into(), Value::Null),
        ("--weak", Value::Null, letters),
        ("--weak --scores best", Value::Null, Value::Null),
    ] {
        let output = analyze(&format!("--input {input} {arguments}"));
        let record: Value = serde_json::from_slice(&output.stdout).expect("one record");
        assert_eq!(record["score"], score, "{arguments:?}");
        assert_eq!(record["scores"], scores, "{arguments:?}");
        assert_eq!(record["best"], 5, "{arguments:?}");
        assert_eq!(
            (&record["outcome"], &record["pv"]),
            (&"win".into(), &Value::Null)
        );
    }
}

#[test]
fn shards_and_threads_change_nothing() {
    let folder = Folder::new();
    let input = folder.write("input", positions(300, 5));
    let run = |arguments: &str| {
        let output = analyze(&format!("--input {input} --pv {arguments}"));
        assert!(output.status.success(), "{}", text(&output.stderr));
        settled(&text(&output.stdout))
    };
    let whole = run("--threads 1");
    assert_eq!(whole.len(), 300);
    assert_eq!(run("--threads 5"), whole);
    let shards: Vec<Vec<Value>> = (1..=7)
        .map(|index| run(&format!("--shard {index}/7")))
        .collect();
    for (index, record) in whole.iter().enumerate() {
        assert_eq!(&shards[index % 7][index / 7], record);
    }
}

#[test]
fn a_bad_line_of_a_shard_has_its_number_in_the_whole_input() {
    let folder = Folder::new();
    let input = folder.write("input", "121212\n121212\n448\n448\n");
    let output = analyze(&format!("--input {input} --shard 2/2"));
    let record = &settled(&text(&output.stdout))[1];
    assert_eq!(record["line"], 4);
    let summary = text(&output.stderr);
    assert!(summary.contains("first bad line: line 4, "), "{summary}");
}

#[test]
fn the_summary_counts_positions_repetitions_nodes_and_bad_lines() {
    let folder = Folder::new();
    let lines =
        "2232341145311512135567\n6656547743577376753321\n448\n4132321143351562135527\n449\n";
    let input = folder.write("input", lines);
    let output = analyze(&format!("--input {input}"));
    let records = records(&text(&output.stdout));
    let nodes: u64 = records
        .iter()
        .filter_map(|record| record["nodes"].as_u64())
        .sum();
    let summary = text(&output.stderr);
    let counts = "3 positions (1 repeated), 2 bad lines in ";
    assert!(summary.starts_with(counts), "{summary}");
    let told = summary.replace(',', "");
    assert!(told.contains(&format!(" {nodes} node")), "{summary}");
    assert!(summary.contains("\nfirst bad line: line 3, "), "{summary}");
}

#[test]
fn a_client_at_a_pipe_has_its_answer_before_it_asks_again() {
    let mut child = command("--input -")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary was built");
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for line in positions(50, 6).lines() {
        writeln!(questions, "{line}").expect("it listens");
        let answer = answers.next().expect("an answer").expect("text");
        assert!(answer.contains(line), "{answer}");
    }
    drop(questions);
    assert!(answers.next().is_none());
    assert!(child.wait().expect("it ends").success());
}

#[cfg(unix)]
#[test]
fn a_client_that_does_not_block_is_waited_for() {
    let arguments = "analyze --input - --allow-bad";
    let (mut ours, mut child) = program::start_at_socket(arguments);
    let asked = 10_000;
    // The answers are larger than the buffer of a socket, and are read only after all questions.
    let mut answers = BufReader::new(ours.try_clone().expect("a socket")).lines();
    ours.write_all("x\n".repeat(asked).as_bytes())
        .expect("somebody reads");
    // Until the buffer is full; if it is not, the test shows less.
    thread::sleep(Duration::from_millis(300));
    for line in 1..=asked {
        let answer = answers.next().expect("an answer").expect("text");
        assert!(answer.contains(&format!("\"line\":{line},")), "{answer}");
    }
    ours.shutdown(Shutdown::Write).expect("a socket");
    assert!(child.wait().expect("it is ours").success());
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    for (arguments, message) in [
        ("--pv", "--input <FILE>"),
        ("44 --input x", "cannot be used with"),
        ("--json --input x", "cannot be used with"),
        ("--input x --shard 0/2", "expected i/n with i from 1 to n"),
        (
            "--input x --threads 0",
            "expected a whole number from 1 to 512",
        ),
        ("--input x --format xml", "[possible values: jsonl, csv]"),
    ] {
        let output = analyze(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            text(&output.stderr).contains(message),
            "{}",
            text(&output.stderr)
        );
    }
    let output = analyze("--input no-such-file");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("error: no-such-file: "));
    assert!(!Path::new("no-such-file").exists());
}

#[test]
fn arguments_for_many_positions_are_refused_for_one() {
    let folder = Folder::new();
    let output = folder.path("output");
    for arguments in [
        &format!("--output {output}"),
        "--format csv",
        "--resume",
        "--shard 2/2",
        "--scores best",
        "--pv",
        "--allow-bad",
    ] {
        let done = analyze(&format!("{arguments} 121212"));
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        let said = text(&done.stderr);
        assert!(said.contains("cannot be used with"), "{said}");
    }
}
