//! The solver against the plain solver and against the stored scores.

use std::sync::LazyLock;

use claimeven::game::{Column, Columns, Mode, Outcome, Position, Score};
use claimeven::solver::{Limits, Observer, Report, Silent, Solver, StopFlag, Task};

use crate::helpers::naive::Board;
use crate::helpers::plain::Plain;
use crate::helpers::random::cases;
use crate::helpers::sample::{self, Play, Random};
use crate::stored_scores::{Judged, stored};

/// Entries in the table of the plain solver, enough for late positions.
const PLAIN_ENTRIES: usize = 1 << 14;

/// The number of late positions that all tests share.
const MOST_LATE: usize = 1_500;

impl Judged {
    /// Returns the score of a legal column.
    fn column(&self, column: Column) -> Score {
        score(self.columns[column.index()].expect("a legal column"))
    }
}

fn score(value: i8) -> Score {
    Score::new(value).expect("a score in range")
}

/// Returns late positions of both kinds of play, few of them won in one. The plain solver solves
/// them once for all tests.
fn late(usual: usize) -> impl Iterator<Item = &'static Judged> {
    static JUDGED: LazyLock<Vec<Judged>> = LazyLock::new(|| {
        let mut random = Random::seeded(11);
        let mut plain = Plain::new(PLAIN_ENTRIES);
        let mut judged = |_| {
            let stones = 24 + random.below(42 - 24);
            let play = *random.pick(&[Play::Blind, Play::Careful]);
            let moves = match random.below(4) {
                0 => sample::unfinished(&mut random, stones, play),
                _ => sample::undecided(&mut random, stones, play),
            };
            let columns = plain.columns(&moves);
            Judged::new(moves, columns)
        };
        (0..cases(MOST_LATE)).map(&mut judged).collect()
    });
    assert!(usual <= MOST_LATE);
    JUDGED.iter().take(cases(usual))
}

fn solver(hash_mib: usize) -> Solver {
    Solver::without_book(hash_mib).expect("memory for a small table")
}

fn strong(solver: &mut Solver, position: &Position) -> Option<Score> {
    let solution = solver.solve_until(position, Mode::Strong, &StopFlag::default());
    solution.bounds.exact()
}

fn weak(solver: &mut Solver, position: &Position) -> Option<Outcome> {
    let solution = solver.solve_until(position, Mode::Weak, &StopFlag::default());
    solution.bounds.outcome()
}

fn search(solver: &mut Solver, task: &Task) -> Report {
    solver.search(task, &StopFlag::default(), &mut Silent)
}

#[test]
fn late_positions_have_the_plain_solvers_score_and_outcome() {
    let (mut strongly, mut weakly) = (solver(1), solver(1));
    for judged in late(1_250) {
        let (name, score) = (judged.name(), score(judged.score()));
        for position in [judged.position, judged.position.mirror()] {
            assert_eq!(strong(&mut strongly, &position), Some(score), "{name}");
            let outcome = Some(score.outcome());
            assert_eq!(weak(&mut weakly, &position), outcome, "{name}");
        }
    }
}

#[test]
fn stored_positions_have_their_score_whatever_the_table() {
    let mut solvers = [1, 2, 64].map(solver);
    for stored in stored() {
        let (name, score) = (stored.name(), score(stored.score()));
        for solver in &mut solvers {
            assert_eq!(strong(solver, &stored.position), Some(score), "{name}");
        }
        for solver in &mut solvers {
            let outcome = Some(score.outcome());
            assert_eq!(weak(solver, &stored.position), outcome, "{name}");
        }
    }
}

#[test]
fn every_column_of_the_stored_positions_has_its_score() {
    let mut solver = solver(16);
    for judged in stored() {
        check_analysis(&mut solver, &judged);
    }
}

#[test]
fn every_column_of_late_positions_has_its_score() {
    let mut solver = solver(1);
    for judged in late(500) {
        check_analysis(&mut solver, judged);
    }
}

