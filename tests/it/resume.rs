//! A run of `analyze --input` keeps its records whatever ends it, and the next run resumes from them.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::helpers::folder::Folder;
use crate::helpers::program::{self, Finished, run, settled};
#[cfg(target_os = "linux")]
use crate::helpers::program::{assert_contains, limited};
use crate::helpers::sample::{self, Play, Random};

fn command(arguments: &str) -> Command {
    program::command(&format!("analyze --hash 1 {arguments}"))
}

fn analyze(arguments: &str) -> Finished {
    run(&mut command(arguments))
}

fn read(path: &str) -> String {
    fs::read_to_string(path).expect("it was written")
}

/// Returns lines of random games of `least` to `least` + 19 stones. Every tenth repeats or mirrors
/// an earlier one.
fn games_from(least: usize, count: usize, seed: u64) -> String {
    let mut dice = Random::seeded(seed);
    let mut games: Vec<Vec<usize>> = Vec::new();
    for index in 0..count {
        let game = match (index % 10, dice.below(2)) {
            (9, 0) => dice.pick(&games).clone(),
            (9, _) => dice.pick(&games).iter().map(|column| 6 - column).collect(),
            _ => sample::unfinished(&mut dice, least + index % 20, Play::Careful),
        };
        games.push(game);
    }
    let lines = games.iter().map(|game| sample::written(game) + "\n");
    lines.collect()
}

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
                [&fields[..17], &fields[19..]].concat().join(",")
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
            }
        }
        let left = read(output);
        assert!(left.is_empty() || left.ends_with('\n'), "a torn line");
    });
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

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_the_records_before_it_are_kept() {
    let folder = Folder::new();
    let input = folder.write("input", games_from(20, 1000, 14));
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
    assert_contains(
        &error,
        &format!("{kept} records written to {path}; use --resume"),
    );
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
        assert_contains(
            &error,
            &format!("{kept} records written to {path}; use --resume"),
        );
    }

    let full = analyze(&format!("--input {input} --output /dev/full"));
    assert_contains(&full.refused(), "error: /dev/full: No space left");
}
