//! Commands whose output is read late or not at all: they still do all of their work.

#[cfg(unix)]
use std::io::{ErrorKind, Read, Write};
#[cfg(unix)]
use std::os::{fd::OwnedFd, unix::net::UnixStream};
#[cfg(unix)]
use std::process::{Child, Stdio};
#[cfg(unix)]
use std::{thread, time::Duration};

use crate::book::make_smallest;
use crate::helpers::folder::Folder;
use crate::helpers::program::{Finished, closed_pipe, run};
#[cfg(unix)]
use crate::helpers::program::{assert_contains, wait};

/// Creates a folder with the inputs of the commands.
fn inputs() -> Folder {
    let folder = Folder::new();
    folder.write("good", "121212 18\n411335344264 14\n");
    folder.write("wrong", "411335344264 14\n121212 17\n");
    folder.write("late", "16223414344371252143533416765565772276 0\n");
    folder.write("games", "1212121\n");
    make_smallest(&folder, "book");
    folder
}

/// Commands that read no lines, their exit codes, and a part of what they print.
const COMMANDS: [(&str, i32, &str); 13] = [
    (
        "book build --ply 8 --shard 5000/10000 --output part",
        0,
        " bytes\n",
    ),
    ("analyze 121212", 0, "nodes in"),
    ("analyze --json 121212", 0, "\"score\":18"),
    ("annotate 1212121", 0, "nodes in"),
    ("annotate --json 1212121", 0, "\"blunders\":2"),
    ("bench good", 0, "nodes "),
    ("bench good wrong good", 1, "expected score 17; found 18"),
    ("bench --json good wrong", 1, "\"correct\":1"),
    ("bench --ladder --steps 3,full late", 0, "full the engine"),
    ("bench --ladder --steps full wrong", 1, "expected score 17"),
    ("book show book", 0, "book of ply 0"),
    ("book verify book --sample 0", 0, "checksum "),
    ("--version", 0, "claimeven "),
];

/// Commands that read lines: without a reader they end.
const READERS: [(&str, i32, &str); 3] = [
    ("analyze --input games", 0, "\"outcome\":\"loss\""),
    ("annotate --input games", 0, "nodes in"),
    ("annotate --json --input games", 0, "\"blunders\":2"),
];

/// Runs a command whose output has no reader.
fn unread(folder: &Folder, line: &str) -> Finished {
    run(folder.command(line).stdout(closed_pipe()))
}

#[test]
fn the_exit_code_depends_on_the_work_and_not_on_the_reader() {
    let folder = inputs();
    for (line, code, _) in COMMANDS {
        let error = unread(&folder, line).exits_with(code).stderr;
        assert!(!error.contains("error"), "{line:?}: {error}");
    }
    for (line, ..) in READERS {
        assert_eq!(unread(&folder, line).refused(), "", "{line:?}");
    }
    let names = ["book", "games", "good", "late", "part", "wrong"];
    assert_eq!(folder.names(), names);
}

/// Starts a command whose standard output does not block and is full. Returns the process, the
/// other end of the output, and the number of bytes in it.
#[cfg(unix)]
fn start(folder: &Folder, line: &str) -> (Child, UnixStream, usize) {
    let (ours, mut theirs) = UnixStream::pair().expect("a system with sockets");
    theirs.set_nonblocking(true).expect("a socket");
    let mut held = 0;
    let full = loop {
        match theirs.write(&[b'.'; 4096]) {
            Ok(taken) => held += taken,
            Err(error) => break error,
        }
    };
    assert_eq!(full.kind(), ErrorKind::WouldBlock);
    let child = folder
        .command(line)
        .stdout(OwnedFd::from(theirs))
        .stderr(Stdio::piped())
        .spawn();
    (child.expect("the binary was built"), ours, held)
}

#[cfg(unix)]
#[test]
fn a_reader_that_comes_late_gets_all_that_a_command_prints() {
    let folder = inputs();
    let commands = COMMANDS.into_iter().chain(READERS);
    let started: Vec<_> = commands
        .map(|command| (command, start(&folder, command.0)))
        .collect();
    // Wait until they print. If some print later, the test proves less but still passes.
    thread::sleep(Duration::from_secs(1));
    for ((line, code, part), (child, mut ours, held)) in started {
        let mut read = String::new();
        ours.read_to_string(&mut read).expect("text");
        wait(child).exits_with(code);
        assert_contains(&read[held..], part);
        assert!(read.ends_with('\n'), "{line:?}");
    }
}
