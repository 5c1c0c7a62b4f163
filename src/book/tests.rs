//! Tests with books of invented scores: every entry written is found, and no other.

pub(crate) mod invented;

use std::collections::HashMap;

use super::*;
use crate::game::random::Random;
use crate::game::replay;
use crate::game::tests::sample;
use invented::{random_book, random_book_with_extra};

/// Returns the score that a book should have, by a plain search on top of the invented scores.
fn expected(position: &Position, ply: u8, known: &HashMap<Position, Score>) -> Score {
    if let Some(score) = rule::score(position) {
        return score;
    }
    if position.stones() == ply {
        let score = known
            .get(position)
            .or_else(|| known.get(&position.mirror()));
        return *score.expect("every position is known");
    }
    let moves = position.legal_columns();
    let values = moves
        .iter()
        .map(|column| -expected(&position.play(column), ply, known));
    values.max().expect("an open position has moves")
}

#[test]
fn every_ply_of_odd_and_even_books_has_the_scores_written() {
    for ply in [0, 1, 4, 5, 8] {
        let (bytes, known) = random_book(ply);
        let book = Book::read(bytes).expect("just written");
        assert_eq!(book.ply(), ply);
        let mut random = Random(1);
        for _ in 0..500 {
            let stones = ply.saturating_sub(u8::try_from(random.below(4)).expect("small"));
            let position = sample::position(&mut random, stones);
            let found = book.lookup(&position);
            if position.is_over() {
                assert_eq!(found, None);
                continue;
            }
            assert_eq!(
                found,
                Some(expected(&position, ply, &known)),
                "{position:?}"
            );
            assert_eq!(book.lookup(&position.mirror()), found, "{position:?}");
        }
        let deeper = sample::position(&mut random, ply + 1);
        assert_eq!(book.lookup(&deeper), None);
    }
}

#[test]
fn reachable_boards_are_listed_and_others_have_no_score() {
    let (bytes, known) = random_book(6);
    let book = Book::read(bytes).expect("just written");
    // Every entry is listed once.
    assert_eq!(book.entries(6).collect::<HashMap<_, _>>(), known);
    assert_eq!(book.stored_at(6), known.len());
    let total: usize = book.plies().map(|ply| book.stored_at(ply)).sum();
    assert_eq!(book.stored(), total as u64);
    let reachable = |position: &Position| {
        known.contains_key(position) || known.contains_key(&position.mirror())
    };
    let (mut refused, mut answered) = (0, 0);
    let mut decoder = Decoder::new(6);
    for slot in 0..slot::slots(6) {
        let Some(position) = decoder.position(slot) else {
            continue;
        };
        if position.is_lost() || rule::score(&position).is_some() {
            continue;
        }
        assert_eq!(
            book.lookup(&position).is_some(),
            reachable(&position),
            "{position:?}"
        );
        if reachable(&position) {
            answered += 1;
        } else {
            refused += 1;
        }
    }
    assert!(refused > 100 && answered > 7000, "{refused} {answered}");
    // The only stone on the ground is the second player's, so the first player cannot have begun.
    let position = Position::from_bits(0b10, 0b11).expect("one stone each");
    assert_eq!(book.lookup(&position), None);
}

/// Returns the error of reading a book after a change to its bytes.
fn error_after(change: impl FnOnce(&mut Vec<u8>)) -> String {
    let (mut bytes, _) = random_book(4);
    change(&mut bytes);
    Book::read(bytes).map_or_else(|error| error.to_string(), |_| "a book".to_owned())
}

