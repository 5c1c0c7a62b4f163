//! Signals such as Ctrl-C: a command prints its result so far, and its exit code shows the signal.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::book::make_smallest;
#[cfg(windows)]
use crate::helpers::console;
use crate::helpers::engine::{Engine, signal};
use crate::helpers::folder::Folder;
#[cfg(unix)]
use crate::helpers::program::words;
use crate::helpers::program::{Finished, assert_contains, assert_starts, command, spawn, wait};

/// Longer than any machine under load needs.
const PATIENCE: Duration = Duration::from_secs(600);

/// The signals that end a command, and their exit codes. Windows has only Ctrl-C.
pub(crate) const SIGNALS: &[(&str, i32)] = if cfg!(unix) {
    &[("INT", 130), ("TERM", 143), ("HUP", 129)]
} else {
    &[("INT", 130)]
};

/// Sends a signal to one run after another, each time later, until the output shows that the run
/// was at work.
pub(crate) fn interrupt(
    name: &str,
    arguments: &str,
    was_at_work: impl Fn(&Finished) -> bool,
) -> Finished {
    const EARLY: Duration = Duration::from_millis(20);
    let begin = Instant::now();
    let mut moment = EARLY;
    while begin.elapsed() < PATIENCE {
        let child = spawn(&mut command(arguments));
        let start = Instant::now();
        while start.elapsed() < moment {
            thread::yield_now();
        }
        signal(&child, name);
        let run = wait(child);
        if was_at_work(&run) {
            return run;
        }
        let was_done = run.code == Some(0);
        moment = if was_done { EARLY } else { moment * 3 / 2 };
    }
    panic!("no signal came while {arguments:?} was at work")
}

/// Each command solves the empty board, which takes a second or more.
#[test]
fn the_exit_code_of_an_interrupted_run_shows_the_signal() {
    let folder = Folder::new();
    let set = folder.write("set", "7/7/7/7/7/7 w - - 0 1 1\n");
    make_smallest(&folder, "book");
    let (book, other) = (folder.path("book"), folder.path("other"));
    let output = folder.path("output");
    let lines = folder.write("lines", "\n");
    for (arguments, left, done) in [
        (
            "analyze --no-book ''",
            ", stopped before the proof\n",
            "the result so far is printed\n",
        ),
        (
            &format!("analyze --no-book --input {lines} --output {output}"),
            "",
            &format!("0 records written to {output}; use --resume to continue\n"),
        ),
        (
            &format!("bench {set}"),
            "\nset ",
            "0 of 1 positions are solved\n",
        ),
        (
            &format!("book verify {book}"),
            "ply 0: 0 positions solved again",
            "found no error so far\n",
        ),
        (
            &format!("book build --resume --ply 8 --output {other}"),
            "",
            " positions are solved; use --resume to continue\n",
        ),
    ] {
        for &(name, code) in SIGNALS {
            // A signal that comes before the run listens for it ends the run without a code.
            let was_at_work = |run: &Finished| run.stderr.contains("interrupted: ");
            let run = interrupt(name, arguments, was_at_work).exits_with(code);
            assert_contains(&run.stdout, left);
            assert!(run.stderr.ends_with(done), "{run:?}");
            // Only a whole bench has a signature.
            assert!(!run.stdout.contains("\nnodes "), "{run:?}");
            let _ = fs::remove_file(&output);
        }
    }
}

#[test]
fn an_interrupted_check_of_a_book_prints_no_result_of_the_check() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/src/book/openings.book");
    let verify = format!("book verify {book}");
    let run = interrupt("INT", &verify, |run| run.stdout.lines().count() == 1);
    let run = run.exits_with(130);
    assert_starts(&run.stdout, "checksum ");
    assert!(run.stderr.ends_with("found no error so far\n"), "{run:?}");
}

#[test]
fn an_interrupted_merge_ends_at_once_and_writes_nothing() {
    let folder = Folder::new();
    let (book, part) = (folder.path("book"), folder.path("part"));
    let merge = &format!("book merge --ply 12 --output {book} {part}");
    // A signal that comes before the run handles it ends the run without a code.
    let run = interrupt("INT", merge, |run| run.code == Some(130));
    assert_eq!(run.stdout, "");
    // A command that ends at once removes nothing: its lock file may stay.
    let left = folder.names();
    assert!(left.iter().all(|name| name == "book.lock"), "{left:?}");
}

