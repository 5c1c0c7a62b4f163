//! `claimeven solve`, run like the program of the tutorial, for which users have written scripts.

use std::fs::{self, File};
use std::process::{Command, Stdio};

use crate::helpers::engine::{Engine, fits};
use crate::helpers::folder::Folder;
use crate::helpers::program::{self, Finished, closed_pipe, command, fed, run};

fn solve(options: &str) -> Command {
    command(&format!("solve --hash 1 {options}"))
}

/// Runs `solve` on this input.
fn answers(options: &str, input: &str) -> Finished {
    fed(&mut solve(options), input)
}

/// Returns a test set, whose lines have the form of the answers.
fn test_set(kind: &str) -> String {
    let path = format!(
        "{}/src/measure/testset/samples/{kind}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let set = fs::read_to_string(path).expect("a sample of the crate");
    let lines = set.split_inclusive('\n');
    lines.filter(|line| !line.starts_with('#')).collect()
}

/// Returns the lines of a test set without their scores.
fn positions(set: &str) -> String {
    let moves = set.lines().filter_map(|line| line.split(' ').next());
    moves.flat_map(|moves| [moves, "\n"]).collect()
}

#[test]
fn known_scores_come_back_line_by_line() {
    for kind in ["end-easy", "middle-easy"] {
        let set = test_set(kind);
        assert!(set.lines().count() >= 100);
        for book in ["", "--no-book"] {
            let output = answers(book, &positions(&set));
            assert_eq!(output.stdout, set, "{kind}");
            assert_eq!(output.stderr, "");
        }
    }
}

#[test]
fn the_scores_do_not_depend_on_the_number_of_threads() {
    let all = test_set("middle-medium");
    let set = all.lines().take(5).map(|line| line.to_owned() + "\n");
    let set: String = set.collect();
    for threads in ["", "--threads 1", "-j 3"] {
        let output = answers(&format!("--no-book {threads}"), &positions(&set));
        assert_eq!(output.stdout, set, "{threads}");
    }
    // With --stats, one thread is the default: its nodes do not vary.
    let nodes = |threads: &str| {
        let shown = answers(&format!("--no-book --stats {threads}"), &positions(&set)).stdout;
        let nodes = |line: &str| line.split(' ').nth(2).map(str::to_owned);
        shown.lines().map(nodes).collect::<Vec<_>>()
    };
    assert_eq!(nodes(""), nodes("-j 1"));
}

#[test]
fn the_best_column_has_the_score_of_the_position() {
    let set = test_set("end-easy");
    let output = answers("-a", &positions(&set)).stdout;
    let mut unplayable = 0;
    for (line, columns) in set.lines().zip(output.lines()) {
        let (position, score) = line.split_once(' ').expect("a score");
        let words: Vec<&str> = columns.split(' ').collect();
        assert_eq!((words[0], words.len()), (position, 8));
        let scores = words[1..].iter().map(|word| word.parse::<i32>());
        let best = scores.map(|score| score.expect("a number")).max();
        assert_eq!(best.map(|best| best.to_string()).as_deref(), Some(score));
        unplayable += words.iter().filter(|word| **word == "-1000").count();
    }
    assert_eq!(output.lines().count(), set.lines().count());
    assert!(unplayable > 100, "only {unplayable} columns were full");
}

#[test]
fn each_answer_comes_before_the_next_line_is_sent() {
    let solve = ["4453 -2", "", "411335344264 14"];
    let records = ["{\"input\":\"4453\"...", "...\"error\"...", "{..."];
    for (command, answers) in [
        ("solve --empty-lines", solve),
        ("analyze --input -", records),
        ("annotate --json --input -", records),
    ] {
        let mut peer = Engine::run(program::command(command).stderr(Stdio::null()));
        for (line, answer) in ["4453", "x", "411335344264"].into_iter().zip(answers) {
            peer.send(line);
            let found = peer.line().expect("an answer");
            assert!(fits(answer, &found), "{command}: {found}");
        }
        peer.close_input();
        assert_eq!(peer.line(), None);
    }
}

#[test]
fn a_closed_output_ends_the_run_without_a_message() {
    let folder = Folder::new();
    let input = File::open(folder.write("lines", "121212\n")).expect("just written");
    let output = run(solve("").stdin(input).stdout(closed_pipe()));
    assert_eq!(output.refused(), "");
}
