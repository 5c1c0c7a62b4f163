//! The part of an output that `--resume` keeps: the records that its journal lists.

use std::fs;

use super::{Folder, analyze, positions, read, settled};
use crate::helpers::program::{assert_contains, assert_starts};

/// A finished run in a folder of its own.
struct Run {
    folder: Folder,
    format: &'static str,
    input: String,
    path: String,
    /// Its output.
    whole: String,
    /// The first line of its journal.
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
        let journal = folder.read("output.journal");
        let head = journal.lines().next().expect("a head").to_owned();
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

    /// Writes an output, and a journal with an entry for each of the `ends`, which are numbers of
    /// lines.
    fn leave(&self, output: &[u8], ends: &[usize]) {
        fs::write(&self.path, output).expect("a folder of ours");
        let entries = ends.iter().map(|&end| {
            let (records, bytes) = (self.records(end), self.lines(end));
            format!("{{\"records\":{records},\"bad\":0,\"bytes\":{bytes}}}\n")
        });
        let journal = format!("{}\n{}", self.head, entries.collect::<String>());
        self.folder.write("output.journal", &journal);
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
        let journal = self.folder.read("output.journal");
        assert!(journal.ends_with(",\"finished\":true}\n"), "{journal}");
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
        let journal = run.folder.read("output.journal");
        assert_eq!(journal.matches("finished").count(), 1, "{journal}");
    }
}

#[test]
fn lines_after_the_last_entry_are_solved_again() {
    for format in FORMATS {
        let run = Run::finished(format);
        let end = run.lines(8);
        // Whole lines, a partial one, and zeros as after a power cut.
        let torn = &run.whole.as_bytes()[..end + 30];
        let zeros = [torn, b"\0\0\0\n\0"].concat();
        for left in [run.whole.as_bytes(), torn, &zeros, &torn[..end]] {
            run.leave(left, &[3, 8]);
            let notes = run.ends_as_before();
            let kept = run.records(8);
            assert_contains(&notes, &format!("; kept {kept} records (0 bad)"));
            assert_eq!(notes.lines().count(), 2, "damage is reported: {notes}");
            assert_eq!(read(&run.path)[..end], run.whole[..end]);
        }
        // A run that was killed before its first entry has none.
        run.leave(run.whole.as_bytes(), &[]);
        assert!(!run.ends_as_before().contains("kept"));
    }
}

#[test]
fn the_entries_before_a_partial_one_count() {
    let run = Run::finished("jsonl");
    run.leave(run.whole.as_bytes(), &[3, 8]);
    let journal = run.folder.read("output.journal");
    let torn = journal.len() - 10;
    run.folder.write("output.journal", &journal[..torn]);
    let notes = run.ends_as_before();
    assert_contains(&notes, "; kept 3 records (0 bad)");
}

#[test]
fn a_file_that_is_not_a_journal_is_refused_by_name() {
    let run = Run::finished("jsonl");
    for journal in ["{\n  \"version\": 1,\n}\n", "nonsense", ""] {
        run.folder.write("output.journal", journal);
        let again = analyze(&format!("--input {} --output {}", run.input, run.path));
        for notes in [run.resume().1, again.stderr] {
            assert_starts(&notes, "error: ");
            let message = "output.journal: expected a claimeven analyze journal; found ";
            assert_contains(&notes, message);
        }
        assert_eq!(read(&run.path), run.whole);
    }
}
