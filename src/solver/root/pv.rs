//! Principal variations: from what the tables remember, and proven to the end.

use crate::game::bitboard::{self, BOARD, centre_first};
use crate::game::{Column, Mode, Position, Score};
use crate::solver::node::{Node, Settled};
use crate::solver::search::{DepthTable, Search};
use crate::solver::types::{BestMove, Bounds, Known, Perspective, Stopped, Window};

/// The line that begins with `column`, worth so much, as far as the book and the tables
/// know it: at least one reply long if the game goes on. Behind that reply it ends before a
/// move that is not proven to keep what is proven of `column`, or that is known to be worth
/// something else.
pub(crate) fn remembered(
    root: &Position,
    column: Column,
    bounds: Bounds,
    search: &Search,
    depth_table: &DepthTable,
) -> Vec<Column> {
    let mut position = root.play(column);
    let mut bounds = -bounds;
    let mut line = vec![column];
    while !position.is_over() {
        let next = match forced(&position) {
            Forced::Move(next) => next,
            Forced::Choice(node) => {
                let known = |column: &Column| known_after(&position, *column, search);
                let fits = |column: &Column| may_be_worth(known(column), bounds);
                let keeps = |column: &Column| known(column).lower >= to_keep(bounds);
                let is_safe = |column: &Column| column.cells() & node.moves != 0;
                let named = [
                    search.openings.best_of(&position, node.moves),
                    search.table.probe(node.slot()).and_then(best_of),
                    depth_table.table_move(&node).and_then(Column::from_number),
                ];
                let mut named = named.into_iter().flatten().filter(is_safe);
                match named.clone().find(|column| fits(column) && keeps(column)) {
                    Some(best) => best,
                    None if line.len() == 1 => {
                        let mut moves = centre_first(node.moves).map(Column::of_cell);
                        let reply = named.find(fits).or_else(|| moves.find(fits));
                        line.push(reply.unwrap_or_else(|| first_of(node.moves)));
                        break;
                    }
                    None => break,
                }
            }
        };
        line.push(next);
        position = position.play(next);
        bounds = -bounds;
    }
    line
}

/// The best column that the table names.
fn best_of(known: Known) -> Option<Column> {
    Column::from_number(known.best)
}

/// What is known of a move, for the side that makes it.
fn known_after(position: &Position, column: Column, search: &Search) -> Known {
    let after = match Settled::after(position, column) {
        Settled::Decided(value) => Known::exactly(value),
        Settled::Open { node, perspective } => {
            let openings = search.openings;
            // Behind the forced replies, too, the book may go on.
            let booked = openings
                .look_up(&position.play(column))
                .or_else(|| Some(perspective.value(openings.look_up_node(&node)?)));
            booked.map_or_else(|| perspective.known(search.known(&node)), Known::exactly)
        }
    };
    Perspective::Opponent.known(after)
}

/// Whether nothing that is known speaks against a value's lying within these bounds.
fn may_be_worth(known: Known, bounds: Bounds) -> bool {
    known.lower <= bounds.upper.get() && bounds.lower.get() <= known.upper
}

/// What best play keeps of what is proven of a value: all, once it is exact, else who wins.
fn to_keep(bounds: Bounds) -> i8 {
    let mode = match bounds.exact() {
        Some(_) => Mode::Strong,
        None => Mode::Weak,
    };
    value_to_keep(bounds, mode)
}

/// Which of several moves that keep a value is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Favourite {
    /// The one that is the quickest to prove.
    Quickest,
    /// The most central, whatever the table holds.
    MostCentral,
}

/// Plays on from `column`, whose value is `bounds`, with moves that are proven
/// to keep that value, until the game ends.
pub(crate) fn complete(
    search: &mut Search,
    root: &Position,
    column: Column,
    bounds: Bounds,
    mode: Mode,
    favourite: Favourite,
) -> Result<Vec<Column>, Stopped> {
    let mut line = vec![column];
    let mut position = root.play(column);
    let mut bounds = bounds;
    while !position.is_over() {
        bounds = -bounds;
        let next = keeping(search, &position, value_to_keep(bounds, mode), favourite)?;
        line.push(next);
        position = position.play(next);
    }
    Ok(line)
}

/// What best play keeps of a proven value: in weak mode any winning move keeps a
/// win, and any move at all a loss.
pub(crate) fn value_to_keep(bounds: Bounds, mode: Mode) -> i8 {
    match (mode, bounds.lower.get()) {
        (Mode::Strong, lower) => lower,
        (Mode::Weak, 1..) => 1,
        (Mode::Weak, 0) => 0,
        (Mode::Weak, _) => Score::MIN.get(),
    }
}

/// A move after which the side to move still has at least `lower`; there is one.
pub(crate) fn keeping(
    search: &mut Search,
    position: &Position,
    lower: i8,
    favourite: Favourite,
) -> Result<Column, Stopped> {
    let node = match forced(position) {
        Forced::Move(column) => return Ok(column),
        Forced::Choice(node) => node,
    };
    match favourite {
        Favourite::Quickest => quickest(search, position, &node, lower),
        Favourite::MostCentral => most_central(search, position, &node, lower),
    }
}

/// The best move by the book, or the first that the search proves.
fn quickest(
    search: &mut Search,
    position: &Position,
    node: &Node,
    lower: i8,
) -> Result<Column, Stopped> {
    if let Some(column) = search.openings.best_of(position, node.moves) {
        return Ok(column);
    }
    let best = best(search, node, Window::null(lower - 1))?;
    let column = Column::from_number(best.column);
    Ok(column.unwrap_or_else(|| first_of(node.moves)))
}

/// The best move of a node, even where second stones decide and the search tells no more than
/// the value.
fn best(search: &mut Search, node: &Node, window: Window<i8>) -> Result<BestMove, Stopped> {
    search.best_of_node(node, window)
}

fn most_central(
    search: &mut Search,
    position: &Position,
    node: &Node,
    lower: i8,
) -> Result<Column, Stopped> {
    let mut best = (i8::MIN, first_of(node.moves));
    for cell in centre_first(node.moves) {
        let column = Column::of_cell(cell);
        let child = search.openings.settle(&position.play(column));
        let value = -search.value(&child, Window::null(-lower))?;
        if value >= lower {
            return Ok(column);
        }
        best = best.max((value, column));
    }
    Ok(best.1)
}

/// What a position that is not over leaves to choose.
pub(crate) enum Forced {
    /// A win at once, the only move that does not lose at once, or, when every
    /// move does, one that at least stops a win.
    Move(Column),
    /// Two or more moves.
    Choice(Node),
}

/// Whether a position that is not over leaves a choice.
pub(crate) fn forced(position: &Position) -> Forced {
    let wins = position.winning_moves();
    if wins != 0 {
        return Forced::Move(first_of(wins));
    }
    let theirs = position.opponent_winning_cells();
    let moves = position.safe_moves();
    if moves == 0 {
        let playable = bitboard::playable(position.mask());
        let threats = theirs & playable;
        let left = if threats == 0 { playable } else { threats };
        return Forced::Move(first_of(left));
    }
    if moves.is_power_of_two() {
        return Forced::Move(first_of(moves));
    }
    Forced::Choice(Node {
        mover: position.mover(),
        mask: position.mask(),
        theirs,
        moves,
        stones: position.stones(),
    })
}

/// The most central of some cells.
fn first_of(cells: u64) -> Column {
    debug_assert!(cells & BOARD != 0);
    let cell = centre_first(cells).next();
    Column::of_cell(cell.expect("a position that is not over has a playable cell"))
}
