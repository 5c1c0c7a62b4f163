//! What a peer may say, as data. Nothing here has been checked against a board.
//!
//! Pure. `Display` writes a line that [`super::parse::parse`] reads back.

use std::fmt;

use super::options::{OptionError, Setting};
use crate::game::read::Setup;
use crate::game::{Expected, Mode, MoveToken, Position, TextError, TextErrorKind};

/// One line from a peer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// `uci`: the peer speaks UCI. Moves are printed as drops.
    Uci,
    /// `ugi`: the peer speaks UGI. Moves are printed as columns.
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
    Position(Setup),
    /// `go ...`
    Go(GoArgs),
    /// `analyze ...`
    Analyze(GoArgs),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `query ...`
    Query(Query),
    /// `d`, `d bits`
    Display(Picture),
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

/// One player's clock, as `go` gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// Milliseconds left.
    pub time_ms: Option<i64>,
    /// Milliseconds added after each move.
    pub increment_ms: Option<i64>,
}

/// The arguments of `go` and `analyze`.
///
/// The numbers are those that were sent, whatever their range, sign and sense: a manager also
/// sends what its user has not set, mostly as a zero.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GoArgs {
    /// Plies to search.
    pub depth: Option<i64>,
    /// Nodes to visit.
    pub nodes: Option<i64>,
    /// Milliseconds for this move.
    pub move_time_ms: Option<i64>,
    /// The first player's clock: `wtime`, `winc`, `p1time`, `p1inc`.
    pub first: Clock,
    /// The second player's clock: `btime`, `binc`, `p2time`, `p2inc`.
    pub second: Clock,
    /// Own moves until more time is added.
    pub moves_to_go: Option<i64>,
    /// Look for a win in at most so many own moves.
    pub mate: Option<i64>,
    /// Search only these moves, each once. Empty for all moves.
    pub search_moves: Vec<MoveToken>,
    /// Do not answer before `stop`.
    pub infinite: bool,
    /// Do not answer before `ponderhit` or `stop`.
    pub ponder: bool,
    /// Count the lines of so many plies instead of searching.
    pub perft: Option<i64>,
    /// Whether a limit was given that could not be read.
    pub unread_limit: bool,
    /// Why tokens were skipped. Only the first few are kept.
    pub ignored: Vec<CommandError>,
}

impl GoArgs {
    /// Each keyword that takes a number, and its number if it is given.
    #[must_use]
    pub fn numbers(&self) -> [(&'static str, Option<i64>); 10] {
        [
            ("depth", self.depth),
            ("nodes", self.nodes),
            ("movetime", self.move_time_ms),
            ("wtime", self.first.time_ms),
            ("btime", self.second.time_ms),
            ("winc", self.first.increment_ms),
            ("binc", self.second.increment_ms),
            ("movestogo", self.moves_to_go),
            ("mate", self.mate),
            ("perft", self.perft),
        ]
    }
}

/// What `d` shows of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Picture {
    /// The board with its stones, the side to move, the moves so far, the FEN.
    #[default]
    Board,
    /// `bits`: the masks that the solver computes with.
    Bits,
}

/// What `query` asks.
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
    /// How much to prove of each position.
    pub mode: Mode,
    /// How many positions to solve; `None` for all.
    pub limit: Option<usize>,
}

/// Why a line is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("char {at}: {fault}")]
pub struct CommandError {
    /// The place of the fault in the line: a character, counted from 1.
    pub at: usize,
    /// What is wrong at this place.
    pub fault: Fault,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum Fault {
    #[error("unknown command {found:?}; help lists the known ones")]
    UnknownCommand { found: String },
    #[error(transparent)]
    Expected(#[from] Expected),
    #[error("found a position; to set it: {command}")]
    BarePosition { command: Box<Command> },
    #[error(transparent)]
    Position(#[from] TextErrorKind),
    #[error(transparent)]
    Option(#[from] OptionError),
}

impl From<TextError> for CommandError {
    fn from(error: TextError) -> CommandError {
        CommandError {
            at: error.character,
            fault: error.kind.into(),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Command::Uci => "uci",
            Command::Ugi => "ugi",
            Command::IsReady => "isready",
            Command::Debug(true) => "debug on",
            Command::Debug(false) => "debug off",
            Command::NewGame => "ucinewgame",
            Command::Stop => "stop",
            Command::PonderHit => "ponderhit",
            Command::Query(Query::GameOver) => "query gameover",
            Command::Query(Query::FirstToMove) => "query p1turn",
            Command::Query(Query::Result) => "query result",
            Command::Query(Query::Fen) => "query fen",
            Command::Display(Picture::Board) => "d",
            Command::Display(Picture::Bits) => "d bits",
            Command::Eval => "eval",
            Command::Help => "help",
            Command::Register => "register",
            Command::Quit => "quit",
            Command::SetOption(setting) => return write_setting(f, setting),
            Command::Position(setup) => return write_setup(f, setup),
            Command::Go(limits) => return write!(f, "go{limits}"),
            Command::Analyze(limits) => return write!(f, "analyze{limits}"),
            Command::Bench(bench) => return bench.fmt(f),
        })
    }
}

fn write_setting(f: &mut fmt::Formatter<'_>, setting: &Setting) -> fmt::Result {
    match setting.words() {
        (name, value) if value.is_empty() => write!(f, "setoption name {name}"),
        (name, value) => write!(f, "setoption name {name} value {value}"),
    }
}

fn write_setup(f: &mut fmt::Formatter<'_>, setup: &Setup) -> fmt::Result {
    if setup.start == Position::EMPTY {
        f.write_str("position startpos")?;
    } else {
        write!(f, "position fen {}", crate::game::fen::write(&setup.start))?;
    }
    if setup.moves.is_empty() {
        return Ok(());
    }
    f.write_str(" moves")?;
    write_moves(f, &setup.moves)
}

fn write_moves(f: &mut fmt::Formatter<'_>, moves: &[MoveToken]) -> fmt::Result {
    moves.iter().try_for_each(|token| match token.row {
        Some(row) => write!(f, " {}{row}", token.column.letter()),
        None => write!(f, " {}", token.column.number()),
    })
}

/// Writes each argument that was read after a space.
impl fmt::Display for GoArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (keyword, number) in self.numbers() {
            if let Some(number) = number {
                write!(f, " {keyword} {number}")?;
            }
        }
        for (keyword, set) in [("infinite", self.infinite), ("ponder", self.ponder)] {
            if set {
                write!(f, " {keyword}")?;
            }
        }
        if !self.search_moves.is_empty() {
            f.write_str(" searchmoves")?;
        }
        write_moves(f, &self.search_moves)
    }
}

impl fmt::Display for BenchArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bench {}", self.mode.word())?;
        match self.limit {
            Some(limit) => write!(f, " limit {limit}"),
            None => Ok(()),
        }
    }
}
