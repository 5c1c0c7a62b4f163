//! The sentences of reasons. Cells are named by column and row, such as `d4`; a move is named by
//! the cell on which its stone lands. Pure.

use super::combination::Combination;
use super::threat::{Threat, ThreatEnd, wins_by_claimeven};
use super::{Line, Why, WhyKind};
use crate::game::bitboard::{self, DIRECTIONS, playable};
use crate::game::{Column, Mode, Move, Outcome, Position, Side};
use crate::review::annotate::Annotation;

/// The moves of a win by force that its sentence repeats.
const SHOWN: usize = 6;

/// What a sentence is about, which decides its first words.
#[derive(Debug, Clone, Copy)]
pub(super) enum Subject {
    /// A position.
    Position,
    /// A move that loses: the sentence shows the position after it.
    Loss(Move),
    /// A move that misses a win: the sentence shows the position before it.
    Miss,
}

impl Subject {
    fn begin(self, text: &str) -> String {
        match self {
            Subject::Position => text.to_owned(),
            Subject::Loss(played) => format!("After {played}, {text}"),
            Subject::Miss => format!("Better: {text}"),
        }
    }

    /// Returns the words for the first moves of a line of best play.
    fn lead(self, line: &Line, after: usize) -> String {
        let moves = Move::line(&line.positions[0], &line.moves[..after]);
        let best = |moves: &[Move]| match moves.len() {
            0..=SHOWN => format!("best play {}", list(moves)),
            all => format!("{all} moves of best play"),
        };
        match (self, &moves[..]) {
            (Subject::Position, []) => String::new(),
            (Subject::Position, moves) => format!("After {}, ", best(moves)),
            (Subject::Loss(played), []) => format!("After {played}, "),
            (Subject::Loss(played), moves) => format!("After {played} and {}, ", best(moves)),
            (Subject::Miss, []) => "Better: ".to_owned(),
            (Subject::Miss, [better]) => format!("Better is {better}: "),
            (Subject::Miss, [better, rest @ ..]) => {
                format!("Better is {better}: after {}, ", best(rest))
            }
        }
    }

    /// Returns the moves from the position before the move.
    fn moves(self, moves: &[Column]) -> Vec<Column> {
        let played = match self {
            Subject::Loss(played) => Some(played.column),
            _ => None,
        };
        played.into_iter().chain(moves.iter().copied()).collect()
    }

    fn why(self, kind: WhyKind, cells: u64, moves: &[Column], text: &str) -> Why {
        Why {
            kind,
            cells: Move::of_cells(cells),
            moves: self.moves(moves),
            text: self.begin(text),
        }
    }
}

/// Lists names with blanks between them.
fn list(moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.join(" ")
}

/// Lists cells as `d4`, `d4 or e1`, `d4, e1 or f2`.
fn join(cells: u64, word: &str) -> String {
    let names: Vec<String> = Move::of_cells(cells).iter().map(Move::to_string).collect();
    match &names[..] {
        [some @ .., last] if !some.is_empty() => format!("{} {word} {last}", some.join(", ")),
        _ => names.concat(),
    }
}

/// Describes a winning cell with its row, such as `e3 (odd row)`.
fn with_row(cell: u64) -> String {
    let at = Move::of_cell(cell);
    let row = ["even", "odd"][usize::from(at.row % 2)];
    format!("{at} ({row} row)")
}

/// The reason of a combination of `winner` from `position`.
pub(super) fn combination(
    subject: Subject,
    position: &Position,
    winner: Side,
    combination: &Combination,
) -> Why {
    let (x, o) = (winner.letter(), winner.other().letter());
    let moves = Move::line(position, &combination.moves);
    let plays = moves
        .last()
        .map_or(String::new(), |last| format!("plays {last} and "));
    let lowest = combination.cells & combination.cells.wrapping_neg();
    let (low, high) = (join(lowest, ""), join(combination.cells & !lowest, ""));
    let text = match combination.kind {
        WhyKind::WinsAtOnce => format!("{x} wins at once at {}", join(combination.cells, "or")),
        WhyKind::TwoThreats => {
            let cells = join(combination.cells, "and");
            format!("{x} {plays}threatens {cells}; {o} can block only one")
        }
        WhyKind::StackedThreats => {
            format!("{x} {plays}threatens {low}; when {o} blocks, {x} wins at {high} above it")
        }
        _ => {
            let is_blocked = position.side_to_move() != winner;
            let block = if is_blocked {
                format!("{o} has to block at {}; then ", moves[0])
            } else {
                String::new()
            };
            let forced = moves[usize::from(is_blocked)..].chunks(2).map(list);
            let forced = forced.collect::<Vec<_>>().join(", ");
            let end = if lowest << 1 == combination.cells & !lowest {
                format!("{low} or, when {o} blocks, at {high} above it")
            } else {
                join(combination.cells, "or")
            };
            format!(
                "{block}{x} threatens a four with each move and leaves {o} one reply: {forced}; \
                 then {x} wins at {end}"
            )
        }
    };
    subject.why(
        combination.kind,
        combination.cells,
        &combination.moves,
        &text,
    )
}

