//! The latest positions of a feed: repetitions and mirror images are solved only once.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, OnceLock};

use super::{Answer, SharedAnswer};

/// The number of positions to remember, which take about 22 MiB.
const REMEMBERED: usize = 1 << 17;

/// The answers of the latest positions, or of their mirror images.
#[derive(Debug)]
pub(super) struct Recent<A: Answer> {
    answers: HashMap<A::Position, Arc<SharedAnswer<A>>>,
    /// The positions, oldest first.
    order: VecDeque<A::Position>,
}

/// The answer of a position.
#[derive(Debug)]
pub(super) struct Recalled<A: Answer> {
    pub(super) answer: Arc<SharedAnswer<A>>,
    /// Whether the position or its mirror image came before.
    pub(super) repeated: bool,
    /// Whether the answer is for the mirror image.
    pub(super) mirrored: bool,
}

impl<A: Answer> Default for Recent<A> {
    fn default() -> Recent<A> {
        Recent {
            answers: HashMap::new(),
            order: VecDeque::new(),
        }
    }
}

impl<A: Answer> Recent<A> {
    /// Returns the answer of a position, and remembers the position.
    pub(super) fn answer(&mut self, position: &A::Position) -> Recalled<A> {
        let (position, mirrored) = A::canonical(position);
        let earlier = self.answers.get(&position).map(Arc::clone);
        Recalled {
            repeated: earlier.is_some(),
            mirrored,
            answer: earlier.unwrap_or_else(|| self.insert(position)),
        }
    }

    /// Adds a position; forgets the oldest one if there are too many.
    fn insert(&mut self, position: A::Position) -> Arc<SharedAnswer<A>> {
        let answer = Arc::new(SharedAnswer {
            position,
            solved: OnceLock::new(),
        });
        if self.order.len() == REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.answers.remove(&oldest);
        }
        self.order.push_back(position);
        self.answers.insert(position, Arc::clone(&answer));
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Position, Score, replay};

    #[test]
    fn old_positions_are_forgotten() {
        let mut recent = Recent::<Score>::default();
        let ask = |recent: &mut Recent<Score>, moves: &str| {
            recent.answer(&replay(moves).expect("a game")).repeated
        };
        assert!(!ask(&mut recent, "4453"));
        assert!(ask(&mut recent, "4435"), "the mirror image");
        // Feed every position of nine plies. They are more than twice as many as fit.
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
