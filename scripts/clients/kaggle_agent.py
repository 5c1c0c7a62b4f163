#!/usr/bin/env python3
"""A Kaggle ConnectX agent: the engine as the callable that the arena expects.

    pip install kaggle-environments
    scripts/clients/kaggle_agent.py [OPPONENT]

plays a game on each side against `negamax` or `random`, the arena's own agents, or against a player
of scripts/arena (see `recognized` in engine.py there). A submission is an archive of this
file as main.py, of clone.py, of the folder python/lib/claimeven, and of the engine built for Linux
with the name engine.
"""

import sys

from clone import HERE, Engine, fen

# The time per move that the arena and the pipes need, with a large margin.
OVERHEAD_MS = 300
SIZE = (7, 6, 4)

engine = None


def main():
    try:
        from kaggle_environments import make
    except ImportError:
        sys.exit("kaggle-environments is not installed: pip install kaggle-environments")
    opponent = sys.argv[1] if len(sys.argv) > 1 else "negamax"
    own = {name: name for name in make("connectx").agents}
    if opponent not in own:
        own[opponent] = player(opponent)
    agents = own | {__file__: __file__}
    for players in ([__file__, opponent], [opponent, __file__]):
        game = make("connectx", debug=True)
        game.run([agents[name] for name in players])
        # The first step is the empty board.
        moves = len(game.steps) - 1
        results = [(state.status, state.reward) for state in game.state]
        print(f"{players[0]} against {players[1]}: {moves} moves, {results}")
        if any(status != "DONE" for status, _ in results):
            sys.exit("expected the status DONE")


def player(text):
    """Returns the agent of a player of scripts/arena."""
    sys.path.insert(0, str(HERE.parent / "arena"))
    import engine as arena
    from board import Board

    try:
        running = arena.Engine(text)
    except arena.EngineError as error:
        sys.exit(str(error))
    return lambda observation, _: running.move(Board.of_fen(fen(observation.board))) - 1


# The arena uses the last callable in the file.
def agent(observation, configuration):
    """Returns the column to play, counted from 0."""
    global engine
    size = (configuration.columns, configuration.rows, configuration.inarow)
    if size != SIZE:
        raise ValueError(f"expected {SIZE} columns, rows and stones in a row; found {size}")
    if engine is None:
        engine = Engine(options={"Move Overhead": OVERHEAD_MS})
    engine.position(fen(observation.board))
    return engine.go(movetime=int(configuration.actTimeout * 1000)).best - 1


if __name__ == "__main__":
    main()
