//! What the machine offers beyond portable Rust: prefetching, zeroed pages that
//! may be huge, and vectors. With its parts the one place with `unsafe`.

#![expect(unsafe_code, reason = "none of it has a safe form")]

mod portable;
mod slab;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
use std::ops::ControlFlow;

use super::best_move::BestMove;
#[cfg(test)]
use super::children::{self, Children};
use super::endgame;
#[cfg(test)]
use super::killers::Suspects;
use super::known::Known;
use super::limits::Stopped;
use super::node::Node;
use super::policy::{self, Advice};
#[cfg(test)]
use super::positions::Played;
use super::search::{self, Search};
use super::table::Slot;
#[cfg(test)]
use super::table::Table;
#[cfg(test)]
use super::vector::Full;
#[cfg(test)]
use super::weights::Scales;
use super::window::Window;
#[cfg(test)]
pub(super) use portable::Few;
pub(super) use portable::Portable;
pub(super) use slab::{Addresses, CacheLine, LINE, Lines, Slab};
#[cfg(target_arch = "x86_64")]
use x86::{Avx2, Avx512, CountingAvx512};

/// See [`search::negamax`].
type Negamax = unsafe fn(&mut Search, &Node, Slot, Known, Window<i8>) -> Result<BestMove, Stopped>;

/// See [`endgame::negamax`].
type Endgame = unsafe fn(&mut Search, &Node, Window<i8>) -> Result<i8, Stopped>;

/// The search in the vectors of this machine.
///
/// It is written once, for any [`Full`](super::vector::Full) vector; all that
/// [`search::negamax`] calls is inlined into functions that say what the machine has.
/// (What handles vectors in there are loops: a closure that is not inlined is compiled
/// for any machine, and takes twice the time.)
#[derive(Clone, Copy)]
pub(super) struct Kernel {
    /// The pass over a node's children, which tests compare alone.
    #[cfg(test)]
    look:
        for<'a> unsafe fn(&Node, Window<i8>, u8, &'a Table) -> ControlFlow<BestMove, Children<'a>>,
    negamax: Negamax,
    endgame: Endgame,
    advise: unsafe fn(&Node, i8) -> Advice,
}

