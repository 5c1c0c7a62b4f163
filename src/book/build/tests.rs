//! Small books: shards, merges, checks and deepening.

use super::solve_order::walk_games;
use super::*;
use crate::book::slot::MAX_PLY;
use crate::book::tests::invented::{
    fix_checksum, random_book, random_book_with_extra, section_bytes,
};
use crate::book::{Book, section};
use crate::game::Score;
use crate::solver::{Solver, StopFlag};

fn sound(book: &Book) -> Result<(), VerifyError> {
    check_structure(book, &StopFlag::default())
}

#[test]
fn plain_books_books_with_extra_positions_and_the_embedded_one_are_sound() {
    let plain = [0, 1, 4, 5, 8].map(|ply| random_book(ply).0);
    let books = plain.into_iter().chain([random_book_with_extra(6).0]);
    let books = books.map(|bytes| Book::read(bytes).expect("just written"));
    for book in books.chain([Book::embedded()]) {
        assert_eq!(sound(&book), Ok(()));
    }
}

#[test]
fn a_wrong_book_with_a_right_checksum_is_detected() {
    let plan = Plan::new(4).expect("not too deep");
    let whole = plan.book(&vec![Score::DRAW; plan.work.count()]);
    let book = Book::read(whole.clone()).expect("just written");
    let [ply_2, ply_4] = [2, 4].map(|ply| section_bytes(&book, ply));
    for (what, at, bits, wanted) in [
        ("another board", 10, 1, "byte 10: expected 7 "),
        ("a count of a block", ply_4.start + 64, 1, "has no score"),
        ("a missing position", ply_2.start + 4, 1, "has no score"),
        ("one more", ply_2.start + 7, 0x80, "ply 2: expected only"),
        (
            "a wrong score",
            ply_2.start + 64,
            1,
            "the best of its moves",
        ),
        ("no score", ply_4.end - 3, 0xff, "has no score from"),
    ] {
        let mut bytes = whole.clone();
        bytes[at] ^= bits;
        fix_checksum(&mut bytes);
        let found = sound(&Book::read(bytes).expect("the checksum fits"));
        let found = found.expect_err(what).to_string();
        assert!(found.contains(wanted), "{what}: {found}");
    }
}

#[test]
fn extra_positions_out_of_order_or_out_of_reach_are_detected() {
    let book = Book::read(random_book(4).0).expect("just written");
    let reachable = walk_games(6).0.pop().expect("seven plies");
    let slots: Vec<u32> = reachable.stored().map(|(slot, _)| slot).take(3).collect();
    let foreign = (0..4).find(|slot| !slots.contains(slot)).expect("some are");
    // A win with stone 7: no book stores it, and it is outside the span of the ply.
    let beyond = Score::new(*section::span(6).end() + 1).expect("a score");
    for (slots, score, wanted) in [
        (&slots[..], Score::DRAW, None),
        (&[slots[1], slots[0]], Score::DRAW, Some("expected only")),
        (&[foreign], Score::DRAW, Some("expected only")),
        (&slots[..1], beyond, Some("has no score from -17 to 17")),
    ] {
        let entries: Vec<_> = slots.iter().map(|&slot| (slot, score)).collect();
        let bytes = book.with_extra(Some(&entries));
        let found = sound(&Book::read(bytes).expect("the checksum fits")).err();
        let found = found.map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(wanted.is_none(), found.is_empty(), "{found}");
        assert!(found.contains(wanted.unwrap_or_default()), "{found}");
    }
}

#[test]
fn deepening_measures_the_likeliest_and_stores_those_that_take_long() {
    let book = Book::read(random_book(10).0).expect("just written");
    let tries = 12;
    let work = Work::likeliest(12, tries).expect("not too deep");
    let solvers = (0..2).map(|_| Solver::without_book(16).expect("16 MiB can be had"));
    let mut findings = Findings::new(0..tries);
    assert_eq!(deepen(&book, &work, &findings, 0), None);
    let (solvers, never) = (solvers.collect(), StopFlag::default());
    work.search(&mut findings, solvers, Measured::of, &never, |_| {});
    assert_eq!(findings.done(), tries);

    let nodes = |index: usize| findings.get(index).expect("measured").nodes;
    let mut sorted: Vec<u32> = (0..tries).map(nodes).collect();
    sorted.sort_unstable();
    let deeper = deepen(&book, &work, &findings, sorted[3]);
    let deeper = Book::read(deeper.expect("nothing is open")).expect("just written");
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
    assert!(Work::likeliest(MAX_PLY + 1, 1).is_none() && Plan::new(MAX_PLY + 1).is_none());
}

#[test]
fn shards_merge_in_any_order_and_disagreement_is_reported() {
    let plan = Plan::new(4).expect("not too deep");
    let all: Vec<(usize, Score)> = (0..plan.work.count())
        .map(|index| (index, Score::DRAW))
        .collect();
    let shard = |number: u32, solved: &[(usize, Score)]| {
        let mut shard = Findings::new(plan.shard(number, 3));
        shard.add(&Findings::runs(solved));
        shard
    };
    let own = |number: u32| &all[plan.shard(number, 3)];
    let shards = [shard(3, own(3)), shard(1, own(1)), shard(2, own(2))];
    let merge = |shards: &[Findings<Score>]| {
        let mut whole = Findings::new(0..all.len());
        let merged = shards
            .iter()
            .try_for_each(|shard| whole.merge(&plan.work, shard));
        merged.and_then(|()| whole.merged(&plan.work))
    };
    let scores = merge(&shards).expect("complete");
    assert_eq!(scores, vec![Score::DRAW; plan.work.count()]);

    let missing = merge(&shards[..2]).map_err(|error| error.to_string());
    let message = missing.expect_err("a third is missing");
    assert!(
        message.starts_with("189 of 568 positions are missing in all shards"),
        "{message}"
    );

    let wrong = [(plan.shard(2, 3).start, Score::MAX)];
    let message = merge(&[&shards[..], &[shard(2, &wrong)]].concat())
        .expect_err("they disagree")
        .to_string();
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
    let search = |findings: &mut Findings<Score>, solver: &Solver, stop: &StopFlag| {
        let solvers = [solver.sharing(), solver.sharing()];
        let solvers = solvers.map(|solver| solver.expect("1 MiB can be had"));
        let mut new = 0;
        let watch = |found: &[Numbered<Score>]| new += found.len();
        plan.work
            .search(findings, solvers.into(), Plan::solve, stop, watch);
        new
    };
    let (never, stopped) = (StopFlag::default(), StopFlag::default());
    let mut once = Findings::new(range.clone());
    assert_eq!(search(&mut once, &solver, &never), count);

    let mut twice = Findings::new(range);
    stopped.stop();
    let before = search(&mut twice, &solver, &stopped);
    assert_eq!(before, twice.done());
    assert_eq!(before + search(&mut twice, &solver, &never), count);
    assert_eq!(twice.finished(), once.finished());
}

#[test]
fn solving_again_finds_wrong_scores_and_confirms_right_ones() {
    let book = Book::read(random_book(8).0).expect("just written");
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
            Err(error) => {
                assert!(error.to_string().contains("; a search finds "), "{error}");
                wrong += 1;
            }
        }
    }
    assert_eq!(right + wrong, 6);
    assert!(wrong > 0, "the scores are invented");
}
