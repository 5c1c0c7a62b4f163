//! The steps of the ladder. Each step changes one thing in the step before it.
//!
//! The number of a step is the number of its part in Pascal Pons's tutorial (*Solving Connect 4:
//! how to build a perfect AI*, blog.gamesolver.org). The figures are the mean numbers of positions
//! explored in strong mode, for one of the tutorial's test sets.

use super::board::Cells;
use super::lookahead::{LosingMoves, OwnWins};
use super::order::{ByThreats, FromTheCentre, LeftToRight};
use super::search::{NoWindow, NullWindows, OneWindow, Search};
use super::tt::{NoTable, ShortKeys, WholeKeys};
use crate::game::Position;

/// Step 3: min-max. My score is the best that the opponent leaves me.
///
/// Every move is played to the end of the game. A position's score is the
/// largest of its children's scores with their signs reversed: what is good
/// for the opponent is bad for me, so that one function serves both sides
/// (negamax). The only thing it sees ahead is a win with the next stone.
///
/// This is correct but hopeless: 13 empty cells take eleven thousand positions, and each two more
/// cells multiply this number several times.
pub type MinMax = Search<Cells, OwnWins, LeftToRight, NoTable, NoWindow>;

/// Step 4: alpha-beta. Moves that cannot change the answer are not searched.
///
/// Two bounds go down the tree. *Alpha* is what the mover has already: a move that brings no more
/// is useless. *Beta* is the most that the opponent has to allow: a move that brings this much or
/// more ends the search of the node, because the opponent will avoid the node. Bounds on the score
/// narrow the window as well: without a win now, the best is a win with the mover's second stone.
///
/// End-Easy: 11,024 positions become 284.
pub type AlphaBeta = Search<Cells, OwnWins, LeftToRight, NoTable, OneWindow>;

/// Step 5: from the centre outwards. Good moves first make more cuts.
///
/// Alpha-beta saves most when the best move comes first: then about the square
/// root of the tree is left. More fours pass through the middle of the board than
/// through its edge, so the middle column is the best guess that costs nothing.
///
/// Middle-Easy: 54.2 million positions become 2.08 million.
pub type CentreFirst = Search<Cells, OwnWins, FromTheCentre, NoTable, OneWindow>;

/// Step 6: bitboard. The same tree in a fraction of the time.
///
/// Two 64-bit numbers hold the board, one bit per cell. Shifted against themselves,
/// they show every four, and every cell that would make one, without a loop. It
/// explores exactly as many positions as step 5.
pub type Bitboard = Search<Position, OwnWins, FromTheCentre, NoTable, OneWindow>;

/// Step 7: transposition table. A bound that was found once is used again.
///
/// Different orders of the same moves lead to one position. Its upper bound is kept in a table and
/// narrows the window the next time. All 49 bits of a position's key are stored, so there are no
/// false hits.
///
/// Middle-Medium: 40.4 million positions become 1.73 million.
pub type Transpositions = Search<Position, OwnWins, FromTheCentre, WholeKeys, OneWindow>;

/// Step 8: null windows. Ask often, but ask little.
///
/// A window with no score inside, *above 3 or not?*, cuts far more than a wide one, and the
/// questions share the table. They halve the range of scores, and the first ones are halfway between
/// 0 and its ends: a score far from 0 means a short game, which is cheap to search. This is the
/// tutorial's iterative deepening.
///
/// Middle-Easy: 208 thousand positions become 9,472.
pub type NullWindow = Search<Position, OwnWins, FromTheCentre, WholeKeys, NullWindows>;

/// Step 9: losing moves. A move that loses at once is not worth a position.
///
/// If the opponent threatens to win, there is one reply or none, and a stone below
/// a cell that the opponent needs is a losing move. Both are read off the
/// opponent's winning cells, and the end of a game is seen two plies sooner.
///
/// Begin-Easy: 237 thousand positions become 107 thousand.
pub type Foresight = Search<Position, LosingMoves, FromTheCentre, WholeKeys, NullWindows>;

/// Step 10: order by threats. Moves that make winning cells come first.
///
/// The winning cells that a move leaves are counted, playable or not. An
/// insertion sort is the right one for seven moves, and must be *stable*: equal
/// moves stay from the centre outwards, or most of the gain is lost.
///
/// Begin-Medium: 111 million positions become 1.45 million.
pub type ThreatOrder = Search<Position, LosingMoves, ByThreats, WholeKeys, NullWindows>;

/// Step 11: short keys. The same table in five eighths of the memory.
///
/// The index of a slot determines part of the key already, so the slot stores only the other part.
/// ([`ShortKeys`] explains why no position is mistaken for another.) The tree is almost the same as
/// that of step 10. It differs a little, because the number of slots differs and the table
/// therefore forgets different positions. Where memory is the bottleneck, a smaller table is
/// faster.
pub type SmallTable = Search<Position, LosingMoves, ByThreats, ShortKeys, NullWindows>;

/// Step 12: lower bounds. A cut is worth remembering too.
///
/// A node that was cut proves a lower bound of its score. It is kept in the same byte as an upper
/// bound would be, and saves the proof the next time. This is the last step of the tutorial before
/// its opening book.
///
/// Begin-Medium: 1.45 million positions become 1.20 million.
pub type LowerBounds<B = Position> =
    Search<B, LosingMoves, ByThreats, ShortKeys, NullWindows, true>;
