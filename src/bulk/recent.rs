//! The positions that were fed last: repetitions and mirror images are solved only once.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, OnceLock};

use super::SharedAnswer;
use crate::game::Position;

/// How many positions are remembered: about 20 MiB.
const REMEMBERED: usize = 1 << 17;

/// Cells of the last positions, by the smaller key of a position and its mirror image.
#[derive(Default)]
pub(super) struct Recent {
    answers: HashMap<u64, Arc<SharedAnswer>>,
    /// The keys in the order in which they came.
    order: VecDeque<u64>,
}

/// The answer of a position.
pub(super) struct Recalled {
    pub(super) answer: Arc<SharedAnswer>,
    /// Whether the answer was there already.
    pub(super) repeated: bool,
    /// Whether the answer holds the position's mirror image.
    pub(super) mirrored: bool,
}

impl Recent {
    pub(super) fn answer(&mut self, position: &Position) -> Recalled {
        let (position, mirrored) = position.canonical();
        if let Some(answer) = self.answers.get(&position.key()) {
            return Recalled {
                answer: Arc::clone(answer),
                repeated: true,
                mirrored,
            };
        }
        let answer = Arc::new(SharedAnswer {
            position,
            solved: OnceLock::new(),
        });
        if self.order.len() == REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.answers.remove(&oldest);
        }
        self.order.push_back(position.key());
        self.answers.insert(position.key(), Arc::clone(&answer));
        Recalled {
            answer,
            repeated: false,
            mirrored,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::notation;

    #[test]
    fn what_is_long_ago_is_forgotten() {
        let mut recent = Recent::default();
        let ask = |recent: &mut Recent, moves: &str| {
            recent
                .answer(&notation::replay(moves).expect("a game"))
                .repeated
        };
        assert!(!ask(&mut recent, "4453"));
        assert!(ask(&mut recent, "4435"), "the mirror image");
        // Every position of nine plies, twice as many as fit.
        let mut positions = vec![Position::EMPTY];
        for _ in 0..9 {
            let next = positions.iter().flat_map(|position| {
                let columns = position.legal_columns();
                columns.iter().map(|column| position.play(column))
            });
            let next = next.map(|position| (position.canonical().0.key(), position));
            positions = next.collect::<HashMap<_, _>>().into_values().collect();
        }
        assert!(positions.len() > 2 * REMEMBERED);
        for position in &positions {
            recent.answer(position);
        }
        assert_eq!(recent.answers.len(), recent.order.len());
        assert_eq!(recent.order.len(), REMEMBERED);
        assert!(!ask(&mut recent, "4453"), "forgotten");
    }
}
