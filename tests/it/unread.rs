//! What a command does when nobody reads what it prints: all of its work.

use std::fs;
use std::io;
use std::path::Path;

use crate::helpers::folder::Folder;
use crate::helpers::program::{command, text};

/// The exit code of a command whose stdout is closed, and what it says on stderr.
fn unread(arguments: &[&str]) -> (Option<i32>, String) {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    let output = command(arguments).stdout(writer).output();
    let output = output.expect("the binary was built");
    (output.status.code(), text(&output.stderr))
}

#[test]
fn the_exit_code_tells_of_the_work_whoever_reads() {
    let folder = Folder::new();
    let good = folder.write("good", "121212 18\n411335344264 14\n");
    let wrong = folder.write("wrong", "411335344264 14\n121212 17\n");
    let late = folder.write("late", "16223414344371252143533416765565772276 0\n");
    let book = folder.path("book");
    for (arguments, code) in [
        (&["analyze", "121212"][..], 0),
        (&["analyze", "--json", "121212"], 0),
        (&["annotate", "1212121"], 0),
        (&["annotate", "--json", "1212121"], 0),
        (&["bench", &good], 0),
        (&["bench", &good, &wrong, &good], 1),
        (&["bench", "--json", &good, &wrong], 1),
        (&["bench", "--ladder", "--steps", "3,full", &late], 0),
        (
            &["bench", "--ladder", "--steps", "full", "--csv", &wrong],
            1,
        ),
        (
            &["bench", "--ladder", "--steps", "full", "--json", &late],
            0,
        ),
        (&["testset", "check", &good], 0),
        (&["testset", "check", &good, &wrong, &good], 1),
        (&["book", "build", "--ply", "0", "--output", &book], 0),
        (&["book", "show", &book], 0),
        (&["book", "verify", &book], 0),
        (&["book", "lookup", &book], 0),
        (&["book", "lookup", &book, "4"], 1),
    ] {
        let (found, said) = unread(arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {said}");
        assert!(!said.contains("error"), "{arguments:?}: {said}");
    }
    assert!(fs::metadata(&book).is_ok_and(|found| found.len() > 0));
    assert!(!Path::new(&folder.path("book.journal")).exists());
}

#[test]
fn records_that_nobody_reads_end_a_run_with_an_error() {
    let folder = Folder::new();
    let input = folder.write("input", "121212\n411335344264\n");
    for command in ["analyze", "annotate"] {
        let (code, said) = unread(&[command, "--input", &input]);
        assert_eq!(code, Some(1), "{command}");
        let last = said.lines().last().expect("an error");
        assert!(last.starts_with("error: "), "{command}: {said}");
    }
}

/// Who asks for it by `>` learns that there was no room for it.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error_and_unread_it_is_none() {
    for arguments in [&["--version"][..], &["--help"], &["analyze", "--help"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let full = full.expect("Linux has it");
        let output = command(arguments).stdout(full).output();
        let status = output.expect("the binary was built").status;
        assert_eq!(status.code(), Some(1));
        assert_eq!(unread(arguments), (Some(0), String::new()));
    }
}
