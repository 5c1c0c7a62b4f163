"""Players of the calibration pool, for `uci_of_agent.py`: players.py:FUNCTION.

`random_mover` is the anchor of the ratings. `rules` wins, blocks, or else plays at random. The
others are players of other projects:

    mcts_10, mcts_100, mcts_1000          MCTS of OpenSpiel with random rollouts
    negamax                               Kaggle's agent for ConnectX, four plies
    bitbully_4, bitbully_8, bitbully_12   BitBully, limited to this many plies, without its book

Their packages are `open_spiel`, `kaggle-environments` and `bitbully`; a player imports its package
when it makes its first move. All players take their random numbers from Python's `random`.
"""

import random
from typing import Any

from board import Board

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


mcts_10, mcts_100, mcts_1000 = Mcts(10), Mcts(100), Mcts(1000)
bitbully_4, bitbully_8, bitbully_12 = BitBullyPlayer(4), BitBullyPlayer(8), BitBullyPlayer(12)
