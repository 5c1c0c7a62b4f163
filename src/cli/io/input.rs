//! The input of an analysis: lines of a file or a stream, cut into blocks as they arrive.

use std::cell::OnceCell;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::entries::{Asked, Entries, Reading};
use super::inputs::{STANDARD, check_input};
use super::json::Reader;
use super::lines::Lines;
use super::shard::Shard;
use super::table::OtherNames;
use crate::cli::error::{CliError, in_file};
use crate::solver::many::{Answer, Feed};
use crate::system::retry::Retrying;

/// The maximum number of lines in a block.
const BLOCK: usize = 1024;

/// A source whose bytes are hashed as they are read.
struct Hashed<R> {
    source: R,
    hash: Sha256,
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.hash.update(&buffer[..length]);
        Ok(length)
    }
}

/// An open input: a file, standard input or another stream.
pub(in crate::cli) struct Input {
    source: Source,
    /// The path of a file, or the name of another input in messages.
    path: PathBuf,
    /// The number of bytes to read. If the file has a digest, bytes appended after the digest are
    /// not read.
    length: u64,
}

enum Source {
    /// A file, which can be read twice.
    File(File),
    Stream(Box<dyn Read + Send>),
}

impl Input {
    /// Opens a file; `-` is standard input.
    pub(in crate::cli) fn open(path: &Path) -> Result<Input, CliError> {
        check_input(path)?;
        let (path, source) = if path == Path::new(STANDARD) {
            let source = Source::Stream(Box::new(Retrying(io::stdin())));
            (Path::new("standard input"), source)
        } else {
            (path, open_file(path).map_err(in_file(path))?)
        };
        Ok(Input {
            source,
            path: path.to_owned(),
            length: u64::MAX,
        })
    }

    /// Opens all files.
    pub(in crate::cli) fn open_all(paths: &[PathBuf]) -> Result<Vec<Input>, CliError> {
        paths.iter().map(|path| Input::open(path)).collect()
    }

    /// Returns whether the input can be read only once.
    pub(in crate::cli) fn is_stream(&self) -> bool {
        matches!(self.source, Source::Stream(_))
    }

    /// Returns the path of a file, or the name of another input in messages.
    pub(in crate::cli) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads a file once. Returns its SHA-256, as `sha256sum` prints it, and the number of entries,
    /// or `None` for a stream.
    fn digest<C: Reader>(
        &mut self,
        reading: &Reading,
        reader: C,
        others: &Others,
    ) -> Result<Option<(String, u64)>, CliError> {
        let Source::File(file) = &mut self.source else {
            return Ok(None);
        };
        let hash = Sha256::new();
        let mut source = Hashed { source: file, hash };
        let mut entries = Entries::new(&self.path, &mut source, reading.clone(), reader);
        let mut count = 0;
        while entries.next().transpose()?.is_some() {
            check_columns(others, &entries, reading, &self.path)?;
            count += 1;
        }
        let Hashed { source: file, hash } = source;
        let length = file.stream_position();
        let length = length.and_then(|length| file.rewind().map(|()| length));
        self.length = length.map_err(in_file(&self.path))?;
        let digits = hash
            .finalize()
            .into_iter()
            .map(|byte| format!("{byte:02x}"));
        Ok(Some((digits.collect(), count)))
    }

    /// Returns a reader of all bytes.
    fn into_source(self) -> Box<dyn Read + Send> {
        match self.source {
            Source::File(file) => Box::new(file.take(self.length)),
            Source::Stream(stream) => stream,
        }
    }

    /// Returns an iterator over the lines, which may have `most` bytes.
    pub(in crate::cli) fn lines(self, most: usize) -> Lines<Box<dyn Read + Send>> {
        Lines::new(self.path.clone(), self.into_source(), most)
    }
}

/// The names in the output of the other columns of the first entry; `None` if it is not of a table.
type Others = OnceCell<Option<OtherNames>>;

/// Fails if an entry has other columns than the first one, and all must have the same.
fn check_columns<C: Reader>(
    others: &Others,
    entries: &Entries<impl Read, C>,
    reading: &Reading,
    path: &Path,
) -> Result<(), CliError> {
    let found = entries.other_names();
    let wanted = others.get_or_init(|| found.clone());
    if !reading.same_columns || *wanted == found {
        return Ok(());
    }
    let found = found.map_or_else(|| "no table".to_owned(), |names| names.join(", "));
    let wanted = "--format csv: expected the other columns of the first input";
    Err(in_file(path)(format!("{wanted}; found {found}")))
}

