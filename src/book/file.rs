//! Books from files.

use std::fs;
use std::io;
use std::path::Path;

use super::{Book, BookError};

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
    Ok(Book::read(fs::read(path)?)?)
}
