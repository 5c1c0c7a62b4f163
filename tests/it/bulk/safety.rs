//! Whatever ends a run: its records are kept, and the next run resumes from them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{Folder, analyze, command, games_from, positions, read, settled, text};
#[cfg(target_os = "linux")]
use crate::helpers::program::{limited, refused};
use crate::helpers::sample::Random;

/// Longer than a machine under load needs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until an output has `length` bytes or its process has ended.
fn grow(child: &mut Child, path: &str, length: u64) {
    let start = Instant::now();
    let long = || fs::metadata(path).is_ok_and(|found| found.len() >= length);
    while !long() && child.try_wait().expect("a child").is_none() {
        assert!(start.elapsed() < PATIENCE, "{path} does not grow");
        thread::yield_now();
    }
}

/// Lines of an input that is long enough to be interrupted.
const LINES: usize = 1001;

/// Compares an uninterrupted run with one that `end` ends again and again, given its process and
/// its output.
fn interrupt(format: &str, end: impl Fn(&mut Child, &str)) {
    let folder = Folder::new();
    // Positions of 14 stones take milliseconds: time enough to end a run in.
    let input = folder.write("input", &(games_from(14, LINES - 1, 7) + "448\n"));
    let (whole, broken) = (folder.path("whole"), folder.path("broken"));
    let arguments = format!("--input {input} --format {format} --output");
    let output = analyze(&format!("{arguments} {whole}"));
    assert_eq!(output.status.code(), Some(1), "a bad line");
    let length = fs::metadata(&whole).expect("written").len();
    let lines = |path: &str| read(path).lines().count();

    let begin = Instant::now();
    let mut dice = Random::seeded(8);
    let mut ends = 0;
    loop {
        assert!(begin.elapsed() < PATIENCE, "ended only {ends} times");
        let mut child = command(&format!("{arguments} {broken} --resume"))
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary was built");
        let before = fs::metadata(&broken).map_or(0, |found| found.len());
        let more = u64::try_from(dice.below(usize::try_from(length / 4).expect("small")));
        grow(&mut child, &broken, before + more.expect("small"));
        end(&mut child, &broken);
        let status = child.wait().expect("it ends");
        let is_whole = lines(&broken) == lines(&whole);
        match status.code() {
            // On Windows what is killed ends with 1 as well.
            Some(code @ (0 | 1)) if is_whole || cfg!(unix) => {
                assert!(is_whole, "it ended by itself");
                assert_eq!(code, 1, "the bad line still counts");
            }
            _ => {
                ends += 1;
                continue;
            }
        }
        if ends >= 2 {
            break;
        }
        // On a busy machine a run may end before the test sees its output grow.
        fs::remove_file(&broken).expect("written");
    }
    let settle = |path: &str| -> Vec<String> {
        let cut = |line: &str| match format {
            "csv" => {
                let fields: Vec<&str> = line.split(',').collect();
                [&fields[..16], &fields[18..]].concat().join(",")
            }
            _ => settled(line)[0].to_string(),
        };
        read(path).lines().map(cut).collect()
    };
    assert_eq!(settle(&broken), settle(&whole));
}

