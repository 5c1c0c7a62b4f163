#!/usr/bin/env python3
"""A player for PettingZoo's `connect_four_v3`: the engine answers observations.

    pip install "pettingzoo[classic]"
    scripts/clients/pettingzoo_player.py [MILLISECONDS]

plays a game on each side against random moves.
"""

import sys

from clone import Engine, fen


class Player:
    """Chooses moves for the observing player; one engine may serve both players."""

    def __init__(self, move_ms=200, command=None):
        self.engine = Engine(command)
        self.move_ms = move_ms

    def choose(self, observation):
        """Returns the column to play, counted from 0."""
        self.engine.position(fen(cells(observation["observation"])))
        return self.engine.go(movetime=self.move_ms).best - 1

    def close(self):
        self.engine.close()


def cells(planes):
    """Returns the cells of two planes, the player's own stones and the opponent's."""
    # The first player moves if both have the same number of stones.
    own = 1 if planes[..., 0].sum() == planes[..., 1].sum() else 2
    return [own if mine else 3 - own if other else 0 for row in planes for mine, other in row]


def play(game, player, seat, seed):
    """Plays a game against random moves. Returns the reward of each player."""
    game.reset(seed=seed)
    gains = dict.fromkeys(game.possible_agents, 0)
    moves = 0
    for agent in game.agent_iter():
        observation, gained, terminated, truncated, _ = game.last()
        gains[agent] += gained
        if terminated or truncated:
            game.step(None)
            continue
        if agent == seat:
            column = player.choose(observation)
        else:
            column = game.action_space(agent).sample(observation["action_mask"])
        game.step(column)
        moves += 1
    return gains, moves


def main():
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError as error:
        sys.exit(f'PettingZoo is not installed ({error}): pip install "pettingzoo[classic]"')
    game = connect_four_v3.env()
    player = Player(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    for seed, seat in enumerate(game.possible_agents):
        gains, moves = play(game, player, seat, seed)
        print(f"the engine as {seat}: {moves} moves, {gains}")
        if gains[seat] < 1:
            sys.exit("the engine did not win against random moves")
    player.close()


if __name__ == "__main__":
    main()
