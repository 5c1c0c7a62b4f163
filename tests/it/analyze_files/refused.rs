//! The start of a run: the files that it refuses, and that nothing is lost before it starts.

use std::fs::{self, File, OpenOptions};
use std::process::Stdio;

use super::{Folder, analyze, command, positions, read, run, settled};
#[cfg(target_os = "linux")]
use crate::helpers::program::limited;
use crate::helpers::program::{Finished, assert_contains};

/// Checks that a run was refused with one line that contains this reason.
#[track_caller]
fn refused(run: Finished, reason: &str) {
    let error = run.refused();
    assert_contains(&error, reason);
    assert_eq!(error.lines().count(), 1, "{error}");
}

/// Analyzes a file into another.
fn convert(input: &str, output: &str) -> Finished {
    analyze(&format!("--input {input} --output {output}"))
}

const SAME: &str = "expected a file that this run does not read; found the same file as ";

#[test]
fn the_input_is_not_overwritten_under_any_name() {
    let folder = Folder::new();
    let input = folder.write("output.journal", positions(20, 12));
    let locked = folder.write("other.lock", positions(20, 12));
    let linked = folder.path("linked");
    fs::hard_link(&input, &linked).expect("a folder of ours");
    let (output, other) = (folder.path("output"), folder.path("other"));
    let nowhere = folder.path("none/output");
    let missing = &*format!("error: {nowhere}: No such file or directory");
    let lock = "other.lock: expected an empty lock file";
    for (input, output, reason) in [
        (&input, &input, SAME),
        (&input, &linked, SAME),
        (&input, &output, SAME),
        (&locked, &other, SAME),
        (&input, &other, lock),
        (&input, &nowhere, missing),
    ] {
        refused(convert(input, output), reason);
        assert_eq!(read(input), positions(20, 12));
    }
}

#[test]
fn the_input_is_not_overwritten_through_standard_input_or_output() {
    let folder = Folder::new();
    let input = folder.write("input", positions(20, 12));
    let from = || Stdio::from(File::open(&input).expect("there"));
    let to = || {
        let file = OpenOptions::new().append(true).open(&input);
        Stdio::from(file.expect("there"))
    };
    let standard = format!("--input - --output {input}");
    refused(run(command(&standard).stdin(from())), SAME);
    refused(run(command("--input -").stdin(from()).stdout(to())), SAME);
    let named = format!("--input {input}");
    refused(run(command(&named).stdout(to())), SAME);
    assert_eq!(read(&input), positions(20, 12));
}

#[test]
fn a_file_called_like_standard_input_is_another_file() {
    let folder = Folder::new();
    folder.write("standard input", "");
    folder.printed("analyze --input - --output 'standard input'");
}

#[cfg(target_os = "linux")]
#[test]
fn the_input_is_not_overwritten_if_its_name_is_not_utf8() {
    use std::os::unix::ffi::OsStringExt;
    let folder = Folder::new();
    let input = std::ffi::OsString::from_vec([folder.path("in").as_bytes(), b"\xff.txt"].concat());
    fs::write(&input, positions(20, 12)).expect("a folder of ours");
    let mut command = command("");
    command.arg("--input").arg(&input);
    refused(run(command.arg("--output").arg(&input)), SAME);
    assert_eq!(fs::read_to_string(&input).expect("kept"), positions(20, 12));
}

#[test]
fn a_run_that_cannot_start_leaves_the_earlier_output() {
    let folder = Folder::new();
    let input = folder.write("input", positions(20, 12));
    let other = folder.write("other", positions(20, 13));
    let path = folder.path("output");
    convert(&input, &path).printed();
    let (records, journal) = (read(&path), folder.read("output.journal"));
    let is_kept = || read(&path) == records && folder.read("output.journal") == journal;
    let inner = folder.path("");
    refused(convert(&inner, &path), &inner);
    assert!(is_kept());
    // A folder has the name of the journal.
    let in_the_way = folder.path("output.journal");
    fs::remove_file(&in_the_way).expect("written");
    fs::create_dir(&in_the_way).expect("a folder of ours");
    refused(convert(&other, &path), "output.journal: ");
    fs::remove_dir(&in_the_way).expect("a folder of ours");
    fs::write(&in_the_way, &journal).expect("a folder of ours");
    assert!(is_kept());
    // There is no memory for the table.
    #[cfg(target_os = "linux")]
    {
        let line = format!("analyze --hash 4096 --input {input} --output {path}");
        refused(run(&mut limited("-v 1000000", &line)), "4096 MiB");
        assert!(is_kept());
    }
    convert(&other, &path).printed();
    assert_ne!(settled(&read(&path)), settled(&records));
}

#[cfg(unix)]
#[test]
fn a_link_to_an_output_leads_to_its_journal_too() {
    let folder = Folder::new();
    let (path, link) = (folder.path("output"), folder.path("link"));
    std::os::unix::fs::symlink("output", &link).expect("a folder of ours");
    let input = folder.write("input", positions(20, 12));
    let other = folder.write("other", positions(20, 13));
    convert(&input, &link).printed();
    let records = read(&path);
    for output in [&path, &link] {
        let resumed = format!("{output} --resume");
        refused(convert(&other, &resumed), "started with input ");
        convert(&input, &resumed).printed();
        assert_eq!(read(&path), records);
    }
    assert!(fs::metadata(folder.path("link.journal")).is_err());
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_without_room_for_the_journal_gets_nothing() {
    let folder = Folder::new();
    let input = folder.write("input", positions(20, 12));
    let line = format!("analyze --input {input} --output {}", folder.path("output"));
    refused(run(&mut limited("-f 0", &line)), "output.journal: ");
    assert_eq!(folder.names(), ["input"]);
}
