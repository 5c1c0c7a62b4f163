//! Reading a book from a file.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use super::{Book, BookError, header};

/// Reads a book from a file and checks every byte of it.
///
/// # Errors
/// Fails if the file cannot be read or is not a complete book.
pub fn open(path: &Path) -> Result<Book, BookError> {
    // A pipe or a device may never end.
    if !fs::metadata(path)?.is_file() {
        return Err(BookError::NotAFile);
    }
    let mut file = File::open(path)?;
    let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
    let mut bytes = Vec::new();
    // Read only the head first: a file that is not a book may be of any size.
    file.by_ref()
        .take(header::LARGEST_HEAD as u64)
        .read_to_end(&mut bytes)?;
    header::read(&bytes, length)?;
    file.read_to_end(&mut bytes)?;
    Book::read(bytes)
}