/// Checks all columns, strong and weak, their order and their lines.
fn check_analysis(solver: &mut Solver, judged: &Judged) {
    let name = judged.name();
    for mode in [Mode::Strong, Mode::Weak] {
        let task = Task::all_columns(judged.position, mode);
        let report = search(solver, &task);
        assert!(report.solved, "{name}");
        check_form(&task, &report, &name);
        check_bounds(judged, &report);
        let scores = report.lines.iter().map(|line| judged.column(line.column));
        let is_sorted = match mode {
            Mode::Strong => scores.is_sorted_by(|a, b| a >= b),
            Mode::Weak => scores.is_sorted_by(|a, b| a.outcome() >= b.outcome()),
        };
        assert!(is_sorted, "{name}: {:?}", report.lines);
        for (column, bounds) in &report.columns {
            let outcome = judged.column(*column).outcome();
            assert!(bounds.is_solved(mode), "{name}: column {}", column.number());
            assert_eq!(bounds.outcome(), Some(outcome), "{name}");
        }
        check_lines(judged, mode, &report);
    }
}

/// Checks that the first line reaches the end of the game, and that each line that does so ends as
/// its column's score says.
fn check_lines(judged: &Judged, mode: Mode, report: &Report) {
    let name = judged.name();
    for (rank, line) in report.lines.iter().enumerate() {
        let end = played_out(&judged.position, &line.pv);
        let score = judged.column(line.column);
        let (length, plies) = (line.pv.len(), score.plies(judged.position.stones()).into());
        if !end.is_over() {
            assert!(rank > 0, "{name}: unfinished {line:?}");
            assert!(length < plies || mode == Mode::Weak, "{name}: {line:?}");
            continue;
        }
        let winner = end.is_lost().then_some(length % 2 == 1);
        let wanted = (score != Score::DRAW).then_some(score > Score::DRAW);
        assert_eq!(winner, wanted, "{name}: {line:?}");
        assert!(length == plies || mode == Mode::Weak, "{name}: {line:?}");
    }
}

/// Returns the position at the end of a line. All its moves must be legal.
fn played_out(position: &Position, line: &[Column]) -> Position {
    line.iter().fold(*position, |position, &column| {
        let legal = position.legal_columns();
        assert!(legal.contains(column), "{position:?}: illegal {line:?}");
        position.play(column)
    })
}

/// Checks the form that every report has, early or late.
fn check_form(task: &Task, report: &Report, name: &str) {
    let legal = task.position.legal_columns();
    let asked = match legal.and(task.columns) {
        Columns::NONE => legal,
        some => some,
    };
    let columns: Vec<Column> = report.columns.iter().map(|(column, _)| *column).collect();
    assert_eq!(columns, asked.iter().collect::<Vec<_>>(), "{name}");
    assert_eq!(report.lines.len(), asked.len().min(task.lines), "{name}");
    let empty = 42 - task.position.stones();
    assert!(report.depth <= empty && report.seldepth <= empty, "{name}");
    assert!(report.depth <= report.seldepth, "{name}");
    let limit = task.limits.nodes.unwrap_or(u64::MAX);
    assert!(report.nodes <= limit, "{name}");
    for (rank, line) in report.lines.iter().enumerate() {
        let among_columns = (line.column, line.bounds);
        assert!(report.columns.contains(&among_columns), "{name}");
        let mut others = report.lines[..rank].iter();
        let is_new = others.all(|other| other.column != line.column);
        assert!(is_new, "{name}: a column twice");
        assert!((1..=999).contains(&line.estimate.abs()), "{name}: {line:?}");
        assert_eq!(line.pv.first(), Some(&line.column), "{name}");
        let end = played_out(&task.position, &line.pv);
        // A line with a proven outcome ends where no reply is proven.
        let is_proven = line.bounds.outcome().is_some();
        let ends = is_proven || end.is_over();
        assert!(line.pv.len() > 1 || ends, "{name}: no reply");
    }
}

/// Checks that all bounds that the report calls proven are true.
fn check_bounds(judged: &Judged, report: &Report) {
    for (column, bounds) in &report.columns {
        let score = judged.column(*column);
        assert!(
            bounds.lower <= score && score <= bounds.upper,
            "{}: column {} scores {score}, not {}..={}",
            judged.name(),
            column.number(),
            bounds.lower,
            bounds.upper
        );
    }
}

/// Checks each report of a search when it arrives.
struct Auditor<'a> {
    judged: &'a Judged,
    task: &'a Task,
    reports: usize,
    nodes: u64,
}

impl Observer for Auditor<'_> {
    fn report(&mut self, report: Report) {
        check_form(self.task, &report, &self.judged.name());
        check_bounds(self.judged, &report);
        assert!(report.nodes >= self.nodes, "nodes went back");
        self.nodes = report.nodes;
        self.reports += 1;
    }

    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16) {
        assert!(nodes >= self.nodes && hashfull() <= 1_000);
    }
}

