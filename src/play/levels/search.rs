//! The search of a player: as deep as its level, and blind to the lines that it overlooks.
//!
//! A plain negamax with alpha-beta and iterative deepening. Its value is the value of a minimax
//! search, whatever the order of moves and the content of its small table.
//!
//! Values: `WIN - n` is a win with the n-th ply from the root that the player sees, 0 is a full
//! board, all others are evaluations.

use std::time::Duration;

use super::attention::Attention;
use super::eval::{self, LARGEST};
use super::strength::{Level, Strength};
use crate::game::bitboard::{CELLS, centre_first, playable};
use crate::game::random::Random;
use crate::game::{Column, Columns, Game, Position, Score};
use crate::solver::{Bounds, Limits, Line, Observer, Report, StopFlag};

const WIN: i32 = 1000;
/// The time in which every level finds its move, unless the machine is slow or busy.
pub(crate) const LONGEST_MOVE: Duration = Duration::from_millis(20);
/// The most positions visited for a move. They take 12 ms on an AMD EPYC (Zen 4).
const VISITS: u64 = 100_000;
/// The most positions visited for the proof of a win that the player sees.
const PROOF_VISITS: u64 = 5_000;

/// A player's turn.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Turn {
    /// The game so far.
    pub game: Game,
    /// The strength of the player.
    pub level: Level,
    /// The seed of the game. It decides what the player overlooks and misjudges.
    pub seed: u64,
    /// The columns to choose from. Columns that cannot be played are ignored; if none remains, the
    /// player chooses from all.
    pub columns: Columns,
    /// The number of best lines to report, `1..=7`.
    pub lines: usize,
    /// Limits that end the search early. `mate` is ignored.
    pub limits: Limits,
}

impl Turn {
    /// Creates a turn with one line, all columns and no limits.
    #[must_use]
    pub fn new(game: Game, level: Level, seed: u64) -> Turn {
        Turn {
            game,
            level,
            seed,
            columns: Columns::ALL,
            lines: 1,
            limits: Limits::default(),
        }
    }

    setters!(columns: Columns, lines: usize, limits: Limits);

    /// Chooses a move. The first move of the first line of the report is the one to play. `observer`
    /// receives a report for each depth.
    ///
    /// The estimates are what the player believes. The first line has the greatest one. Bounds are
    /// proven only for the first line, and only if it wins or fills the board.
    pub fn think(&self, stop: &StopFlag, observer: &mut dyn Observer) -> Report {
        let position = self.game.position();
        let strength = self.level.strength();
        // Two players of one game err in different ways.
        let side = u64::from(position.stones() % 2);
        let seed = Random(self.seed.wrapping_mul(2) ^ side).next();
        let attention = Attention::of(&self.game, &strength, seed);
        let mut search = Search::new(position, &attention, strength.noise, seed, stop);
        let mut moves = self.moves();
        let mut report = Report::default();
        for depth in 1..=self.depth(&strength, seed) {
            let Ok(valued) = search.value_moves(&moves, depth) else {
                break;
            };
            moves = valued;
            report = self.report(&search, &moves, depth, stop);
            observer.report(report.clone());
            // A deeper search finds nothing new about the end of the game.
            if moves.first().is_none_or(|best| best.value.abs() > LARGEST) {
                break;
            }
            // Whatever the limits, there is a move. The first depth has one node, the root.
            search.most_nodes = self.limits.nodes.unwrap_or(u64::MAX);
            search.most_visits = Some(VISITS);
        }
        report.nodes = search.nodes;
        report
    }

    /// Returns the legal moves to choose from, the most central first.
    fn moves(&self) -> Vec<RootMove> {
        let legal = self.game.position().legal_columns();
        let wanted = legal.and(self.columns);
        let columns = if wanted.is_empty() { legal } else { wanted };
        let central = columns.centre_first();
        central
            .map(|column| RootMove { column, value: 0 })
            .collect()
    }

    /// Returns the depth of the search in plies.
    fn depth(&self, strength: &Strength, seed: u64) -> u8 {
        let position = self.game.position();
        let chance = (Random(seed ^ position.key()).next() % 100) as i32;
        let depth = u8::try_from((strength.depth + chance) / 100).unwrap_or(CELLS);
        let most = self
            .limits
            .depth
            .unwrap_or(depth)
            .min(CELLS - position.stones());
        depth.clamp(1, most.max(1))
    }

    fn report(&self, search: &Search, moves: &[RootMove], depth: u8, stop: &StopFlag) -> Report {
        let position = self.game.position();
        let mut lines: Vec<Line> = moves
            .iter()
            .take(self.lines)
            .map(|&root_move| search.line(root_move))
            .collect();
        if let (Some(line), Some(best)) = (lines.first_mut(), moves.first().copied())
            && let Some((score, pv)) = proof(position, best, stop)
        {
            line.bounds = Bounds::exactly(score);
            line.pv = pv;
        }
        let columns = lines.iter().map(|line| (line.column, line.bounds));
        Report {
            columns: columns.collect(),
            lines,
            depth,
            seldepth: search.seldepth.max(depth),
            nodes: search.nodes,
            ..Report::default()
        }
    }
}

