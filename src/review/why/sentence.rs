//! The sentences of reasons. Cells are named by column and row, such as `d4`; a move is named by
//! the cell on which its stone lands. Pure.

use std::collections::HashSet;

use super::combination::Combination;
use super::threat::{Threat, wins_by_claimeven};
use super::{Why, WhyKind};
use crate::game::bitboard::{self, BOARD};
use crate::game::{Column, Game, GameResult, Mode, Move, Outcome, Side};

/// The most moves of best play that a sentence names.
const SHOWN: usize = 6;

/// The subject of a sentence, which decides its first words.
#[derive(Debug)]
pub(super) struct Subject {
    /// The position that the sentence shows: without a move, or after the move that loses.
    pub(super) game: Game,
    /// Whether a move is judged. If the game is without it, the sentence is about a better one.
    pub(super) is_move: bool,
    /// Best play from there to the end.
    pub(super) line: Game,
    /// The winner, or in a draw the side whose move is judged.
    pub(super) winner: Side,
    /// Whether the line also wins as soon, or loses as late, as possible.
    pub(super) mode: Mode,
}

impl Subject {
    fn is_better(&self) -> bool {
        self.is_move && self.game.moves().is_empty()
    }

    /// Returns what the winner gets.
    pub(super) fn outcome(&self) -> Outcome {
        let is_drawn = self.line.position().result() == Some(GameResult::Draw);
        if is_drawn {
            Outcome::Draw
        } else {
            Outcome::Win
        }
    }

    /// Returns a reason with a line of moves. The first words name `shown` of them, unless the sentence
    /// itself begins with a move.
    fn why(&self, kind: WhyKind, cells: u64, line: &[Column], shown: usize, text: String) -> Why {
        let moves = [self.game.moves(), line].concat();
        let shown = &moves[..self.game.moves().len() + shown];
        let names = Move::join(&Move::line(self.game.start(), shown), " ");
        let names = names.replacen(' ', " with best play ", usize::from(self.is_move));
        let text = match (kind, self.is_better(), names.is_empty()) {
            (WhyKind::DoesNotBlock | WhyKind::OpensFour | WhyKind::OnlyMove, ..)
            | (_, false, true) => text,
            (_, true, true) => format!("Better: {text}"),
            (_, true, false) => format!("Better is {names}: {text}"),
            (_, false, false) => format!("After {names}, {text}"),
        };
        let cells = Move::of_cells(cells);
        Why {
            kind,
            cells,
            moves,
            text,
        }
    }

    /// The reason that the winner wins by threats alone, if `explains` holds of the number of moves.
    pub(super) fn combination(&self, explains: impl Fn(usize) -> bool) -> Option<Why> {
        let found = Combination::of(&self.game, self.winner);
        let found = found.filter(|found| explains(found.plies()))?;
        let (x, o) = (self.winner.letter(), self.winner.other().letter());
        let (stones, all) = (self.game.stones(), Move::of_cells(found.cells));
        let (both, either) = (Move::join(&all, " and "), Move::join(&all, " or "));
        let moves = Move::line(self.game.position(), &found.moves);
        let plays = moves.last().map(|last| format!("plays {last} and "));
        let plays = plays.unwrap_or_default();
        let text = match (found.kind, &all[..]) {
            (WhyKind::WinsAtOnce, _) => format!("{x} wins at once at {either}"),
            (WhyKind::OpensFour | WhyKind::DoesNotBlock, _) => {
                let is_open = found.kind == WhyKind::DoesNotBlock;
                let verb = ["opens", "does not block"][usize::from(is_open)];
                format!("{} {verb} {either}, where {x} wins at once", stones[0])
            }
            (WhyKind::StackedThreats, [low, high]) => {
                format!("{x} {plays}threatens {low}; when {o} blocks, {x} wins at {high} above it")
            }
            (WhyKind::ForcedSequence, _) => {
                let is_blocked = moves.len().is_multiple_of(2);
                let block = is_blocked.then(|| format!("{o} has to block at {}; then ", moves[0]));
                let forced = moves[usize::from(is_blocked)..].chunks(2);
                let forced: Vec<String> = forced.map(|pair| Move::join(pair, " ")).collect();
                let (block, forced) = (block.unwrap_or_default(), forced.join(", "));
                let then = format!("{o} has to block: {forced}; then {x} wins at {either}");
                format!("{block}{x} makes threats that {then}")
            }
            _ => format!("{x} {plays}threatens {both}; {o} can block only one"),
        };
        Some(self.why(found.kind, found.cells, &found.moves, 0, text))
    }

