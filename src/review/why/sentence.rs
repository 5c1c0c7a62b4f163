//! The sentences of reasons. Cells are named by column and row, such as `d4`; a move is named by
//! the cell on which its stone lands. Pure.

use std::collections::HashSet;

use super::combination::Combination;
use super::threat::{Threat, wins_by_claimeven};
use super::{Why, WhyKind};
use crate::game::bitboard::{self, BOARD};
use crate::game::{Column, Game, GameResult, Mode, Move, Outcome, Position, Side};

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
        match self.line.position().result() {
            Some(GameResult::Won(_)) => Outcome::Win,
            _ => Outcome::Draw,
        }
    }

    /// Returns a reason with a line of moves. The first words name `shown` of them.
    fn why(&self, kind: WhyKind, cells: u64, line: &[Column], shown: usize, text: &str) -> Why {
        let moves = [self.game.moves(), line].concat();
        let shown = &moves[..self.game.moves().len() + shown];
        let names = match &Move::line(self.game.start(), shown)[..] {
            [own, best @ ..] if !best.is_empty() && self.is_move => {
                format!("{own} with best play {}", Move::join(best, " "))
            }
            all => Move::join(all, " "),
        };
        let lead = match (self.is_better(), names.is_empty()) {
            (true, true) => "Better: ".to_owned(),
            (true, false) => format!("Better is {names}: "),
            (false, true) => names,
            (false, false) => format!("After {names}, "),
        };
        Why::new(kind, cells, moves, lead + text)
    }

    /// The reason that the winner wins by threats alone, if `explains` holds of the number of moves.
    pub(super) fn combination(&self, explains: impl Fn(usize) -> bool) -> Option<Why> {
        let found = Combination::of(self.game.position(), self.winner);
        let found = found.filter(|found| explains(found.plies()))?;
        let (x, o) = (self.winner.letter(), self.winner.other().letter());
        let moves = Move::line(self.game.position(), &found.moves);
        let all = Move::of_cells(found.cells);
        let (cells, either) = (Move::join(&all, " and "), Move::join(&all, " or "));
        let plays = moves.last().map(|last| format!("plays {last} and "));
        let plays = plays.unwrap_or_default();
        let text = match (found.kind, &all[..]) {
            (WhyKind::WinsAtOnce, _) if !self.game.moves().is_empty() => {
                return Some(self.left_four(found.cells));
            }
            (WhyKind::WinsAtOnce, _) => format!("{x} wins at once at {either}"),
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
            _ => format!("{x} {plays}threatens {cells}; {o} can block only one"),
        };
        Some(self.why(found.kind, found.cells, &found.moves, 0, &text))
    }

    /// The reason of a move after which the opponent wins at once at `cells`.
    fn left_four(&self, cells: u64) -> Why {
        let (x, moves) = (self.winner.letter(), self.game.moves());
        let open = cells & bitboard::playable(self.game.start().mask());
        let (kind, cells, opens) = match open {
            0 => (WhyKind::OpensFour, cells, "opens"),
            _ => (WhyKind::DoesNotBlock, open, "does not block"),
        };
        let stone = self.game.stones()[0];
        let names = Move::join(&Move::of_cells(cells), " or ");
        let text = format!("{stone} {opens} {names}, where {x} wins at once");
        Why::new(kind, cells, moves.to_vec(), text)
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
        self.why(kind, cell, line, shown, &format!("{text}; {end}"))
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
        self.why(WhyKind::ByForce, cells, line.moves(), 0, &text)
    }
}

/// The reason that the best move of a position alone keeps the outcome.
pub(super) fn only_move(position: &Position, best: Column, outcome: Outcome) -> Why {
    let cell = position.landing_cell(best);
    let stone = Move::of_cell(cell);
    let text = match outcome {
        Outcome::Win => format!("Only {stone} wins; all other moves draw or lose"),
        Outcome::Draw => format!("Only {stone} draws; all other moves lose"),
        Outcome::Loss => format!("{stone} resists longest; all other moves lose sooner"),
    };
    Why::new(WhyKind::OnlyMove, cell, vec![best], text)
}
