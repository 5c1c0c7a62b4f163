//! Practical play: the choice of a move in a position that best play draws or loses.
//!
//! Against a perfect opponent, all moves that keep the outcome are equal. Against an opponent that
//! errs, the best of them is the one after which it errs most often. The choice has two parts:
//!
//! - A model of the opponent (`OpponentKind`). It gives each reply a chance, and a reply that looks
//!   better a greater one (a softmax, as in G. Haworth, "Reference Fallible Endgame Play", 2002).
//! - A search of a few plies. For each own move that keeps the outcome, it computes the chance that
//!   one of the opponent's next replies gives away half a point. It uses the exact score of every
//!   column.
//!
//! Looking at two replies gains twice as much as looking at one, measured against the opponents of
//! the page on levels. Counting which kind the opponent's moves in the game fit gains nothing more.

use std::collections::HashMap;

use crate::game::{Column, Columns, Outcome, Position, Score};
use crate::solver::{
    Analysis, AnalysisOptions, Bounds, Line, Observer, Report, Scores, Solver, StopFlag, Task,
    Until, evaluate,
};

/// The score of each column for the side to move; `None` if it cannot be played.
type ColumnScores = [Option<Score>; 7];

/// A kind of opponent: what makes a move look good to it. The chance of a move is proportional to
/// `e` to the power of its appeal.
struct OpponentKind {
    /// The appeal lost with each column away from the centre.
    centre: f64,
    /// The appeal of a static evaluation of 100 after the move.
    evaluation: f64,
    /// The appeal of a win at once. A win or loss farther away counts for less.
    end: f64,
    /// The number of plies that halve the appeal of a win or loss.
    sight: f64,
}

/// The kinds of opponents. Their numbers are fitted to moves of programs (multinomial logit).
const KINDS: [OpponentKind; 2] = [
    // Plays by search: sees the end of the game some plies ahead and otherwise prefers the centre.
    OpponentKind {
        centre: 3.7,
        evaluation: 0.0,
        end: 43.0,
        sight: 4.0,
    },
    // Plays by judgement: MCTS and the levels.
    OpponentKind {
        centre: 0.0,
        evaluation: 0.35,
        end: 5.7,
        sight: 8.0,
    },
];

/// The chances that the opponent is of each kind.
type Chances = [f64; KINDS.len()];
const EQUAL_CHANCES: Chances = [0.5; KINDS.len()];

/// The weight of an error of a later reply; one of the next reply has weight 1. The model is less
/// reliable farther ahead.
const LATER_WEIGHT: f64 = 0.9;
/// Replies with a smaller chance are not followed.
const RARE_REPLY: f64 = 0.05;
/// The weight of one point of score beside the chance of an error.
const SCORE_WEIGHT: f64 = 0.01;

/// The most nodes of a choice, a number and not a time, so that the move repeats.
const NODES: u64 = 800_000;
/// The number of opponent's replies to look ahead.
const REPLIES: u8 = 2;

/// Searches, then replaces the best move by the best practical move, see [`PracticalChoice::new`].
pub fn search(
    solver: &mut Solver,
    task: &Task,
    stop: &StopFlag,
    observer: &mut dyn Observer,
) -> Report {
    let report = solver.search(task, stop, observer);
    let mut choice = PracticalChoice::new(report, task);
    loop {
        if let Some(chosen) = choice.resume(solver, u64::MAX, stop, observer) {
            return chosen;
        }
    }
}

/// The choice of a practical move, which can pause.
#[derive(Debug)]
pub struct PracticalChoice {
    task: Task,
    /// The report of the search, with the best move so far.
    report: Report,
    /// The number of replies to look ahead.
    replies: u8,
    known: HashMap<Position, ColumnScores>,
    nodes_left: u64,
}

impl PracticalChoice {
    /// Begins to replace the first move of a report by the best practical move, if the search of
    /// `task` has proven a draw or a loss, and if more than one move may keep it.
    #[must_use]
    pub fn new(report: Report, task: &Task) -> PracticalChoice {
        let best = report.lines.first().filter(|_| report.solved);
        let outcome = best.and_then(|best| best.bounds.outcome());
        let keep = |(_, bounds): &&(Column, Bounds)| Some(bounds.upper.outcome()) >= outcome;
        let is_open = matches!(outcome, Some(Outcome::Draw | Outcome::Loss))
            && report.columns.iter().filter(keep).count() > 1;
        let limit = task.limits.nodes.unwrap_or(u64::MAX);
        PracticalChoice {
            task: *task,
            replies: if is_open { 1 } else { REPLIES + 1 },
            known: HashMap::new(),
            nodes_left: NODES.min(limit.saturating_sub(report.nodes)),
            report,
        }
    }