#[test]
fn a_run_killed_at_any_moment_resumes_to_the_same_file() {
    let kill = |child: &mut Child, _: &str| {
        // It may have ended by itself.
        let _ = child.kill();
    };
    interrupt("jsonl", kill);
    interrupt("csv", kill);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_is_done() {
    interrupt("jsonl", |child, output| {
        // It may have ended by itself.
        if child.try_wait().expect("a child").is_none() {
            crate::helpers::engine::signal(child, "INT");
            let status = child.wait().expect("it ends");
            // Early the run does not listen for the signal yet; late it may be complete.
            if status.code() == Some(130) && read(output).lines().count() < LINES {
                let manifest = read(&format!("{output}.manifest"));
                assert!(!manifest.contains("\"finished\""), "{manifest}");
            }
        }
        let left = read(output);
        assert!(left.is_empty() || left.ends_with('\n'), "a torn line");
    });
}

/// Otherwise the records of a stream would be taken for those of the earlier file.
#[test]
fn records_of_a_stream_have_no_manifest_beside_them() {
    let folder = Folder::new();
    let input = folder.write("input", positions(20, 12));
    let path = folder.path("output");
    let made = analyze(&format!("--input {input} --output {path}"));
    assert!(made.status.success());
    let other = folder.write("other", positions(20, 13));
    let streamed = command(&format!("--input - --output {path}"))
        .stdin(fs::File::open(&other).expect("written"))
        .output()
        .expect("the binary was built");
    assert!(streamed.status.success());
    let records = read(&path);
    let resumed = analyze(&format!("--input {input} --output {path} --resume"));
    let error = text(&resumed.stderr);
    assert!(error.contains("output.manifest is missing"), "{error}");
    assert_eq!(read(&path), records);
}

#[cfg(target_os = "linux")]
#[test]
fn an_input_that_cannot_be_read_to_its_end_is_an_error() {
    let folder = Folder::new();
    let path = folder.path("output");
    // A file whose first page is not mapped.
    let input = "/proc/self/mem";
    for arguments in [
        &format!("--input {input}"),
        &format!("--input {input} --output {path}"),
    ] {
        let output = analyze(arguments);
        assert_eq!(output.status.code(), Some(1));
        let error = text(&output.stderr);
        assert!(error.contains("error: /proc/self/mem: "), "{error}");
    }
}

#[test]
fn records_of_texts_with_zeros_are_kept() {
    let folder = Folder::new();
    let lines = "444444222222777777\ta\0b\n4\0\t\0\nfen \0 w\t\0\n444444222222777777\n";
    let input = folder.write("input", lines);
    for (format, kept) in [("csv", "a\u{fffd}b"), ("jsonl", "a\\u0000b")] {
        let path = folder.path(format);
        let arguments = format!("--input {input} --output {path} --format {format}");
        assert_eq!(analyze(&arguments).status.code(), Some(1), "bad lines");
        let records = read(&path);
        assert!(
            records.contains(kept) && !records.contains('\0'),
            "{records}"
        );
        let output = analyze(&format!("{arguments} --resume"));
        let told = text(&output.stderr);
        assert!(told.contains("kept 4 records (2 bad)"), "{told}");
        assert_eq!(read(&path), records);
    }
}

#[test]
fn only_the_same_run_is_resumed() {
    let folder = Folder::new();
    folder.write("input", positions(20, 10));
    folder.write("other", positions(20, 11));
    let path = folder.path("output");
    let manifest = folder.path("output.manifest");
    let run = |arguments: &str| {
        let output = folder.run(&format!("analyze --hash 1 --output output {arguments}"));
        (output.status.code(), text(&output.stderr))
    };
    assert_eq!(run("--input input").0, Some(0));
    let records = read(&path);
    let whole_manifest = read(&manifest);
    let book = format!("{:08x}", claimeven::book::Book::embedded().checksum());
    let without = format!("started with book {book}, expected none");
    for (arguments, message) in [
        ("--input other", "started with input "),
        (
            "--input input --pv",
            "started with --pv false, expected true",
        ),
        ("--input input --no-book", &without),
        (
            "--input input --weak",
            "started with solving strong, expected weak",
        ),
        (
            "--input input --scores best",
            "started with --scores all, expected best",
        ),
        (
            "--input input --format csv",
            "started with --format jsonl, expected csv",
        ),
        (
            "--input input --shard 1/2",
            "started with --shard 1/1, expected 1/2",
        ),
        ("--input -", "expected an input file; found standard input"),
    ] {
        let (code, error) = run(&format!("{arguments} --resume"));
        assert_eq!(code, Some(1), "{arguments:?}");
        assert!(
            error.starts_with("error: ") && error.contains(message),
            "{error}"
        );
        assert_eq!(read(&path), records, "{arguments:?}");
    }
    for (change, message) in [
        (
            whole_manifest.replace("0.1.0", "0.0.9"),
            "started with engine 0.0.9, expected 0.1.0",
        ),
        (
            whole_manifest.replace("\"version\":2", "\"version\":3"),
            "started with version 3, expected 2",
        ),
        (
            whole_manifest.replace("\"signature\":", "\"signature\":1"),
            "started with signature 1",
        ),
        (
            whole_manifest.replace(&book, "b00c"),
            "started with book b00c, expected ",
        ),
    ] {
        fs::write(&manifest, change).expect("writable");
        let (code, error) = run("--input input --resume");
        assert_eq!((code, error.contains(message)), (Some(1), true), "{error}");
    }
    fs::remove_file(&manifest).expect("there");
    let (code, error) = run("--input input --resume");
    assert_eq!(
        (code, error.contains("output.manifest is missing")),
        (Some(1), true),
        "{error}"
    );
    assert_eq!(read(&path), records);
    let error = folder.refused("analyze --input input --resume");
    assert!(
        error.contains("expected an output file; found standard output"),
        "{error}"
    );
}

#[test]
fn an_unfinished_run_is_not_overwritten_and_a_finished_one_is() {
    let folder = Folder::new();
    let input = folder.write("input", positions(20, 12));
    let path = folder.path("output");
    let manifest = folder.path("output.manifest");
    let arguments = format!("--input {input} --output {path}");
    for _ in 0..2 {
        assert!(analyze(&arguments).status.success());
    }
    let unfinished = read(&manifest).replace(",\"finished\":true", "");
    fs::write(&manifest, unfinished).expect("writable");
    let output = analyze(&arguments);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("contains an unfinished run; use --resume"));
    // A run that has written nothing yet loses nothing.
    fs::write(&path, "").expect("writable");
    assert!(analyze(&arguments).status.success());
}

