//! Books with invented scores, for tests.

use std::collections::HashMap;
use std::ops::Range;

use crate::book::build::Plan;
use crate::book::{Book, Entry, header, section, slot};
use crate::game::random::Random;
use crate::game::{Position, Score};

/// Returns a book whose deepest ply has the scores that `score` returns. `score` is called in the
/// order of the slots.
pub(crate) fn invent(ply: u8, mut score: impl FnMut(&Position) -> Score) -> Vec<u8> {
    let plan = Plan::new(ply).expect("not too deep");
    let numbers = 0..plan.work.count();
    let mut positions: Vec<_> = numbers.map(|at| (at, plan.work.position(at))).collect();
    positions.sort_unstable_by_key(|(_, position)| slot::of(position));
    let mut scores = vec![Score::DRAW; positions.len()];
    for (number, position) in positions {
        scores[number] = score(&position);
    }
    plan.book(&scores)
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