/// The reason of a move after which the opponent wins at once at `cells`.
pub(super) fn left_four(before: &Position, played: Move, cells: u64) -> Why {
    let o = before.side_to_move().other().letter();
    let open = before.opponent_winning_cells() & playable(before.mask()) & cells;
    let (kind, cells, text) = if open == 0 {
        let text = format!(
            "{played} lets {o} win at once at {}, on top of it",
            join(cells, "or")
        );
        (WhyKind::OpensFour, cells, text)
    } else {
        let text = format!(
            "{played} does not block {}, where {o} wins at once",
            join(open, "or")
        );
        (WhyKind::DoesNotBlock, open, text)
    };
    let moves = [played.column];
    Subject::Position.why(kind, cells, &moves, &text)
}

/// The reason that the threat of `owner` decides, which it has after some moves of the line.
pub(super) fn zugzwang(subject: Subject, line: &Line, owner: Side, threat: Threat) -> Why {
    let Threat { after, cell } = threat;
    let (x, o) = (owner.letter(), owner.other().letter());
    let there = &line.positions[after];
    let follows = there.side_to_move() != owner && wins_by_claimeven(there);
    let ends = line.ends_in_zugzwang(owner, cell);
    let claims = [
        follows.then(|| format!("{x} wins by an answer above every stone (claimeven)")),
        ends.then(|| {
            format!(
                "in the end {o} has to fill {} below it",
                Move::of_cell(cell >> 1)
            )
        }),
        Some(format!("without the threat {x} would not win")),
    ];
    let claims: Vec<String> = claims.into_iter().flatten().collect();
    let text = format!(
        "{}{x}'s threat at {} decides the game: {}",
        subject.lead(line, after),
        with_row(cell),
        claims.join("; ")
    );
    Why {
        text,
        ..subject.why(WhyKind::Zugzwang, cell, &line.moves, "")
    }
}

/// The reason that a move gives up the threat on which the better move's outcome hangs.
pub(super) fn given_up(
    played: &Annotation,
    better: &Line,
    reply: &Line,
    threat: Threat,
    lost: ThreatEnd,
) -> Why {
    let Threat { after, cell } = threat;
    let mover = played.position.side_to_move();
    let (x, o) = (mover.letter(), mover.other().letter());
    let stone = Move::landing(&played.position, played.column).expect("a legal move");
    let answer = list(&Move::line(&reply.positions[0], &reply.moves[..1]));
    let keeps = match better.score.outcome() {
        Outcome::Win => "the win",
        _ => "the draw",
    };
    let gone = match lost {
        ThreatEnd::Filled if Move::of_cell(cell) == stone => format!("{stone}, it is filled"),
        ThreatEnd::Filled => format!("{stone}, {o} fills it"),
        ThreatEnd::Dead => format!("{stone}, {o}'s {answer} leaves no four through it"),
        ThreatEnd::Above(nearer) => {
            let nearer = Move::of_cell(nearer);
            format!("{stone} and {answer}, {o} has a threat at {nearer} below it")
        }
    };
    let text = format!(
        "{}{x}'s threat at {} keeps {keeps}; after {gone}",
        Subject::Miss.lead(better, after),
        with_row(cell),
    );
    let shown = &better.moves[..after];
    Subject::Position.why(WhyKind::GivesUpThreat, cell, shown, &text)
}

/// The reason that one move alone keeps the outcome.
pub(super) fn only_move(played: &Annotation) -> Why {
    let moves: Vec<Column> = played.best.iter().collect();
    let landings = moves
        .iter()
        .map(|&column| played.position.landing_cell(column));
    let cells = landings.fold(0, |cells, cell| cells | cell);
    let (keeps, others) = match played.before.lower.outcome() {
        Outcome::Win => ("wins", "draw or lose"),
        Outcome::Draw => ("draws", "lose"),
        Outcome::Loss => ("resists longest", "lose sooner"),
    };
    let text = format!(
        "Only {} {keeps}; all other moves {others}",
        list(&Move::of_cells(cells))
    );
    Subject::Position.why(WhyKind::OnlyMove, cells, &moves, &text)
}

/// The reason that nothing simpler explains a win.
pub(super) fn by_force(subject: Subject, line: &Line, winner: Side) -> Why {
    let moves = Move::line(&line.positions[0], &line.moves);
    let end = line.positions[line.moves.len()];
    let four = last_four(
        end.opponent(),
        end.mask() ^ line.positions[line.moves.len() - 1].mask(),
    );
    let count = match line.mode {
        Mode::Strong => format!(" in {}", moves_to_win(line)),
        Mode::Weak => String::new(),
    };
    let more = if moves.len() > SHOWN { " ..." } else { "" };
    let shown = list(&moves[..moves.len().min(SHOWN)]);
    let text = format!(
        "{} wins by force{count}: {shown}{more}, with the four {}",
        winner.letter(),
        list(&Move::of_cells(four)),
    );
    subject.why(WhyKind::ByForce, four, &line.moves, &text)
}

/// Formats the number of moves of the winner, such as `3 moves`.
fn moves_to_win(line: &Line) -> String {
    match line.moves.len().div_ceil(2) {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    }
}

/// Returns the cells of a four of `stones` that contains the last stone.
fn last_four(stones: u64, last: u64) -> u64 {
    let fours = DIRECTIONS.into_iter().flat_map(|step| {
        let starts = bitboard::fours_along(stones, step);
        (0..4).filter_map(move |before| {
            let start = last >> (before * step) & starts;
            (start != 0).then(|| (0..4).fold(0, |four, next| four | start << (next * step)))
        })
    });
    { fours }.next().unwrap_or(0)
}
