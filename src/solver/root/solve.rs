//! The value of a position alone, without its moves: nothing but windows.

use super::schedule::WindowSchedule;
use crate::game::Position;
use crate::solver::search::{Search, TABLELESS_STONES};
use crate::solver::types::{Bounds, Window};

/// Narrows the bounds of an unfinished position until its value is settled or the search is
/// stopped, and returns them.
pub(crate) fn solve(search: &mut Search, position: &Position, schedule: WindowSchedule) -> Bounds {
    let root = search.book.settle(position);
    let root_bounds = &search.shared.root_bounds;
    if let Some(window) = schedule.one_window() {
        let value = if position.stones() >= TABLELESS_STONES {
            search.tableless_value(&root, window)
        } else {
            search.value(&root, window)
        };
        let mut bounds = root_bounds.get();
        if let Ok(value) = value {
            bounds.narrow(window.bounds_of(value));
        }
        return bounds;
    }
    while let Some(alpha) = schedule.next(root_bounds.get(), search.limiter.total()) {
        let window = Window::null(alpha);
        search.limiter.enter_window(alpha);
        let value = search.value(&root, window);
        let searched = value.map(|value| root_bounds.narrow(window.bounds_of(value)));
        if search.limiter.leave_window(searched).is_err() {
            break;
        }
    }
    root_bounds.get()
}
