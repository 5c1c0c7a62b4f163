//! Books with invented scores: what is put in comes out, and nothing else.

use std::collections::HashMap;

use super::census::Census;
use super::*;
use crate::game::{Column, notation};
use crate::random::Random;
use crate::solver::{Solver, StopFlag};

/// A book of a ply whose deepest scores are invented, and these scores.
fn invented(ply: u8) -> (Vec<u8>, HashMap<Position, Score>) {
    let plan = Plan::new(ply).expect("not too deep");
    let span = section::span(ply);
    let mut random = Random(u64::from(ply));
    let scores: Vec<Score> = (0..plan.count())
        .map(|_| {
            let above = random.below(usize::from(span.end().abs_diff(*span.start())) + 1);
            Score::new(span.start() + i8::try_from(above).expect("small")).expect("a score")
        })
        .collect();
    let positions = (0..plan.count()).map(|index| plan.position(index));
    let known = positions.zip(scores.iter().copied()).collect();
    (plan.book(&scores), known)
}

/// A random position with so many stones, reached by play; some are over.
fn random_position(random: &mut Random, stones: u8) -> Position {
    let mut position = Position::EMPTY;
    while position.stones() < stones {
        let columns: Vec<Column> = position.legal_columns().iter().collect();
        let Some(&column) = columns.get(random.below(columns.len().max(1))) else {
            position = Position::EMPTY;
            continue;
        };
        position = position.play(column);
    }
    position
}

