//! Kernels: the search compiled for each instruction set. One of them is chosen at run time.
//!
//! All that [`Search::search_node`] calls is inlined into functions that are compiled for the
//! instruction set. (Code on vectors in these functions uses loops, not closures: a closure that is
//! not inlined is compiled for the baseline machine and takes twice the time.)

#![expect(unsafe_code, reason = "functions that only some machines can run")]

use super::Search;
use crate::solver::node::Node;
use crate::solver::ordering::policy::{self, PolicyScores};
use crate::solver::simd::Portable;
#[cfg(target_arch = "x86_64")]
use crate::solver::simd::{Avx2, Avx512, Avx512Popcnt, instruction_sets};
use crate::solver::tt::TtKey;
use crate::solver::types::{BestMove, NodeBounds, Unfinished, Window};

/// The type of [`Search::search_node`], with or without a table, compiled for one instruction set.
type SearchNode =
    unsafe fn(&mut Search, &Node, TtKey, NodeBounds, Window<i8>) -> Result<BestMove, Unfinished>;

/// The search compiled for one instruction set, which this machine has.
#[derive(Clone, Copy)]
pub(crate) struct Kernel {
    /// The name of the instruction set.
    pub(crate) name: &'static str,
    pub(super) search_node: SearchNode,
    search_tableless: SearchNode,
    policy_scores: unsafe fn(&Node, i8) -> PolicyScores,
}