    /// Names a threat that decides, and what follows from it. A learner does not see a threat after
    /// many moves, so its words begin with the result.
    fn threat(&self, kind: WhyKind, Threat { after, cell }: Threat, end: &str) -> Why {
        let (x, at, moves) = (self.winner.letter(), Move::of_cell(cell), self.line.moves());
        let (line, [wins, decides]) = match (kind, self.outcome()) {
            (WhyKind::Zugzwang, _) => (moves, ["wins", "decides the game"]),
            (_, Outcome::Win) => (&moves[..after], ["wins", "keeps the win"]),
            _ => (&moves[..after], ["draws", "keeps the draw"]),
        };
        let at = format!("{at} ({} row)", ["even", "odd"][usize::from(at.row % 2)]);
        let own = usize::from(self.is_better());
        let stones = after.saturating_sub(own);
        let (shown, text) = if stones <= SHOWN {
            (after, format!("{x}'s threat at {at} {decides}"))
        } else {
            let far = format!("by a threat at {at} after {stones} stones of best play");
            (own, format!("{x} {wins} in the long run {far}"))
        };
        self.why(kind, cell, line, shown, format!("{text}; {end}"))
    }

    /// The reason that a threat of the winner decides.
    pub(super) fn zugzwang(&self, threat: Threat) -> Why {
        let (x, o) = (self.winner.letter(), self.winner.other().letter());
        let (positions, moves) = (self.line.positions(), self.line.stones());
        let there = &positions[threat.after];
        let answers =
            there.side_to_move() != self.winner && wins_by_claimeven(there, &mut HashSet::new());
        let answers = answers.then(|| format!("{x} answers above every stone (claimeven); "));
        let [below, at] = [threat.cell >> 1, threat.cell].map(Move::of_cell);
        let is_last = self.mode == Mode::Strong && moves.ends_with(&[below, at]);
        let end = if is_last && positions[moves.len() - 2].legal_columns().only().is_some() {
            format!("in the end {o} has to fill {below} below it")
        } else {
            format!("without the threat {x} would not win")
        };
        let end = answers.unwrap_or_default() + &end;
        self.threat(WhyKind::Zugzwang, threat, &end)
    }

    /// The reason that the played move gives up the threat on which the outcome of the better one
    /// hangs; `None` if its owner still has the threat after the reply.
    pub(super) fn given_up(&self, reply: &Subject, threat: Threat) -> Option<Why> {
        let (o, cell) = (self.winner.other().letter(), threat.cell);
        let replied = reply
            .game
            .clone()
            .with_line(&reply.line.moves()[..1])
            .ok()?;
        let (stones, end) = (replied.stones(), replied.position());
        let theirs = end.stones_of(self.winner.other());
        let below = bitboard::winning_cells(theirs, end.mask());
        let below = below & Column::of_cell(cell).cells() & (cell - 1);
        let (stone, answer) = (stones[0], stones[1]);
        let lost = if Move::of_cell(cell) == stone {
            format!("after {stone}, it is filled")
        } else if end.mask() & cell != 0 {
            format!("after {stone}, {o} fills it")
        } else if bitboard::fours(BOARD & !theirs) & cell == 0 {
            format!("after {stone}, {o}'s {answer} leaves no four through it")
        } else {
            let nearer = Move::of_cells(below).into_iter().next()?;
            format!("after {stone} and {answer}, {o} has a threat at {nearer} below it")
        };
        Some(self.threat(WhyKind::GivesUpThreat, threat, &lost))
    }

    /// The reason that nothing simpler explains a win.
    pub(super) fn by_force(&self) -> Why {
        let (x, line) = (self.winner.letter(), &self.line);
        let moves = line.stones();
        let cells = bitboard::fours(line.position().opponent());
        let count = match self.mode {
            Mode::Strong => format!(" in {} moves", moves.len().div_ceil(2)),
            Mode::Weak => String::new(),
        };
        let more = if moves.len() > SHOWN { " ..." } else { "" };
        let shown = Move::join(&moves[..moves.len().min(SHOWN)], " ");
        let connected = Move::join(&Move::of_cells(cells), " ");
        let text = format!("{x} wins by force{count}: {shown}{more}, and connects {connected}");
        self.why(WhyKind::ByForce, cells, line.moves(), 0, text)
    }

    /// The reason that a move alone keeps the outcome.
    pub(super) fn only_move(&self, only: Column, outcome: Outcome) -> Why {
        let cell = self.game.position().landing_cell(only);
        let stone = Move::of_cell(cell);
        let text = match outcome {
            Outcome::Win => format!("Only {stone} wins; all other moves draw or lose"),
            Outcome::Draw => format!("Only {stone} draws; all other moves lose"),
            Outcome::Loss => format!("{stone} resists longest; all other moves lose sooner"),
        };
        self.why(WhyKind::OnlyMove, cell, &[only], 0, text)
    }
}
