//! The value of a position and nothing else: which windows in which order.

use super::endgame::ENDGAME_STONES;
use super::limits::Stopped;
use super::quest::Quest;
use super::report::Bounds;
use super::search::Search;
use super::window::Window;
use crate::game::Position;

/// Narrows the value of an unfinished position until it is settled.
pub(super) fn solve(search: &mut Search, position: &Position, quest: Quest) -> Bounds {
    let root = search.crew.openings.settle(position);
    let ledger = &search.crew.ledger;
    if let Some(window) = quest.at_once() {
        let value = if position.stones() >= ENDGAME_STONES {
            search.late_value(&root, window)
        } else {
            search.value(&root, window)
        };
        if let Ok(value) = value {
            ledger.learn(window.told_by(value));
        }
    }
    while let Some(asking) = ledger.ask(quest.after(search.meter.nodes())) {
        let alpha = asking.alpha;
        search.meter.asking = Some(asking);
        let window = Window::null(alpha);
        match search.value(&root, window) {
            Ok(value) => ledger.learn(window.told_by(value)),
            Err(Stopped) if search.meter.is_answered() => {}
            Err(Stopped) => break,
        }
    }
    search.meter.asking = None;
    ledger.bounds()
}
