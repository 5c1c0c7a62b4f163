//! The journal of a long run: a file next to its output, from which a later run resumes.
//!
//! Every line is a JSON object. The first is the head: the input, the options and the engine that
//! the output depends on. The others are entries, which are only appended: findings for a book, or
//! that an output is complete. A run resumes only a journal with its own head, from the
//! entries before the first line that a crash has damaged. `docs/formats.md` describes the fields.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{atomic, stderr};
use crate::cli::error::{CliError, in_file};
use crate::measure::bench;

/// The format version of all journals.
const VERSION: u64 = 4;

/// The maximum length in bytes of a head.
const MOST_HEAD_BYTES: u64 = 1 << 20;

/// Everything that an output depends on: facts about the engine, the arguments that change the
/// output, and other facts such as the checksum of the book. Each is text, with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct JournalHead(BTreeMap<String, String>);

/// The error of a run that finds the journal of an earlier one and may not resume it.
pub(in crate::cli) const UNFINISHED: &str =
    "contains an unfinished run; use --resume to continue it, or remove it";

/// Returns the error of `--resume` where a run cannot be resumed.
pub(in crate::cli) fn not_resumable(wanted: &str, found: &Path) -> CliError {
    let found = found.display();
    CliError::Message(format!("--resume: expected {wanted}; found {found}"))
}

/// The journal of an earlier run.
pub(in crate::cli) struct EarlierJournal<E> {
    path: PathBuf,
    head: JournalHead,
    pub(in crate::cli) entries: Vec<E>,
    /// The number of bytes after the last whole entry.
    torn: usize,
}

/// A journal of this run.
pub(in crate::cli) struct Journal {
    path: PathBuf,
    file: File,
}

impl JournalHead {
    /// Creates the head of a journal. `format` is the kind of file.
    pub(in crate::cli) fn new<'a>(
        format: &str,
        facts: impl IntoIterator<Item = (&'a str, String)>,
    ) -> JournalHead {
        let engine = [
            ("format", format.to_owned()),
            ("version", VERSION.to_string()),
            ("engine", env!("CARGO_PKG_VERSION").to_owned()),
            // The signature of the engine's search.
            ("signature", bench::signature().to_string()),
        ];
        let facts = engine.into_iter().chain(facts);
        JournalHead(facts.map(|(name, fact)| (name.to_owned(), fact)).collect())
    }

    /// Returns a fact, which must be the same in both runs.
    fn fact(&self, name: &str) -> String {
        option(self.0.get(name))
    }
}

/// Returns the lines of a journal.
pub(in crate::cli) fn lines(head: &JournalHead, entries: &[impl Serialize]) -> String {
    line(head) + &entries.iter().map(line).collect::<String>()
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("text and numbers") + "\n"
}

/// Returns the value of an option, which may not be set.
pub(in crate::cli) fn option(value: Option<impl ToString>) -> String {
    value.map_or("none".to_owned(), |value| value.to_string())
}

impl<E: DeserializeOwned> EarlierJournal<E> {
    /// Reads a journal; returns `None` if there is none.
    pub(in crate::cli) fn read(
        path: &Path,
        format: &str,
    ) -> Result<Option<EarlierJournal<E>>, CliError> {
        match File::open(path) {
            Ok(file) => EarlierJournal::parse(path, format, file).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(in_file(path)(error)),
        }
    }

    /// Reads the head and the entries of an open journal.
    pub(in crate::cli) fn parse(
        path: &Path,
        format: &str,
        source: impl Read,
    ) -> Result<EarlierJournal<E>, CliError> {
        let (mut source, mut line) = (BufReader::new(source), Vec::new());
        // A file of another kind may be of any size.
        let mut first = source.by_ref().take(MOST_HEAD_BYTES);
        first.read_until(b'\n', &mut line).map_err(in_file(path))?;
        let foreign = |error| in_file(path)(format!("expected a {format}; found {error}"));
        let head = serde_json::from_slice(&line).map_err(foreign)?;
        let mut rest = Vec::new();
        source.read_to_end(&mut rest).map_err(in_file(path))?;
        let mut earlier = EarlierJournal {
            path: path.to_owned(),
            head,
            entries: Vec::new(),
            torn: rest.len(),
        };
        for line in rest.split_inclusive(|&byte| byte == b'\n') {
            match serde_json::from_slice(line) {
                Ok(entry) if line.ends_with(b"\n") => earlier.entries.push(entry),
                _ => break,
            }
            earlier.torn -= line.len();
        }
        Ok(earlier)
    }

    /// Describes the end of a journal that is damaged or incomplete.
    pub(in crate::cli) fn torn(&self) -> Option<String> {
        let torn = Some(self.torn).filter(|&bytes| bytes > 0)?;
        Some(format!("the last {torn} bytes are not a whole record"))
    }

    /// Returns the value of an option of the earlier run.
    pub(in crate::cli) fn option(&self, name: &str) -> String {
        self.head.fact(name)
    }

    /// Checks that a run with the head `own` may resume the earlier one.
    pub(in crate::cli) fn check(&self, own: &JournalHead) -> Result<(), CliError> {
        let names = ["format", "version"].into_iter();
        let mut names = names.chain(own.0.keys().chain(self.head.0.keys()).map(String::as_str));
        let Some(what) = names.find(|name| own.fact(name) != self.head.fact(name)) else {
            return Ok(());
        };
        let (found, expected) = (self.head.fact(what), own.fact(what));
        Err(in_file(&self.path)(format!(
            "started with {what} {found}, expected {expected}; remove it to start again"
        )))
    }
}

