//! Books from files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::{Book, BookError, header};

/// Why a file gives no book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum OpenError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("expected a file that holds a book")]
    NotAFile,
    #[error(transparent)]
    Book(#[from] BookError),
}

/// Reads a book from a file and checks every byte of it.
///
/// # Errors
/// There is no such file, or it holds no whole book.
pub fn open(path: &Path) -> Result<Book, OpenError> {
    // A pipe or a device may never come to its end.
    if !fs::metadata(path)?.is_file() {
        return Err(OpenError::NotAFile);
    }
    let mut file = File::open(path)?;
    let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
    let mut bytes = Vec::new();
    // Any other file may be of any size: it is not read for its first bytes.
    file.by_ref()
        .take(header::MOST as u64)
        .read_to_end(&mut bytes)?;
    header::read(&bytes, length)?;
    file.read_to_end(&mut bytes)?;
    Ok(Book::read(bytes)?)
}
