//! The sentences of reasons. Cells are named by column and row, such as `d4`; a move is named by
//! the cell on which its stone lands. Pure.

use std::collections::HashSet;

use super::combination::Combination;
use super::threat::{Threat, wins_by_claimeven};
use super::{Line, Why, WhyKind};
use crate::game::bitboard::{self, BOARD};
use crate::game::{Column, Mode, Move, Outcome, Position, Side};

/// The most moves of best play that a sentence names.
const SHOWN: usize = 6;

/// What a sentence is about, which decides its first words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// The position.
    Position,
    /// A move that loses: the sentence shows the position after it.
    Loss(Column),
    /// A better move than the one played.
    Better,
}

/// The subject of a sentence.
#[derive(Debug, Clone, Copy)]
pub(super) struct Subject {
    /// The position, or that before the move.
    pub(super) start: Position,
    pub(super) about: About,
    pub(super) winner: Side,
}

impl Subject {
    pub(super) fn new(start: &Position, about: About, winner: Side) -> Subject {
        let start = *start;
        Subject {
            start,
            about,
            winner,
        }
    }

    /// Returns the first position of the line that the sentence shows.
    pub(super) fn base(&self) -> Position {
        let moves = self.moves(&[]).into_iter();
        moves.fold(self.start, |position, column| position.play(column))
    }

    /// Returns the moves of a line, from the start.
    fn moves(&self, line: &[Column]) -> Vec<Column> {
        match self.about {
            About::Loss(played) => [&[played], line].concat(),
            _ => line.to_vec(),
        }
    }

    /// Returns the letters of the winner and the loser.
    fn letters(&self) -> (char, char) {
        (self.winner.letter(), self.winner.other().letter())
    }

    /// Returns a reason with a line of moves. The first words name `shown` of them.
    fn why(&self, kind: WhyKind, cells: u64, line: &[Column], shown: usize, text: &str) -> Why {
        let shown = Move::line(&self.start, &self.moves(&line[..shown]));
        let names = match &shown[..] {
            [own, best @ ..] if !best.is_empty() && self.about != About::Position => {
                format!("{own} with best play {}", Move::join(best, " "))
            }
            all => Move::join(all, " "),
        };
        let lead = match self.about {
            About::Better if names.is_empty() => "Better: ".to_owned(),
            About::Better => format!("Better is {names}: "),
            _ if names.is_empty() => names,
            _ => format!("After {names}, "),
        };
        Why::new(kind, cells, self.moves(line), lead + text)
    }

    /// The reason of a combination of the winner.
    pub(super) fn combination(&self, found: &Combination) -> Why {
        let ((x, o), all) = (self.letters(), Move::of_cells(found.cells));
        let moves = Move::line(&self.base(), &found.moves);
        let plays = moves.last().map(|last| format!("plays {last} and "));
        let plays = plays.unwrap_or_default();
        let text = match (found.kind, &all[..]) {
            (WhyKind::WinsAtOnce, _) if matches!(self.about, About::Loss(_)) => {
                return self.left_four(found.cells);
            }
            (WhyKind::WinsAtOnce, _) => format!("{x} wins at once at {}", Move::join(&all, " or ")),
            (WhyKind::StackedThreats, [low, high]) => {
                format!("{x} {plays}threatens {low}; when {o} blocks, {x} wins at {high} above it")
            }
            (WhyKind::ForcedSequence, _) => {
                let is_blocked = moves.len().is_multiple_of(2);
                let block = is_blocked.then(|| format!("{o} has to block at {}; then ", moves[0]));
                let forced = moves[usize::from(is_blocked)..].chunks(2);
                let forced: Vec<String> = forced.map(|pair| Move::join(pair, " ")).collect();
                format!(
                    "{}{x} makes threats that {o} has to block: {}; then {x} wins at {}",
                    block.unwrap_or_default(),
                    forced.join(", "),
                    Move::join(&all, " or ")
                )
            }
            _ => {
                let cells = Move::join(&all, " and ");
                format!("{x} {plays}threatens {cells}; {o} can block only one")
            }
        };
        self.why(found.kind, found.cells, &found.moves, 0, &text)
    }

