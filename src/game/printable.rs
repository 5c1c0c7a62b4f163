//! Texts that other programs or people wrote, such as names of players and of files, as terminals,
//! reports and PGN show them. Records contain them unchanged, except for what their format excludes.

/// Replaces characters that would change how a text is shown, or that cannot be shown, by U+FFFD.
///
/// These are the control characters, which send commands to terminals and end lines; the marks that
/// reverse the order of the text after them; byte order marks, which a reader drops at the start of
/// a line; and U+FFFE and U+FFFF, which XML does not allow.
#[must_use]
pub(crate) fn printable(text: &str) -> String {
    text.replace(
        |c: char| {
            c.is_control()
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
                || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
        },
        "\u{fffd}",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_shown_as_it_is_except_for_characters_that_change_others() {
        for plain in ["", "Müller – 李 \u{1f600}", "\u{200f}עברית\u{200e}"] {
            assert_eq!(printable(plain), plain);
        }
        let hostile =
            "\0\u{1b}[31m\n\u{7f}\u{9b}\u{202a}\u{202e}\u{2066}\u{2069}\u{feff}\u{fffe}\u{ffff}";
        assert_eq!(printable(hostile).replace('\u{fffd}', ""), "[31m");
        assert_eq!(printable(hostile).chars().count(), hostile.chars().count());
    }
}
