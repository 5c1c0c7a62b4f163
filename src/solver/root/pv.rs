//! Principal variations: [`line()`] builds them.
//!
//! A line continues with moves that keep the value of its first move. Of several such moves the
//! most central is played, and of two equally central ones the left one. So a line that is proven
//! to the end of the game depends on the position alone, not on how the search went.

use super::move_choice::{Choice, most_central, most_central_keeping};
use crate::game::bitboard::centre_first;
use crate::game::{Column, Mode, Position, Score};
use crate::solver::node::{Node, Settled};
use crate::solver::search::{DepthTable, Search};
use crate::solver::types::{Bounds, NodeBounds, Perspective, Stopped};

/// How a line finds out which moves keep its value.
pub(crate) enum LineSource<'s, 'a> {
    /// By search, to the end of the game.
    Search(&'s mut Search<'a>),
    /// By what the rules, the book and the tables know: the line ends where they do not tell.
    Lookup(&'s Search<'a>, &'s DepthTable),
}

/// The line that begins with `column`, whose value is `bounds`. It keeps the exact value in strong
/// mode, the outcome in weak mode.
///
/// A line by [`LineSource::Lookup`] has at least one reply if the game goes on, even if nothing is
/// known of it: whoever ponders needs one.
///
/// # Errors
/// The search of [`LineSource::Search`] was stopped.
pub(crate) fn line(
    root: &Position,
    column: Column,
    bounds: Bounds,
    mode: Mode,
    source: &mut LineSource,
) -> Result<Vec<Column>, Stopped> {
    let mut line = vec![column];
    let mut position = root.play(column);
    let mut bounds = bounds;
    while !position.is_over() {
        bounds = -bounds;
        let next = match Choice::of(&position) {
            Choice::Single(column) => column,
            Choice::Several(node) => {
                let Some(column) = source.next_move(&position, &node, bounds, mode)? else {
                    if line.len() == 1 {
                        line.push(source.likely_reply(&position, &node, bounds));
                    }
                    break;
                };
                column
            }
        };
        line.push(next);
        position = position.play(next);
    }
    Ok(line)
}

impl LineSource<'_, '_> {
    /// A move that keeps the value, if one is known or found.
    fn next_move(
        &mut self,
        position: &Position,
        node: &Node,
        bounds: Bounds,
        mode: Mode,
    ) -> Result<Option<Column>, Stopped> {
        let keep = value_to_keep(bounds, mode);
        match self {
            LineSource::Search(search) => {
                most_central_keeping(search, position, node, keep).map(Some)
            }
            LineSource::Lookup(search, depth_table) => {
                let keeps = |column: &Column| {
                    let known = bounds_after(position, *column, search);
                    known.lower >= keep && agrees(known, bounds)
                };
                // Every move keeps a lost outcome or an open one: then only a table move counts.
                let is_proven = keep > Score::MIN.get();
                let mut all = centre_first(node.moves).map(Column::of_cell);
                let proven = is_proven.then(|| all.find(keeps)).flatten();
                let mut named = table_moves(node, search, depth_table);
                Ok(proven.or_else(|| named.find(keeps)))
            }
        }
    }

    /// A reply that nothing known speaks against, the table move if there is one.
    fn likely_reply(&self, position: &Position, node: &Node, bounds: Bounds) -> Column {
        let LineSource::Lookup(search, depth_table) = self else {
            return most_central(node.moves);
        };
        let fits = |column: &Column| agrees(bounds_after(position, *column, search), bounds);
        let all = centre_first(node.moves).map(Column::of_cell);
        let reply = table_moves(node, search, depth_table).chain(all).find(fits);
        reply.unwrap_or_else(|| most_central(node.moves))
    }
}

/// The moves of a node that the table and the depth-limited search's table name.
fn table_moves(
    node: &Node,
    search: &Search,
    depth_table: &DepthTable,
) -> impl Iterator<Item = Column> {
    let moves = node.moves;
    let exact = search
        .table
        .probe(node.tt_key())
        .map(|known| known.table_move);
    let named = [exact, depth_table.table_move(node)].into_iter().flatten();
    let named = named.filter_map(Column::from_number);
    named.filter(move |column| column.cells() & moves != 0)
}

/// What is known of a move, for the side that makes it.
fn bounds_after(position: &Position, column: Column, search: &Search) -> NodeBounds {
    let after = match Settled::after(position, column) {
        Settled::Decided(value) => NodeBounds::exactly(value),
        Settled::Quiet { node, perspective } => {
            let book = search.book;
            // Behind the forced replies, too, the book may go on.
            let booked = book
                .look_up(&position.play(column))
                .or_else(|| Some(perspective.value(book.look_up_node(&node)?)));
            booked.map_or_else(
                || perspective.bounds(search.probe(&node)),
                NodeBounds::exactly,
            )
        }
    };
    Perspective::Opponent.bounds(after)
}

/// Whether a value of which so much is known may lie within the bounds.
fn agrees(known: NodeBounds, bounds: Bounds) -> bool {
    known.lower <= bounds.upper.get() && bounds.lower.get() <= known.upper
}

/// What best play keeps of a proven value: in weak mode any winning move keeps a win, and any move
/// at all a loss.
pub(crate) fn value_to_keep(bounds: Bounds, mode: Mode) -> i8 {
    match (mode, bounds.lower.get()) {
        (Mode::Strong, lower) => lower,
        (Mode::Weak, 1..) => 1,
        (Mode::Weak, 0) => 0,
        (Mode::Weak, _) => Score::MIN.get(),
    }
}

/// The most that lines keep of a value: all of it once it is exact, else the outcome.
pub(crate) fn mode_to_keep(bounds: Bounds, mode: Mode) -> Mode {
    match bounds.exact() {
        Some(_) => Mode::Strong,
        None => mode,
    }
}