    /// The reason of a move after which the opponent wins at once at `cells`.
    fn left_four(&self, cells: u64) -> Why {
        let ((x, _), played) = (self.letters(), self.moves(&[]));
        let open = cells & bitboard::playable(self.start.mask());
        let stone = Move::line(&self.start, &played)[0];
        let (kind, cells, opens) = match open {
            0 => (WhyKind::OpensFour, cells, "opens"),
            _ => (WhyKind::DoesNotBlock, open, "does not block"),
        };
        let names = Move::join(&Move::of_cells(cells), " or ");
        let text = format!("{stone} {opens} {names}, where {x} wins at once");
        Why::new(kind, cells, played, text)
    }

    /// Names a threat that decides, and returns the number of moves for the first words. A learner
    /// does not see a threat after many moves, so its words begin with the result.
    fn threat(&self, threat: Threat, [wins, decides]: [&str; 2]) -> (usize, String) {
        let ((x, _), at) = (self.letters(), Move::of_cell(threat.cell));
        let at = format!("{at} ({} row)", ["even", "odd"][usize::from(at.row % 2)]);
        let own = usize::from(self.about == About::Better);
        let stones = threat.after.saturating_sub(own);
        if stones <= SHOWN {
            return (threat.after, format!("{x}'s threat at {at} {decides}"));
        }
        let far = format!("by a threat at {at} after {stones} stones of best play");
        (own, format!("{x} {wins} in the long run {far}"))
    }

    /// The reason that a threat of the winner decides.
    pub(super) fn zugzwang(&self, line: &Line, threat: Threat) -> Why {
        let ((x, o), Threat { after, cell }) = (self.letters(), threat);
        let there = &line.positions[after];
        let answers =
            there.side_to_move() != self.winner && wins_by_claimeven(there, &mut HashSet::new());
        let answers = answers.then(|| format!("; {x} answers above every stone (claimeven)"));
        let below = Move::of_cell(cell >> 1);
        let end = if line.ends_in_zugzwang(cell) {
            format!("in the end {o} has to fill {below} below it")
        } else {
            format!("without the threat {x} would not win")
        };
        let (shown, text) = self.threat(threat, ["wins", "decides the game"]);
        let text = format!("{text}{}; {end}", answers.unwrap_or_default());
        self.why(WhyKind::Zugzwang, cell, &line.moves, shown, &text)
    }

    /// The reason that the played move gives up the threat on which the outcome of the better one
    /// hangs; `None` if its owner still has the threat after the reply.
    pub(super) fn given_up(&self, better: &Line, reply: &Line, threat: Threat) -> Option<Why> {
        let ((_, o), Threat { after, cell }) = (self.letters(), threat);
        let (reached, end) = (reply.positions.first()?, reply.positions.get(1)?);
        let played = reached.mask() ^ self.start.mask();
        let stone = Move::of_cell(played);
        let answer = Move::of_cell(end.mask() ^ reached.mask());
        let theirs = end.stones_of(self.winner.other());
        let below = bitboard::winning_cells(theirs, end.mask());
        let below = below & Column::of_cell(cell).cells() & (cell - 1);
        let lost = if cell == played {
            format!("{stone}, it is filled")
        } else if end.mask() & cell != 0 {
            format!("{stone}, {o} fills it")
        } else if bitboard::fours(BOARD & !theirs) & cell == 0 {
            format!("{stone}, {o}'s {answer} leaves no four through it")
        } else {
            let nearer = Move::of_cells(below).into_iter().next()?;
            format!("{stone} and {answer}, {o} has a threat at {nearer} below it")
        };
        let words = match better.outcome {
            Outcome::Win => ["wins", "keeps the win"],
            _ => ["draws", "keeps the draw"],
        };
        let (shown, text) = self.threat(threat, words);
        let (kind, text) = (WhyKind::GivesUpThreat, format!("{text}; after {lost}"));
        Some(self.why(kind, cell, &better.moves[..after], shown, &text))
    }

    /// The reason that nothing simpler explains a win.
    pub(super) fn by_force(&self, line: &Line) -> Why {
        let moves = Move::line(&line.positions[0], &line.moves);
        let cells = bitboard::fours(line.positions[moves.len()].opponent());
        let count = match line.mode {
            Mode::Strong => format!(" in {} moves", moves.len().div_ceil(2)),
            Mode::Weak => String::new(),
        };
        let more = if moves.len() > SHOWN { " ..." } else { "" };
        let shown = Move::join(&moves[..moves.len().min(SHOWN)], " ");
        let connected = Move::join(&Move::of_cells(cells), " ");
        let x = self.winner.letter();
        let text = format!("{x} wins by force{count}: {shown}{more}, and connects {connected}");
        self.why(WhyKind::ByForce, cells, &line.moves, 0, &text)
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
