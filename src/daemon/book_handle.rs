//! The book in which searches look openings up, and whether the peer was told which it is.

use std::path::Path;
use std::sync::Arc;

use crate::book::{self, Book, BookError, OpenError};

/// The embedded book, or the one of `BookFile` in its place.
pub(super) struct BookHandle {
    book: Arc<Book>,
    /// Whether the peer was told which book it is.
    introduced: bool,
}

impl Default for BookHandle {
    fn default() -> BookHandle {
        BookHandle::with(Book::embedded())
    }
}

impl BookHandle {
    fn with(book: Book) -> BookHandle {
        BookHandle {
            book: Arc::new(book),
            introduced: false,
        }
    }

    /// Opens the book of a file, or the embedded one again.
    ///
    /// # Errors
    /// The message says what is wrong with the file. The book stays as it was.
    pub(super) fn open(&mut self, path: Option<&Path>) -> Result<(), String> {
        let Some(path) = path else {
            *self = BookHandle::default();
            return Ok(());
        };
        let book = book::open(path).map_err(|error| {
            let error = match error {
                // Who only names a file learns nothing of what it holds.
                OpenError::Book(BookError::NotABook { .. }) => OpenError::NotAFile,
                error => error,
            };
            let (place, ply) = (path.display(), self.book.ply());
            format!("BookFile {place}: {error}; the book of ply {ply} stays")
        })?;
        *self = BookHandle::with(book);
        Ok(())
    }

    /// The book, shared with a search.
    pub(super) fn share(&self) -> Arc<Book> {
        Arc::clone(&self.book)
    }

    /// Says which book it is, at the first call after it was opened; `None` at later calls.
    pub(super) fn introduction(&mut self) -> Option<String> {
        let introduction = format!(
            "book of ply {}, {} positions, checksum {:08x}",
            self.book.ply(),
            self.book.stored(),
            self.book.checksum()
        );
        (!std::mem::replace(&mut self.introduced, true)).then_some(introduction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::invented::invent;
    use crate::game::Score;

    #[test]
    fn no_file_means_the_embedded_book_again() {
        let other = invent(1, |_| Score::DRAW);
        let mut handle = BookHandle::with(Book::read(other).expect("just written"));
        assert_eq!(handle.share().ply(), 1);
        handle.open(None).expect("there is one");
        assert_eq!(handle.share().ply(), Book::embedded().ply());
    }
}
