//! What Ctrl-C ends: it shows what was found so far, and its exit code tells.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::engine::signal;
use crate::folder::Folder;
use crate::program::{self, claimeven, command, text};

/// Longer than any machine under load needs for what is due.
const PATIENCE: Duration = Duration::from_secs(600);

/// Interrupts a run at ever later moments, until what is left shows that it was at work.
pub(crate) fn interrupt(arguments: &[&str], was_at_work: impl Fn(&Output) -> bool) -> Output {
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
            std::thread::yield_now();
        }
        signal(&child, "INT");
        let output = child.wait_with_output().expect("it ends");
        if was_at_work(&output) {
            return output;
        }
        let was_done = output.status.success();
        moment = if was_done { EARLY } else { moment * 3 / 2 };
    }
    panic!("{arguments:?} was never seen at work")
}

/// Each has the empty board to solve, which takes a second.
#[test]
fn an_interrupted_run_tells_so_by_its_exit_code() {
    let folder = Folder::new("interrupted");
    let set = folder.write("set", "7/7/7/7/7/7 w - - 0 1 1\n");
    let book = folder.path("book");
    let built = claimeven(&["book", "build", "--ply", "0", "--output", &book]);
    assert!(built.status.success());
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
    ] {
        let output = interrupt(arguments, |output| text(&output.stdout).contains(left));
        assert_eq!(output.status.code(), Some(130), "{arguments:?}");
    }
}

#[test]
fn an_interrupted_check_of_a_book_tells_what_was_sound_so_far() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/src/book/openings.book");
    let left = "stopped: plies ";
    let verify = ["book", "verify", book];
    let output = interrupt(&verify, |output| text(&output.stdout).contains(left));
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
    let folder = Folder::new("interrupted-merge");
    let (book, part) = (folder.path("book"), folder.path("part"));
    let merge = ["book", "merge", "--ply", "12", "--output", &book, &part];
    // Before it listens the signal itself ends it, and then it has no code.
    let output = interrupt(&merge, |output| output.status.code() == Some(130));
    assert_eq!(text(&output.stdout), "");
    let left = std::fs::read_dir(folder.path(""))
        .expect("a folder")
        .count();
    assert_eq!(left, 0);
}

/// The same Ctrl-C ends who writes the input.
#[test]
fn an_interrupt_counts_though_the_input_ends_right_behind_it() {
    const RUNS: usize = 30;
    for arguments in [
        &["analyze", "--hash", "1", "--input", "-"][..],
        &["annotate", "--hash", "1", "--input", "-"],
        &["solve", "--hash", "1"],
    ] {
        for _ in 0..RUNS {
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
                .args(["-c", r#"kill -INT "$0""#])
                .arg(child.id().to_string())
                .stdout(games)
                .status();
            assert!(interrupted.expect("a shell").success());
            std::io::copy(&mut answers, &mut std::io::sink()).expect("the rest");
            let code = child.wait().expect("it ends").code();
            assert_eq!(code, Some(130), "{arguments:?}");
        }
    }
}
