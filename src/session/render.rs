//! Converts the reports of the solver to replies. Pure.

use std::time::Duration;

use super::perft::PerftCounts;
use super::query;
use crate::game::{Column, Game, Mode, Move, Notation, Outcome, Position};
use crate::measure::bench::Row;
use crate::review::why::Why;
use crate::session::protocol::reply;
use crate::solver::ColumnValue;
use crate::solver::{Bounds, Line, Report, guessed_move};

/// The settings that affect the lines of one request. They are fixed when the request begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct View {
    pub(super) position: Position,
    pub(super) notation: Notation,
    pub(super) show_wdl: bool,
    pub(super) ponder_moves: bool,
    pub(super) mode: Mode,
}

/// Writes the counters of an `info`. `tbhits` is the number of positions found in the book.
pub(super) fn counters(nodes: u64, hashfull: u16, tbhits: u64, elapsed: Duration) -> String {
    let (nps, time) = (per_second(nodes, elapsed), elapsed.as_millis());
    format!("nodes {nodes} nps {nps} hashfull {hashfull} tbhits {tbhits} time {time}")
}

/// Returns the nodes per second.
fn per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

impl View {
    /// Returns one `info` for each line of the report, best first. Each also contains the counters.
    /// Before a practical move comes the move of best play with its score.
    pub(super) fn block(&self, report: &Report, counters: &str) -> Vec<String> {
        let best_play = report.best_play.iter().map(|line| self.best_play(line));
        let lines = report.lines.iter().zip(1..);
        let infos = lines.map(|(line, rank)| self.line_info(report, line, rank, counters));
        best_play.chain(infos).collect()
    }

    fn best_play(&self, line: &Line) -> String {
        let best = self.moves(&line.pv[..1]).concat();
        let score = score(line, &self.position);
        reply::note(format!("best play: {best}, {score}"))
    }

    /// Writes the moves of a line.
    fn moves(&self, columns: &[Column]) -> Vec<String> {
        let moves = Move::line(&self.position, columns).into_iter();
        moves.map(|played| self.notation.show(played)).collect()
    }

    fn line_info(&self, report: &Report, line: &Line, rank: usize, counters: &str) -> String {
        let (score, columns) = self.score_and_line(line);
        let empty = 42 - self.position.stones();
        // A line from the table may be longer than the search depth.
        let length = u8::try_from(columns.len()).unwrap_or(empty);
        let depth = report.depth.min(empty);
        let seldepth = report.seldepth.max(report.depth).max(length).min(empty);
        let chances = match wdl(line) {
            [win, draw, loss] if self.show_wdl => format!(" wdl {win} {draw} {loss}"),
            _ => String::new(),
        };
        let pv = self.moves(&columns).join(" ");
        format!(
            "info depth {depth} seldepth {seldepth} multipv {rank} score {score}{chances} \
             {counters} pv {pv}"
        )
    }

    /// Returns the score and the moves of a line. If a drawn line has only one move and that move
    /// does not end the game, adds a guessed reply, because some managers take such a line for the
    /// end of the game. The score is then that of an estimate, because a line with a guessed move
    /// must not have a proven score.
    fn score_and_line(&self, line: &Line) -> (String, Vec<Column>) {
        if line.bounds.outcome() == Some(Outcome::Draw)
            && let [first] = line.pv[..]
            && let Some(reply) = guessed_move(&self.position.play(first))
        {
            return ("cp 1".to_owned(), vec![first, reply]);
        }
        (score(line, &self.position), line.pv.clone())
    }

    /// Returns the `info` of a finished game: lost for the side to move, or drawn.
    pub(super) fn finished(&self) -> String {
        let kind = if self.position.is_lost() {
            "mate"
        } else {
            "cp"
        };
        format!("info depth 0 score {kind} 0")
    }

    /// Returns the `bestmove`: the first move of the best line and, in dialects that have one, the
    /// move to ponder on. Without a line, it has no move.
    pub(super) fn best_move(&self, report: &Report) -> String {
        let line = report.lines.first();
        let pv = line.map_or_else(Vec::new, |line| self.score_and_line(line).1);
        match &self.moves(&pv)[..] {
            [] => "bestmove (none)".to_owned(),
            [best, ponder, ..] if self.ponder_moves => format!("bestmove {best} ponder {ponder}"),
            [best, ..] => format!("bestmove {best}"),
        }
    }

    /// Returns the answer to `why`: the reason, or `why none`.
    pub(super) fn why(&self, why: Option<&Why>) -> String {
        let Some(why) = why else {
            return "why none".to_owned();
        };
        let (cells, moves) = (Move::join(&why.cells, " "), self.moves(&why.moves));
        let shown = moves.first().map(|_| format!(" moves {}", moves.join(" ")));
        let (kind, text, shown) = (why.kind, &why.text, shown.unwrap_or_default());
        format!("why kind {kind} cells {cells}{shown} text {text}")
    }

