//! Small books: shards, merges, checks and deepening.

use std::io::{self, Write};

use super::solve_order::walk_games;
use super::*;
use crate::book::invented::{fix_checksum, random_book, random_book_with_extra, section_bytes};
use crate::book::slot::MAX_PLY;
use crate::book::{Book, section};
use crate::game::Score;
use crate::game::random::cases;
use crate::solver::{Solver, StopFlag};

/// Checks a whole book.
fn sound(book: &Book) -> Result<(), VerifyError> {
    let sound = check_structure(book, &StopFlag::default())?;
    let stored: Vec<u8> = book.plies().chain(book.extra_ply()).collect();
    assert_eq!(sound, stored);
    Ok(())
}

#[test]
fn a_plan_with_its_scores_gives_the_book_that_plain_enumeration_gives() {
    for ply in [0, 1, 4, 5, 8] {
        let (expected, known) = random_book(ply);
        let plan = Plan::new(ply).expect("not too deep");
        let scores: Vec<Score> = (0..plan.count())
            .map(|index| known[&plan.position(index)])
            .collect();
        assert!(plan.book(&scores) == expected, "{ply}");
        let book = Book::read(expected).expect("just written");
        assert_eq!(sound(&book), Ok(()));
    }
}

#[test]
fn books_with_extra_positions_and_the_embedded_one_are_sound() {
    let (bytes, _) = random_book_with_extra(6);
    let book = Book::read(bytes).expect("just written");
    for book in [book, Book::embedded()] {
        assert_eq!(sound(&book), Ok(()));
    }
}

#[test]
fn a_wrong_book_with_a_right_checksum_is_detected() {
    let plan = Plan::new(4).expect("not too deep");
    let scores = vec![Score::DRAW; plan.count()];
    let whole = plan.book(&scores);
    let [ply_2, ply_4] = {
        let book = Book::read(whole.clone()).expect("just written");
        [2, 4].map(|ply| section_bytes(&book, ply))
    };
    let broken = |at: usize, change: fn(u8) -> u8| {
        let mut bytes = whole.clone();
        bytes[at] = change(bytes[at]);
        fix_checksum(&mut bytes);
        sound(&Book::read(bytes).expect("the checksum fits"))
    };
    // The errors in turn: a wrong count in the second block of ply 4, a missing and an additional
    // position in ply 2, a wrong score in ply 2, and packed scores out of range at the end of ply
    // 4.
    let counts = broken(ply_4.start + 64, |byte| byte ^ 1);
    assert_eq!(counts, Err(VerifyError::Counts { ply: 4 }));
    let missing = broken(ply_2.start + 4, |byte| byte & 0xfe);
    assert!(
        matches!(missing, Err(VerifyError::Missing { ply: 2, .. })),
        "{missing:?}"
    );
    let foreign = broken(ply_2.start + 7, |byte| byte | 0x80);
    assert!(
        matches!(foreign, Err(VerifyError::Foreign { ply: 2, .. })),
        "{foreign:?}"
    );
    let score = broken(ply_2.start + 64, |byte| byte ^ 1);
    assert!(
        matches!(score, Err(VerifyError::Inconsistent { .. })),
        "{score:?}"
    );
    let none = broken(ply_4.end - 3, |_| 0xff);
    assert!(
        matches!(none, Err(VerifyError::NoScore { ply: 4, .. })),
        "{none:?}"
    );
}