/// The kernel of one kind of vectors, and of the machines that have these features.
macro_rules! kernel {
    ($vector:ty $(, $features:literal)?) => {{
        $(#[target_feature(enable = $features)])?
        #[cfg(test)]
        fn look<'a>(
            node: &Node,
            window: Window<i8>,
            favourite: u8,
            table: &'a Table,
        ) -> ControlFlow<BestMove, Children<'a>> {
            let weights = Scales::built_in().of(node.stones, window.alpha);
            let suspects = suspects(node);
            // As the search chooses between them.
            if <$vector>::has_few(node.moves) {
                let moves = Played::<<$vector as Full>::Few>::of(node);
                children::look(node, moves, window, weights, table)
                    .map_continue(|undecided| undecided.children(node, favourite, &suspects))
            } else {
                let moves = Played::<$vector>::of(node);
                children::look(node, moves, window, weights, table)
                    .map_continue(|undecided| undecided.children(node, favourite, &suspects))
            }
        }

        $(#[target_feature(enable = $features)])?
        fn endgame(
            search: &mut Search,
            node: &Node,
            window: Window<i8>,
        ) -> Result<i8, Stopped> {
            endgame::negamax::<$vector>(search, node, window)
        }

        $(#[target_feature(enable = $features)])?
        fn negamax(
            search: &mut Search,
            node: &Node,
            slot: Slot,
            known: Known,
            window: Window<i8>,
        ) -> Result<BestMove, Stopped> {
            search::negamax::<$vector>(search, node, slot, known, window)
        }

        $(#[target_feature(enable = $features)])?
        fn advise(node: &Node, alpha: i8) -> Advice {
            policy::advise(node, alpha)
        }

        Kernel {
            #[cfg(test)]
            look,
            negamax,
            endgame,
            advise,
        }
    }};
}

/// Some moves for tests.
#[cfg(test)]
fn suspects(node: &Node) -> Suspects {
    Suspects {
        killer: node.move_in(3),
        countermove: node.move_in(4),
        follow_up: node.move_in(5),
    }
}

impl Kernel {
    /// The fastest kernel that this machine can run; all give the same.
    pub(super) fn detect() -> Kernel {
        Kernel::all()
            .next()
            .expect("the portable kernel runs anywhere")
    }

    /// Every kernel that this machine can run, the fastest first.
    fn all() -> impl Iterator<Item = Kernel> {
        #[cfg(target_arch = "x86_64")]
        let vectors = {
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            // The first machines with these vectors cannot count bits in them.
            let avx512 = avx2
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512bw");
            let counting = avx512 && is_x86_feature_detected!("avx512vpopcntdq");
            [
                (
                    kernel!(
                        CountingAvx512,
                        "avx512f,avx512dq,avx512vl,avx512bw,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt"
                    ),
                    counting,
                ),
                (
                    kernel!(
                        Avx512,
                        "avx512f,avx512dq,avx512vl,avx512bw,bmi1,bmi2,popcnt,lzcnt"
                    ),
                    avx512,
                ),
                (kernel!(Avx2, "avx2,bmi1,bmi2,popcnt,lzcnt"), avx2),
            ]
        };
        #[cfg(not(target_arch = "x86_64"))]
        let vectors = [];
        vectors
            .into_iter()
            .chain([(kernel!(Portable), true)])
            .filter_map(|(kernel, runs)| runs.then_some(kernel))
    }

    /// See [`policy::advise`].
    #[inline]
    pub(super) fn advise(self, node: &Node, alpha: i8) -> Advice {
        // SAFETY: `all` has seen that the machine has what the network needs.
        unsafe { (self.advise)(node, alpha) }
    }

    /// See [`search::negamax`].
    #[inline]
    pub(super) fn negamax(
        self,
        search: &mut Search,
        node: &Node,
        slot: Slot,
        known: Known,
        window: Window<i8>,
    ) -> Result<BestMove, Stopped> {
        // SAFETY: `all` has seen that the machine has what the search needs.
        unsafe { (self.negamax)(search, node, slot, known, window) }
    }

    /// See [`endgame::negamax`].
    #[inline]
    pub(super) fn endgame(
        self,
        search: &mut Search,
        node: &Node,
        window: Window<i8>,
    ) -> Result<i8, Stopped> {
        // SAFETY: as above.
        unsafe { (self.endgame)(search, node, window) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Mode;
    use crate::solver::{Solver, StopFlag, sample};

    #[test]
    fn all_passes_see_the_same() {
        let table = Table::new(1).expect("1 MiB can be had");
        let (mut open, mut few) = (0, 0);
        let wide = Window { alpha: -3, beta: 4 };
        let windows = [-4, 0, 3].map(Window::null).into_iter().chain([wide]);
        let with_few = |node: &Node| Portable::has_few(node.moves);
        let nodes_with_few = sample::nodes(usize::MAX).filter(with_few);
        for node in sample::nodes(20_000).chain(nodes_with_few.take(10_000)) {
            for window in windows.clone() {
                let favourite = node.stones % 8;
                // With room for all columns, however few moves there are.
                let weights = Scales::built_in().of(node.stones, window.alpha);
                let moves = Played::<Portable>::of(&node);
                let expected = children::look(&node, moves, window, weights, &table)
                    .map_continue(|undecided| {
                        undecided.children(&node, favourite, &suspects(&node))
                    })
                    .map_continue(Children::summary);
                if let ControlFlow::Continue((_, moves)) = &expected {
                    open += moves.len();
                    few += usize::from(with_few(&node));
                }
                for kernel in Kernel::all() {
                    // SAFETY: `all` has seen that the machine has what the pass needs.
                    let seen = unsafe { (kernel.look)(&node, window, favourite, &table) };
                    assert_eq!(seen.map_continue(Children::summary), expected, "{node:?}");
                    let advice = policy::advise(&node, window.alpha);
                    assert_eq!(kernel.advise(&node, window.alpha), advice, "{node:?}");
                }
            }
        }
        assert!(open > 100_000, "only {open} open lanes");
        assert!(few > 10_000, "only {few} with few moves");
    }

    #[test]
    fn all_kernels_visit_the_same_nodes() {
        let positions = || sample::positions().filter(|position| position.stones() > 16);
        let stop = StopFlag::default();
        let mut nodes = Vec::new();
        for kernel in Kernel::all() {
            let mut solver = Solver::new(1).expect("1 MiB can be had");
            solver.kernel = kernel;
            let solve = |position| {
                let solution = solver.solve(&position, Mode::Strong, &stop);
                (solution.bounds, solution.nodes)
            };
            nodes.push(positions().take(400).map(solve).collect::<Vec<_>>());
        }
        assert!(nodes[0].iter().map(|(_, nodes)| nodes).sum::<u64>() > 100_000);
        for other in &nodes[1..] {
            assert_eq!(*other, nodes[0]);
        }
    }
}
