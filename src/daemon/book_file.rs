//! Opens the opening book that a client names.

use std::path::Path;

use crate::book::{self, Book, BookError};
use crate::session::OpeningBook;

/// Replaces `current` with the book of a file or, without a path, with the embedded one.
///
/// # Errors
/// Fails with a message if the file is not a book. The book is then unchanged.
pub(super) fn open(path: Option<&Path>, current: &mut OpeningBook) -> Result<(), String> {
    let book = match path {
        None => Book::embedded(),
        Some(path) => book::open(path).map_err(|error| {
            let error = match error {
                // Naming a file must not reveal its contents.
                BookError::NotABook { .. } => BookError::NotAFile,
                error => error,
            };
            let stays = current.share().map_or(0, |book| book.ply());
            let path = path.display();
            format!("BookFile {path}: {error}; the book of ply {stays} stays")
        })?,
    };
    *current = OpeningBook::from(book);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::tests::invented::invent;
    use crate::game::Score;

    #[test]
    fn without_a_file_the_embedded_book_is_used_again() {
        let other = invent(1, |_| Score::DRAW);
        let mut current = OpeningBook::from(Book::read(other).expect("just written"));
        let ply = |current: &OpeningBook| current.share().map(|book| book.ply());
        assert_eq!(ply(&current), Some(1));
        open(None, &mut current).expect("there is one");
        assert_eq!(ply(&current), Some(Book::embedded().ply()));
    }
}
