//! The manifest beside an output: from what and how the output is made, so that only the
//! same run can resume it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::BulkError;
use super::entries::Reading;
use super::format::Format;
use super::input::Digest;
use crate::book::Book;
use crate::cli::atomic_file::{self, Draft};
use crate::cli::shard::Shard;
use crate::solver::{Aspects, Scores};

/// The version of the manifest's form.
const VERSION: u32 = 1;

/// Everything that the records of an output depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    version: u32,
    engine: String,
    /// The checksum of the opening book, if there is one.
    book: Option<String>,
    input: Digest,
    options: Options,
    /// Whether the output is complete.
    pub(super) finished: bool,
}

/// The arguments that change records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Options {
    format: String,
    solve: String,
    scores: String,
    pv: bool,
    shard: String,
    /// How the input is read, if not a position a line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    reading: String,
}

impl Options {
    pub(super) fn new(
        format: Format,
        aspects: Aspects,
        shard: Shard,
        reading: &Reading,
    ) -> Options {
        let scores = match aspects.scores {
            Scores::All => "all",
            Scores::Best => "best",
            Scores::Ties => "ties",
        };
        Options {
            format: format.name().to_owned(),
            solve: aspects.mode.word().to_owned(),
            scores: scores.to_owned(),
            pv: aspects.line,
            shard: shard.to_string(),
            reading: reading.to_string(),
        }
    }
}

impl Manifest {
    pub(super) fn new(input: Digest, book: Option<&Book>, options: Options) -> Manifest {
        Manifest {
            version: VERSION,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            book: book.map(|book| format!("{:08x}", book.checksum())),
            input,
            options,
            finished: false,
        }
    }

    /// Refuses an output whose manifest, `begun`, tells of another run than this one.
    pub(super) fn check(&self, begun: &Manifest, name: &str) -> Result<(), BulkError> {
        for ((what, wanted), (_, found)) in self.parts().into_iter().zip(begun.parts()) {
            if wanted != found {
                return Err(BulkError::Mismatch {
                    name: name.to_owned(),
                    what,
                    found,
                    wanted,
                });
            }
        }
        Ok(())
    }

    /// Everything that has to agree, each with its name in messages.
    fn parts(&self) -> [(&'static str, String); 10] {
        let Options {
            format,
            solve,
            scores,
            pv,
            shard,
            reading,
        } = self.options.clone();
        let book = self.book.as_deref().unwrap_or("none");
        [
            ("manifest version", self.version.to_string()),
            ("engine version", self.engine.clone()),
            ("book", book.to_owned()),
            ("input of SHA-256", self.input.sha256.clone()),
            ("--format", format),
            ("--scores", scores),
            ("solving", solve),
            ("--pv", pv.to_string()),
            ("--shard", shard),
            ("options for the input", none_if_empty(reading)),
        ]
    }
}

/// A word for the absence of options in a message.
fn none_if_empty(options: String) -> String {
    if options.is_empty() {
        "none".to_owned()
    } else {
        options
    }
}

/// The path of the manifest: `out.jsonl.manifest` beside `out.jsonl`.
pub(super) fn path_beside(output: &Path) -> PathBuf {
    atomic_file::beside(output, "manifest")
}

/// Reads a manifest; `None` if there is none.
pub(super) fn read(path: &Path) -> Result<Option<Manifest>, BulkError> {
    let name = path.display().to_string();
    match fs::read(path) {
        Ok(bytes) => {
            serde_json::from_slice(&bytes)
                .map(Some)
                .map_err(|error| BulkError::BadManifest {
                    manifest: name,
                    error,
                })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(BulkError::Open { name, error }),
    }
}

/// Writes a manifest as a draft, which takes its place once it is published.
pub(super) fn draft<'a>(path: &'a Path, manifest: &Manifest) -> io::Result<Draft<'a>> {
    let mut text = serde_json::to_string_pretty(manifest)?;
    text.push('\n');
    Draft::write(path, text.as_bytes())
}
