//! Names formats that are not positions and that people paste as positions. Pure.

use crate::game::pgn;

/// Returns the name of the format that a text begins in: JSON, SGF or PGN.
#[must_use]
pub(crate) fn format_name(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    if begins_json(text) {
        Some("JSON")
    } else if begins_sgf(text) {
        Some("SGF")
    } else if pgn::begins_with_tag(text) {
        Some("PGN")
    } else {
        None
    }
}

/// Returns whether a text begins with a key of JSON: `"moves":`, perhaps after brackets.
fn begins_json(text: &str) -> bool {
    let inner = text.trim_start_matches(|c: char| c.is_whitespace() || "[{".contains(c));
    let in_quotes = |quote| inner.strip_prefix(quote)?.split_once(quote);
    let key = in_quotes('"').or_else(|| in_quotes('\''));
    key.is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
}

/// Returns whether a text begins with a node of SGF, such as `(;GM[11]`, or with one of its
/// properties, such as `B[d1]`.
fn begins_sgf(text: &str) -> bool {
    let is_opening = |c: char| c.is_whitespace() || "(;".contains(c);
    let property = text.trim_start_matches(is_opening);
    let name = property.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let is_node = text.starts_with('(') && text[1..].trim_start().starts_with(';');
    is_node || (1..=2).contains(&(property.len() - name.len())) && name.starts_with('[')
}
