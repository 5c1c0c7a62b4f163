//! The positions after each move of a node, one lane per move. They are in vectors while all are
//! processed together, and in memory once the search picks single ones.

use super::Node;
use crate::game::Score;
use crate::game::bitboard::{playable, winning_cells};
use crate::solver::simd::{LaneMap, Simd, U64x8, Vector};
use crate::solver::types::BestMove;

/// Positions, one in each lane, with the fields of [`Node`].
pub(crate) struct Positions<V> {
    pub(crate) mover: V,
    pub(crate) mask: V,
    pub(crate) opponent_winning_cells: V,
    pub(crate) moves: V,
    pub(crate) stones: V,
}

impl Positions<u64> {
    /// Returns a node as a vector of one lane.
    pub(crate) fn of_node(node: &Node) -> Positions<u64> {
        Positions {
            mover: node.mover,
            mask: node.mask,
            opponent_winning_cells: node.opponent_winning_cells,
            moves: node.moves,
            stones: node.stones.into(),
        }
    }
}

impl<V: Vector> Positions<V> {
    /// Returns the positions after the moves of `node` to `cells`, each in its lane.
    #[inline(always)]
    fn after(isa: V::Isa, node: &Node, cells: V) -> Positions<V> {
        let mask = V::broadcast(isa, &node.mask) | cells;
        let opponent_winning_cells = winning_cells(V::broadcast(isa, &node.mover) | cells, mask);
        Positions {
            mover: V::splat(isa, node.mask ^ node.mover),
            mask,
            opponent_winning_cells,
            moves: safe_moves(mask, opponent_winning_cells),
            stones: V::splat(isa, u64::from(node.stones) + 1),
        }
    }

    /// Returns the lanes whose side to move has no safe move, because it loses or the board is
    /// full. They include the lanes without a position.
    #[inline(always)]
    pub(crate) fn without_safe_move(&self) -> V::Mask {
        self.moves.is_zero()
    }

    /// Returns the lanes whose side to move has exactly one safe move.
    #[inline(always)]
    pub(crate) fn forced(&self) -> V::Mask {
        self.moves.clear_lowest().is_zero() & !self.moves.is_zero()
    }

    /// Plays the forced move in each lane of `chosen`.
    #[inline(always)]
    pub(crate) fn play_forced(&mut self, chosen: V::Mask) {
        let cell = self.moves.and_mask(chosen);
        let mover = self.mover | cell;
        self.mask = self.mask | cell;
        // In the chosen lanes the other side is to move now.
        let gained = winning_cells(mover, self.mask);
        self.mover = V::select(chosen, mover ^ self.mask, mover);
        self.opponent_winning_cells = V::select(chosen, gained, self.opponent_winning_cells);
        self.moves = safe_moves(self.mask, self.opponent_winning_cells);
        self.stones = self.stones + V::splat(cell.isa(), 1).and_mask(chosen);
    }

    /// Plays forced moves in the lanes of `played` until none is left.
    #[inline(always)]
    pub(crate) fn settle(&mut self, played: V::Mask) {
        let mut forced = self.forced() & played;
        while V::any(forced) {
            self.play_forced(forced);
            forced = self.forced() & played;
        }
    }

    /// Stores the positions in memory.
    #[inline(always)]
    pub(crate) fn nodes(&self) -> Nodes {
        Nodes {
            mover: self.mover.to_array(),
            mask: self.mask.to_array(),
            opponent_winning_cells: self.opponent_winning_cells.to_array(),
            moves: self.moves.to_array(),
            stones: self.stones.to_array(),
        }
    }
}

/// The positions right after each move of a node.
pub(crate) struct Successors<V: Vector> {
    pub(crate) lane_map: &'static LaneMap,
    /// Lanes that have a move.
    pub(crate) played: V::Mask,
    pub(crate) positions: Positions<V>,
    /// Lanes whose move leaves the opponent no safe reply, so that the next stone of the same side
    /// wins.
    won: V::Mask,
}

impl<V: Vector> Successors<V> {
    /// Plays all moves of a node.
    #[inline(always)]
    pub(crate) fn of(isa: V::Isa, node: &Node) -> Successors<V> {
        let lane_map = LaneMap::of::<V>(isa, node.moves);
        let cells = V::broadcast(isa, &node.moves) & V::load(isa, &lane_map.columns);
        let played = !cells.is_zero();
        let positions = Positions::after(isa, node, cells);
        let won = positions.without_safe_move() & played;
        Successors {
            lane_map,
            played,
            positions,
            won,
        }
    }

    /// Whether some move leaves the opponent no safe reply.
    #[inline(always)]
    pub(crate) fn is_won(&self) -> bool {
        V::any(self.won)
    }
}

/// The moves of a node, of which one may win with the second stone.
pub(crate) trait FirstWin {
    /// Returns the first move of `node` that leaves the opponent no safe reply, with the value of
    /// the win that follows. Returns `None` if every move leaves one.
    fn won(&self, node: &Node) -> Option<BestMove>;
}

impl<V: Vector> FirstWin for Successors<V> {
    #[inline(always)]
    fn won(&self, node: &Node) -> Option<BestMove> {
        self.is_won().then(|| {
            let lane = V::movemask(self.won).trailing_zeros() as usize;
            BestMove::new(
                Score::win_in(2, node.stones).get(),
                self.lane_map.column(lane),
            )
        })
    }
}

/// Positions in memory.
pub(crate) type Nodes = Positions<U64x8>;

impl Nodes {
    pub(crate) const NONE: Nodes = Nodes {
        mover: U64x8::ZERO,
        mask: U64x8::ZERO,
        opponent_winning_cells: U64x8::ZERO,
        moves: U64x8::ZERO,
        stones: U64x8::ZERO,
    };

    /// Sets the node of a lane.
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, node: &Node) {
        self.mover.0[lane] = node.mover;
        self.mask.0[lane] = node.mask;
        self.opponent_winning_cells.0[lane] = node.opponent_winning_cells;
        self.moves.0[lane] = node.moves;
        self.stones.0[lane] = node.stones.into();
    }

    /// Returns the node of a lane.
    #[inline]
    pub(crate) fn node(&self, lane: usize) -> Node {
        #[expect(clippy::cast_possible_truncation, reason = "at most 42")]
        let stones = self.stones.0[lane] as u8;
        Node {
            mover: self.mover.0[lane],
            mask: self.mask.0[lane],
            opponent_winning_cells: self.opponent_winning_cells.0[lane],
            moves: self.moves.0[lane],
            stones,
        }
    }
}

/// Returns the safe moves of a side that cannot win at once: those after which the opponent does
/// not win with the next stone. `opponent_winning_cells` are the cells that complete a four of the
/// opponent.
#[inline(always)]
pub(crate) fn safe_moves<V: Simd>(mask: V, opponent_winning_cells: V) -> V {
    let playable = playable(mask);
    let threats = opponent_winning_cells & playable;
    let safe = playable & !(opponent_winning_cells >> 1);
    // Without a threat, all safe cells; with one threat, its cell if that is safe; with more
    // threats, none.
    let is_no_more_than_one = threats.clear_lowest().is_zero();
    V::select(threats.is_zero(), safe, safe & threats).and_mask(is_no_more_than_one)
}
