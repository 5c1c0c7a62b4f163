//! The part of an output that `--resume` keeps: the records that match the manifest.

use std::fs;

use super::{Folder, analyze, positions, read, settled};
use crate::helpers::program::{assert_contains, assert_starts};
use crate::helpers::sample::Random;

/// A finished run in a folder of its own.
struct Run {
    folder: Folder,
    format: &'static str,
    input: String,
    path: String,
    /// Its output.
    whole: String,
    /// The first line of its manifest.
    head: String,
}

impl Run {
    fn finished(format: &'static str) -> Run {
        let folder = Folder::new();
        let mut input = positions(19, 9);
        input.insert_str(input.find('\n').expect("lines"), "\tlabel, \"quoted\"");
        let input = folder.write("input", &(input + "448\n"));
        let path = folder.path("output");
        let arguments = format!("--input {input} --output {path} --format {format}");
        analyze(&arguments).exits_with(1);
        let manifest = folder.read("output.manifest");
        let head = manifest.lines().next().expect("a head").to_owned();
        Run {
            format,
            input,
            whole: read(&path),
            head,
            path,
            folder,
        }
    }

    /// Returns the length of the first lines of its output, in bytes.
    fn lines(&self, lines: usize) -> usize {
        let begin = self.whole.split_inclusive('\n').take(lines);
        begin.map(str::len).sum()
    }

    /// Returns the number of records in the first lines.
    fn records(&self, lines: usize) -> usize {
        lines - usize::from(self.format == "csv")
    }

    /// Writes an output, and a manifest with a checkpoint after each of the `ends`, which are
    /// numbers of lines of `listed`.
    fn leave(&self, output: &[u8], listed: &str, ends: &[usize]) {
        fs::write(&self.path, output).expect("a folder of ours");
        let checkpoints = ends.iter().map(|&end| {
            let lines: String = listed.split_inclusive('\n').take(end).collect();
            let (records, bytes) = (self.records(end), lines.len());
            let crc32 = crc32fast::hash(lines.as_bytes());
            format!("{{\"records\":{records},\"bytes\":{bytes},\"crc32\":\"{crc32:08x}\"}}\n")
        });
        let manifest = format!("{}\n{}", self.head, checkpoints.collect::<String>());
        self.folder.write("output.manifest", &manifest);
    }

    /// Resumes the run. Returns the exit code and the text on stderr.
    fn resume(&self) -> (Option<i32>, String) {
        let arguments = format!(
            "--input {} --output {} --format {} --resume",
            self.input, self.path, self.format
        );
        let run = analyze(&arguments);
        (run.code, run.stderr)
    }

    /// Resumes the run, which must lead to the same output. Returns the text on stderr.
    fn ends_as_before(&self) -> String {
        let (code, notes) = self.resume();
        assert_eq!(code, Some(1), "the bad line still counts: {notes}");
        assert!(self.is_as_before(), "{notes}");
        let manifest = self.folder.read("output.manifest");
        assert!(manifest.ends_with(",\"finished\":true}\n"), "{manifest}");
        notes
    }

    fn is_as_before(&self) -> bool {
        let records = |text: &str| match self.format {
            "csv" => text.lines().map(without_cost).collect(),
            _ => settled(text).iter().map(ToString::to_string).collect(),
        };
        let [found, wanted]: [Vec<String>; 2] =
            [&read(&self.path), &self.whole].map(|t| records(t));
        found == wanted
    }
}

/// Returns a row of a table without nodes and time.
fn without_cost(row: &str) -> String {
    let fields: Vec<&str> = row.rsplitn(6, ',').collect();
    [&fields[..3], &fields[5..]].concat().join(",")
}

const FORMATS: [&str; 2] = ["jsonl", "csv"];

#[test]
fn a_finished_output_is_kept_as_it_is() {
    for format in FORMATS {
        let run = Run::finished(format);
        let notes = run.ends_as_before();
        assert_contains(&notes, "; kept 20 records (1 bad), 20 in all\n");
        assert_eq!(read(&run.path), run.whole);
        let manifest = run.folder.read("output.manifest");
        assert_eq!(manifest.matches("finished").count(), 1, "{manifest}");
    }
}

