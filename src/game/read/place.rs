//! Words of a text with their places, and bytes turned into lines and characters.

/// The words of a text between separators, each with the place of its first byte.
pub(super) fn words(
    text: &str,
    is_separator: fn(char) -> bool,
) -> impl Iterator<Item = (usize, &str)> {
    let words = text.split(is_separator).filter(|word| !word.is_empty());
    words.map(|word| (offset(text, word), word))
}

/// The place of a part of a text, in bytes.
pub(super) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// Turns places in bytes into characters, counted from 1.
///
/// Counts on from the last place, which is quick as long as the places grow.
pub(crate) struct Locator<'a> {
    text: &'a str,
    /// The last place, in bytes and in characters.
    bytes: usize,
    characters: usize,
}

impl<'a> Locator<'a> {
    pub(crate) fn new(text: &'a str) -> Locator<'a> {
        Locator {
            text,
            bytes: 0,
            characters: 0,
        }
    }

    /// The place of the character at a byte of the text.
    pub(crate) fn at(&mut self, byte: usize) -> usize {
        if byte < self.bytes {
            (self.bytes, self.characters) = (0, 0);
        }
        self.characters += self.text[self.bytes..byte].chars().count();
        self.bytes = byte;
        self.characters + 1
    }
}
