"""Players of the calibration pool, for `uci_of_agent.py`: players.py:FUNCTION.

`random_mover` is the anchor of the ratings. `rules` wins, blocks, or else plays at random.
`alpha_beta_8` looks eight plies ahead and counts pairs of stones, as programs of tutorials do. The
others are players of other projects:

    mcts_10, mcts_100, mcts_1000          MCTS of OpenSpiel with random rollouts
    negamax                               Kaggle's agent for ConnectX, four plies
    bitbully_4, bitbully_8, bitbully_12   BitBully, limited to this many plies, without its book

Their packages are `open_spiel`, `kaggle-environments` and `bitbully`; a player imports its package
when it makes its first move. All players take their random numbers from Python's `random`.
"""

import itertools
import random
from typing import Any

from board import BOTTOMS, CELLS, DIRECTIONS, FULL, Board, fours

CENTRAL_FIRST = (3, 2, 4, 1, 5, 0, 6)
# More than any count of pairs.
WIN = 1000
# Exploration in the examples of OpenSpiel.
UCT_C = 2.0
TREE_MB = 64


def random_mover(moves: str) -> int:
    """Plays a random legal move."""
    return random.choice(Board(moves).legal())


def rules(moves: str) -> int:
    """Wins if it can, else blocks a win of the opponent, else plays a random legal move."""
    board = Board(moves)
    return random.choice(urgent(board) or board.legal())


def urgent(board: Board) -> list[int]:
    """Returns the columns that win, or else those that block a win of the opponent."""
    legal = board.legal()
    wins = [column for column in legal if board.wins(column)]
    return wins or [column for column in legal if board.blocks(column)]


class AlphaBeta:
    """A search of this many plies by alpha-beta, which always plays the same moves."""

    def __init__(self, plies: int) -> None:
        self.plies = plies

    def __call__(self, moves: str) -> int:
        board = Board(moves)
        plies = min(self.plies, CELLS - board.stones)
        return self.best(board.last ^ board.all, board.last, plies, -2 * WIN, 2 * WIN)[1]

    def best(self, own: int, other: int, plies: int, alpha: int, beta: int) -> tuple[int, int]:
        """Returns the value for the side to move, and the best column."""
        chosen = 0
        for column in CENTRAL_FIRST:
            cell = (own | other) + BOTTOMS[column] & FULL[column]
            if not cell:
                continue
            after = own | cell
            if fours(after):
                # The sooner, the better.
                value = WIN + plies
            elif plies == 1:
                value = open_pairs(after, other) - open_pairs(other, after)
            else:
                value = -self.best(other, after, plies - 1, -beta, -alpha)[0]
            if value > alpha:
                alpha, chosen = value, column + 1
                if alpha >= beta:
                    break
        return alpha, chosen


def open_pairs(own: int, other: int) -> int:
    """Returns the number of pairs of own stones in lines of four without a stone of the other."""
    count, free = 0, sum(FULL) ^ other
    for step in DIRECTIONS:
        line = free & free >> step & free >> 2 * step & free >> 3 * step
        stones = [line & own >> n * step for n in range(4)]
        count += sum((one & two).bit_count() for one, two in itertools.combinations(stones, 2))
    return count


class Mcts:
    """OpenSpiel's Monte-Carlo tree search with this many random rollouts."""

    def __init__(self, rollouts: int) -> None:
        self.rollouts = rollouts

    def __call__(self, moves: str) -> int:
        import pyspiel

        game = pyspiel.load_game("connect_four")
        state = game.new_initial_state()
        for move in moves:
            state.apply_action(int(move) - 1)
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=random.getrandbits(31))
        bot = pyspiel.MCTSBot(
            game,
            evaluator,
            UCT_C,
            self.rollouts,
            TREE_MB,
            solve=True,
            seed=random.getrandbits(31),
            verbose=False,
        )
        return bot.step(state) + 1


class BitBullyPlayer:
    """BitBully's search of this many plies, with a random choice among the best moves."""

    def __init__(self, plies: int) -> None:
        self.plies = plies
        self.solver: Any = None
        self.last = ""

    def __call__(self, moves: str) -> int:
        from bitbully import BitBully, Board

        # A game begins with an empty table, so that it does not depend on the game before.
        if self.solver is None or not moves.startswith(self.last):
            self.solver = BitBully(None, tie_break="random", rng=random, max_depth=self.plies)
        self.last = moves
        return self.solver.best_move(Board([int(move) - 1 for move in moves])) + 1


def negamax(observation: Any, configuration: Any) -> int:
    """Plays the move of the agent that is built into the arena of Kaggle."""
    from kaggle_environments.envs.connectx.connectx import negamax_agent

    return negamax_agent(observation, configuration)


alpha_beta_8 = AlphaBeta(8)
mcts_10, mcts_100, mcts_1000 = Mcts(10), Mcts(100), Mcts(1000)
bitbully_4, bitbully_8, bitbully_12 = BitBullyPlayer(4), BitBullyPlayer(8), BitBullyPlayer(12)
