//! A run keeps its records whatever ends it, and the next run resumes from them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{Folder, analyze, command, games_from, positions, read, settled};
use crate::helpers::program::{assert_contains, assert_starts, fed, records, spawn, wait};
#[cfg(target_os = "linux")]
use crate::helpers::program::{limited, run};
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

/// Compares an uninterrupted run with one that `end` ends again and again. `end` gets the process
/// and the path of its output.
fn interrupt(format: &str, end: impl Fn(&mut Child, &str)) {
    let folder = Folder::new();
    // Positions of 14 stones take milliseconds, which is enough time to end a run.
    let input = folder.write("input", &(games_from(14, LINES - 1, 7) + "448\n"));
    let (whole, broken) = (folder.path("whole"), folder.path("broken"));
    let arguments = format!("--input {input} --format {format} --output");
    analyze(&format!("{arguments} {whole}")).exits_with(1);
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
            // On Windows a killed process ends with 1 as well.
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
fn an_interrupted_run_keeps_its_records() {
    interrupt("jsonl", |child, output| {
        // It may have ended by itself.
        if child.try_wait().expect("a child").is_none() {
            crate::helpers::engine::signal(child, "INT");
            let status = child.wait().expect("it ends");
            // A signal that comes early ends the run at once; late, the run may be complete.
            if status.code() == Some(130) && read(output).lines().count() < LINES {
                let journal = read(&format!("{output}.journal"));
                assert!(!journal.contains("\"finished\""), "{journal}");
                let last = records(&journal).pop().expect("a head");
                let length = read(output).len();
                assert!(length == 0 || last["bytes"] == length, "{length} {last}");
            }
        }
        let left = read(output);
        assert!(left.is_empty() || left.ends_with('\n'), "a torn line");
    });
}

/// Otherwise `--resume` would take the records of a stream for those of the earlier file.
#[test]
fn records_of_a_stream_have_no_journal_next_to_them() {
    let folder = Folder::new();
    let input = folder.write("input", positions(20, 12));
    let path = folder.path("output");
    analyze(&format!("--input {input} --output {path}")).printed();
    let mut streamed = command(&format!("--input - --output {path}"));
    fed(&mut streamed, positions(20, 13)).printed();
    let records = read(&path);
    let resumed = analyze(&format!("--input {input} --output {path} --resume"));
    assert_contains(&resumed.refused(), "output.journal is missing");
    assert_eq!(read(&path), records);
}

#[cfg(target_os = "linux")]
#[test]
fn an_input_that_cannot_be_read_to_its_end_is_an_error() {
    let folder = Folder::new();
    // A file whose first page is not mapped.
    let input = "/proc/self/mem";
    for command in ["analyze", "analyze --output output", "annotate"] {
        let error = folder.refused(&format!("{command} --input {input}"));
        assert_contains(&error, "error: /proc/self/mem: ");
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
        analyze(&arguments).exits_with(1);
        let records = read(&path);
        assert_contains(&records, kept);
        assert!(!records.contains('\0'), "{records}");
        let resumed = analyze(&format!("{arguments} --resume"));
        assert_contains(&resumed.stderr, "kept 4 records (2 bad)");
        assert_eq!(read(&path), records);
    }
}

#[test]
fn only_the_same_run_is_resumed() {
    let folder = Folder::new();
    folder.write("input", positions(20, 10));
    folder.write("other", positions(20, 11));
    let run =
        |arguments: &str| folder.run(&format!("analyze --hash 1 --output output {arguments}"));
    run("--input input").printed();
    let (records, journal) = (folder.read("output"), folder.read("output.journal"));
    let book = &*format!("{:08x}", claimeven::book::Book::embedded().checksum());
    let started = |with: &str, expected: &str| format!("started with {with}, expected {expected}");
    for (arguments, message) in [
        ("--input other", "started with input ".to_owned()),
        ("--input input --pv", started("--pv false", "true")),
        (
            "--input input --no-book",
            started(&format!("book {book}"), "none"),
        ),
        ("--input input --weak", started("mode strong", "weak")),
        (
            "--input input --scores best",
            started("--scores all", "best"),
        ),
        (
            "--input input --format csv",
            started("--format jsonl", "csv"),
        ),
        ("--input input --shard 1/2", started("--shard 1/1", "1/2")),
        (
            "--input -",
            "expected an input file; found standard input".into(),
        ),
    ] {
        let error = run(&format!("{arguments} --resume")).refused();
        assert_starts(&error, "error: ");
        assert_contains(&error, &message);
        assert_eq!(folder.read("output"), records, "{arguments:?}");
    }
    for (from, to, message) in [
        ("0.1.0", "0.0.9", "engine 0.0.9, expected 0.1.0"),
        ("\"version\":3", "\"version\":4", "version 4, expected 3"),
        ("\"signature\":", "\"signature\":1", "signature 1"),
        (book, "b00c", "book b00c, expected "),
    ] {
        folder.write("output.journal", journal.replace(from, to));
        let error = run("--input input --resume").refused();
        assert_contains(&error, &format!("started with {message}"));
    }
    fs::remove_file(folder.path("output.journal")).expect("there");
    let error = run("--input input --resume").refused();
    assert_contains(&error, "output.journal is missing");
    assert_eq!(folder.read("output"), records);
    let error = folder.refused("analyze --input input --resume");
    assert_contains(&error, "expected an output file; found standard output");
}

#[test]
fn an_unfinished_run_is_not_overwritten_and_a_finished_one_is() {
    let folder = Folder::new();
    folder.write("input", positions(20, 12));
    let run = || folder.run("analyze --hash 1 --input input --output output");
    for _ in 0..2 {
        run().printed();
    }
    let journal = folder.read("output.journal");
    folder.write("output.journal", journal.replace(",\"finished\":true", ""));
    assert_contains(&run().refused(), "contains an unfinished run; use --resume");
    // A run without any record yet loses nothing.
    folder.write("output", "");
    run().printed();
}

#[test]
fn a_closed_pipe_ends_a_run_without_a_message() {
    let folder = Folder::new();
    let input = folder.write("input", positions(2000, 13));
    let mut child = spawn(&mut command(&format!("--input {input}")));
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.next().expect("a record").is_ok());
    drop(lines);
    assert_eq!(wait(child).refused(), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_the_records_before_it_are_kept() {
    let folder = Folder::new();
    let input = folder.write("input", positions(1000, 14));
    let path = folder.path("output");
    // A file may grow to 100 blocks of 512 bytes and no further.
    let analyze_little = |arguments: &str| {
        let line = format!("analyze --hash 1 --input {input} --output {path} {arguments}");
        run(&mut limited("-f 100", &line)).refused()
    };
    let error = analyze_little("");
    let records = read(&path);
    let kept = records.lines().count();
    assert!(kept > 0 && records.ends_with('\n'), "{kept} records");
    assert_eq!(settled(&records).len(), kept);
    assert_contains(&error, &format!("it contains {kept} whole records"));
    let resume = format!("--input {input} --output {path} --resume");
    analyze(&resume).printed();
    let finished = || folder.read("output.journal").contains("\"finished\":true");
    assert!(finished());
    // A run over a partial output is unfinished again.
    folder.write("output", &records[..100]);
    analyze_little("--resume");
    assert!(!finished());
    assert_contains(&analyze_little(""), "contains an unfinished run");
    analyze(&resume).printed();
    let whole = folder.path("whole");
    analyze(&format!("--input {input} --output {whole}")).printed();
    assert_eq!(settled(&read(&path)), settled(&read(&whole)));

    // The first line of a table is not a record.
    fs::remove_file(&path).expect("a folder of ours");
    for _ in 0..2 {
        let error = analyze_little("--format csv --resume");
        let kept = read(&path).lines().count() - 1;
        assert!(kept > 0, "{error}");
        assert_contains(&error, &format!("it contains {kept} whole records"));
    }

    let full = analyze(&format!("--input {input} --output /dev/full"));
    assert_contains(&full.refused(), "error: /dev/full: No space left");
}
