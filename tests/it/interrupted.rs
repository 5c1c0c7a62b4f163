//! What a signal such as Ctrl-C ends: it shows what was found so far, and its exit code tells.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::helpers::engine::{Engine, signal};
use crate::helpers::folder::Folder;
use crate::helpers::program::{self, claimeven, command, text};

/// Longer than any machine under load needs for what is due.
const PATIENCE: Duration = Duration::from_secs(600);

/// The signals that end a command, and the exit codes that tell of them.
const SIGNALS: [(&str, i32); 3] = [("INT", 130), ("TERM", 143), ("HUP", 129)];

/// Sends a signal to a run at ever later moments, until what is left shows that it was at
/// work.
pub(crate) fn interrupt(
    name: &str,
    arguments: &[&str],
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

/// Each has the empty board to solve, which takes a second, or more.
#[test]
fn an_interrupted_run_tells_so_by_its_exit_code() {
    let folder = Folder::new();
    let set = folder.write("set", "7/7/7/7/7/7 w - - 0 1 1\n");
    let book = folder.path("book");
    let built = claimeven(&["book", "build", "--ply", "0", "--output", &book]);
    assert!(built.status.success());
    let other = folder.path("other");
    for (arguments, left) in [
        (
            &["analyze", "--no-book"][..],
            ", stopped before the proof\n",
        ),
        (&["bench", &set], "\nnodes 0\n"),
        (
            &["testset", "check", &set],
            ": 0 positions, 0 wrong, stopped\n",
        ),
        (
            &["book", "verify", &book],
            "ply 0: 0 positions solved again",
        ),
        (
            &[
                "book", "build", "--resume", "--ply", "8", "--output", &other,
            ],
            "",
        ),
    ] {
        for (name, code) in SIGNALS {
            // Before it listens the signal itself ends it, and then it has no code.
            let output = interrupt(name, arguments, |output| {
                text(&output.stdout).contains(left) && output.status.code().is_some()
            });
            assert_eq!(output.status.code(), Some(code), "{name} {arguments:?}");
        }
    }
}

#[test]
fn an_interrupted_check_of_a_book_tells_what_was_sound_so_far() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/src/book/openings.book");
    let left = "stopped: plies ";
    let verify = ["book", "verify", book];
    let output = interrupt("INT", &verify, |output| text(&output.stdout).contains(left));
    assert_eq!(output.status.code(), Some(130));
    let said = text(&output.stdout);
    assert!(said.starts_with("checksum "), "{said}");
    assert!(!said.contains("solved again"), "{said}");
    // Each ply is either sound or open; were none sound yet, there is no second line of it.
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
    let merge = ["book", "merge", "--ply", "12", "--output", &book, &part];
    // Before it listens the signal itself ends it, and then it has no code.
    let output = interrupt("INT", &merge, |output| output.status.code() == Some(130));
    assert_eq!(text(&output.stdout), "");
    // What ends at once removes nothing: the file of its lock may stay.
    let left = folder.names();
    assert!(left.iter().all(|name| name == "book.lock"), "{left:?}");
}

/// The same Ctrl-C or hangup ends who writes the input.
#[test]
fn a_signal_counts_though_the_input_ends_right_behind_it() {
    const RUNS: usize = 30;
    for arguments in [
        &["analyze", "--hash", "1", "--input", "-"][..],
        &["annotate", "--hash", "1", "--input", "-"],
        &["solve", "--hash", "1"],
    ] {
        for (name, wanted) in SIGNALS.into_iter().cycle().take(RUNS) {
            let (input, mut games) = std::io::pipe().expect("a pipe");
            let mut child = program::command(arguments)
                .stdin(input)
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("the binary was built");
            writeln!(games, "121212").expect("it listens");
            let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
            answers.read_line(&mut String::new()).expect("an answer");
            // Nothing but this shell holds the input then, and it is soon gone.
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

/// A run of bulk analysis that reads positions with long labels from a thread, without end.
fn endless(output: &str, stdout: Stdio) -> Child {
    let arguments = ["analyze", "--hash", "1", "--input", "-", "--output", output];
    let mut child = command(&arguments)
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
    // Ends with the run, which reads no more then.
    thread::spawn(move || while input.write_all(line.as_bytes()).is_ok() {});
    child
}

/// Long lines, so that most of the time one is being written.
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

/// A program that begins with an ignored signal, as after `nohup`.
fn ignoring(name: &str, arguments: &[&str]) -> Command {
    let mut shell = Command::new("sh");
    let run = format!("trap '' {name}; exec \"$0\" \"$@\"");
    shell.args(["-c", &run, env!("CARGO_BIN_EXE_claimeven")]);
    shell.args(arguments);
    shell
}

#[test]
fn a_signal_that_was_ignored_before_stays_ignored() {
    for (name, _) in SIGNALS {
        let mut child = ignoring(name, &["analyze", "--hash", "1", "--input", "-"])
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
fn the_daemon_too_goes_on_after_a_signal_that_was_ignored_before() {
    for (name, _) in SIGNALS {
        let mut engine = Engine::run(&mut ignoring(name, &[]));
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
