//! Signals such as Ctrl-C: a command prints its result so far, and its exit code shows the signal.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::book::make_smallest;
use crate::helpers::engine::{Engine, signal};
use crate::helpers::folder::Folder;
use crate::helpers::program::{command, text, words};

/// Longer than any machine under load needs.
const PATIENCE: Duration = Duration::from_secs(600);

/// The signals that end a command, and their exit codes.
const SIGNALS: [(&str, i32); 3] = [("INT", 130), ("TERM", 143), ("HUP", 129)];

/// Sends a signal to runs, later each time, until the output shows that the run was at work.
pub(crate) fn interrupt(
    name: &str,
    arguments: &str,
    was_at_work: impl Fn(&Output) -> bool,
) -> Output {
    const EARLY: Duration = Duration::from_millis(20);
    let begin = Instant::now();
    let mut moment = EARLY;
    while begin.elapsed() < PATIENCE {
        let child = command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary was built");
        let start = Instant::now();
        while start.elapsed() < moment {
            thread::yield_now();
        }
        signal(&child, name);
        let output = child.wait_with_output().expect("it ends");
        if was_at_work(&output) {
            return output;
        }
        let was_done = output.status.success();
        moment = if was_done { EARLY } else { moment * 3 / 2 };
    }
    panic!("{arguments:?} was never seen at work")
}

/// Each command solves the empty board, which takes a second or more.
#[test]
fn the_exit_code_of_an_interrupted_run_shows_the_signal() {
    let folder = Folder::new();
    let set = folder.write("set", "7/7/7/7/7/7 w - - 0 1 1\n");
    make_smallest(&folder, "book");
    let (book, other) = (folder.path("book"), folder.path("other"));
    for (arguments, left) in [
        ("analyze --no-book", ", stopped before the proof\n"),
        (&format!("bench {set}"), "\nnodes 0\n"),
        (
            &format!("testset check {set}"),
            ": 0 positions, 0 wrong, stopped\n",
        ),
        (
            &format!("book verify {book}"),
            "ply 0: 0 positions solved again",
        ),
        (&format!("book build --resume --ply 8 --output {other}"), ""),
    ] {
        for (name, code) in SIGNALS {
            // A run that does not listen for signals yet is ended by the signal, without a code.
            let output = interrupt(name, arguments, |output| {
                text(&output.stdout).contains(left) && output.status.code().is_some()
            });
            assert_eq!(output.status.code(), Some(code), "{name} {arguments:?}");
        }
    }
}

#[test]
fn an_interrupted_check_of_a_book_prints_which_plies_are_sound_so_far() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/src/book/openings.book");
    let left = "stopped: plies ";
    let verify = format!("book verify {book}");
    let output = interrupt("INT", &verify, |output| text(&output.stdout).contains(left));
    assert_eq!(output.status.code(), Some(130));
    let said = text(&output.stdout);
    assert!(said.starts_with("checksum "), "{said}");
    assert!(!said.contains("solved again"), "{said}");
    // Each ply is either sound or unchecked. The second line is missing if none is sound yet.
    let sound = said
        .lines()
        .nth(1)
        .filter(|line| line.starts_with("plies "));
    let sound = sound.and_then(|line| line.split(':').next());
    let open = said.lines().last().expect("at least one");
    let words = sound.unwrap_or_default().split(' ').chain(open.split(' '));
    let plies: Vec<u8> = words.filter_map(|word| word.parse().ok()).collect();
    assert_eq!(plies, [0, 2, 4, 6, 8, 10, 12, 14], "{said}");
}

#[test]
fn an_interrupted_merge_ends_at_once_and_writes_nothing() {
    let folder = Folder::new();
    let (book, part) = (folder.path("book"), folder.path("part"));
    let merge = &format!("book merge --ply 12 --output {book} {part}");
    // A run that does not listen for signals yet is ended by the signal, without a code.
    let output = interrupt("INT", merge, |output| output.status.code() == Some(130));
    assert_eq!(text(&output.stdout), "");
    // A command that ends at once removes nothing: its lock file may stay.
    let left = folder.names();
    assert!(left.iter().all(|name| name == "book.lock"), "{left:?}");
}

