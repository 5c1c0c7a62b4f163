//! The book that searches look openings up in, and whether the peer knows of it.

use std::path::Path;
use std::sync::Arc;

use crate::book::{self, Book};

/// The embedded book, or another one in its place.
pub(super) struct Library {
    book: Arc<Book>,
    /// Whether the peer was told what book it is.
    told: bool,
}

impl Default for Library {
    fn default() -> Library {
        Library::with(Book::embedded())
    }
}

impl Library {
    fn with(book: Book) -> Library {
        Library {
            book: Arc::new(book),
            told: false,
        }
    }

    /// Takes the book of a file, or the embedded one again.
    ///
    /// # Errors
    /// What is wrong with the file; the book stays as it is.
    pub(super) fn open(&mut self, path: Option<&Path>) -> Result<(), String> {
        let Some(path) = path else {
            *self = Library::default();
            return Ok(());
        };
        let book = book::open(path).map_err(|error| {
            let (place, ply) = (path.display(), self.book.ply());
            format!("BookFile {place}: {error}; the book of ply {ply} stays")
        })?;
        *self = Library::with(book);
        Ok(())
    }

    /// The book for a search.
    pub(super) fn lend(&self) -> Arc<Book> {
        Arc::clone(&self.book)
    }

    /// What book it is, when this is asked for the first time; nothing later.
    pub(super) fn news(&mut self) -> Option<String> {
        let news = format!(
            "book of ply {}, {} positions, checksum {:08x}",
            self.book.ply(),
            self.book.stored(),
            self.book.checksum()
        );
        (!std::mem::replace(&mut self.told, true)).then_some(news)
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
        let mut library = Library::with(Book::read(other).expect("just written"));
        assert_eq!(library.lend().ply(), 1);
        library.open(None).expect("there is one");
        assert_eq!(library.lend().ply(), Book::embedded().ply());
    }
}
