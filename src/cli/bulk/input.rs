//! The input of an analysis: lines of a file or a stream, cut into blocks as they arrive.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

use same_file::Handle;
use sha2::{Digest, Sha256};

use super::entries::{Asked, Entries, Reading};
use super::{BulkError, FileOrStd};
use crate::bulk::Feed;
use crate::cli::position_arg::PositionText;
use crate::cli::shard::Shard;
use crate::system::retry::Retrying;

/// Size of the buffer for reading, in bytes; a block of lines is never much larger.
const BUFFER: usize = 64 << 10;
/// The most lines in a block.
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

fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(digit).collect()
}

/// An open input: a file, standard input or another stream.
pub(in crate::cli) struct Input {
    source: Source,
    name: String,
    /// The identity of a plain file, which does not depend on its name.
    identity: Option<Handle>,
    /// How many entries it has, if they were counted.
    entries: Option<u64>,
    /// How many bytes are read. Of a file with a digest, only those that the digest covers:
    /// what is appended meanwhile is left out.
    length: u64,
}

enum Source {
    /// A file that can be read twice.
    File(File),
    Stream(Box<dyn Read + Send>),
}

impl Input {
    pub(in crate::cli) fn open(place: &FileOrStd) -> Result<Input, BulkError> {
        let (name, opened) = match place {
            FileOrStd::Standard => ("standard input".to_owned(), open_standard()),
            FileOrStd::File(path) => (path.display().to_string(), open_file(path)),
        };
        match opened {
            Ok((source, identity)) => Ok(Input {
                source,
                name,
                identity,
                entries: None,
                length: u64::MAX,
            }),
            Err(error) => Err(BulkError::Open { name, error }),
        }
    }

    /// The input's name in messages.
    pub(in crate::cli) fn name(&self) -> &str {
        &self.name
    }

    /// The number of entries, if a digest has counted them.
    pub(super) fn entries(&self) -> Option<u64> {
        self.entries
    }

    /// Reads a file once to compute its SHA-256, as `sha256sum` prints it; `None` for a stream.
    pub(super) fn digest(&mut self, reading: &Reading) -> Result<Option<String>, BulkError> {
        let Source::File(file) = &mut self.source else {
            return Ok(None);
        };
        let hash = Sha256::new();
        let source = Hashed { source: file, hash };
        let source = BufReader::with_capacity(BUFFER, source);
        let mut entries = Entries::new(source, reading.clone());
        let mut count = 0;
        while let Some(entry) = entries.next(&self.name)? {
            count = entry.number;
        }
        let Hashed { source: file, hash } = entries.into_source().into_inner();
        let length = file.stream_position().and_then(|length| {
            file.rewind()?;
            Ok(length)
        });
        self.length = length.map_err(unread(&self.name))?;
        self.entries = Some(count);
        Ok(Some(hex(&hash.finalize())))
    }

    /// Gives the texts of the entries of a shard, one after the other, before the input is read.
    pub(super) fn texts(
        &self,
        reading: &Reading,
        shard: Shard,
    ) -> Result<impl FnMut() -> Result<Option<PositionText>, BulkError> + use<>, BulkError> {
        let source: Box<dyn Read> = match &self.source {
            Source::File(file) => {
                let file = file.try_clone().map_err(unread(&self.name))?;
                Box::new(file.take(self.length))
            }
            // Each can be read only once.
            Source::Stream(_) => Box::new(io::empty()),
        };
        let source = BufReader::with_capacity(BUFFER, source);
        let mut entries = Entries::new(source, reading.clone());
        let name = self.name.clone();
        Ok(move || {
            while let Some(entry) = entries.next(&name)? {
                if shard.holds(entry.number) {
                    return Ok(Some(entries.question(entry).tag.text));
                }
            }
            Ok(None)
        })
    }

    /// Goes back to the beginning of a file whose texts were read.
    pub(super) fn rewind(&mut self) -> Result<(), BulkError> {
        match &mut self.source {
            Source::File(file) => file.rewind().map_err(unread(&self.name)),
            Source::Stream(_) => Ok(()),
        }
    }

    /// Refuses an output that is the input file: writing to it would lose lines that are
    /// still to be read, or add lines to them.
    pub(super) fn refuse_output(&self, output: &Handle) -> Result<(), BulkError> {
        if self.identity.as_ref() == Some(output) {
            let name = self.name.clone();
            return Err(BulkError::SameFile { name });
        }
        Ok(())
    }