/// What a book should tell: by plain search on top of the invented scores.
fn expected(position: &Position, ply: u8, known: &HashMap<Position, Score>) -> Score {
    if let Some(told) = rule::told(position) {
        return told;
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

/// Checks a book without a stop.
fn sound(book: &Book) -> Result<(), Fault> {
    let sound = structure(book, &StopFlag::default())?;
    let stored: Vec<u8> = book.plies().chain(book.hard_ply()).collect();
    assert_eq!(sound, stored);
    Ok(())
}

#[test]
fn what_is_put_in_comes_out_at_every_ply_of_odd_and_even_books() {
    for ply in [0, 1, 4, 5, 8] {
        let (bytes, known) = invented(ply);
        let book = Book::read(bytes).expect("just written");
        assert_eq!(book.ply(), ply);
        assert_eq!(sound(&book), Ok(()));
        let mut random = Random(1);
        for _ in 0..500 {
            let stones = ply.saturating_sub(u8::try_from(random.below(4)).expect("small"));
            let position = random_position(&mut random, stones);
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
        let deeper = random_position(&mut random, ply + 1);
        assert_eq!(book.lookup(&deeper), None);
    }
}

#[test]
fn every_entry_is_listed_once_with_its_score() {
    let (bytes, known) = invented(6);
    let book = Book::read(bytes).expect("just written");
    let listed: HashMap<Position, Score> = book.entries(6).collect();
    assert_eq!(listed, known);
    assert_eq!(book.stored_at(6), known.len());
    let total: usize = book.plies().map(|ply| book.stored_at(ply)).sum();
    assert_eq!(book.stored(), total as u64);
}

#[test]
fn boards_beyond_the_reach_of_play_are_not_answered() {
    let (bytes, known) = invented(6);
    let book = Book::read(bytes).expect("just written");
    let reachable = |position: &Position| {
        known.contains_key(position) || known.contains_key(&position.mirror())
    };
    let (mut refused, mut answered) = (0, 0);
    let mut boards = Boards::new(6);
    for slot in 0..slot::slots(6) {
        let Some(position) = boards.position(slot) else {
            continue;
        };
        if position.is_lost() || rule::told(&position).is_some() {
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
    // The only stone on the ground is the second player's: who moved first?
    let position = Position::from_bits(0b10, 0b11).expect("one stone each");
    assert_eq!(book.lookup(&position), None);
}

/// What reading a book says after a change to its bytes.
fn fault(change: impl FnOnce(&mut Vec<u8>)) -> String {
    let (mut bytes, _) = invented(4);
    change(&mut bytes);
    Book::read(bytes).map_or_else(|error| error.to_string(), |_| "a book".to_owned())
}

#[test]
fn a_fault_is_told_by_its_place_with_what_was_expected() {
    assert_eq!(fault(|_| {}), "a book");
    for (at, byte, message) in [
        (
            0,
            b'X',
            "byte 0: found \"X4BOOK\\r\\n\", expected \"C4BOOK\\r\\n\", with which a book begins",
        ),
        (8, 2, "byte 8: found format version 2, expected 1"),
        (10, 8, "byte 10: found a board of 8 by 6, expected 7 by 6"),
        (11, 7, "byte 10: found a board of 7 by 7, expected 7 by 6"),
        (
            12,
            15,
            "byte 12: found ply 15 as the deepest, expected 0 to 14",
        ),
        (
            13,
            5,
            "byte 13: found ply 5 of hard positions, expected 6, at most 14, or 0 for none",
        ),
        (14, 1, "byte 14: expected two zeros"),
        (15, 1, "byte 14: expected two zeros"),
        (
            16,
            0,
            "byte 16: found 512 positions in all, expected 594 as the plies have",
        ),
        (
            24,
            0,
            "byte 24: found a length of 768 bytes, expected 896 as the plies need",
        ),
        (
            36,
            2,
            "byte 36: found 2 positions of ply 0, expected at most 1",
        ),
    ] {
        assert_eq!(fault(|bytes| bytes[at] = byte), message);
    }
    let too_deep =
        "byte 13: found ply 15 of hard positions, expected 15, at most 14, or 0 for none";
    assert_eq!(
        fault(|bytes| bytes[12..14].copy_from_slice(&[13, 15])),
        too_deep
    );
    assert!(fault(|bytes| bytes[32] ^= 1).starts_with("byte 32: found checksum "));
    assert!(fault(|bytes| bytes[40] -= 1).starts_with("byte 16: found 594 positions"));
}

/// A book is refused when it is cut anywhere, or when `bits` of any byte change.
fn assert_refused_when_spoilt(whole: &[u8], bits: u8) {
    for length in 0..whole.len() {
        assert!(
            Book::read(whole[..length].to_vec()).is_err(),
            "cut at {length}"
        );
    }
    for at in 0..whole.len() {
        let mut bytes = whole.to_vec();
        bytes[at] ^= bits;
        assert!(Book::read(bytes).is_err(), "changed at {at}");
    }
}

#[test]
fn a_book_cut_at_any_place_or_with_any_byte_changed_is_refused() {
    let (whole, _) = invented(3);
    assert_refused_when_spoilt(&whole, 0x10);
    let mut longer = whole.clone();
    longer.push(0);
    assert!(Book::read(longer).is_err());
}

#[test]
fn a_book_whose_bytes_are_whole_but_wrong_is_found_out() {
    let plan = Plan::new(4).expect("not too deep");
    let scores = vec![Score::DRAW; plan.count()];
    let whole = plan.book(&scores);
    let places = header::read(&whole, whole.len()).expect("whole").places;
    let broken = |at: usize, change: fn(u8) -> u8| {
        let mut bytes = whole.clone();
        bytes[at] = change(bytes[at]);
        let checksum = header::checksum(&bytes);
        bytes[32..36].copy_from_slice(&checksum.to_le_bytes());
        sound(&Book::read(bytes).expect("the checksum fits"))
    };
    // What the second line of ply 4 counts; two bits of ply 2, one more and one
    // less; a score of ply 2; the last scores of ply 4.
    let (ply_2, ply_4) = (&places[1].bytes, &places[2].bytes);
    let counts = broken(ply_4.start + 64, |byte| byte ^ 1);
    assert_eq!(counts, Err(Fault::Counts { ply: 4 }));
    let missing = broken(ply_2.start + 4, |byte| byte & 0xfe);
    assert!(
        matches!(missing, Err(Fault::Missing { ply: 2, .. })),
        "{missing:?}"
    );
    let foreign = broken(ply_2.start + 7, |byte| byte | 0x80);
    assert!(
        matches!(foreign, Err(Fault::Foreign { ply: 2, .. })),
        "{foreign:?}"
    );
    let score = broken(ply_2.start + 64, |byte| byte ^ 1);
    assert!(
        matches!(score, Err(Fault::Inconsistent { .. })),
        "{score:?}"
    );
    let none = broken(ply_4.end - 3, |_| 0xff);
    assert!(
        matches!(none, Err(Fault::NoScore { ply: 4, .. })),
        "{none:?}"
    );
}

/// A book with invented scores, some of them of hard positions, and these.
fn invented_with_hard_ones(ply: u8) -> (Vec<u8>, HashMap<Position, Score>) {
    let (_, mut known) = invented(ply + 2);
    let mut random = Random(u64::from(ply));
    known.retain(|_, _| random.below(50) == 0);
    let mut entries: Vec<(u32, Score)> = known
        .iter()
        .map(|(position, &score)| (slot::of(position), score))
        .collect();
    entries.sort_unstable_by_key(|&(slot, _)| slot);
    let book = Book::read(invented(ply).0).expect("just written");
    (book.with_hard_ones(&entries), known)
}

#[test]
fn hard_positions_are_known_beside_all_others() {
    let (bytes, hard) = invented_with_hard_ones(6);
    let (book, plain) = (Book::read(bytes), Book::read(invented(6).0));
    let (book, plain) = (book.expect("just written"), plain.expect("just written"));
    assert_eq!(
        (book.ply(), book.hard_ply(), book.deepest()),
        (6, Some(8), 8)
    );
    assert_eq!((plain.hard_ply(), plain.deepest()), (None, 6));
    assert_eq!(book.stored_at(8), hard.len());
    assert_eq!(book.stored(), plain.stored() + hard.len() as u64);
    assert_eq!(book.entries(8).collect::<HashMap<_, _>>(), hard);
    assert_eq!(sound(&book), Ok(()));
    let mut random = Random(1);
    let mut met = 0;
    for stones in (4..=9).cycle().take(20_000) {
        let position = random_position(&mut random, stones);
        let expected = match stones {
            8 if !position.is_over() => {
                let one = hard.get(&position).or(hard.get(&position.mirror()));
                one.copied()
            }
            0..=6 => plain.lookup(&position),
            _ => None,
        };
        assert_eq!(book.lookup(&position), expected, "{position:?}");
        met += usize::from(stones == 8 && expected.is_some());
    }
    assert!(met > 20, "{met}");
    // Others in their place.
    let again = Book::read(book.with_hard_ones(&[])).expect("just written");
    assert_eq!(
        (again.hard_ply(), again.stored()),
        (Some(8), plain.stored())
    );
}

#[test]
fn hard_positions_that_are_out_of_order_or_out_of_reach_are_found_out() {
    let book = Book::read(invented(4).0).expect("just written");
    let census = Census::first().next().next().next().next().next().next();
    let slots: Vec<u32> = census.stored().map(|(slot, _)| slot).take(3).collect();
    let broken = |entries: &[(u32, Score)]| {
        let bytes = book.with_hard_ones(entries);
        sound(&Book::read(bytes).expect("the checksum fits"))
    };
    let draws = |slots: &[u32]| {
        slots
            .iter()
            .map(|&slot| (slot, Score::DRAW))
            .collect::<Vec<_>>()
    };
    assert_eq!(broken(&draws(&slots)), Ok(()));
    let turned = [slots[1], slots[0]];
    assert_eq!(broken(&draws(&turned)), Err(Fault::Order { ply: 6 }));
    let foreign = (0..4).find(|slot| !slots.contains(slot)).expect("some are");
    let reached = Err(Fault::Foreign {
        ply: 6,
        slot: foreign,
    });
    assert_eq!(broken(&draws(&[foreign])), reached);
    // A win with stone 7: no book stores that, and its span does not reach so far.
    let beyond = Score::new(*section::span(6).end() + 1).expect("a score");
    let none = broken(&[(slots[0], beyond)]);
    assert!(
        matches!(none, Err(Fault::NoScore { ply: 6, .. })),
        "{none:?}"
    );
}

#[test]
fn a_book_with_hard_positions_is_whole_or_refused() {
    let (whole, _) = invented_with_hard_ones(1);
    assert!(Book::read(whole.clone()).is_ok());
    assert_refused_when_spoilt(&whole, 0x04);
}

#[test]
fn deepening_measures_the_likeliest_and_stores_what_takes_long() {
    let book = Book::read(invented(10).0).expect("just written");
    let work = Deepening::new(12, 40).expect("not too deep");
    assert_eq!(
        (work.ply(), work.tries(), work.count()),
        (12, 40, 4_116_273)
    );
    let solvers = (0..2).map(|_| Solver::new(16).expect("16 MiB can be had"));
    let mut part = Part::new(&work, 0..work.count());
    assert_eq!(work.book(&book, &part, 0), None);
    let never = StopFlag::default();
    let open = work.open(&part);
    search(&work, &open, &mut part, solvers.collect(), &never, |_| {});
    assert_eq!(part.done(), 40);
    assert!(work.open(&part).is_empty());

    let nodes = |index: usize| part.get(index).expect("measured").nodes;
    let mut sorted: Vec<u32> = (0..40).map(nodes).collect();
    sorted.sort_unstable();
    let deeper = work
        .book(&book, &part, sorted[10])
        .expect("nothing is open");
    let deeper = Book::read(deeper).expect("just written");
    let (embedded, mut stored) = (Book::embedded(), 0);
    for index in 0..40 {
        let position = work.position(index);
        let score = deeper.lookup(&position);
        assert_eq!(score.is_some(), nodes(index) >= sorted[10]);
        if score.is_some() {
            assert_eq!(score, embedded.lookup(&position));
            stored += 1;
        }
    }
    assert!((20..=30).contains(&stored), "{stored}");
    // The same measures make the same bytes, and tries that are open make none.
    assert_eq!(
        work.book(&book, &part, sorted[10]),
        Some(deeper.bytes().to_vec())
    );
    let more = Deepening::new(12, 41).expect("not too deep");
    assert_eq!(more.open(&part), [40]);
    assert_eq!(more.book(&book, &part, sorted[10]), None);
    assert!(Deepening::new(MAX_PLY + 1, 1).is_none());
}

#[test]
fn the_deepest_ply_that_has_slots_can_be_planned() {
    let plan = Plan::new(MAX_PLY).expect("not too deep");
    assert_eq!(plan.count(), 22_348_167);
    assert!(Plan::new(MAX_PLY + 1).is_none());
}

#[test]
fn parts_go_together_whatever_their_order_and_disagreement_is_told() {
    let plan = Plan::new(4).expect("not too deep");
    let all: Vec<(usize, Score)> = (0..plan.count())
        .map(|index| (index, Score::DRAW))
        .collect();
    let part = |number: u32, solved: &[(usize, Score)]| {
        let mut bytes = Part::new(&plan, plan.shard(number, 3)).head();
        bytes.extend(Part::records(solved));
        Part::read(&plan, &bytes).expect("whole")
    };
    let own = |number: u32| &all[plan.shard(number, 3)];
    let parts = [part(3, own(3)), part(1, own(1)), part(2, own(2))];
    let scores = merge(&plan, &parts).expect("complete");
    assert_eq!(scores, vec![Score::DRAW; plan.count()]);

    let missing = merge(&plan, &parts[..2]).map_err(|error| error.to_string());
    let message = missing.expect_err("a third is missing");
    assert!(
        message.starts_with("189 of 568 positions are in no part"),
        "{message}"
    );

    let wrong = [(plan.shard(2, 3).start, Score::MAX)];
    let message = merge(&plan, &[&parts[..], &[part(2, &wrong)]].concat())
        .expect_err("they disagree")
        .to_string();
    assert!(message.starts_with("part 4: "), "{message}");
    assert!(
        message.ends_with(" scores 18, an earlier part has 0"),
        "{message}"
    );
}

#[test]
fn a_part_is_read_up_to_the_record_that_was_being_written() {
    let plan = Plan::new(3).expect("not too deep");
    let solved = [5, 1, 2, 9].map(|index| (index, Score::DRAW));
    let mut bytes = Part::new(&plan, 0..plan.count()).head();
    let head = bytes.len();
    bytes.extend(Part::records(&solved[..2]));
    let whole = bytes.len();
    bytes.extend(Part::records(&solved[2..]));
    for length in 0..bytes.len() {
        let recovered = Part::recover(&plan, &bytes[..length]);
        if length < head {
            assert!(recovered.is_err(), "{length}");
            continue;
        }
        let (part, end) = recovered.expect("the head is whole");
        assert!(end <= length);
        assert!(length < whole || part.done() >= 2, "{length}");
        assert_eq!(Part::read(&plan, &bytes[..length]).is_ok(), end == length);
    }
    let part = Part::read(&plan, &bytes).expect("whole");
    assert_eq!(part.done(), 4);
    assert_eq!(plan.open(&part).len(), plan.count() - 4);
    assert!(part.finished().is_none());
}

#[test]
fn of_a_record_that_is_wrong_anywhere_nothing_is_taken() {
    let plan = Plan::new(3).expect("not too deep");
    let mut bytes = Part::new(&plan, 0..plan.count()).head();
    let head = bytes.len();
    bytes.extend(Part::records(&[(5, Score::DRAW), (6, Score::DRAW)]));
    let taken = |bytes: &[u8]| {
        let (part, end) = Part::recover(&plan, bytes).expect("the head is whole");
        (part.done(), end)
    };
    assert_eq!(taken(&bytes), (2, bytes.len()));
    // The second score is another; then it is none, and the checksum fits.
    let end = bytes.len() - 4;
    bytes[end - 1] += 1;
    assert_eq!(taken(&bytes), (0, head));
    bytes[end - 1] = 99;
    let checksum = crc32fast::hash(&bytes[head..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    assert_eq!(taken(&bytes), (0, head));
}

#[test]
fn a_foreign_part_is_refused_by_its_place() {
    let plan = Plan::new(3).expect("not too deep");
    let whole = Part::new(&plan, 0..plan.count()).head();
    for (at, byte, message) in [
        (0, 0, "byte 0: found "),
        (8, 9, "byte 8: found format version 9, expected 1"),
        (10, 6, "byte 10: found a board of 6 by 6, expected 7 by 6"),
        (12, 4, "byte 12: found ply 4, expected 3"),
        (16, 1, "byte 16: found 1 positions of ply 3, expected 121"),
        (
            20,
            200,
            "byte 20: found positions 200 to 121, expected 0 to 121",
        ),
        (
            24,
            122,
            "byte 20: found positions 0 to 122, expected 0 to 121",
        ),
        (
            28,
            0,
            "byte 28: found a damaged record, expected one whose checksum fits",
        ),
    ] {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        let error = Part::read(&plan, &bytes).expect_err("changed").to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn the_solver_fills_a_part_and_goes_on_where_it_was() {
    // The last positions of ply 12: the columns are full and the games short.
    let plan = Plan::new(12).expect("not too deep");
    let range = plan.count() - 40..plan.count();
    let solver = Solver::new(16).expect("16 MiB can be had");
    let mut once = Part::new(&plan, range.clone());
    let sharing = || solver.sharing().expect("1 MiB can be had");
    let solvers = vec![sharing(), sharing()];
    let open = plan.open(&once);
    search(
        &plan,
        &open,
        &mut once,
        solvers,
        &StopFlag::default(),
        |_| {},
    );
    assert!(plan.open(&once).is_empty());

    let mut twice = Part::new(&plan, range);
    let stop = StopFlag::default();
    stop.stop();
    search(&plan, &open, &mut twice, vec![sharing()], &stop, |_| {});
    let before = twice.done();
    let left = plan.open(&twice);
    let mut found = 0;
    search(
        &plan,
        &left,
        &mut twice,
        vec![solver],
        &StopFlag::default(),
        |more| found += more.len(),
    );
    assert_eq!(before + found, 40);
    assert_eq!(twice.finished(), once.finished());
}

#[test]
fn solving_again_finds_wrong_scores_and_confirms_right_ones() {
    let (bytes, known) = invented(8);
    let book = Book::read(bytes).expect("just written");
    let mut solver = Solver::new(16).expect("16 MiB can be had");
    let never = StopFlag::default();
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..6 {
        let sample = Sample {
            ply: 8,
            count: 1,
            seed,
        };
        match solve_again(&book, sample, &mut solver, &never, &mut || right += 1) {
            Ok(count) => assert_eq!(count, 1),
            Err(Fault::Wrong {
                found, expected, ..
            }) => {
                assert!(known.values().any(|score| *score == found));
                assert_ne!(found, expected);
                wrong += 1;
            }
            Err(fault) => panic!("{fault}"),
        }
    }
    assert_eq!(right + wrong, 6);
    assert!(wrong > 0, "the scores are invented");
}

#[test]
fn notation_leads_to_entries() {
    let (bytes, _) = invented(2);
    let book = Book::read(bytes).expect("just written");
    for (moves, found) in [("", true), ("4", true), ("17", true), ("171", false)] {
        let position = notation::replay(moves).expect("a game");
        assert_eq!(book.lookup(&position).is_some(), found, "{moves}");
    }
}

#[test]
fn the_embedded_book_is_whole_and_holds_what_can_arise() {
    let book = Book::embedded();
    let read = Book::read(book.bytes().to_vec()).expect("every byte as it was written");
    assert_eq!((read.ply(), read.stored()), (book.ply(), book.stored()));
    assert_eq!(read.checksum(), book.checksum());
    assert_eq!(header::checksum(book.bytes()), book.checksum());
    assert_eq!(sound(&book), Ok(()));
    assert_eq!(book.bytes().as_ptr().addr() % 64, 0, "lines in cache lines");
}

#[test]
fn the_embedded_book_tells_the_scores_that_are_known() {
    let book = Book::embedded();
    let find = |moves: &str| {
        let position = notation::replay(moves).expect("a game");
        book.lookup(&position).map(Score::get)
    };
    assert_eq!(find(""), Some(1));
    let mut found = 0;
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
        let covered = moves.len() <= usize::from(book.ply());
        assert_eq!(find(moves), covered.then_some(score), "{moves}");
        found += usize::from(covered);
    }
    assert!(found > 0 || book.ply() == 0);
}