    /// Continues the choice and returns the report. It keeps its move if another choice would take
    /// too many nodes, or if `stop` is set. `observer` receives a report with each new move. Returns
    /// `None` if the choice pauses after `nodes` more nodes.
    pub fn resume(
        &mut self,
        solver: &mut Solver,
        nodes: u64,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Report> {
        while self.replies <= REPLIES {
            let mut search = PracticalSearch {
                solver,
                stop,
                choice: self,
                nodes,
            };
            let line = search.best_line();
            let is_cut = search.nodes == 0 && !stop.is_stopped();
            let Some(line) = line else {
                if is_cut && self.nodes_left > 0 {
                    return None;
                }
                break;
            };
            self.replies += 1;
            if self.report.lines[0].column != line.column {
                self.replace(line);
                observer.report(self.report.clone());
            }
        }
        Some(self.report.clone())
    }

    /// Puts a line in the place of the first one.
    fn replace(&mut self, line: Line) {
        let report = &mut self.report;
        report.depth = line.bounds.lower.plies(self.task.position.stones());
        report.seldepth = report.seldepth.max(report.depth);
        let replaced = std::mem::replace(&mut report.lines, vec![line]);
        // The first line replaced is that of best play.
        let best = report.best_play.take().or(replaced.into_iter().next());
        report.best_play = best.filter(|best| best.column != report.lines[0].column);
    }
}

/// The search for a practical move, until it ends or pauses.
struct PracticalSearch<'a> {
    solver: &'a mut Solver,
    stop: &'a StopFlag,
    choice: &'a mut PracticalChoice,
    /// The nodes until it pauses.
    nodes: u64,
}

impl PracticalSearch<'_> {
    /// Returns the best move with a line of best play.
    fn best_line(&mut self) -> Option<Line> {
        let position = self.choice.task.position;
        let (column, score) = self.best_move(&position)?;
        let report = &self.choice.report;
        let mut known = report.lines.iter().chain(&report.best_play);
        if let Some(line) = known.find(|line| line.column == column) {
            return Some(line.clone());
        }
        let options = AnalysisOptions {
            scores: Scores::Best,
            line: true,
            ..AnalysisOptions::default()
        };
        let mut pv = vec![column];
        pv.extend(self.analyze(&position.play(column), options)?.line);
        Some(Line {
            column,
            bounds: Bounds::exactly(score),
            // No one reads the estimate of a proven move.
            estimate: self.choice.report.lines[0].estimate,
            pv,
        })
    }

    /// Returns the move after which the opponent is most likely to err, with its score.
    fn best_move(&mut self, position: &Position) -> Option<(Column, Score)> {
        let scores = self.scores(position)?;
        let kept: Vec<_> = keeping(scores, self.choice.task.columns).collect();
        if let [only] = kept[..] {
            return Some(only);
        }
        let mut best: Option<(f64, (Column, Score))> = None;
        for (column, score) in kept {
            let replies = self.choice.replies;
            let errors = self.errors(&position.play(column), EQUAL_CHANCES, replies)?;
            let value = errors + SCORE_WEIGHT * f64::from(score.get());
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, (column, score)));
            }
        }
        best.map(|(_, chosen)| chosen)
    }

    /// Returns the chance that the opponent, who is to move, gives away half a point within this
    /// many replies.
    fn errors(&mut self, position: &Position, chances: Chances, replies: u8) -> Option<f64> {
        if position.is_over() {
            return Some(0.0);
        }
        let scores = self.scores(position)?;
        let best = scores.iter().flatten().max()?.outcome();
        let [first, second] = KINDS.map(|kind| kind.chances(position, &scores));
        let mut sum = 0.0;
        for column in position.legal_columns().iter() {
            let index = column.index();
            let joint = [chances[0] * first[index], chances[1] * second[index]];
            let chance = joint[0] + joint[1];
            if scores[index]?.outcome() < best {
                sum += chance;
            } else if replies > 1 && chance > RARE_REPLY {
                let chances = joint.map(|part| part / chance);
                let later = self.later_errors(&position.play(column), chances, replies - 1)?;
                sum += chance * LATER_WEIGHT * later;
            }
        }
        Some(sum)
    }

    /// Returns the chance of an error after the best own move. In a finished game it is zero.
    fn later_errors(&mut self, position: &Position, chances: Chances, replies: u8) -> Option<f64> {
        let scores = self.scores(position)?;
        let mut most: f64 = 0.0;
        for (column, _) in keeping(scores, Columns::ALL) {
            most = most.max(self.errors(&position.play(column), chances, replies)?);
        }
        Some(most)
    }

    /// Returns the score of each column; `None` if no nodes are left, or if the search is stopped or
    /// pauses.
    fn scores(&mut self, position: &Position) -> Option<ColumnScores> {
        if let Some(&scores) = self.choice.known.get(position) {
            return Some(scores);
        }
        let scores = self.analyze(position, AnalysisOptions::default())?.scores();
        self.choice.known.insert(*position, scores);
        Some(scores)
    }

    fn analyze(&mut self, position: &Position, options: AnalysisOptions) -> Option<Analysis> {
        // After a pause, the same analysis begins again and finds its proofs in the table.
        let limit = self.nodes.min(self.choice.nodes_left);
        let until = Until {
            stop: self.stop,
            nodes: Some(limit),
        };
        let analysis = self.solver.analyze_until(position, options, until).ok();
        let nodes = match &analysis {
            Some(found) => found.nodes,
            // A stop ends the choice, whose nodes no longer matter.
            None if self.stop.is_stopped() => 0,
            None => limit,
        };
        self.nodes = self.nodes.saturating_sub(nodes);
        self.choice.nodes_left = self.choice.nodes_left.saturating_sub(nodes);
        self.choice.report.nodes += nodes;
        analysis
    }
}

