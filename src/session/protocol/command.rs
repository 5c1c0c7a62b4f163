//! The commands of a client, as data. Pure. No command is checked against the board that another
//! one sets up.

use super::options::Setting;
use crate::game::{Game, Mode, MoveToken, TextError};

/// A line from a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// `uci`: selects UCI. Moves are printed as drops.
    Uci,
    /// `ugi`: selects UGI. Moves are printed as columns.
    Ugi,
    /// `isready`
    IsReady,
    /// `debug on|off`
    Debug(bool),
    /// `setoption name <name> [value <value>]`
    SetOption(Setting),
    /// `ucinewgame` or `uginewgame`
    NewGame,
    /// `position ...`
    Position(Game),
    /// `go ...`
    Go(GoArgs),
    /// `analyze ...`
    Analyze(GoArgs),
    /// `why [move] ...`
    Why(GoArgs),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `query ...`
    Query(Query),
    /// `d`: prints the board with its stones, the side to move, the moves so far, the FEN.
    Display,
    /// `d scores`: prints the same with the score of each column, found by a search.
    DisplayScores,
    /// `eval`
    Eval,
    /// `bench ...`
    Bench(BenchArgs),
    /// `help`
    Help,
    /// `register ...`: accepted and ignored.
    Register,
    /// `quit`
    Quit,
}

/// The clock of one player, as sent in a `go`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// The milliseconds left.
    pub time_ms: Option<i64>,
    /// The milliseconds added after each move.
    pub increment_ms: Option<i64>,
}

/// The arguments of `go`, `analyze` and `why`.
///
/// The numbers are as sent and may be out of range: a manager also sends limits that its user has
/// not set, mostly as zero.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct GoArgs {
    /// `depth`: the plies to search.
    pub depth: Option<i64>,
    /// `nodes`: the nodes to visit.
    pub nodes: Option<i64>,
    /// `movetime`: the milliseconds for this move.
    pub move_time_ms: Option<i64>,
    /// The first player's clock: `wtime`, `winc`, `p1time`, `p1inc`.
    pub first: Clock,
    /// The second player's clock: `btime`, `binc`, `p2time`, `p2inc`.
    pub second: Clock,
    /// `movestogo`: the number of own moves until time is added.
    pub moves_to_go: Option<i64>,
    /// `mate`: the number of own moves within which to look for a win.
    pub mate: Option<i64>,
    /// `searchmoves`: the moves to search, each once, with their characters in the line, counted
    /// from 1. Empty for all moves.
    pub search_moves: Vec<(usize, MoveToken)>,
    /// `infinite`: the answer waits for `stop`.
    pub infinite: bool,
    /// `ponder`: the answer waits for `ponderhit` or `stop`.
    pub ponder: bool,
    /// `move` after `why`: the last move is meant.
    pub of_move: bool,
    /// `perft`: the plies of the lines to count instead of searching.
    pub perft: Option<i64>,
    /// Whether a number is zero.
    pub zero_limit: bool,
    /// Whether the line contains a limit that could not be read.
    pub unread_limit: bool,
    /// The errors of skipped arguments. Only the first few are kept.
    pub ignored: Vec<TextError>,
}

impl GoArgs {
    /// Returns whether a keyword sets a number.
    pub(super) fn is_limit(keyword: &str) -> bool {
        GoArgs::default().number_mut(keyword).is_some()
    }

    /// Sets the number of a keyword.
    pub(super) fn set(&mut self, keyword: &str, number: i64) {
        if let Some(limit) = self.number_mut(keyword) {
            *limit = Some(number);
        }
    }

    pub(super) fn number_mut(&mut self, keyword: &str) -> Option<&mut Option<i64>> {
        Some(match keyword {
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "movetime" => &mut self.move_time_ms,
            "wtime" | "p1time" => &mut self.first.time_ms,
            "btime" | "p2time" => &mut self.second.time_ms,
            "winc" | "p1inc" => &mut self.first.increment_ms,
            "binc" | "p2inc" => &mut self.second.increment_ms,
            "movestogo" => &mut self.moves_to_go,
            "mate" => &mut self.mate,
            "perft" => &mut self.perft,
            _ => return None,
        })
    }
}

/// The subject of a `query`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// `gameover`: is the game over?
    GameOver,
    /// `p1turn`: is the first player to move?
    FirstToMove,
    /// `result`: who won?
    Result,
    /// `fen`: what is the position?
    Fen,
}

/// The arguments of `bench`: `bench [strong|weak] [limit <n>]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BenchArgs {
    /// Whether to solve for scores or only for outcomes.
    pub mode: Mode,
    /// The number of positions to solve; `None` for all.
    pub limit: Option<usize>,
}
