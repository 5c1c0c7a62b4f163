//! A standard output that does not block and is full when a command begins to print: the command
//! waits for its reader.

use std::io::{ErrorKind, Read, Write};
use std::os::{fd::OwnedFd, unix::net::UnixStream};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use crate::book::{QUICK_BUILD, make_smallest};
use crate::helpers::folder::Folder;

/// Starts the program with a full output. Returns the process, the other end of the output, and
/// the number of bytes in it.
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

#[test]
fn a_reader_that_comes_late_gets_all_that_a_command_prints() {
    let folder = Folder::new();
    folder.write("set", "121212 18\n");
    folder.write("wrong", "121212 17\n");
    folder.write("games", "1212121\n");
    make_smallest(&folder, "book");
    let build = format!("{QUICK_BUILD} part");
    let commands = [
        ("analyze 121212", 0, "nodes in"),
        ("analyze --json 121212", 0, "\"score\":18"),
        ("analyze --input games", 0, "\"outcome\":\"loss\""),
        ("annotate 1212121", 0, "nodes in"),
        ("annotate --input games", 0, "nodes in"),
        ("annotate --json --input games", 0, "\"blunders\":2"),
        ("bench set", 0, "nodes "),
        ("bench --json set", 0, "\"correct\":1"),
        ("bench --ladder --steps full set", 0, "K pos/s"),
        ("bench --ladder --steps full --csv set", 0, "\nfull,"),
        ("testset check wrong", 1, "1 positions, 1 wrong"),
        (&build, 0, " bytes\n"),
        ("book show book", 0, "book of ply 0"),
        ("book lookup book", 0, "score 1"),
        ("--help", 0, "Usage:"),
        ("--version", 0, "claimeven "),
    ];
    let started: Vec<_> = commands
        .iter()
        .map(|(line, ..)| start(&folder, line))
        .collect();
    // Until they print. If they were later, the test would show less but still pass.
    thread::sleep(Duration::from_secs(1));
    for ((arguments, code, said), (child, mut ours, held)) in commands.iter().zip(started) {
        let mut read = String::new();
        ours.read_to_string(&mut read).expect("text");
        let output = child.wait_with_output().expect("it is ours");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            output.status.code(),
            Some(*code),
            "{arguments:?}: {complaint}"
        );
        let printed = &read[held..];
        assert!(printed.contains(said), "{arguments:?}: {printed}");
        assert!(printed.ends_with('\n'), "{arguments:?}: {printed}");
    }
}