#[test]
fn lines_after_the_last_checkpoint_are_solved_again() {
    for format in FORMATS {
        let run = Run::finished(format);
        let end = run.lines(8);
        // Whole lines, a partial one, and zeros as after a power cut.
        let torn = &run.whole.as_bytes()[..end + 30];
        let zeros = [torn, b"\0\0\0\n\0"].concat();
        for left in [run.whole.as_bytes(), torn, &zeros, &torn[..end]] {
            run.leave(left, &run.whole, &[3, 8]);
            let notes = run.ends_as_before();
            let kept = run.records(8);
            assert_contains(&notes, &format!("; kept {kept} records (0 bad)"));
            assert_eq!(notes.lines().count(), 2, "damage is reported: {notes}");
            assert_eq!(read(&run.path)[..end], run.whole[..end]);
        }
        // A run that was killed before its first checkpoint has none.
        run.leave(run.whole.as_bytes(), &run.whole, &[]);
        assert!(!run.ends_as_before().contains("kept"));
    }
}

#[test]
fn the_checkpoints_before_a_partial_one_count() {
    let run = Run::finished("jsonl");
    run.leave(run.whole.as_bytes(), &run.whole, &[3, 8]);
    let manifest = run.folder.read("output.manifest");
    let torn = manifest.len() - 10;
    run.folder.write("output.manifest", &manifest[..torn]);
    let notes = run.ends_as_before();
    assert_contains(&notes, "; kept 3 records (0 bad)");
}

#[test]
fn changed_lines_are_reported_and_solved_again() {
    for format in FORMATS {
        let run = Run::finished(format);
        let lines: Vec<&str> = run.whole.split_inclusive('\n').collect();
        // One byte of a number in line 10; a missing line; and two lines in the wrong order.
        let mut flipped = run.whole.clone().into_bytes();
        flipped[run.lines(10) - 7] ^= 1;
        let missing = [&lines[..5], &lines[6..]].concat();
        let mut swapped = missing.clone();
        swapped.swap(3, 4);
        for (left, kept) in [
            (flipped, 8),
            (missing.concat().into_bytes(), 3),
            (swapped.concat().into_bytes(), 3),
        ] {
            run.leave(&left, &run.whole, &[3, 8, 15, 20]);
            let notes = run.ends_as_before();
            let next = kept + 1;
            let changed =
                format!("output: changed after line {kept}; solving again from line {next}\n");
            assert_contains(&notes, &changed);
            assert_contains(&notes, &format!("; kept {} records", run.records(kept)));
        }
    }
}

/// A flip in the manifest changes its head, a checksum, or the form of a checkpoint. A checksum
/// reveals a flip in the output.
#[test]
fn no_flipped_bit_stays_in_the_output() {
    let mut dice = Random::seeded(42);
    let (mut refused, mut reported) = (0, 0);
    for format in FORMATS {
        let run = Run::finished(format);
        let all = run.whole.lines().count();
        run.leave(run.whole.as_bytes(), &run.whole, &[3, 8, 15, all]);
        let manifest_path = run.folder.path("output.manifest");
        let manifest = read(&manifest_path);
        for number in 0..60 {
            let is_output = number % 2 == 0;
            let text = if is_output { &run.whole } else { &manifest };
            let mut bytes = text.clone().into_bytes();
            bytes[dice.below(text.len())] ^= 1 << dice.below(8);
            let (output, next_to_it) = if is_output {
                (&bytes[..], manifest.as_bytes())
            } else {
                (run.whole.as_bytes(), &bytes[..])
            };
            fs::write(&run.path, output).expect("a folder of ours");
            fs::write(&manifest_path, next_to_it).expect("a folder of ours");
            let (code, notes) = run.resume();
            if notes.starts_with("error: ") {
                assert!(!is_output && code == Some(1), "{notes}");
                assert_eq!(read(&run.path), run.whole);
                refused += 1;
            } else {
                assert!(run.is_as_before(), "{notes}");
                if is_output {
                    assert_contains(&notes, "; solving again from line ");
                    reported += 1;
                }
            }
        }
    }
    assert!(refused > 10 && reported == 60, "{refused} {reported}");
}

#[test]
fn a_file_that_is_not_a_manifest_is_refused_by_name() {
    let run = Run::finished("jsonl");
    for manifest in ["{\n  \"version\": 1,\n}\n", "nonsense", ""] {
        run.folder.write("output.manifest", manifest);
        let again = analyze(&format!("--input {} --output {}", run.input, run.path));
        for notes in [run.resume().1, again.stderr] {
            assert_starts(&notes, "error: ");
            let message = "output.manifest: expected a claimeven analyze manifest; found ";
            assert_contains(&notes, message);
        }
        assert_eq!(read(&run.path), run.whole);
    }
}