/// Returns random limits, mostly small ones.
fn some_limits(random: &mut Random) -> Limits {
    let kind = random.below(3);
    let size = 1_usize << random.below(14);
    Limits::default()
        .nodes((kind != 1).then(|| random.below(size) as u64))
        .depth((kind != 0).then(|| u8::try_from(1 + random.below(16)).expect("small")))
}

/// Searches with random limits and audits each report. Returns the last report, and the number
/// of reports.
fn audited_search(solver: &mut Solver, judged: &Judged, random: &mut Random) -> (Report, usize) {
    let task = Task::new(judged.position, Mode::Strong)
        .lines(1 + random.below(7))
        .mode(*random.pick(&[Mode::Strong, Mode::Weak]))
        .limits(some_limits(random));
    let mut auditor = Auditor {
        judged,
        task: &task,
        reports: 0,
        nodes: 0,
    };
    let report = solver.search(&task, &StopFlag::default(), &mut auditor);
    let reports = auditor.reports;
    check_form(&task, &report, &judged.name());
    check_bounds(judged, &report);
    (report, reports)
}

#[test]
fn proven_bounds_are_true_in_every_report() {
    let mut random = Random::seeded(21);
    let mut solver = solver(1);
    let (mut reports, mut unsolved) = (0, 0);
    for judged in late(MOST_LATE) {
        if random.below(4) == 0 {
            solver.clear();
        }
        let (report, count) = audited_search(&mut solver, judged, &mut random);
        reports += count;
        unsolved += usize::from(!report.solved);
        // The table entries of a search that ends early are true as well.
        let found = strong(&mut solver, &judged.position);
        assert_eq!(found, Some(score(judged.score())), "{}", judged.name());
    }
    let enough = reports > cases(2_500) && unsolved > cases(125);
    assert!(enough, "{reports} {unsolved}");
}

#[test]
fn early_positions_have_no_false_bound_before_the_proof() {
    let mut random = Random::seeded(22);
    let mut solver = solver(2);
    let (mut reports, rounds) = (0, cases(2));
    for judged in stored() {
        for _ in 0..rounds {
            solver.clear();
            reports += audited_search(&mut solver, &judged, &mut random).1;
            reports += audited_search(&mut solver, &judged, &mut random).1;
        }
    }
    assert!(reports > rounds * 1_500, "{reports}");
}

#[test]
fn wins_in_one_are_taken_and_stopped_under_any_limit() {
    let mut random = Random::seeded(23);
    let mut solver = solver(1);
    let (mut wins, mut dangers) = (0, 0);
    for _ in 0..cases(1_000) {
        let stones = 4 + random.below(37);
        let play = *random.pick(&[Play::Blind, Play::Careful]);
        let moves = sample::unfinished(&mut random, stones, play);
        let board = Board::after(&moves);
        let position = sample::position(&moves);
        solver.clear();
        let limits = Limits::default().nodes(*random.pick(&[0, 1, 10, 100]));
        let mode = *random.pick(&[Mode::Strong, Mode::Weak]);
        let task = Task::new(position, mode).limits(limits);
        let report = search(&mut solver, &task);
        let name = sample::written(&moves);
        check_form(&task, &report, &name);
        let chosen = report.lines[0].column.index();
        let winning = |column: usize| board.wins(column);
        let safe = |column: usize| {
            let next = board.play(column).expect("a legal column");
            next.legal_columns().iter().all(|&reply| !next.wins(reply))
        };
        let columns = board.legal_columns();
        if columns.iter().any(|&column| winning(column)) {
            assert!(winning(chosen), "{name}: missed a win");
            wins += 1;
        } else if columns.iter().any(|&column| safe(column)) {
            assert!(safe(chosen), "{name}: let the other side win");
            dangers += usize::from(!columns.iter().all(|&column| safe(column)));
        }
    }
    let enough = wins > cases(125) && dangers > cases(125);
    assert!(enough, "{wins} {dangers}");
}

#[test]
fn a_search_that_is_stopped_at_once_still_has_a_line() {
    let stop = StopFlag::default();
    stop.stop();
    let mut random = Random::seeded(24);
    let mut solver = solver(1);
    for stones in 0..42 {
        let moves = sample::unfinished(&mut random, stones, Play::Blind);
        let task = Task::all_columns(sample::position(&moves), Mode::Strong);
        let report = solver.search(&task, &stop, &mut Silent);
        check_form(&task, &report, &sample::written(&moves));
    }
}