/// Reads all files once. Returns their digests and the number of all entries, or `None` if an input
/// is a stream.
pub(in crate::cli) fn digest_all<C: Reader>(
    inputs: &mut [Input],
    reading: &Reading,
    reader: C,
) -> Result<Option<(String, u64)>, CliError> {
    let others = Others::default();
    let digests = inputs.iter_mut();
    let digests = digests.map(|input| input.digest(reading, reader, &others));
    let digests: Option<Vec<(String, u64)>> = digests.collect::<Result<_, _>>()?;
    Ok(digests.map(|digests| {
        let (digests, counts): (Vec<String>, Vec<u64>) = digests.into_iter().unzip();
        (digests.join(" "), counts.iter().sum())
    }))
}

/// Feeds the entries of a shard to the solvers, except the first `skipped`. The entries of all inputs
/// count as those of one. Returns the names in the output of the other columns, if the inputs are
/// tables.
///
/// Before it waits for more input, it feeds the entries that it already has, so that a program at
/// the other end of a pipe gets its answers.
pub(in crate::cli) fn read_all<C: Reader, A: Answer<Position = C::Position>>(
    inputs: Vec<Input>,
    reading: &Reading,
    reader: C,
    shard: Shard,
    skipped: u64,
    mut feed: Feed<Asked, A>,
) -> Result<Option<OtherNames>, CliError> {
    let are_several = inputs.len() > 1;
    let (mut block, mut number, mut held) = (Vec::new(), 0, 0);
    let others = Others::default();
    for input in inputs {
        let path = input.path.clone();
        let file = are_several.then(|| Arc::from(&*path));
        let mut entries = Entries::new(&path, input.into_source(), reading.clone(), reader);
        while let Some(entry) = entries.next().transpose()? {
            check_columns(&others, &entries, reading, &path)?;
            number += 1;
            if shard.holds(number) {
                held += 1;
                if held > skipped {
                    let mut question = entries.question(entry);
                    question.tag.file.clone_from(&file);
                    block.push(question);
                }
            }
            if entries.has_arrived() && block.len() < BLOCK {
                continue;
            }
            // If the answers were dropped, the other entries are not needed.
            if !block.is_empty() && feed.push(std::mem::take(&mut block)).is_err() {
                return Ok(None);
            }
        }
        // A table may have no rows.
        others.get_or_init(|| entries.other_names());
    }
    // Other lines may follow the last entry, such as empty ones.
    let _ = feed.push(block);
    Ok(others.into_inner().flatten())
}

fn open_file(path: &Path) -> io::Result<Source> {
    let file = File::open(path)?;
    match file.metadata() {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if found.is_file() => Ok(Source::File(file)),
        // A device or a pipe, which on Windows has no metadata.
        _ => Ok(Source::Stream(Box::new(file))),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::game::read::Convention;

    #[test]
    fn bytes_appended_after_the_digest_are_not_read() {
        let folder = tempfile::tempdir().expect("the temporary folder is writable");
        let path = folder.path().join("input");
        let mut file = File::create(&path).expect("the temporary folder is writable");
        file.write_all(b"44\n45").expect("room for it");
        let mut input = Input::open(&path).expect("just written");
        let digest = input.digest(
            &Reading::default(),
            Convention::default(),
            &Others::default(),
        );
        assert!(digest.expect("readable").is_some());
        file.write_all(b"3\n46\n").expect("room for it");
        let mut read = Vec::new();
        let mut source = input.into_source();
        source.read_to_end(&mut read).expect("readable");
        assert_eq!(read, b"44\n45");
    }

    #[test]
    fn a_digest_equals_that_of_sha256sum_and_counts_entries() {
        let folder = tempfile::tempdir().expect("the temporary folder is writable");
        let path = folder.path().join("input");
        let digest = |bytes: &[u8]| {
            std::fs::write(&path, bytes).expect("the temporary folder is writable");
            let mut input = Input::open(&path).expect("just written");
            let digest = input.digest(
                &Reading::default(),
                Convention::default(),
                &Others::default(),
            );
            digest.expect("readable").expect("a file")
        };
        assert_eq!(
            digest(b"abc\n").0,
            "edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb"
        );
        for (text, lines) in [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2)] {
            assert_eq!(digest(text.as_bytes()).1, lines, "{text:?}");
        }
    }
}
