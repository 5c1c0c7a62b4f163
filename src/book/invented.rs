//! Books with invented scores, for tests.
//!
//! They are made without `makebook`, by playing every move. Tests compare the books of `makebook`
//! with them.

use std::collections::HashMap;
use std::ops::Range;

use super::rule::{self, best_of};
use super::slot::{self, Decoder};
use super::{Book, Entry, header, section};
use crate::game::random::Random;
use crate::game::{Position, Score};

/// Returns a book whose deepest ply has the scores that `score` returns. `score` is called in the
/// order of the slots.
pub(crate) fn invent(ply: u8, mut score: impl FnMut(&Position) -> Score) -> Vec<u8> {
    let mut reached = vec![vec![true]];
    for ply in 1..=ply {
        let before = &reached[usize::from(ply) - 1];
        reached.push(successors(ply, before));
    }
    let mut sections = Vec::new();
    let mut deeper = Vec::new();
    for at in (0..=ply).rev() {
        let mut scores = vec![None; slot::slots(at) as usize];
        let mut entries = Vec::new();
        for (slot, position) in positions(at, &reached[usize::from(at)]) {
            if rule::score(&position).is_some() {
                continue;
            }
            let next = |after: &Position| deeper.get(slot::of(after) as usize).copied()?;
            let found = if at == ply {
                score(&position)
            } else {
                best_of(&position, next).expect("what follows was reached")
            };
            scores[slot as usize] = Some(found);
            entries.push((slot, found));
        }
        deeper = scores;
        if (ply - at).is_multiple_of(2) {
            sections.push(entries);
        }
    }
    sections.reverse();
    header::write(ply, &sections, None)
}

/// Returns for each slot of a ply whether play can reach it. `before` contains the same for the ply
/// before.
fn successors(ply: u8, before: &[bool]) -> Vec<bool> {
    let mut after = vec![false; slot::slots(ply) as usize];
    for (_, position) in positions(ply - 1, before) {
        for column in position.legal_columns() {
            let next = position.play(column);
            if !next.is_over() {
                after[slot::of(&next) as usize] = true;
            }
        }
    }
    after
}

fn positions(ply: u8, reached: &[bool]) -> impl Iterator<Item = (u32, Position)> {
    let mut decoder = Decoder::new(ply);
    let slots = (0..)
        .zip(reached)
        .filter_map(|(slot, &is)| is.then_some(slot));
    slots.map(move |slot| (slot, decoder.position(slot).expect("a position")))
}

/// Returns a book with random scores in its deepest ply, and these scores.
pub(crate) fn random_book(ply: u8) -> (Vec<u8>, HashMap<Position, Score>) {
    let span = section::span(ply);
    let scores = usize::from(span.end().abs_diff(*span.start())) + 1;
    let mut random = Random(u64::from(ply));
    let mut known = HashMap::new();
    let bytes = invent(ply, |position| {
        let above = i8::try_from(random.below(scores)).expect("small");
        let score = Score::new(span.start() + above).expect("a score");
        known.insert(*position, score);
        score
    });
    (bytes, known)
}

/// Returns a book with random scores and some random extra positions, and the scores of the extra
/// positions.
pub(crate) fn random_book_with_extra(ply: u8) -> (Vec<u8>, HashMap<Position, Score>) {
    let (_, mut known) = random_book(ply + 2);
    let mut random = Random(u64::from(ply));
    known.retain(|_, _| random.below(50) == 0);
    let mut entries: Vec<Entry> = known
        .iter()
        .map(|(position, &score)| (slot::of(position), score))
        .collect();
    entries.sort_unstable_by_key(|&(slot, _)| slot);
    let book = Book::read(random_book(ply).0).expect("just written");
    (book.with_extra(Some(&entries)), known)
}

/// Returns the range of a ply's section in the bytes of a book. The book must store the ply.
pub(crate) fn section_bytes(book: &Book, ply: u8) -> Range<usize> {
    book.range(ply).expect("a stored ply").bytes.clone()
}

/// Corrects the checksum of a changed book.
pub(crate) fn fix_checksum(bytes: &mut [u8]) {
    let checksum = header::checksum(bytes);
    bytes[32..36].copy_from_slice(&checksum.to_le_bytes());
}