/// Returns the plies to a win with this value; `None` for another value.
fn plies_to_win(value: i32) -> Option<u8> {
    u8::try_from(WIN - value)
        .ok()
        .filter(|&plies| plies <= CELLS)
}

/// Returns the exact score and a line of a move that wins or fills the board, if this can be proven
/// with few nodes. Only a win that the player believes in is looked for.
fn proof(position: &Position, best: RootMove, stop: &StopFlag) -> Option<(Score, Vec<Column>)> {
    let (column, stones) = (best.column, position.stones());
    if position.wins(column) {
        return Some((Score::win_in(1, stones), vec![column]));
    }
    if stones == CELLS - 1 {
        return Some((Score::DRAW, vec![column]));
    }
    let plies = plies_to_win(best.value)?;
    let attention = Attention::full();
    let mut search = Search::new(position, &attention, 0, 0, stop);
    search.most_visits = Some(PROOF_VISITS);
    let child = position.play(column);
    let value = -search.negamax(&child, plies - 1, -WIN, -LARGEST).ok()?;
    let moves = plies_to_win(value)?.div_ceil(2);
    Some((Score::win_in(moves, stones), search.pv(column)))
}

/// A move at the root and what the player believes it is worth.
#[derive(Debug, Clone, Copy)]
struct RootMove {
    column: Column,
    value: i32,
}

/// The error of a search that reached its limit or was stopped.
struct Stopped;

/// A search and its state.
struct Search<'a> {
    root: &'a Position,
    attention: &'a Attention,
    noise: i32,
    seed: u64,
    stop: &'a StopFlag,
    table: Vec<Option<Entry>>,
    /// The positions visited.
    visits: u64,
    /// The most positions to visit; `None` if not even the stop flag may end the search.
    most_visits: Option<u64>,
    /// The positions expanded: those visited whose value does not follow from what the player sees
    /// or from the table, and in which no reply is forced.
    nodes: u64,
    most_nodes: u64,
    /// The longest line searched, in plies.
    seldepth: u8,
}

/// The bounds of a value from an earlier visit, which are equal if the value is exact.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u64,
    lower: i32,
    upper: i32,
    depth: u8,
    best: Option<Column>,
}

const ENTRIES: usize = 1 << 13;

/// What the player sees of a position at once.
enum Seen {
    /// The side to move completes a four here.
    Win(u64),
    /// The opponent threatens to complete a four on each of these cells.
    Threats(u64),
    /// Neither. These cells can be played.
    Quiet(u64),
}

