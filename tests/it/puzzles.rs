//! Puzzles: their solutions are the only moves by a solver of their own, and no two are alike.

use std::collections::HashSet;

use claimeven::game::{Game, Mode};
use claimeven::review::why::{Explainer, WhyKind};
use claimeven::solver::{Solver, StopFlag};
use serde_json::Value;

use crate::helpers::folder::Folder;
use crate::helpers::naive::Board;
use crate::helpers::plain::Plain;
use crate::helpers::program::claimeven;
#[cfg(unix)]
use crate::helpers::program::{Finished, assert_contains};

const CENTRE_FIRST: [usize; 7] = [3, 2, 4, 1, 5, 0, 6];

/// Returns columns, counted from zero.
fn columns(text: &str) -> Vec<usize> {
    let digits = text
        .chars()
        .map(|digit| digit.to_digit(10).expect("a column") as usize);
    digits.map(|number| number - 1).collect()
}

/// The plain solver's columns of a position that is not over.
struct Judged([Option<i8>; 7]);

impl Judged {
    fn of(plain: &mut Plain, moves: &[usize]) -> Option<Judged> {
        (!Board::after(moves).is_over()).then(|| Judged(plain.columns(moves)))
    }

    /// Returns the only column that keeps a win (1) or a draw (0), and the outcome.
    fn only(&self) -> Option<(usize, i8)> {
        let best = self.0.iter().flatten().max()?.signum();
        let keeps = |&column: &usize| self.0[column].is_some_and(|score| score.signum() == best);
        let mut kept = (0..7).filter(keeps);
        kept.next()
            .filter(|_| kept.next().is_none() && best >= 0)
            .map(|only| (only, best))
    }

    /// Returns the replies of best play, the most central first.
    fn replies(&self) -> impl Iterator<Item = usize> {
        let best = self.0.iter().flatten().max().copied();
        CENTRE_FIRST
            .into_iter()
            .filter(move |&column| best.is_some() && self.0[column] == best)
    }
}

fn only(plain: &mut Plain, moves: &[usize], reply: usize) -> Option<usize> {
    let judged = Judged::of(plain, &[moves, &[reply]].concat())?;
    Some(judged.only()?.0)
}

/// Checks a solution. Returns the positions in which the side to move has a move of it, and the
/// outcome that each move keeps.
fn check(plain: &mut Plain, moves: &str, solution: &str) -> (Vec<Board>, i8) {
    let about = format!("{moves} {solution}");
    let (mut moves, solution) = (columns(moves), columns(solution));
    let (mut own, mut outcomes) = (Vec::new(), Vec::new());
    assert!(Board::after(&moves).legal_columns().len() > 1, "{about}");
    for (ply, &column) in solution.iter().enumerate() {
        let judged = Judged::of(plain, &moves).expect("the game goes on");
        if ply % 2 == 0 {
            let (only, outcome) = judged.only().expect("a single column");
            assert_eq!(only, column, "{about}, ply {ply}");
            own.push(Board::after(&moves));
            outcomes.push(outcome);
        } else {
            let single = |&reply: &usize| only(plain, &moves, reply).is_some();
            let reply = judged.replies().find(single).expect("the solution goes on");
            // The mirror image of a reply is as central.
            assert!([reply, 6 - reply].contains(&column), "{about}, ply {ply}");
            assert!(
                judged.replies().any(|reply| reply == column),
                "{about}, ply {ply}"
            );
        }
        moves.push(column);
    }
    if let Some(judged) = Judged::of(plain, &moves)
        && own.len() < 6
    {
        let goes_on = judged
            .replies()
            .any(|reply| only(plain, &moves, reply).is_some());
        assert!(!goes_on, "{about}");
    }
    outcomes.dedup();
    assert_eq!(outcomes.len(), 1, "{about}");
    (own, outcomes[0])
}

#[test]
fn each_move_of_a_solution_is_the_only_one_by_the_plain_solver() {
    let run = claimeven("puzzles --seed 7 --count 300 --no-rating").exits_with(0);
    let records = run.records();
    assert_eq!(records.len(), 300);
    let mut plain = Plain::new(1 << 20);
    let late = |record: &&Value| {
        record["moves"]
            .as_str()
            .is_some_and(|moves| moves.len() >= 24)
    };
    let late: Vec<_> = records.iter().filter(late).collect();
    assert!(late.len() > 40, "{}", late.len());
    let mut seen = HashSet::new();
    let mut lengths = HashSet::new();
    for record in late {
        let text = |name: &str| record[name].as_str().expect("a text");
        let (own, outcome) = check(&mut plain, text("moves"), text("solution"));
        assert_eq!(if outcome == 0 { "draw" } else { "win" }, text("outcome"));
        lengths.insert(own.len());
        for board in own {
            let drawing = board.to_string().min(board.mirror().to_string());
            assert!(seen.insert(drawing), "{record}");
        }
    }
    assert!(lengths.len() > 3, "{lengths:?}");
}