    /// Returns the number of lines after each move, then their sum.
    pub(super) fn counts(&self, counts: &PerftCounts) -> Vec<String> {
        let moves = counts.columns.iter().filter_map(|&(column, lines)| {
            let played = Move::landing(&self.position, column)?;
            Some(format!("perft {} {lines}", self.notation.show(played)))
        });
        let end = match counts.total {
            Some(total) => format!("perft total {total}"),
            None => "perft stopped before its end".to_owned(),
        };
        moves.chain([end]).map(reply::note).collect()
    }

    /// Returns the board with the values of the columns.
    pub(super) fn board(&self, game: &Game, columns: &[(Column, Bounds)]) -> String {
        let values = ColumnValue::of_columns(columns, self.mode);
        let words = values.map(ColumnValue::word);
        query::describe(game, self.notation, words)
    }

    /// Returns the `analysis` of every column, from left to right.
    pub(super) fn analysis(&self, columns: &[(Column, Bounds)]) -> String {
        let values = (1..).zip(ColumnValue::of_columns(columns, self.mode));
        let words = values.map(|(column, value)| format!("{column}:{value}"));
        format!("analysis {}", words.collect::<Vec<_>>().join(" "))
    }
}

/// Returns the state of a running bench.
pub(super) fn bench_step(row: &Row) -> String {
    let Row {
        positions,
        of,
        correct,
        ..
    } = row;
    reply::note(format!(
        "bench {positions} of {of} positions, {correct} correct"
    ))
}

/// Returns the reply to a bench. The last number is the node count, which is the signature.
pub(super) fn bench(row: &Row) -> String {
    if row.positions < row.of {
        return reply::note("bench stopped before its end");
    }
    format!(
        "positions {}\ncorrect {}\ntime_ms {}\nnps {}\nnodes {}",
        row.positions,
        row.correct,
        row.time.as_millis(),
        per_second(row.nodes, row.time),
        row.nodes
    )
}

/// The `cp` of a proven win without a known distance. Estimates reach at most a tenth of it, so that
/// the two cannot be confused.
const PROVEN_CP: i32 = 10_000;

/// Writes the score of a line for the side to move: `mate` and the number of the winner's moves to the
/// end, negative for a loss, or `cp` and hundredths, which are 0 only for a proven draw.
///
/// A win with the next move is exact in either mode: `mate 1` is read from the board, not searched.
fn score(line: &Line, position: &Position) -> String {
    let stones = position.stones();
    match (line.bounds.exact(), line.bounds.outcome()) {
        (Some(exact), _) => match exact.mate_in(stones) {
            Some(moves) => format!("mate {moves}"),
            None => "cp 0".to_owned(),
        },
        (None, Some(_)) if position.wins(line.column) => "mate 1".to_owned(),
        (None, Some(Outcome::Win)) => format!("cp {PROVEN_CP} lowerbound"),
        (None, Some(Outcome::Draw)) => "cp 0".to_owned(),
        (None, Some(Outcome::Loss)) => format!("cp -{PROVEN_CP} upperbound"),
        (None, None) => format!("cp {}", line.estimate),
    }
}

/// Returns the chances of a win, a draw and a loss of a line in thousandths: certain if proven,
/// otherwise estimated by a logistic curve, and at least 1 for each outcome that is not excluded.
///
/// The curve is chosen, not fitted to games. It assumes that an even position is won, drawn and
/// lost in 27, 46 and 27 of 100 games, and that at an estimate of 100 points half of the games are
/// won.
fn wdl(line: &Line) -> [u16; 3] {
    match line.bounds.outcome() {
        Some(Outcome::Win) => [1000, 0, 0],
        Some(Outcome::Draw) => [0, 1000, 0],
        Some(Outcome::Loss) => [0, 0, 1000],
        None => {
            let may_win = line.bounds.upper.get() > 0;
            let may_lose = line.bounds.lower.get() < 0;
            let win = u16::from(may_win) * chance(line.estimate);
            let loss = u16::from(may_lose) * chance(-line.estimate);
            // Bounds that leave the outcome open contain the draw.
            [win, 1000 - win - loss, loss]
        }
    }
}

/// Returns the chance of a win at an estimate, in thousandths from 1 to 998: one half at 100 points.
fn chance(estimate: i32) -> u16 {
    let exponent = (100.0 - f64::from(estimate)) / 100.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a logistic curve stays between 0 and 1"
    )]
    let thousandths = (1000.0 / (1.0 + exponent.exp())) as u16;
    thousandths.clamp(1, 998)
}