impl<'a> Search<'a> {
    fn new(
        root: &'a Position,
        attention: &'a Attention,
        noise: i32,
        seed: u64,
        stop: &'a StopFlag,
    ) -> Search<'a> {
        Search {
            root,
            attention,
            noise,
            seed,
            stop,
            table: vec![None; ENTRIES],
            visits: 0,
            most_visits: None,
            nodes: 0,
            most_nodes: u64::MAX,
            seldepth: 0,
        }
    }

    /// Returns all moves at the root with their values, the best one first. Of equal moves, one that
    /// blocks a win of the opponent comes first.
    fn value_moves(&mut self, moves: &[RootMove], depth: u8) -> Result<Vec<RootMove>, Stopped> {
        let (wins, threats) = match self.look(self.root) {
            Seen::Win(cells) => (cells, 0),
            Seen::Threats(cells) => (0, cells),
            Seen::Quiet(_) => (0, 0),
        };
        self.count_node()?;
        let mut valued = moves.to_vec();
        for root_move in &mut valued {
            root_move.value = if root_move.column.cells() & wins != 0 {
                WIN - 1
            } else {
                -self.negamax(&self.root.play(root_move.column), depth - 1, -WIN, WIN)?
            };
        }
        let blocks = |root_move: &RootMove| root_move.column.cells() & threats != 0;
        valued.sort_by_key(|root_move| (-root_move.value, !blocks(root_move)));
        Ok(valued)
    }

    /// Returns the value of a position for its side to move. It is exact between `alpha` and `beta`,
    /// otherwise a bound. A forced reply at depth 0 is searched too.
    fn negamax(
        &mut self,
        position: &Position,
        depth: u8,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.count_visit()?;
        let ply = self.ply(position);
        self.seldepth = self.seldepth.max(ply);
        let moves = match self.look(position) {
            Seen::Win(_) => return Ok(WIN - i32::from(ply + 1)),
            Seen::Threats(cells) if !cells.is_power_of_two() => {
                return Ok(i32::from(ply + 2) - WIN);
            }
            Seen::Quiet(0) => return Ok(0),
            Seen::Quiet(_) if depth == 0 => return Ok(self.evaluate(position)),
            Seen::Threats(cells) | Seen::Quiet(cells) => cells,
        };
        let mut first = 0;
        if let Some(entry) = self.entry(position) {
            first = entry.best.map_or(0, |column| moves & column.cells());
            if entry.depth == depth && (entry.lower >= beta || entry.lower == entry.upper) {
                return Ok(entry.lower);
            }
            if entry.depth == depth && entry.upper <= alpha {
                return Ok(entry.upper);
            }
        }
        if !moves.is_power_of_two() {
            self.count_node()?;
        }
        let (mut best, mut best_column, lowest) = (-WIN, None, alpha);
        for cell in centre_first(first).chain(centre_first(moves & !first)) {
            let column = Column::of_cell(cell);
            let child = position.play(column);
            let value = -self.negamax(&child, depth.saturating_sub(1), -beta, -alpha)?;
            if value > best {
                (best, best_column) = (value, Some(column));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.table[slot(position)] = Some(Entry {
            key: position.key(),
            lower: if best > lowest { best } else { -WIN },
            upper: if best < beta { best } else { WIN },
            depth,
            best: best_column,
        });
        Ok(best)
    }

    fn count_visit(&mut self) -> Result<(), Stopped> {
        let is_over = |most| self.visits >= most || self.stop.is_stopped();
        if self.most_visits.is_some_and(is_over) {
            return Err(Stopped);
        }
        self.visits += 1;
        Ok(())
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.most_nodes {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    fn ply(&self, position: &Position) -> u8 {
        position.stones() - self.root.stones()
    }

    /// Returns the wins that the player sees at once, or else the threats, or else all moves.
    fn look(&self, position: &Position) -> Seen {
        let ply = self.ply(position);
        let playable = playable(position.mask());
        let [wins, threats] = self.wins(position, playable, [ply + 1, ply + 2]);
        match (wins, threats) {
            (0, 0) => Seen::Quiet(playable),
            (0, threats) => Seen::Threats(threats),
            (wins, _) => Seen::Win(wins),
        }
    }

    /// Returns those of `cells` on which the side to move and the opponent complete a four on a line
    /// that the player sees from this many plies away.
    fn wins(&self, position: &Position, cells: u64, [own, others]: [u8; 2]) -> [u64; 2] {
        let owner = usize::from(self.ply(position) % 2);
        let (mover, opponent) = (position.mover(), position.opponent());
        let wins = position.winning_cells() & cells;
        let threats = position.opponent_winning_cells() & cells;
        [
            self.attention.seen(owner, mover, wins, own),
            self.attention.seen(1 - owner, opponent, threats, others),
        ]
    }

    fn evaluate(&self, position: &Position) -> i32 {
        let wins = self.wins(position, !0, [1, 1]);
        eval::evaluate(position, wins, self.noise, self.seed)
    }

    fn entry(&self, position: &Position) -> Option<&Entry> {
        let entry = self.table[slot(position)].as_ref();
        entry.filter(|entry| entry.key == position.key())
    }

    fn line(&self, root_move: RootMove) -> Line {
        let estimate = if root_move.value == 0 {
            1
        } else {
            root_move.value
        };
        Line {
            column: root_move.column,
            bounds: Bounds::of_unfinished(self.root.stones()),
            estimate,
            pv: self.pv(root_move.column),
        }
    }

    /// Returns the line that the player expects after a move. It has a reply, unless the move ends
    /// the game.
    fn pv(&self, column: Column) -> Vec<Column> {
        let mut pv = vec![column];
        let mut position = self.root.play(column);
        while !position.is_over() {
            let cell = match self.look(&position) {
                Seen::Win(cells) | Seen::Threats(cells) => centre_first(cells).next(),
                Seen::Quiet(cells) => self
                    .entry(&position)
                    .filter(|entry| entry.lower == entry.upper)
                    .and_then(|entry| entry.best)
                    .map(|column| cells & column.cells())
                    .or_else(|| centre_first(cells).next().filter(|_| pv.len() == 1)),
            };
            let Some(cell) = cell else { break };
            let column = Column::of_cell(cell);
            pv.push(column);
            position = position.play(column);
        }
        pv
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "below the number of entries"
)]
fn slot(position: &Position) -> usize {
    (Random(position.key()).next() % ENTRIES as u64) as usize
}

/// Returns what a player that looks one ply ahead, and overlooks and misjudges nothing, believes
/// each column is worth: a hundred times the logarithm of the odds of winning. Wins and losses that
/// it sees lie beyond [`LARGEST`]. A column that cannot be played has `None`.
pub(crate) fn beliefs(position: &Position) -> [Option<i32>; 7] {
    let (attention, stop) = (Attention::full(), StopFlag::default());
    let mut search = Search::new(position, &attention, 0, 0, &stop);
    let moves = position.legal_columns().centre_first();
    let moves: Vec<_> = moves.map(|column| RootMove { column, value: 0 }).collect();
    let mut found = [None; 7];
    for valued in search.value_moves(&moves, 1).unwrap_or_default() {
        found[valued.column.index()] = Some(valued.value);
    }
    found
}
