//! Principal variations: from what the tables remember, and proven to the end.

use super::horizon::HorizonTable;
use super::limits::Stopped;
use super::node::{Node, Settled};
use super::order;
use super::report::{Bounds, Mode};
use super::search::Search;
use super::table::Table;
use crate::game::bitboard::{self, BOARD};
use crate::game::{Column, Position};

/// The line that begins with `column`, as far as the tables remember it: at
/// least one reply long if the game goes on. Legal, but proven nowhere.
pub(super) fn remembered(
    root: &Position,
    column: Column,
    table: &Table,
    horizon: &HorizonTable,
) -> Vec<Column> {
    let mut position = root.play(column);
    let mut line = vec![column];
    while !position.is_over() {
        let next = match forced(&position) {
            Forced::Move(next) => next,
            Forced::Choice(node) => {
                let best = table.probe(node.slot()).map_or(0, |known| known.best);
                let best = Column::from_number(best)
                    .or_else(|| Column::from_number(horizon.best(&node)?))
                    .filter(|best| best.cells() & node.moves != 0);
                match best {
                    Some(best) => best,
                    None if line.len() == 1 => first_of(node.moves),
                    None => break,
                }
            }
        };
        line.push(next);
        position = position.play(next);
    }
    line
}

/// Plays on from `line`, whose value for the side that began it is `bounds`,
/// with moves that are proven to keep that value, until the game ends.
pub(super) fn complete(
    search: &mut Search,
    root: &Position,
    column: Column,
    bounds: Bounds,
    mode: Mode,
) -> Result<Vec<Column>, Stopped> {
    let mut line = vec![column];
    let mut position = root.play(column);
    let (mut lower, mut upper) = (bounds.lower.get(), bounds.upper.get());
    if mode == Mode::Weak {
        // Only the outcome is known: any winning move keeps a win.
        (lower, upper) = match lower {
            1.. => (1, i8::MAX),
            0 => (0, 0),
            _ => (i8::MIN + 1, -1),
        };
    }
    while !position.is_over() {
        (lower, upper) = (-upper, -lower);
        let next = keeping(search, &position, lower)?;
        line.push(next);
        position = position.play(next);
    }
    Ok(line)
}

/// A move after which the side to move still has at least `lower`; there is one.
fn keeping(search: &mut Search, position: &Position, lower: i8) -> Result<Column, Stopped> {
    let node = match forced(position) {
        Forced::Move(column) => return Ok(column),
        Forced::Choice(node) => node,
    };
    let favourite = search
        .table
        .probe(node.slot())
        .map_or(0, |known| known.best);
    let favourite = Column::from_number(favourite).map_or(0, Column::cells);
    let others = order::centre_first(node.moves & !favourite);
    let cells = [node.moves & favourite].into_iter().chain(others);
    let mut best = (i8::MIN, first_of(node.moves));
    for cell in cells.filter(|&cell| cell != 0) {
        let column = Column::of_cell(cell);
        let child = Settled::of(&position.play(column));
        let value = -search.value(&child, -lower.max(-100))?;
        if value >= lower {
            return Ok(column);
        }
        best = best.max((value, column));
    }
    Ok(best.1)
}

/// What a position that is not over leaves to choose.
enum Forced {
    /// A win at once, the only move that does not lose at once, or, when every
    /// move does, one that at least stops a win.
    Move(Column),
    /// Two or more moves.
    Choice(Node),
}

fn forced(position: &Position) -> Forced {
    let playable = bitboard::playable(position.mask());
    let wins = position.winning_cells() & playable;
    if wins != 0 {
        return Forced::Move(first_of(wins));
    }
    let theirs = position.opponent_winning_cells();
    let threats = theirs & playable;
    if threats != 0 {
        return Forced::Move(first_of(threats));
    }
    let moves = playable & !(theirs >> 1);
    if moves == 0 {
        return Forced::Move(first_of(playable));
    }
    if moves.is_power_of_two() {
        return Forced::Move(first_of(moves));
    }
    Forced::Choice(Node {
        mover: position.mover(),
        mask: position.mask(),
        mine: position.winning_cells(),
        theirs,
        moves,
        stones: position.stones(),
    })
}

/// The most central of some cells.
fn first_of(cells: u64) -> Column {
    debug_assert!(cells & BOARD != 0);
    let cell = order::centre_first(cells).next();
    Column::of_cell(cell.expect("a position that is not over has a playable cell"))
}
