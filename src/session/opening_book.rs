//! The opening book of the searches. A note introduces each book to the client once.

use std::sync::Arc;

use crate::book::Book;

/// The book in use, if there is one.
#[derive(Debug, Default)]
pub struct OpeningBook {
    book: Option<Arc<Book>>,
    /// Whether a note about this book has been printed.
    is_introduced: bool,
}

impl From<Book> for OpeningBook {
    fn from(book: Book) -> OpeningBook {
        OpeningBook {
            book: Some(Arc::new(book)),
            is_introduced: false,
        }
    }
}

impl OpeningBook {
    /// Shares the book with a search.
    #[must_use]
    pub fn share(&self) -> Option<Arc<Book>> {
        self.book.clone()
    }

    /// Returns a note about the book at the first call after it was opened; `None` at later calls.
    pub fn introduction(&mut self) -> Option<String> {
        let book = self.book.as_ref().filter(|_| !self.is_introduced)?;
        self.is_introduced = true;
        Some(format!(
            "book of ply {}, {} positions, checksum {:08x}",
            book.ply(),
            book.stored(),
            book.checksum()
        ))
    }
}