impl Journal {
    /// Opens the journal of a run. With `resume`, it may be that of an earlier run with the same
    /// head, whose entries are returned.
    pub(in crate::cli) fn open<E: Serialize + DeserializeOwned>(
        path: PathBuf,
        head: &JournalHead,
        resume: bool,
    ) -> Result<(Journal, Vec<E>), CliError> {
        let mut entries = Vec::new();
        if let Some(earlier) = EarlierJournal::read(&path, &head.fact("format"))? {
            if !resume {
                return Err(in_file(&path)(UNFINISHED));
            }
            earlier.check(head)?;
            if let Some(torn) = earlier.torn() {
                let path = path.display();
                stderr::print_line(format_args!("{path}: {torn}; solving again from there"));
            }
            entries = earlier.entries;
        }
        Ok((Journal::create(path, head, &entries)?, entries))
    }

    /// Writes a journal, with the entries to keep, in place of an earlier one.
    pub(in crate::cli) fn create(
        path: PathBuf,
        head: &JournalHead,
        entries: &[impl Serialize],
    ) -> Result<Journal, CliError> {
        let file = atomic::write(&path, lines(head, entries).as_bytes());
        let file = file.map_err(in_file(&path))?;
        Ok(Journal { path, file })
    }

    /// Appends entries and syncs them to the disk.
    pub(in crate::cli) fn append(&mut self, entries: &[impl Serialize]) -> Result<(), CliError> {
        let lines: String = entries.iter().map(line).collect();
        let written = self.file.write_all(lines.as_bytes());
        let synced = written.and_then(|()| self.file.sync_data());
        synced.map_err(in_file(&self.path))
    }

    /// Removes the file, after the result is written elsewhere.
    pub(in crate::cli) fn remove(self) -> Result<(), CliError> {
        remove(&self.path)
    }
}

/// Removes the journal of an earlier run, if there is one.
pub(in crate::cli) fn remove(path: &Path) -> Result<(), CliError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(in_file(path)(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: &str = "journal of a test";

    fn head() -> JournalHead {
        let options = [("--pv", "true"), ("--shard", "1/2"), ("input", "5e5e")];
        let options = options.map(|(name, value)| (name, value.to_owned()));
        JournalHead::new(KIND, options)
    }

    fn parse(text: &str) -> Result<EarlierJournal<u8>, CliError> {
        EarlierJournal::parse(Path::new("journal"), KIND, text.as_bytes())
    }

    #[test]
    fn a_journal_contains_its_head_and_what_was_appended() {
        let folder = tempfile::tempdir().expect("the temporary folder is writable");
        let path = folder.path().join("journal");
        let none = EarlierJournal::<u8>::read(&path, KIND);
        assert!(none.is_ok_and(|earlier| earlier.is_none()));
        for (kept, appended) in [(vec![], vec![1]), (vec![1], vec![2, 3])] {
            let journal = Journal::create(path.clone(), &head(), &kept);
            let mut journal = journal.expect("a folder of ours");
            journal.append(&appended).expect("room for it");
            // Windows does not replace an open file. An earlier run has ended.
            drop(journal);
            let earlier = EarlierJournal::<u8>::read(&path, KIND).expect("just written");
            let earlier = earlier.expect("just written");
            assert_eq!(earlier.entries, [kept, appended].concat());
            assert_eq!(earlier.option("--shard"), "1/2");
            assert!(earlier.check(&head()).is_ok());
            assert!(Journal::open::<u8>(path.clone(), &head(), false).is_err());
            let resumed = Journal::open::<u8>(path.clone(), &head(), true);
            assert_eq!(resumed.expect("the same head").1, earlier.entries);
        }
    }

    #[test]
    fn entries_count_up_to_a_line_that_is_not_whole() {
        for (text, entries, torn) in [
            ("", &[][..], None),
            ("1\n2\n", &[1, 2], None),
            ("1\n2", &[1], Some(1)),
            ("1\n\0\0\n3\n", &[1], Some(5)),
            ("1\n300\n", &[1], Some(4)),
        ] {
            let earlier = parse(&(line(&head()) + text)).expect("a head");
            assert_eq!(earlier.entries, entries, "{text:?}");
            let wanted = torn.map(|torn| format!("the last {torn} bytes are not a whole record"));
            assert_eq!(earlier.torn(), wanted, "{text:?}");
        }
    }

    #[test]
    fn every_fact_must_agree() {
        for (old, new, message) in [
            (KIND, "other", "format other, expected journal of a test"),
            (
                "\"version\":\"4",
                "\"version\":\"1",
                "version 1, expected 4",
            ),
            ("\"engine\":\"", "\"engine\":\"0", "engine 0"),
            ("\"signature\":\"", "\"signature\":\"9", "signature 9"),
            (",\"input\":\"5e5e\"", "", "input none, expected 5e5e"),
            ("true", "false", "--pv false, expected true"),
            ("\"--pv\":\"true\",", "", "--pv none, expected true"),
            ("\"--pv\"", "\"tv\":\"x\",\"--pv\"", "tv x, expected none"),
        ] {
            let line = line(&head()).replacen(old, new, 1);
            let error = parse(&line).expect("a head").check(&head());
            let error = error.expect_err(&line).to_string();
            let message = format!("journal: started with {message}");
            assert!(error.starts_with(&message), "{error}");
        }
    }

    #[test]
    fn a_file_that_is_not_a_journal_is_refused() {
        for text in ["", "4453\n", "{\"format\"", "{\n  \"version\": 1\n}\n"] {
            let error = parse(text).err().expect("no head").to_string();
            let message = "journal: expected a journal of a test; found ";
            assert!(error.starts_with(message), "{error}");
        }
    }
}