/// Returns the columns that keep the best outcome, the most central first, with their scores.
fn keeping(scores: ColumnScores, columns: Columns) -> impl Iterator<Item = (Column, Score)> {
    let playable = move || {
        let wanted = columns.centre_first();
        wanted.filter_map(move |column| Some((column, scores[column.index()]?)))
    };
    let best = playable().map(|(_, score)| score.outcome()).max();
    playable().filter(move |(_, score)| Some(score.outcome()) == best)
}

impl OpponentKind {
    /// Returns the chance of each move.
    fn chances(&self, position: &Position, scores: &ColumnScores) -> [f64; 7] {
        let appeals = Column::ALL
            .map(|column| scores[column.index()].map(|score| self.appeal(position, column, score)));
        let most = appeals.iter().flatten().copied().fold(f64::MIN, f64::max);
        let weights = appeals.map(|appeal| appeal.map_or(0.0, |appeal| (appeal - most).exp()));
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    fn appeal(&self, position: &Position, column: Column, score: Score) -> f64 {
        let child = position.play(column);
        let evaluation = if child.is_over() {
            0
        } else {
            -evaluate(&child)
        };
        let end = match score.get() {
            0 => 0.0,
            points => {
                let plies = f64::from(score.plies(position.stones()) - 1);
                f64::from(points.signum()) * (-plies / self.sight).exp2()
            }
        };
        self.evaluation * f64::from(evaluation) / 100.0 + self.end * end
            - self.centre * f64::from(column.number().abs_diff(4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Mode;
    use crate::game::random::Random;
    use crate::game::tests::sample::positions;
    use crate::solver::Silent;

    fn solver() -> Solver {
        Solver::without_book(16).expect("memory")
    }

    fn searched(solver: &mut Solver, task: &Task) -> Report {
        solver.search(task, &StopFlag::default(), &mut Silent)
    }

    /// Returns the report of a search with a practical choice.
    fn report(solver: &mut Solver, task: &Task) -> Report {
        search(solver, task, &StopFlag::default(), &mut Silent)
    }

    fn scores(solver: &mut Solver, position: &Position) -> ColumnScores {
        let analysis = solver.analyze(position, AnalysisOptions::default());
        analysis.scores()
    }

    /// Chooses a practical move, pausing after this many nodes. Also returns the number of pauses.
    fn choose(
        report: &Report,
        solver: &mut Solver,
        task: &Task,
        nodes: u64,
        stop: &StopFlag,
    ) -> (Report, usize) {
        let mut choice = PracticalChoice::new(report.clone(), task);
        let mut pauses = 0;
        loop {
            if let Some(report) = choice.resume(solver, nodes, stop, &mut Silent) {
                return (report, pauses);
            }
            pauses += 1;
        }
    }

    /// Returns positions that are drawn or lost, but not within a few plies.
    fn unwon(solver: &mut Solver, count: usize) -> Vec<Position> {
        let late = positions().filter(|position| (16..24).contains(&position.stones()));
        late.filter(|position| {
            let score = solver.solve(position);
            score <= Score::DRAW && score.plies(position.stones()) > 6
        })
        .take(count)
        .collect()
    }

    #[test]
    fn a_choice_keeps_the_outcome_and_shows_its_score_even_if_it_pauses() {
        let mut solver = solver();
        let (mut replaced, mut pauses) = (0, 0);
        for position in unwon(&mut solver, 60) {
            let task = Task::new(position, Mode::Strong);
            let found = searched(&mut solver, &task);
            let [(whole, _), (resumed, count)] = [u64::MAX, 1_000].map(|nodes| {
                solver.clear();
                choose(&found, &mut solver, &task, nodes, &StopFlag::default())
            });
            assert_eq!(whole.lines, resumed.lines, "{position}");
            pauses += count;

            let (line, best_line) = (&whole.lines[0], &found.lines[0]);
            let is_replaced = line.column != best_line.column;
            let best_play = whole.best_play.map(|best| (best.column, best.bounds));
            let expected = is_replaced.then_some((best_line.column, best_line.bounds));
            assert_eq!(best_play, expected, "{position}");
            replaced += usize::from(is_replaced);

            let scores = scores(&mut solver, &position);
            let best = scores.iter().flatten().max().expect("a move");
            let score = scores[line.column.index()].expect("a legal move");
            assert_eq!(score.outcome(), best.outcome(), "{position}");
            assert_eq!(line.bounds, Bounds::exactly(score), "{position}");
            let plies = usize::from(score.plies(position.stones()));
            assert_eq!(line.pv.len(), plies, "{position}");
        }
        assert!(replaced > 10 && pauses > 30, "{replaced}, {pauses}");
    }

    #[test]
    fn a_choice_ends_at_once_if_one_move_keeps_the_outcome() {
        let mut solver = solver();
        // Column 6 alone draws.
        let position = "17133376345".parse().expect("a position");
        let all = Task::new(position, Mode::Strong);
        let found = searched(&mut solver, &all);
        assert_eq!(found.lines[0].bounds, Bounds::exactly(Score::DRAW));
        assert_eq!(
            keeping(scores(&mut solver, &position), Columns::ALL).count(),
            1
        );
        let nodes = solver.analyze(&position, AnalysisOptions::default()).nodes;
        let only = Task {
            columns: Columns::NONE.with(found.lines[0].column),
            ..all
        };
        for (task, most) in [(all, nodes), (only, 0)] {
            let found = searched(&mut solver, &task);
            let chosen = choose(&found, &mut solver, &task, u64::MAX, &StopFlag::default()).0;
            assert_eq!(chosen.lines, found.lines);
            assert!(chosen.nodes <= found.nodes + most, "{}", chosen.nodes);
        }
    }

    #[test]
    fn practical_play_gains_against_an_opponent_that_errs() {
        let mut solver = solver();
        let (mut practical, mut longest) = (0.0, 0.0);
        for position in unwon(&mut solver, 600) {
            practical += points(&mut solver, position, report);
            longest += points(&mut solver, position, searched);
        }
        assert!(practical > 1.1 * longest, "{practical} against {longest}");
    }

    /// Returns the points of the side to move, which plays by `search`, against an opponent that
    /// plays by judgement and chance.
    fn points(
        solver: &mut Solver,
        start: Position,
        search: fn(&mut Solver, &Task) -> Report,
    ) -> f64 {
        let mut position = start;
        loop {
            let is_own = position.stones() % 2 == start.stones() % 2;
            if position.is_over() {
                return match (position.is_lost(), is_own) {
                    (false, _) => 0.5,
                    (true, true) => 0.0,
                    (true, false) => 1.0,
                };
            }
            let column = if is_own {
                search(solver, &Task::new(position, Mode::Strong)).lines[0].column
            } else {
                let chances = KINDS[1].chances(&position, &scores(solver, &position));
                let mut luck = f64::from((Random(position.key()).next() >> 56) as u8) / 256.0;
                let mut columns = position.legal_columns().iter();
                let chosen = columns.find(|column| {
                    luck -= chances[column.index()];
                    luck < 0.0
                });
                chosen.or(columns.last()).expect("a move")
            };
            position = position.play(column);
        }
    }

    #[test]
    fn a_choice_respects_the_node_limit_and_the_stop_flag() {
        let mut solver = solver();
        let position = "11111122".parse().expect("a position");
        let mut task = Task::new(position, Mode::Strong);
        let free = searched(&mut solver, &task);
        assert!(free.solved && free.lines[0].bounds.upper <= Score::DRAW);
        let stopped = StopFlag::default();
        stopped.stop();
        let (kept, _) = choose(&free, &mut solver, &task, u64::MAX, &stopped);
        assert_eq!(kept.lines, free.lines);
        for spare in [0, 1, 1000] {
            solver.clear();
            let most = free.nodes + spare;
            task.limits.nodes = Some(most);
            let nodes = report(&mut solver, &task).nodes;
            assert!(nodes <= most, "{spare}: {nodes}");
        }
    }
}