    /// Refuses if standard output leads to the input file.
    pub(in crate::cli) fn refuse_stdout(&self) -> Result<(), BulkError> {
        // A console that has no handle is no file.
        Handle::stdout().map_or(Ok(()), |stdout| self.refuse_output(&stdout))
    }

    /// A reader of all bytes.
    pub(in crate::cli) fn into_source(self) -> Box<dyn Read + Send> {
        match self.source {
            Source::File(file) => Box::new(file.take(self.length)),
            Source::Stream(stream) => stream,
        }
    }

    /// Feeds the entries of a shard to the solvers, all but the first `skipped`.
    ///
    /// Entries that have arrived are fed before it waits for more, so that a peer at the other
    /// end of a pipe gets its answers.
    pub(super) fn read(
        self,
        reading: Reading,
        shard: Shard,
        skipped: u64,
        mut feed: Feed<Asked>,
    ) -> Result<(), BulkError> {
        let name = self.name.clone();
        let source = BufReader::with_capacity(BUFFER, self.into_source());
        let mut entries = Entries::new(source, reading);
        let mut block = Vec::new();
        let mut held = 0;
        while let Some(entry) = entries.next(&name)? {
            if shard.holds(entry.number) {
                held += 1;
                if held > skipped {
                    block.push(entries.question(entry));
                }
            }
            if entries.has_arrived() && block.len() < BLOCK {
                continue;
            }
            // The answers were dropped: nobody needs the rest.
            if !block.is_empty() && feed.push(std::mem::take(&mut block)).is_err() {
                break;
            }
        }
        // Behind the last entry may stand lines that are none.
        let _ = feed.push(block);
        Ok(())
    }
}

fn unread(name: &str) -> impl Fn(io::Error) -> BulkError + use<> {
    let name = name.to_owned();
    move |error| BulkError::Read {
        name: name.clone(),
        error,
    }
}

type Opened = (Source, Option<Handle>);

fn open_standard() -> io::Result<Opened> {
    let identity = match Handle::stdin() {
        Ok(handle) => identity(handle)?,
        // A console that has no handle is no file.
        Err(_) => None,
    };
    Ok((Source::Stream(Box::new(Retrying(io::stdin()))), identity))
}

fn open_file(path: &Path) -> io::Result<Opened> {
    let file = File::open(path)?;
    let identity = identity(Handle::from_file(file.try_clone()?)?)?;
    let source = match identity {
        Some(_) => Source::File(file),
        None => Source::Stream(Box::new(file)),
    };
    Ok((source, identity))
}

/// The identity of a plain file; `None` for a device or a pipe, which on Windows has no
/// metadata. A folder is an error.
fn identity(handle: Handle) -> io::Result<Option<Handle>> {
    let Ok(metadata) = handle.as_file().metadata() else {
        return Ok(None);
    };
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(metadata.is_file().then_some(handle))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn what_is_appended_after_the_digest_is_not_read() {
        let path = std::env::temp_dir().join(format!("claimeven-input-{}", std::process::id()));
        let mut file = File::create(&path).expect("the temporary folder is writable");
        file.write_all(b"44\n45").expect("room for it");
        let mut input = Input::open(&FileOrStd::File(path.clone())).expect("just written");
        let reading = Reading::default();
        assert!(input.digest(&reading).expect("readable").is_some());
        file.write_all(b"3\n46\n").expect("room for it");
        let mut read = Vec::new();
        let mut source = input.into_source();
        source.read_to_end(&mut read).expect("readable");
        std::fs::remove_file(&path).expect("it is ours");
        assert_eq!(read, b"44\n45");
    }

    #[test]
    fn a_digest_is_what_sha256sum_prints_and_counts_entries() {
        let path = std::env::temp_dir().join(format!("claimeven-digest-{}", std::process::id()));
        let digest = |bytes: &[u8]| {
            std::fs::write(&path, bytes).expect("the temporary folder is writable");
            let mut input = Input::open(&FileOrStd::File(path.clone())).expect("just written");
            let digest = input.digest(&Reading::default()).expect("readable");
            (digest.expect("a file"), input.entries())
        };
        assert_eq!(
            digest(b"abc\n").0,
            "edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb"
        );
        for (text, lines) in [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2)] {
            assert_eq!(digest(text.as_bytes()).1, Some(lines), "{text:?}");
        }
        std::fs::remove_file(&path).expect("it is ours");
    }
}
