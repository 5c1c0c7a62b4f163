//! The opening book for searches. A note introduces each book to the client once.

use std::path::Path;
use std::sync::Arc;

use crate::book::{self, Book, BookError, OpenError};

/// The embedded book, or the one named by `BookFile`.
pub(super) struct BookHandle {
    book: Arc<Book>,
    /// Whether a note about this book has been printed.
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
    /// Fails with a message if the file is not a book. The book is then unchanged.
    pub(super) fn open(&mut self, path: Option<&Path>) -> Result<(), String> {
        let Some(path) = path else {
            *self = BookHandle::default();
            return Ok(());
        };
        let book = book::open(path).map_err(|error| {
            let error = match error {
                // Naming a file must not reveal its contents.
                OpenError::Book(BookError::NotABook { .. }) => OpenError::NotAFile,
                error => error,
            };
            let (path, ply) = (path.display(), self.book.ply());
            format!("BookFile {path}: {error}; the book of ply {ply} stays")
        })?;
        *self = BookHandle::with(book);
        Ok(())
    }

    /// Shares the book with a search.
    pub(super) fn share(&self) -> Arc<Book> {
        Arc::clone(&self.book)
    }

    /// Returns a note about the book at the first call after it was opened; `None` at later calls.
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
    fn without_a_file_the_embedded_book_is_used_again() {
        let other = invent(1, |_| Score::DRAW);
        let mut handle = BookHandle::with(Book::read(other).expect("just written"));
        assert_eq!(handle.share().ply(), 1);
        handle.open(None).expect("there is one");
        assert_eq!(handle.share().ply(), Book::embedded().ply());
    }
}