#[test]
fn a_solution_that_is_stopped_at_once_has_no_false_bound() {
    let stop = StopFlag::default();
    stop.stop();
    let mut solver = solver(1);
    for stored in stored() {
        let score = score(stored.score());
        for mode in [Mode::Strong, Mode::Weak] {
            let bounds = solver.solve_until(&stored.position, mode, &stop).bounds;
            let is_within = bounds.lower <= score && score <= bounds.upper;
            assert!(is_within, "{}", stored.name());
        }
    }
}

#[test]
fn a_finished_game_has_no_lines() {
    let won = sample::position(&[0, 1, 0, 1, 0, 1, 0]);
    let mut solver = solver(1);
    let report = search(&mut solver, &Task::new(won, Mode::Strong));
    assert!(report.solved && report.lines.is_empty() && report.columns.is_empty());
}

#[test]
fn the_best_move_wins_soonest_or_resists_longest() {
    let mut random = Random::seeded(25);
    let mut solver = solver(1);
    let (mut won, mut lost) = (0, 0);
    for judged in late(750) {
        let lines = 1 + random.below(3);
        let task = Task::new(judged.position, Mode::Strong).lines(lines);
        let report = search(&mut solver, &task);
        let mut best: Vec<i8> = judged.columns.iter().copied().flatten().collect();
        best.sort_unstable_by(|a, b| b.cmp(a));
        let wanted = best.iter().take(lines).map(|&value| Some(score(value)));
        let found = report.lines.iter().map(|line| line.bounds.exact());
        assert!(found.eq(wanted), "{}", judged.name());
        check_form(&task, &report, &judged.name());
        check_bounds(judged, &report);
        check_lines(judged, Mode::Strong, &report);
        won += usize::from(best[0] > 0);
        lost += usize::from(best[0] < 0);
    }
    let enough = won > cases(125) && lost > cases(125);
    assert!(enough, "{won} {lost}");
}

#[test]
fn only_the_columns_asked_for_are_considered() {
    let mut random = Random::seeded(26);
    let mut solver = solver(1);
    for judged in late(500) {
        let wanted = (0..3).map(|_| Column::ALL[random.below(7)]);
        let task = Task::new(judged.position, Mode::Strong).columns(wanted.collect());
        let report = search(&mut solver, &task);
        check_form(&task, &report, &judged.name());
        let columns = report.columns.iter();
        let best = columns.map(|(column, _)| judged.column(*column)).max();
        assert_eq!(report.lines[0].bounds.exact(), best, "{}", judged.name());
    }
}

#[test]
fn a_mate_is_found_exactly_when_there_is_one() {
    let mut random = Random::seeded(27);
    let mut solver = solver(1);
    let (mut found, mut none) = (0, 0);
    for judged in late(750) {
        let stones = judged.position.stones();
        let mate = u8::try_from(1 + random.below(6)).expect("small");
        let task = Task::new(judged.position, Mode::Strong).limits(Limits::default().mate(mate));
        let report = search(&mut solver, &task);
        check_form(&task, &report, &judged.name());
        check_bounds(judged, &report);
        let within = |score: Score| {
            let moves = score.mate_in(stones);
            moves.is_some_and(|moves| (1..=mate.cast_signed()).contains(&moves))
        };
        let there_is = within(score(judged.score()));
        let name = judged.name();
        assert!(report.solved, "{name}");
        let is_found = within(report.lines[0].bounds.lower);
        assert_eq!(is_found, there_is, "{name} mate {mate}");
        found += usize::from(there_is);
        none += usize::from(!there_is);
    }
    let enough = found > cases(75) && none > cases(75);
    assert!(enough, "{found} {none}");
}

#[test]
fn the_same_tasks_take_the_same_nodes() {
    let mut random = Random::seeded(28);
    let mut reused = solver(1);
    for stones in 14..40 {
        let moves = sample::unfinished(&mut random, stones, Play::Careful);
        let task = Task::all_columns(sample::position(&moves), Mode::Strong);
        let first = search(&mut solver(1), &task);
        assert_eq!(search(&mut solver(1), &task), first, "{stones} stones");
        reused.clear();
        let again = search(&mut reused, &task);
        assert_eq!(again, first, "{stones} stones, cleared");
    }
}