/// The games of the levels and their order depend on the seed alone.
#[cfg(unix)]
#[test]
fn a_run_that_was_stopped_resumes_and_makes_the_same_puzzles() {
    use crate::interrupted::interrupt;

    let folder = Folder::new();
    let (whole, output) = (folder.path("whole"), folder.path("output"));
    let work = "puzzles --seed 3 --count 40 --resume --output";
    claimeven(&format!("{work} {whole}")).exits_with(0);
    let work = format!("{work} {output}");
    let was_at_work = |run: &Finished| {
        let is_first = run.stderr.starts_with("interrupted: 0 puzzles");
        run.stderr.ends_with(" made; use --resume to continue\n") && !is_first
    };
    interrupt("INT", &work, was_at_work).exits_with(130);
    assert_eq!(folder.names(), ["output.journal", "whole"]);
    let refused = claimeven(&work.replace("--resume ", "")).exits_with(1);
    assert_contains(
        &refused.stderr,
        "contains an unfinished run; use --resume to continue it",
    );
    let refused = claimeven(&work.replace("--seed 3", "--seed 4")).exits_with(1);
    assert_contains(&refused.stderr, "started with --seed 3, expected 4");
    claimeven(&work).exits_with(0);
    assert_eq!(folder.names(), ["output", "whole"]);
    assert_eq!(folder.read("output"), folder.read("whole"));
}

#[test]
fn a_page_has_six_boards_a_sheet_and_the_solutions_at_its_end() {
    let made = |format: &str| {
        let run = claimeven(&format!("puzzles --seed 1 --count 8 --format {format}"));
        run.exits_with(0).stdout
    };
    let page = made("html");
    let page = roxmltree::Document::parse_with_options(
        &page,
        roxmltree::ParsingOptions {
            allow_dtd: true,
            ..Default::default()
        },
    );
    let page = page.expect("well-formed XML");
    let count = |node: roxmltree::Node, name: &str| {
        node.descendants()
            .filter(|node| node.has_tag_name(name))
            .count()
    };
    let sections = page
        .descendants()
        .filter(|node| node.has_tag_name("section"));
    let counts: Vec<_> = sections
        .map(|node| (count(node, "figure"), count(node, "li")))
        .collect();
    assert_eq!(counts, [(6, 0), (2, 0), (0, 8)]);
    // Each puzzle is a game that begins in its position, and a form of input.
    let folder = Folder::new();
    folder.write("puzzles.pgn", made("pgn"));
    let annotated = folder
        .run("annotate --json --weak --input puzzles.pgn")
        .exits_with(0);
    for (game, puzzle) in annotated
        .records()
        .iter()
        .zip(claimeven("puzzles --seed 1 --count 8").records())
    {
        assert_eq!(game["moves"], puzzle["solution"]);
        assert_eq!(game["blunders"], 0);
    }
}

/// Returns the reason of what the most central move gives away that is not the only one.
fn given_away(moves: &str, only: usize) -> Option<WhyKind> {
    let game = Game::default().with_moves(moves).expect("a game");
    let legal = game.position().legal_columns();
    let others = legal.centre_first().filter(|column| column.index() != only);
    let other = others.into_iter().next().expect("another column");
    let game = Game::from(*game.position()).with_moves(&other.to_string());
    let (mut solver, stop) = (Solver::new(16).expect("16 MiB"), StopFlag::default());
    let why = Explainer::new(&mut solver, Mode::Strong, &stop).why_move(&game.expect("legal"));
    Some(why?.kind)
}

/// The puzzles of the page have a line each: moves, outcome, solution, rating and theme. The page
/// shows why the most central other move gives a draw away.
#[test]
fn the_puzzles_of_the_page_are_spread_and_sound() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/web/page/puzzles.txt");
    let text = std::fs::read_to_string(path).expect("a file of the page");
    assert!(text.len() <= 40 << 10, "{}", text.len());
    let (mut plain, mut themes, mut ratings) = (Plain::new(1 << 20), HashSet::new(), Vec::new());
    let mut draws = 0;
    for line in text.lines() {
        let [moves, outcome, solution, rating, theme] = line.split(' ').collect::<Vec<_>>()[..]
        else {
            panic!("{line}");
        };
        ratings.push(rating.parse::<u16>().expect("a number"));
        themes.insert(theme);
        if moves.len() >= 28 {
            check(&mut plain, moves, solution);
        }
        if moves.len() >= 24 && outcome == "D" {
            let why = given_away(moves, columns(solution)[0]).map(|kind| kind.to_string());
            assert_eq!(why.as_deref(), Some(theme), "{line}");
            draws += 1;
        }
    }
    assert!(draws > 20, "{draws}");
    assert!(themes.len() == 9 && ratings.len() == 1000 && ratings.is_sorted());
    let below = |most: u16| ratings.iter().filter(|&&rating| rating < most).count();
    assert!(below(1000) > 200 && below(1500) > below(1000) + 200 && below(2000) < 950);
}