#[test]
fn an_error_has_the_offset_and_the_expected_value() {
    assert_eq!(error_after(|_| {}), "a book");
    for (at, byte, message) in [
        (
            0,
            b'X',
            "byte 0: found \"X4BOOK\\r\\n\", expected \"C4BOOK\\r\\n\", the first bytes of a book",
        ),
        (8, 2, "byte 8: found format version 2, expected 1"),
        (
            12,
            17,
            "byte 12: found ply 17 as the deepest, expected 0 to 16",
        ),
        (
            13,
            5,
            "byte 13: found ply 5 of hard positions, expected 6, at most 16, or 0 for none",
        ),
        (
            36,
            2,
            "byte 36: found 2 positions of ply 0, expected at most 1",
        ),
    ] {
        assert_eq!(error_after(|bytes| bytes[at] = byte), message);
    }
    let too_deep =
        "byte 13: found ply 17 of hard positions, expected 17, at most 16, or 0 for none";
    assert_eq!(
        error_after(|bytes| bytes[12..14].copy_from_slice(&[15, 17])),
        too_deep
    );
    // The checksum detects all other changes, such as one of the board, the total or the length.
    for at in [10, 11, 14, 15, 16, 24, 32] {
        let error = error_after(|bytes| bytes[at] ^= 1);
        assert!(error.starts_with("byte 32: found checksum "), "{at}");
    }
    assert!(error_after(|bytes| bytes[45] = 0).starts_with("found 896 bytes, expected "));
}

#[test]
fn a_book_that_is_cut_or_has_a_changed_byte_is_rejected() {
    for (whole, bits) in [
        (random_book(3).0, 0x10),
        (random_book_with_extra(1).0, 0x04),
    ] {
        assert!(Book::read(whole.clone()).is_ok());
        for length in 0..whole.len() {
            let cut = whole[..length].to_vec();
            assert!(Book::read(cut).is_err(), "cut at {length}");
        }
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= bits;
            assert!(Book::read(bytes).is_err(), "changed at {at}");
        }
        assert!(Book::read([&whole[..], &[0]].concat()).is_err());
    }
}

#[test]
fn extra_positions_are_known_in_addition_to_all_others() {
    let (bytes, extra) = random_book_with_extra(6);
    let (book, plain) = (Book::read(bytes), Book::read(random_book(6).0));
    let (book, plain) = (book.expect("just written"), plain.expect("just written"));
    assert_eq!(
        (book.ply(), book.extra_ply(), book.deepest()),
        (6, Some(8), 8)
    );
    assert_eq!((plain.extra_ply(), plain.deepest()), (None, 6));
    assert_eq!(book.stored_at(8), extra.len());
    assert_eq!(book.stored(), plain.stored() + extra.len() as u64);
    assert_eq!(book.entries(8).collect::<HashMap<_, _>>(), extra);
    let mut random = Random(1);
    let mut met = 0;
    for stones in (4..=9).cycle().take(20_000) {
        let position = sample::position(&mut random, stones);
        let expected = match stones {
            8 if !position.is_over() => {
                let one = extra.get(&position).or(extra.get(&position.mirror()));
                one.copied()
            }
            0..=6 => plain.lookup(&position),
            _ => None,
        };
        assert_eq!(book.lookup(&position), expected, "{position:?}");
        met += usize::from(stones == 8 && expected.is_some());
    }
    assert!(met > 20, "{met}");
    // Replace the extra positions by none.
    let again = Book::read(book.with_extra(Some(&[]))).expect("just written");
    assert_eq!(
        (again.extra_ply(), again.stored()),
        (Some(8), plain.stored())
    );
}

#[test]
fn the_embedded_book_is_complete() {
    let book = Book::embedded();
    let read = Book::read(book.bytes().to_vec()).expect("every byte as it was written");
    assert_eq!((read.ply(), read.stored()), (book.ply(), book.stored()));
    assert_eq!(read.checksum(), book.checksum());
    assert_eq!(header::checksum(book.bytes()), book.checksum());
    assert_eq!(book.bytes().as_ptr().addr() % 64, 0, "lines in cache lines");
}

#[test]
fn the_embedded_book_has_the_known_scores() {
    let book = Book::embedded();
    let find = |moves: &str| {
        let position = replay(moves).expect("a game");
        book.lookup(&position).map(Score::get)
    };
    assert_eq!(find(""), Some(1));
    for (moves, score) in [
        ("1", 2),
        ("2", 1),
        ("3", 0),
        ("4", -1),
        ("44", 1),
        ("172", 1),
        ("4444", 1),
        ("4453", -2),
        ("44444", -1),
    ] {
        assert_eq!(find(moves), Some(score), "{moves}");
    }
}