/// The same Ctrl-C or hangup also ends the program that writes the input.
#[test]
fn a_signal_counts_although_the_input_ends_right_after_it() {
    const RUNS: usize = 30;
    for arguments in [
        "analyze --hash 1 --input -",
        "annotate --hash 1 --input -",
        "solve --hash 1",
    ] {
        for (name, wanted) in SIGNALS.into_iter().cycle().take(RUNS) {
            let (input, mut games) = std::io::pipe().expect("a pipe");
            let mut child = command(arguments)
                .stdin(input)
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("the binary was built");
            writeln!(games, "121212").expect("it listens");
            let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
            answers.read_line(&mut String::new()).expect("an answer");
            // After this only the shell holds the input open, and the shell ends soon.
            let interrupted = Command::new("sh")
                .args(["-c", r#"kill -"$0" "$1""#, name])
                .arg(child.id().to_string())
                .stdout(games)
                .status();
            assert!(interrupted.expect("a shell").success());
            std::io::copy(&mut answers, &mut std::io::sink()).expect("the rest");
            let code = child.wait().expect("it ends").code();
            assert_eq!(code, Some(wanted), "{arguments:?}");
        }
    }
}

/// Starts a bulk analysis that reads positions with long labels from a thread, without end.
fn endless(output: &str, stdout: Stdio) -> Child {
    let arguments = &format!("analyze --hash 1 --input - --output {output}");
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary was built");
    let mut input = child.stdin.take().expect("a pipe");
    let line = format!(
        "16223414344371252143533416765565772276\t{}\n",
        "x".repeat(60_000)
    );
    // Ends with the run.
    thread::spawn(move || while input.write_all(line.as_bytes()).is_ok() {});
    child
}

/// The lines are long, so that most signals arrive while one is being written.
#[test]
fn every_signal_leaves_whole_lines_in_a_file() {
    const ROUNDS: u64 = 10;
    let folder = Folder::new();
    for (name, code) in SIGNALS {
        for round in 0..ROUNDS {
            let path = folder.path(&format!("{name}-{round}"));
            let mut child = endless(&path, Stdio::null());
            let begin = Instant::now();
            let length = || fs::metadata(&path).map_or(0, |found| found.len());
            while length() <= round * 100_000 {
                assert!(begin.elapsed() < PATIENCE, "{path} does not grow");
                thread::yield_now();
            }
            signal(&child, name);
            assert_eq!(child.wait().expect("it ends").code(), Some(code), "{name}");
            let written = fs::read(&path).expect("written");
            assert!(written.ends_with(b"}\n"), "{name}: a torn line");
            fs::remove_file(&path).expect("a folder of ours");
        }
    }
}

#[test]
fn every_signal_leaves_whole_lines_in_a_pipe() {
    const ROUNDS: usize = 10;
    for (name, code) in SIGNALS {
        for round in 0..ROUNDS {
            let mut child = endless("-", Stdio::piped());
            let mut written = BufReader::new(child.stdout.take().expect("a pipe"));
            for _ in 0..=round {
                written.read_line(&mut String::new()).expect("a record");
            }
            signal(&child, name);
            let mut rest = Vec::new();
            written.read_to_end(&mut rest).expect("its end");
            assert_eq!(child.wait().expect("it ends").code(), Some(code), "{name}");
            assert!(
                rest.is_empty() || rest.ends_with(b"}\n"),
                "{name}: a torn line"
            );
        }
    }
}

/// Returns the program with an ignored signal, as after `nohup`.
fn ignoring(name: &str, arguments: &str) -> Command {
    let mut shell = Command::new("sh");
    let run = format!("trap '' {name}; exec \"$0\" \"$@\"");
    shell.args(["-c", &run, env!("CARGO_BIN_EXE_claimeven")]);
    shell.args(words(arguments));
    shell
}

#[test]
fn a_signal_that_is_ignored_at_the_start_stays_ignored() {
    for (name, _) in SIGNALS {
        let mut child = ignoring(name, "analyze --hash 1 --input -")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let mut input = child.stdin.take().expect("a pipe");
        let mut records = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut lines = 0;
        for _ in 0..2 {
            writeln!(input, "121212").expect("it lives");
            lines += records
                .read_line(&mut String::new())
                .expect("a record")
                .min(1);
            signal(&child, name);
        }
        drop(input);
        assert_eq!(
            (lines, child.wait().expect("it ends").code()),
            (2, Some(0)),
            "{name}"
        );
    }
}

#[test]
fn the_daemon_too_continues_after_a_signal_that_is_ignored_at_the_start() {
    for (name, _) in SIGNALS {
        let mut engine = Engine::run(&mut ignoring(name, ""));
        for _ in 0..2 {
            engine.send("isready");
            engine.expect("readyok");
            engine.signal(name);
        }
        engine.send("position moves 121212\ngo");
        engine.expect("bestmove 1");
        engine.send("quit");
        assert!(engine.farewell().1.success(), "{name}");
    }
}