/// Makes a kernel from the name of an instruction set, an expression that makes its `Isa` value,
/// and its target features.
macro_rules! kernel {
    ($name:literal, $isa:expr $(, $feature:tt)*) => {{
        $(#[target_feature(enable = $feature)])*
        fn search_node<const TABLED: bool>(
            search: &mut Search,
            node: &Node,
            tt_key: TtKey,
            bounds: NodeBounds,
            window: Window<i8>,
        ) -> Result<BestMove, Unfinished> {
            search.search_node::<_, TABLED>($isa, node, tt_key, bounds, window)
        }

        $(#[target_feature(enable = $feature)])*
        fn policy_scores(node: &Node, alpha: i8) -> PolicyScores {
            policy::policy_scores($isa, node, alpha)
        }

        Kernel {
            name: $name,
            search_node: search_node::<true>,
            search_tableless: search_node::<false>,
            policy_scores,
        }
    }};
}

/// Makes an array with the kernel of each instruction set, `None` if the machine lacks the set.
#[cfg(target_arch = "x86_64")]
macro_rules! vector_kernels {
    ($($name:literal $isa:ident ($($feature:tt)*))*) => {
        // SAFETY: `assume` is inside functions that are compiled for the features of the set and
        // called only if `detect` has found them.
        [$($isa::detect().map(|_| kernel!($name, unsafe { $isa::assume() } $(, $feature)*)),)*]
    };
}

/// Makes the portable kernel compiled for some target features, `None` if the machine lacks one of
/// them.
#[cfg(target_arch = "x86_64")]
macro_rules! portable_kernel {
    ($name:literal ($($feature:tt)*)) => {
        ($(is_x86_feature_detected!($feature))&&*).then(|| kernel!($name, Portable $(, $feature)*))
    };
}

impl Kernel {
    /// Returns the fastest kernel that this machine can run. All kernels give the same results.
    pub(crate) fn detect() -> Kernel {
        Kernel::all()
            .next()
            .expect("the portable kernel runs anywhere")
    }

    /// Returns every kernel that this machine can run, the fastest first.
    fn all() -> impl Iterator<Item = Kernel> {
        #[cfg(target_arch = "x86_64")]
        let optional = instruction_sets!(vector_kernels)
            .into_iter()
            .chain([portable_kernel!("SSE4.2" ("popcnt" "sse4.2"))]);
        #[cfg(not(target_arch = "x86_64"))]
        let optional = std::iter::empty();
        let portable = Some(kernel!("portable", Portable));
        optional.chain([portable]).flatten()
    }

    /// Calls [`policy::policy_scores`].
    #[inline]
    pub(super) fn policy_scores(self, node: &Node, alpha: i8) -> PolicyScores {
        // SAFETY: a kernel is made only where its instruction set was found.
        unsafe { (self.policy_scores)(node, alpha) }
    }

    /// Calls [`Search::search_node`].
    #[inline]
    pub(super) fn search_node<const TABLED: bool>(
        self,
        search: &mut Search,
        node: &Node,
        tt_key: TtKey,
        bounds: NodeBounds,
        window: Window<i8>,
    ) -> Result<BestMove, Unfinished> {
        let search_node = if TABLED {
            self.search_node
        } else {
            self.search_tableless
        };
        // SAFETY: a kernel is made only where its instruction set was found.
        unsafe { search_node(search, node, tt_key, bounds, window) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::expand::ExpandIsa;
    use super::super::{NodeExit, with_search};
    use super::*;
    use crate::game::Mode;
    use crate::solver::ordering::{KillerKey, LastMoves};
    use crate::solver::tests::sample;
    use crate::solver::{Solver, StopFlag};

    /// The result of an expansion with some instruction set.
    type Expanded = Result<(BestMove, Vec<String>), NodeExit>;

    fn expanded<I: ExpandIsa>(
        isa: I,
        search: &mut Search,
        node: &Node,
        window: Window<i8>,
    ) -> Expanded {
        let [last, before_last, other] = [3, 4, 5].map(|column| node.move_in(column));
        let last_moves = LastMoves::default().after(before_last).after(last);
        // Each update replaces some of the moves: at last the three differ.
        for (last_moves, cell) in [
            (last_moves, before_last),
            (LastMoves::default().after(last), last),
            (LastMoves::default(), other),
        ] {
            let key = KillerKey::new(node.stones, window.alpha, last_moves);
            search.killers.update(&key, cell);
        }
        let key = KillerKey::new(node.stones, window.alpha, last_moves);
        let mut storage = None;
        let table_move = node.stones % 8;
        let children = isa.expand::<true>(search, node, window, table_move, &key, &mut storage)?;
        Ok(children.summary())
    }

    /// An expansion that is compared with the portable one.
    type Expand = Box<dyn Fn(&mut Search, &Node, Window<i8>) -> Expanded>;

    /// Returns the expansions with all vector instruction sets that this machine has, each with its
    /// name.
    fn vector_expansions() -> Vec<(&'static str, Expand)> {
        #[cfg(target_arch = "x86_64")]
        {
            fn of<I: ExpandIsa + 'static>(isa: I) -> Expand {
                Box::new(move |search, node, window| expanded(isa, search, node, window))
            }
            macro_rules! expansions {
                ($($name:literal $isa:ident ($($feature:tt)*))*) => {
                    [$(($name, $isa::detect().map(of))),*]
                };
            }
            let all = instruction_sets!(expansions);
            let there = all.into_iter();
            there
                .filter_map(|(name, expand)| Some((name, expand?)))
                .collect()
        }
        #[cfg(not(target_arch = "x86_64"))]
        Vec::new()
    }

    #[test]
    fn every_instruction_set_expands_a_node_to_the_same_children() {
        with_search(1, 0, |mut search| compare_expansions(&mut search));
    }

    fn compare_expansions(search: &mut Search) {
        let expansions = vector_expansions();
        let names: Vec<_> = expansions.iter().map(|(name, _)| *name).collect();
        eprintln!("compared with the portable expansion: {names:?}");
        let (mut open, mut few) = (0, 0);
        let wide = Window { alpha: -3, beta: 4 };
        let windows = [-4, 0, 3].map(Window::null).into_iter().chain([wide]);
        let has_few = |node: &Node| node.moves.count_ones() <= 4;
        let nodes_with_few = sample::nodes(usize::MAX).filter(has_few);
        for node in sample::nodes(20_000).chain(nodes_with_few.take(10_000)) {
            for window in windows.clone() {
                let expected = expanded(Portable, search, &node, window);
                if let Ok((_, moves)) = &expected {
                    open += moves.len();
                    few += usize::from(has_few(&node));
                }
                for (name, expand) in &expansions {
                    assert_eq!(expand(search, &node, window), expected, "{name} {node:?}");
                }
            }
        }
        assert!(open > 100_000, "only {open} open lanes");
        assert!(few > 10_000, "only {few} with few moves");
    }

    #[test]
    fn every_kernel_visits_the_same_nodes_and_asks_the_same_network() {
        let positions = || sample::positions().filter(|position| position.stones() > 16);
        let stop = StopFlag::default();
        let mut found = Vec::new();
        for kernel in Kernel::all() {
            let mut solver = Solver::without_book(1).expect("1 MiB can be had");
            solver.set_kernel(kernel);
            let solve = |position| {
                let solution = solver.solve_until(&position, Mode::Strong, &stop);
                (solution.bounds, solution.nodes)
            };
            let solutions: Vec<_> = positions().take(400).map(solve).collect();
            let scores = |node: Node| kernel.policy_scores(&node, -1);
            let scores: Vec<_> = sample::nodes(1000).map(scores).collect();
            found.push((solutions, scores));
        }
        let names: Vec<_> = Kernel::all().map(|kernel| kernel.name).collect();
        eprintln!("kernels compared: {names:?}");
        assert!(found[0].0.iter().map(|(_, nodes)| nodes).sum::<u64>() > 100_000);
        for (name, other) in names.iter().zip(&found) {
            assert_eq!(*other, found[0], "{name}");
        }
    }
}
