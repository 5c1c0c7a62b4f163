//! The best move of a position, and principal variations.
//!
//! Of the moves that keep the value, the most central one is best, and the left one of two equally
//! central ones. A line continues with such moves. A line proven to the end of the game therefore
//! depends on the position alone, not on the course of the search.

use std::convert::Infallible;

use crate::game::bitboard::{self, BOARD, centre_first};
use crate::game::{Column, Columns, Mode, Position, Score};
use crate::solver::node::{Node, Settled};
use crate::solver::search::{DepthTable, Search};
use crate::solver::types::{Bounds, NodeBounds, Perspective, Unfinished, Window};

/// Returns the moves that make sense in an unfinished position: the wins; or else those that do not
/// lose at once; or, if all moves lose at once, those that stop a win if possible.
fn sensible_moves(position: &Position) -> u64 {
    let playable = bitboard::playable(position.mask());
    let threats = position.opponent_winning_cells() & playable;
    [
        position.winning_move_cells(),
        position.safe_move_cells(),
        threats,
    ]
    .into_iter()
    .find(|&moves| moves != 0)
    .unwrap_or(playable)
}

/// Returns a position with its moves if the side to move has a choice: it cannot win at once, and
/// two or more of its moves do not lose at once.
fn node_with_choice(position: &Position) -> Option<Node> {
    let moves = position.safe_move_cells();
    let has_choice = position.winning_move_cells() == 0 && moves.count_ones() > 1;
    has_choice.then(|| Node {
        moves,
        ..Node::of(position)
    })
}

/// Returns the move that a line has where nothing is known: the most central one that wins or does
/// not lose at once. Returns `None` if the game is over.
pub(crate) fn guessed_move(position: &Position) -> Option<Column> {
    (!position.is_over()).then(|| most_central(sensible_moves(position)))
}

/// Returns the best move: the only one, or the most central one that keeps at least `keep`.
pub(crate) fn best_root_move(
    search: &mut Search,
    position: &Position,
    keep: i8,
) -> Result<Column, Unfinished> {
    match node_with_choice(position) {
        Some(node) => most_central_keeping(search, position, &node, keep),
        None => Ok(most_central(sensible_moves(position))),
    }
}

/// Returns the best move, given the columns that keep the value.
pub(crate) fn best_of(position: &Position, columns: Columns) -> Column {
    let moves = sensible_moves(position);
    let mut best = centre_first(moves).map(Column::of_cell);
    let best = best.find(|&column| columns.contains(column));
    best.unwrap_or_else(|| most_central(moves))
}

/// Returns a node's most central move that keeps at least `keep` for the side to move.
fn most_central_keeping(
    search: &mut Search,
    position: &Position,
    node: &Node,
    keep: i8,
) -> Result<Column, Unfinished> {
    let mut best = (i8::MIN, most_central(node.moves));
    for cell in centre_first(node.moves) {
        let column = Column::of_cell(cell);
        let child = search.book.settle(&position.play(column));
        let value = -search.value(&child, Window::null(-keep))?;
        if value >= keep {
            return Ok(column);
        }
        best = best.max((value, column));
    }
    // No move keeps the value, because a book has wrong scores.
    Ok(best.1)
}

/// Returns the column of the most central of some cells.
fn most_central(cells: u64) -> Column {
    debug_assert!(cells & BOARD != 0);
    let cell = centre_first(cells).next();
    Column::of_cell(cell.expect("an unfinished position has a playable cell"))
}

/// Returns best play from `column`, whose value is `bounds`, to the end of the game. The line keeps
/// the exact value in strong mode and the outcome in weak mode.
///
/// # Errors
/// Fails if the search is stopped.
pub(crate) fn proven_line(
    search: &mut Search,
    root: &Position,
    column: Column,
    bounds: Bounds,
    mode: Mode,
) -> Result<Vec<Column>, Unfinished> {
    follow(root, column, bounds, |position, node, bounds| {
        let keep = kept_value(bounds, mode);
        most_central_keeping(search, position, node, keep).map(Some)
    })
}

/// Returns best play from `column`, whose value is `bounds`, as far as the rules, the book and the
/// tables know it.
///
/// If the game continues, the line of an unproven value has at least one reply even if nothing is
/// known of it, because an engine that ponders needs one.
pub(crate) fn known_line(
    search: &Search,
    depth_table: &DepthTable,
    root: &Position,
    column: Column,
    bounds: Bounds,
) -> Vec<Column> {
    let Ok(mut line) = follow(root, column, bounds, |position, node, bounds| {
        Ok::<_, Infallible>(known_move(search, depth_table, position, node, bounds))
    });
    let position = root.play(column);
    let is_guess_allowed = bounds.outcome().is_none() || kept_if_known(-bounds) == Score::MIN.get();
    if line.len() == 1
        && is_guess_allowed
        && !position.is_over()
        && let Some(node) = node_with_choice(&position)
    {
        // The reply must not contradict the known bounds.
        let fits = |reply: &Column| agrees(known_after(&position, *reply, search), -bounds);
        let all = centre_first(node.moves).map(Column::of_cell);
        let mut replies = table_moves(&node, search, depth_table).chain(all);
        let reply = replies.find(fits);
        line.extend(reply.or_else(|| guessed_move(&position)));
    }
    line
}