/// Ctrl-C or a hangup also ends the program that writes the input.
#[cfg(unix)]
#[test]
fn a_signal_decides_the_exit_code_although_the_input_ends_right_after_it() {
    const RUNS: usize = 30;
    for arguments in [
        "analyze --hash 1 --input -",
        "annotate --hash 1 --input -",
        "solve --hash 1",
    ] {
        for &(name, wanted) in SIGNALS.iter().cycle().take(RUNS) {
            let (input, mut games) = std::io::pipe().expect("a pipe");
            let mut child = command(arguments)
                .stdin(input)
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("the binary was built");
            writeln!(games, "121212").expect("the run reads");
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

#[test]
fn an_interrupted_game_is_printed() {
    let mut play = Engine::run(&mut command("play --two-players 445566"));
    play.ask("1", "...[X]...");
    play.signal("INT");
    let (lines, status) = play.farewell();
    assert_eq!(status.code(), Some(130));
    assert!(
        lines.ends_with(&["the game: 4455661".to_owned()]),
        "{lines:#?}"
    );
}

/// Starts a bulk analysis. A thread writes positions with long labels to it without end.
fn endless(output: &str) -> Child {
    let arguments = &format!("analyze --hash 1 --input - --output {output}");
    let mut child = spawn(command(arguments).stdin(Stdio::piped()));
    let mut input = child.stdin.take().expect("a pipe");
    let late = "16223414344371252143533416765565772276";
    let line = format!("{late}\t{}\n", "x".repeat(60_000));
    // The thread ends with the run.
    thread::spawn(move || while input.write_all(line.as_bytes()).is_ok() {});
    child
}

/// The lines are long, so that most signals arrive while one is being written.
#[test]
fn every_signal_leaves_whole_lines_in_a_file() {
    const ROUNDS: u64 = 10;
    let folder = Folder::new();
    for &(name, code) in SIGNALS {
        for round in 0..ROUNDS {
            let path = folder.path(&format!("{name}-{round}"));
            let mut child = endless(&path);
            let begin = Instant::now();
            let length = || fs::metadata(&path).map_or(0, |found| found.len());
            while length() <= round * 100_000 {
                assert!(begin.elapsed() < PATIENCE, "{path} does not grow");
                thread::yield_now();
            }
            signal(&child, name);
            assert_eq!(child.wait().expect("it ends").code(), Some(code), "{name}");
            let written = fs::read(&path).expect("written");
            assert!(written.ends_with(b"}\n"), "{name}: a partial line");
            fs::remove_file(&path).expect("a folder of ours");
        }
    }
}

#[test]
fn every_signal_leaves_whole_lines_in_a_pipe() {
    const ROUNDS: usize = 10;
    for &(name, code) in SIGNALS {
        for round in 0..ROUNDS {
            let mut child = endless("-");
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
                "{name}: a partial line"
            );
        }
    }
}

/// Returns the program with a signal ignored, as `nohup` does.
#[cfg(unix)]
fn ignoring(name: &str, arguments: &str) -> Command {
    let mut shell = Command::new("sh");
    let run = format!("trap '' {name}; exec \"$0\" \"$@\"");
    shell.args(["-c", &run, env!("CARGO_BIN_EXE_claimeven")]);
    shell.args(words(arguments));
    shell
}

#[cfg(windows)]
fn ignoring(_: &str, arguments: &str) -> Command {
    let mut command = command(arguments);
    console::give_own_without_ctrl_c(&mut command);
    command
}

#[test]
fn a_signal_that_is_ignored_at_the_start_stays_ignored() {
    for &(name, _) in SIGNALS {
        for (arguments, line, answer) in [
            ("", "isready", "readyok"),
            ("analyze --hash 1 --input -", "121212", "{..."),
        ] {
            let mut run = Engine::run(&mut ignoring(name, arguments));
            for _ in 0..2 {
                run.ask(line, answer);
                run.signal(name);
            }
            run.ask(line, answer);
            assert!(run.end().is_empty(), "{name} {arguments:?}");
        }
    }
}
