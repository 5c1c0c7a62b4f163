//! `analyze --input` as a user runs it: files in, files out.

mod journal;
mod refused;
mod resume;

use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Write};
#[cfg(unix)]
use std::net::Shutdown;
use std::process::Command;
#[cfg(unix)]
use std::{thread, time::Duration};

use serde_json::{Value, json};

use crate::helpers::engine::Engine;
use crate::helpers::folder::Folder;
use crate::helpers::program::{self, Finished, assert_contains, assert_starts, records, run};
use crate::helpers::sample::{self, Play, Random};

fn command(arguments: &str) -> Command {
    program::command(&format!("analyze --hash 1 {arguments}"))
}

fn analyze(arguments: &str) -> Finished {
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
fn every_line_has_its_record_and_bad_ones_have_their_character_and_error() {
    let folder = Folder::new();
    let input = folder.write(
        "input",
        "\u{feff}2232341145311512135567\tmine\r\n448\n\u{e9}\tbad, \"label\"\n1212121\n7/7/7/7/7/2p4 b",
    );
    let output = analyze(&format!("--input {input} --pv")).exits_with(1);
    let records = output.records();
    assert_eq!(records.len(), 5, "{records:?}");
    for (field, wanted) in [
        ("input", json!("2232341145311512135567")),
        ("label", json!("mine")),
        ("side", json!("first")),
        ("stones", json!(22)),
        ("score", json!(-9)),
        ("outcome", json!("loss")),
        ("best", json!(2)),
        ("pv", json!("2444")),
        ("scores", json!([null, -9, -10, -10, -10, -10, -10])),
    ] {
        assert_eq!(records[0][field], wanted, "{field}");
    }
    let not_a_position = "expected a position: columns such as 4453, moves such as d1 d2, a FEN, or a board of 42 cells; found \"\u{e9}\"";
    let uneven = "the first player has 0 and the second 1 stones; expected equal numbers or one more for the first";
    for (line, char, input, label, error) in [
        (2, 3, "448", Value::Null, "ply 3: '8' is not a column (1-7)"),
        (3, 1, "\u{e9}", json!("bad, \"label\""), not_a_position),
        (5, 1, "7/7/7/7/7/2p4 b", Value::Null, uneven),
    ] {
        let wanted = json!({
            "input": input, "label": label, "line": line, "char": char, "error": error,
        });
        assert_eq!(records[line - 1], wanted);
    }
    assert_eq!(records[3]["outcome"], "loss", "a finished game");
    let summary = output.stderr;
    assert_starts(&summary, "2 positions (0 repeated), 3 bad lines in ");
    assert_contains(&summary, "\nfirst bad line: line 2, char 3: ply 3");
    let device = if cfg!(windows) {
        folder.path("records")
    } else {
        "/dev/null".to_owned()
    };
    analyze(&format!("--input {input} --allow-bad --output {device}")).printed();
}

#[test]
fn comma_separated_values_contain_the_same() {
    let folder = Folder::new();
    let input = folder.write("input", "444444222222777777\ta, \"b\"\n448\n");
    let shown = analyze(&format!("--input {input} --format csv")).stdout;
    let rows: Vec<&str> = shown.lines().collect();
    let header: Vec<&str> = rows[0].split(',').collect();
    assert_eq!(header.len(), 21);
    let scores = "score1 score2 score3 score4 score5 score6 score7";
    assert_eq!(header[7..14].join(" "), scores);
    let start = "444444222222777777,\"a, \"\"b\"\"\",first,18,11,win,3,8,,11,,11,3,,5,,";
    assert_starts(rows[1], start);
    assert!(rows[1].ends_with(",,,"), "{shown}");
    let error = ",2,3,ply 3: '8' is not a column (1-7)";
    assert!(rows[2].ends_with(error), "{shown}");
    assert_eq!(rows[2].matches(',').count(), 20);
}

#[test]
fn best_and_weak_ask_for_fewer_answers() {
    let folder = Folder::new();
    let input = folder.write("input", "444444222222777777\n");
    let letters = json!(["W", null, "W", null, "W", "W", null]);
    for (arguments, score, scores) in [
        ("--scores best", json!(11), Value::Null),
        ("--weak", Value::Null, letters),
        ("--weak --scores best", Value::Null, Value::Null),
    ] {
        let record = &analyze(&format!("--input {input} {arguments}")).records()[0];
        assert_eq!(record["score"], score, "{arguments:?}");
        assert_eq!(record["scores"], scores, "{arguments:?}");
        assert_eq!(record["best"], 5, "{arguments:?}");
        assert_eq!(record["outcome"], "win", "{arguments:?}");
        assert_eq!(record["pv"], Value::Null, "{arguments:?}");
    }
}

#[test]
fn shards_and_threads_change_no_record() {
    let folder = Folder::new();
    let input = folder.write("input", positions(300, 5));
    let run = |arguments: &str| {
        let output = analyze(&format!("--input {input} --pv {arguments}"));
        settled(&output.printed())
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
    assert_eq!(output.records()[1]["line"], 4);
    assert_contains(&output.stderr, "first bad line: line 4, ");
}

#[test]
fn the_summary_counts_positions_repetitions_nodes_and_bad_lines() {
    let folder = Folder::new();
    let lines =
        "2232341145311512135567\n6656547743577376753321\n448\n4132321143351562135527\n449\n";
    let input = folder.write("input", lines);
    let output = analyze(&format!("--input {input}"));
    let records = output.records();
    let nodes = records.iter().filter_map(|record| record["nodes"].as_u64());
    let nodes: u64 = nodes.sum();
    let summary = output.stderr;
    assert_starts(&summary, "3 positions (1 repeated), 2 bad lines in ");
    assert_contains(&summary.replace(',', ""), &format!(" {nodes} node"));
    assert_contains(&summary, "\nfirst bad line: line 3, ");
    let quiet = analyze(&format!("--quiet --input {input}"));
    assert_starts(&quiet.stderr, "first bad line: line 3, ");
}

#[test]
fn a_client_at_a_pipe_has_its_answer_before_it_asks_again() {
    let mut run = Engine::run(&mut command("--input -"));
    for line in positions(50, 6).lines() {
        run.send(line);
        assert_contains(&run.line().expect("an answer"), line);
    }
    assert!(run.end().is_empty());
}

#[cfg(unix)]
#[test]
fn a_run_waits_for_a_client_whose_socket_does_not_block() {
    let arguments = "analyze --input - --allow-bad";
    let (mut ours, mut child) = program::start_at_socket(arguments);
    let asked = 10_000;
    // The answers are larger than the buffer of a socket, and are read only after all questions.
    let mut answers = BufReader::new(ours.try_clone().expect("a socket")).lines();
    ours.write_all("x\n".repeat(asked).as_bytes())
        .expect("the run reads");
    // Wait until the buffer is full. If this takes longer, the test proves less but still passes.
    thread::sleep(Duration::from_millis(300));
    for line in 1..=asked {
        let answer = answers.next().expect("an answer").expect("text");
        assert_contains(&answer, &format!("\"line\":{line},"));
    }
    ours.shutdown(Shutdown::Write).expect("a socket");
    assert!(child.wait().expect("it is ours").success());
}
