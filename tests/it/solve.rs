//! `claimeven solve`, run like the program of the tutorial, for which users have written scripts.

use std::fs::{self, File};
use std::process::{Command, Stdio};

use crate::helpers::engine::Engine;
use crate::helpers::folder::Folder;
use crate::helpers::program::{Finished, assert_starts, closed_pipe, command, fed, run};

/// A game without a winner.
const DRAWN: &str = "253373547145522312512246473457734666167611";

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
fn each_option_prints_its_scores() {
    for (options, input, answer) in [
        ("", "", " 1"), // an empty line is the empty board
        ("", DRAWN, " 0"),
        ("-a", DRAWN, &" -1000".repeat(7)),
        ("-a", "121212", " 18 -3 -18 -18 -18 -18 -18"),
        ("-w", "121212", " 1"),
        ("-w -a", "121212", " 1 -1 -1 -1 -1 -1 -1"),
        ("-w", "33445", " -1"),
        ("-wa", "334455", " 1 1 1 1 1 1 1"),
        ("-w", DRAWN, " 0"),
        ("", "44677773372745641555", " 10"),
        ("-w", "44677773372745641555", " 1"),
        ("-w -a", "44677773372745641555", " -1 -1 1 -1 -1 1 -1000"),
    ] {
        let output = answers(options, &format!("{input}\n"));
        let wanted = format!("{input}{answer}\n");
        assert_eq!(output.stdout, wanted, "{options:?}");
    }
}

#[test]
fn a_line_is_read_in_every_form_and_printed_unchanged() {
    let fen = "7/7/7/7/3p3/3P3 w";
    let input = format!("4453\r\n4453 \n4453\tmine\n{fen}\nmoves d1 d2");
    let wanted = format!("4453 -2\n4453  -2\n4453\tmine -2\n{fen} 1\nmoves d1 d2 1\n");
    assert_eq!(answers("", &input).stdout, wanted);
}

#[test]
fn a_line_without_a_position_is_reported_and_gets_no_line_or_an_empty_one() {
    let input = "448\n121212\n4444444\n1212121\n7/7\n12121214\n\u{1b}\n";
    for (options, stdout) in [
        ("", "121212 18\n"),
        ("--empty-lines", "\n121212 18\n\n\n\n\n\n"),
    ] {
        let output = answers(options, input);
        assert_eq!(output.stdout, stdout);
        assert_eq!(
            output.stderr,
            "Line 1: Invalid move 3 \"448\": ply 3: '8' is not a column (1-7)\n\
             Line 3: Invalid move 7 \"4444444\": ply 7: column 4 is full\n\
             Line 4: Invalid move 7 \"1212121\": the game is won\n\
             Line 5: Invalid position \"7/7\": char 4: expected '/' at the end of the rank; the text ends here\n\
             Line 6: Invalid move 8 \"12121214\": ply 8: the game is over\n\
             Line 7: Invalid position \"\u{fffd}\": char 1: expected a position: columns such as \
             4453, moves such as d1 d2, a FEN, or a board of 42 cells; found \"\\u{1b}\"\n"
        );
        assert_eq!(output.code, Some(0));
    }
}

#[test]
fn nodes_and_microseconds_follow_the_scores() {
    for (options, scores) in [("--stats", 1), ("--stats -a", 7)] {
        let options = format!("{options} --no-book");
        let output = answers(&options, "411335344264\n121212\n").stdout;
        let lines = output.lines().map(|line| line.split(' ').collect());
        let lines: Vec<Vec<&str>> = lines.collect();
        assert_eq!(lines.len(), 2);
        for line in &lines {
            assert_eq!(line.len(), 1 + scores + 2, "{output}");
            let mut counts = line[1 + scores..].iter();
            assert!(counts.all(|count| count.parse::<u64>().is_ok()), "{output}");
        }
        assert_ne!(lines[0][1 + scores], "0", "it takes a search");
    }
}

#[test]
fn each_answer_comes_before_the_next_line_is_sent() {
    let mut peer = Engine::run(solve("--empty-lines").stderr(Stdio::null()));
    for (line, answer) in [
        ("4453", "4453 -2"),
        ("x", ""),
        ("411335344264", "411335344264 14"),
    ] {
        peer.send(line);
        assert_eq!(peer.line().as_deref(), Some(answer));
    }
    assert!(peer.end().is_empty());
}

#[test]
fn a_book_that_cannot_be_used_causes_one_note_and_changes_no_answer() {
    let folder = Folder::new();
    // The head of a book of the tutorial's program: width, height, depth, three sizes.
    let foreign = folder.write("7x6.book", "\u{7}\u{6}\u{e}\u{1}\u{1}\u{17} and so on");
    for (path, error) in [(&*foreign, "byte 0: found "), (&folder.path("none"), "")] {
        let output = answers(&format!("-b {path}"), "4453\n").exits_with(0);
        assert_eq!(output.stdout, "4453 -2\n");
        let note = output.stderr;
        assert_starts(&note, &format!("note: {path}: {error}"));
        assert!(note.ends_with("; using the built-in book\n"), "{note}");
        assert_eq!(note.lines().count(), 1, "{note}");
    }
    let ours = concat!(env!("CARGO_MANIFEST_DIR"), "/src/book/openings.book");
    let output = answers(&format!("-b {ours} --stats"), "4453\n");
    assert_starts(&output.stdout, "4453 -2 0 ");
    assert_eq!(output.stderr, "");
}

#[test]
fn a_closed_output_ends_the_run_without_a_message() {
    let folder = Folder::new();
    let input = File::open(folder.write("lines", "121212\n")).expect("just written");
    let output = run(solve("").stdin(input).stdout(closed_pipe()));
    assert_eq!(output.refused(), "");
}