#[test]
fn a_closed_pipe_is_reported() {
    let folder = Folder::new();
    let input = folder.write("input", positions(2000, 13));
    let mut child = command(&format!("--input {input}"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.next().expect("a record").is_ok());
    drop(lines);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let error = text(&output.stderr);
    assert!(
        error.contains("error: standard output: ") && error.contains(" whole records"),
        "{error}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_what_was_written_is_kept() {
    let folder = Folder::new();
    let input = folder.write("input", positions(1000, 14));
    let path = folder.path("output");
    // A file may grow to 100 blocks of 512 bytes and no further.
    let analyze_little = |arguments: &str| {
        let line = format!("analyze --hash 1 --input {input} --output {path} {arguments}");
        refused(&mut limited("-f 100", &line))
    };
    let error = analyze_little("");
    let records = read(&path);
    let kept = records.lines().count();
    assert!(kept > 0 && records.ends_with('\n'), "{kept} records");
    assert_eq!(settled(&records).len(), kept);
    assert!(
        error.contains(&format!("it contains {kept} whole records")),
        "{error}"
    );
    let resume = format!("--input {input} --output {path} --resume");
    assert!(analyze(&resume).status.success());
    let finished = || read(&folder.path("output.manifest")).contains("\"finished\":true");
    assert!(finished());
    // A run over a partial output is unfinished again.
    fs::write(&path, &records[..100]).expect("a folder of ours");
    analyze_little("--resume");
    assert!(!finished());
    assert!(analyze_little("").contains("contains an unfinished run"));
    assert!(analyze(&resume).status.success());
    let whole = folder.path("whole");
    assert!(
        analyze(&format!("--input {input} --output {whole}"))
            .status
            .success()
    );
    assert_eq!(settled(&read(&path)), settled(&read(&whole)));

    // The first line of a table is not a record.
    fs::remove_file(&path).expect("a folder of ours");
    for _ in 0..2 {
        let error = analyze_little("--format csv --resume");
        let kept = read(&path).lines().count() - 1;
        let told = format!("it contains {kept} whole records");
        assert!(kept > 0 && error.contains(&told), "{error}");
    }

    let output = analyze(&format!("--input {input} --output /dev/full"));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("error: /dev/full: No space left"));
}