#[test]
fn extra_positions_out_of_order_or_out_of_reach_are_detected() {
    let book = Book::read(random_book(4).0).expect("just written");
    let reachable = walk_games(6).0.pop().expect("seven plies");
    let slots: Vec<u32> = reachable.stored().map(|(slot, _)| slot).take(3).collect();
    let broken = |entries: &[(u32, Score)]| {
        let bytes = book.with_extra(entries);
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
    assert_eq!(broken(&draws(&turned)), Err(VerifyError::Order { ply: 6 }));
    let foreign = (0..4).find(|slot| !slots.contains(slot)).expect("some are");
    let reached = Err(VerifyError::Foreign {
        ply: 6,
        slot: foreign,
    });
    assert_eq!(broken(&draws(&[foreign])), reached);
    // A win with stone 7: no book stores it, and it is outside the span of the ply.
    let beyond = Score::new(*section::span(6).end() + 1).expect("a score");
    let none = broken(&[(slots[0], beyond)]);
    assert!(
        matches!(none, Err(VerifyError::NoScore { ply: 6, .. })),
        "{none:?}"
    );
}

#[test]
fn deepening_measures_the_likeliest_and_stores_those_that_take_long() {
    let book = Book::read(random_book(10).0).expect("just written");
    let tries = 12;
    let work = Deepening::new(12, tries).expect("not too deep");
    assert_eq!((work.ply(), work.count()), (12, 4_116_273));
    let solvers = (0..2).map(|_| Solver::without_book(16).expect("16 MiB can be had"));
    let mut findings = Findings::new(0..work.count());
    assert_eq!(work.book(&book, &findings, 0), None);
    let never = StopFlag::default();
    let open = work.remaining(&findings);
    search_positions(
        &work,
        &open,
        &mut findings,
        solvers.collect(),
        &never,
        |_| {},
    );
    assert_eq!(findings.done(), tries);
    assert!(work.remaining(&findings).is_empty());

    let nodes = |index: usize| findings.get(index).expect("measured").nodes;
    let mut sorted: Vec<u32> = (0..tries).map(nodes).collect();
    sorted.sort_unstable();
    let deeper = work
        .book(&book, &findings, sorted[3])
        .expect("nothing is open");
    let deeper = Book::read(deeper).expect("just written");
    let (embedded, mut stored) = (Book::embedded(), 0);
    for index in 0..tries {
        let position = work.position(index);
        let score = deeper.lookup(&position);
        assert_eq!(score.is_some(), nodes(index) >= sorted[3]);
        if score.is_some() {
            assert_eq!(score, embedded.lookup(&position));
            stored += 1;
        }
    }
    assert!((6..=9).contains(&stored), "{stored}");
    // Equal measures give equal bytes. A missing measure gives no book.
    assert_eq!(
        work.book(&book, &findings, sorted[3]),
        Some(deeper.bytes().to_vec())
    );
    let more = Deepening::new(12, tries + 1).expect("not too deep");
    assert_eq!(more.remaining(&findings), [tries]);
    assert_eq!(more.book(&book, &findings, sorted[3]), None);
    assert!(Deepening::new(MAX_PLY + 1, 1).is_none());
}

#[test]
fn the_positions_of_ply_14_are_counted() {
    assert!(Plan::new(MAX_PLY + 1).is_none());
    if cases(1) == 1 {
        // This takes ten seconds. (`eprintln` would print nothing in a test that passes.)
        let skipped = "Plan::new(14): not executed unless CLAIMEVEN_TEST_CASES is above 1";
        writeln!(io::stderr(), "{skipped}").expect("standard error is open");
        return;
    }
    let plan = Plan::new(14).expect("not too deep");
    assert_eq!(plan.count(), 22_348_167);
}

#[test]
fn shards_merge_in_any_order_and_disagreement_is_reported() {
    let plan = Plan::new(4).expect("not too deep");
    let all: Vec<(usize, Score)> = (0..plan.count())
        .map(|index| (index, Score::DRAW))
        .collect();
    let shard = |number: u32, solved: &[(usize, Score)]| {
        let mut shard = Findings::new(plan.shard(number, 3));
        shard.add(&Findings::runs(solved));
        shard
    };
    let own = |number: u32| &all[plan.shard(number, 3)];
    let shards = [shard(3, own(3)), shard(1, own(1)), shard(2, own(2))];
    let scores = merge(&plan, &shards).expect("complete");
    assert_eq!(scores, vec![Score::DRAW; plan.count()]);

    let missing = merge(&plan, &shards[..2]).map_err(|error| error.to_string());
    let message = missing.expect_err("a third is missing");
    assert!(
        message.starts_with("189 of 568 positions are missing in all shards"),
        "{message}"
    );

    let wrong = [(plan.shard(2, 3).start, Score::MAX)];
    let message = merge(&plan, &[&shards[..], &[shard(2, &wrong)]].concat())
        .expect_err("they disagree")
        .to_string();
    assert!(message.starts_with("shard 4: "), "{message}");
    assert!(
        message.ends_with(" scores 18; an earlier shard has 0"),
        "{message}"
    );
}

#[test]
fn findings_are_runs_of_positions_of_their_shard() {
    let solved = [5, 1, 2, 9].map(|index| (index, Score::DRAW));
    let runs = Findings::runs(&solved);
    let lengths: Vec<_> = runs
        .iter()
        .map(|run| (run.first, run.found.len()))
        .collect();
    assert_eq!(lengths, [(1, 2), (5, 1), (9, 1)]);
    let mut findings = Findings::new(2..7);
    findings.add(&runs);
    assert_eq!(
        (findings.done(), findings.get(1), findings.get(9)),
        (2, None, None)
    );
    assert_eq!(findings.finished(), None);
    findings.add(&[Run {
        first: 2,
        found: vec![Score::MAX; 9],
    }]);
    let wanted = Run {
        first: 2,
        found: vec![Score::MAX; 5],
    };
    assert_eq!(findings.finished(), Some(vec![wanted]));
}

#[test]
fn the_solver_fills_a_shard_and_completes_it_later() {
    let plan = Plan::new(8).expect("not too deep");
    let range = plan.shard(5_000, 10_000);
    let count = range.len();
    let solver = Solver::without_book(16).expect("16 MiB can be had");
    let mut once = Findings::new(range.clone());
    let sharing = || solver.sharing().expect("1 MiB can be had");
    let solvers = vec![sharing(), sharing()];
    let open = plan.remaining(&once);
    search_positions(
        &plan,
        &open,
        &mut once,
        solvers,
        &StopFlag::default(),
        |_| {},
    );
    assert!(plan.remaining(&once).is_empty());

    let mut twice = Findings::new(range);
    let stop = StopFlag::default();
    stop.stop();
    search_positions(&plan, &open, &mut twice, vec![sharing()], &stop, |_| {});
    let before = twice.done();
    let left = plan.remaining(&twice);
    let mut found = 0;
    search_positions(
        &plan,
        &left,
        &mut twice,
        vec![solver],
        &StopFlag::default(),
        |more| found += more.len(),
    );
    assert_eq!(before + found, count);
    assert_eq!(twice.finished(), once.finished());
}

#[test]
fn solving_again_finds_wrong_scores_and_confirms_right_ones() {
    let (bytes, known) = random_book(8);
    let book = Book::read(bytes).expect("just written");
    let mut solver = Solver::without_book(16).expect("16 MiB can be had");
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
            Err(VerifyError::Wrong {
                found, expected, ..
            }) => {
                assert!(known.values().any(|score| *score == found));
                assert_ne!(found, expected);
                wrong += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(right + wrong, 6);
    assert!(wrong > 0, "the scores are invented");
}
