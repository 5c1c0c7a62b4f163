//! Commands whose output is not read: they still do all of their work.

#[cfg(target_os = "linux")]
use std::fs;
use std::io;

use crate::book::{QUICK_BUILD, make_smallest};
use crate::helpers::folder::Folder;
#[cfg(target_os = "linux")]
use crate::helpers::program::command;
use crate::helpers::program::{run, text};

/// Runs a command whose stdout is closed. Returns its exit code and its stderr.
fn unread(folder: &Folder, line: &str) -> (Option<i32>, String) {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    let output = run(folder.command(line).stdout(writer));
    (output.status.code(), text(&output.stderr))
}

#[test]
fn the_exit_code_depends_on_the_work_and_not_on_the_reader() {
    let folder = Folder::new();
    folder.write("good", "121212 18\n411335344264 14\n");
    folder.write("wrong", "411335344264 14\n121212 17\n");
    folder.write("late", "16223414344371252143533416765565772276 0\n");
    make_smallest(&folder, "book");
    for (arguments, code) in [
        ("analyze 121212", 0),
        ("analyze --json 121212", 0),
        ("annotate 1212121", 0),
        ("annotate --json 1212121", 0),
        ("bench good", 0),
        ("bench good wrong good", 1),
        ("bench --json good wrong", 1),
        ("bench --ladder --steps 3,full late", 0),
        ("bench --ladder --steps full --csv wrong", 1),
        ("bench --ladder --steps full --json late", 0),
        ("testset check good", 0),
        ("testset check good wrong good", 1),
        (&format!("{QUICK_BUILD} part"), 0),
        ("book show book", 0),
        ("book verify book --sample 0", 0),
        ("book lookup book", 0),
        ("book lookup book 4", 1),
    ] {
        let (found, said) = unread(&folder, arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {said}");
        assert!(!said.contains("error"), "{arguments:?}: {said}");
    }
    assert_eq!(folder.names(), ["book", "good", "late", "part", "wrong"]);
}

#[test]
fn records_that_nobody_reads_end_a_run_with_an_error() {
    let folder = Folder::new();
    folder.write("input", "121212\n411335344264\n");
    for command in ["analyze", "annotate"] {
        let (code, said) = unread(&folder, &format!("{command} --input input"));
        assert_eq!(code, Some(1), "{command}");
        let last = said.lines().last().expect("an error");
        assert!(last.starts_with("error: "), "{command}: {said}");
    }
}

/// A user who redirects the help to a full disk sees an error.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error_and_unread_help_is_not() {
    let folder = Folder::new();
    for arguments in ["--version", "--help", "analyze --help"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let full = full.expect("Linux has it");
        let output = run(command(arguments).stdout(full));
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(unread(&folder, arguments), (Some(0), String::new()));
    }
}
