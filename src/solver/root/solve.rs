//! The value of a position and nothing else: window after window.

use super::schedule::WindowSchedule;
use crate::game::Position;
use crate::solver::search::{Search, TABLELESS_STONES};
use crate::solver::types::{Bounds, Stopped, Window};

/// Narrows the bounds of an unfinished position until they settle its value, or the search is
/// stopped.
pub(crate) fn solve(search: &mut Search, position: &Position, schedule: WindowSchedule) -> Bounds {
    let root = search.book.settle(position);
    let root_bounds = &search.shared.root_bounds;
    if let Some(window) = schedule.one_window() {
        let value = if position.stones() >= TABLELESS_STONES {
            search.tableless_value(&root, window)
        } else {
            search.value(&root, window)
        };
        if let Ok(value) = value {
            root_bounds.narrow(window.bounds_of(value));
        }
    }
    loop {
        let schedule = schedule.after(search.limiter.nodes());
        let Some(active) = root_bounds.join(|bounds| schedule.next(bounds)) else {
            break;
        };
        let alpha = active.alpha;
        search.limiter.active_window = Some(active);
        let window = Window::null(alpha);
        match search.value(&root, window) {
            Ok(value) => root_bounds.narrow(window.bounds_of(value)),
            Err(Stopped) if search.limiter.is_answered() => {}
            Err(Stopped) => break,
        }
    }
    search.limiter.active_window = None;
    root_bounds.bounds()
}