/// Returns the known line like [`known_line`], but proves the first reply if it is not known.
///
/// # Errors
/// Fails if the search is stopped.
pub(crate) fn replied_line(
    search: &mut Search,
    depth_table: &DepthTable,
    root: &Position,
    column: Column,
    bounds: Bounds,
) -> Result<Vec<Column>, Unfinished> {
    follow(root, column, bounds, |position, node, bounds| {
        let known = known_move(search, depth_table, position, node, bounds);
        if known.is_some() || position.stones() > root.stones() + 1 {
            return Ok(known);
        }
        most_central_keeping(search, position, node, kept_if_known(bounds)).map(Some)
    })
}

/// Returns a move of a node that is known to keep its `bounds`: the most central such move or, if
/// every move keeps the bounds, a table move.
fn known_move(
    search: &Search,
    depth_table: &DepthTable,
    position: &Position,
    node: &Node,
    bounds: Bounds,
) -> Option<Column> {
    let keep = kept_if_known(bounds);
    let keeps = |column: &Column| {
        let known = known_after(position, *column, search);
        known.lower >= keep && agrees(known, bounds)
    };
    let is_proven = keep > Score::MIN.get();
    let mut all = centre_first(node.moves).map(Column::of_cell);
    let proven = is_proven.then(|| all.find(keeps)).flatten();
    proven.or_else(|| table_moves(node, search, depth_table).find(keeps))
}

/// Returns the line that begins with `column`, whose value is `bounds`. Where the side to move has
/// a choice, `next_move` chooses or ends the line; it receives the bounds for that side.
fn follow<E>(
    root: &Position,
    column: Column,
    mut bounds: Bounds,
    mut next_move: impl FnMut(&Position, &Node, Bounds) -> Result<Option<Column>, E>,
) -> Result<Vec<Column>, E> {
    let mut line = vec![column];
    let mut position = root.play(column);
    while !position.is_over() {
        bounds = -bounds;
        let next = match node_with_choice(&position) {
            Some(node) => next_move(&position, &node, bounds)?,
            None => Some(most_central(sensible_moves(&position))),
        };
        let Some(next) = next else {
            break;
        };
        line.push(next);
        position = position.play(next);
    }
    Ok(line)
}

/// Returns the table moves of a node, first that of the exact search, then that of the
/// depth-limited search.
fn table_moves(
    node: &Node,
    search: &Search,
    depth_table: &DepthTable,
) -> impl Iterator<Item = Column> {
    let moves = node.moves;
    let entry = search.table.probe(node.tt_key());
    let exact = entry.map(|known| known.table_move);
    let named = [exact, depth_table.table_move(node)].into_iter().flatten();
    let named = named.filter_map(Column::from_number);
    named.filter(move |column| column.cells() & moves != 0)
}

/// Returns the known bounds of a move's value, for the side that makes it.
fn known_after(position: &Position, column: Column, search: &Search) -> NodeBounds {
    let after = match Settled::after(position, column) {
        Settled::Decided(value) => NodeBounds::exactly(value),
        Settled::Quiet { node, perspective } => {
            let book = search.book;
            // The book may also have the position after the forced replies.
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

/// Whether the known bounds overlap `bounds`.
fn agrees(known: NodeBounds, bounds: Bounds) -> bool {
    known.lower <= bounds.upper.get() && bounds.lower.get() <= known.upper
}

/// Returns the value that every move of a known line keeps. It is the least score if the position
/// is lost or its outcome is unknown, because every move keeps that.
fn kept_if_known(bounds: Bounds) -> i8 {
    let exact = bounds.exact().map(Score::get);
    exact.unwrap_or_else(|| kept_value(bounds, Mode::Weak))
}

/// Returns the value that every move of best play keeps. In weak mode, any winning move keeps a
/// win, and any move keeps a loss.
pub(crate) fn kept_value(bounds: Bounds, mode: Mode) -> i8 {
    match (mode, bounds.lower.get()) {
        (Mode::Strong, lower) => lower,
        (Mode::Weak, 1..) => 1,
        (Mode::Weak, 0) => 0,
        (Mode::Weak, _) => Score::MIN.get(),
    }
}
