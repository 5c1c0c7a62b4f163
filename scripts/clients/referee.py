#!/usr/bin/env python3
"""Lets programs with their own rules referee games of the engine.

    pip install pyffish open_spiel "pettingzoo[classic]"
    scripts/clients/referee.py [GAMES] [--by pyffish,openspiel,pettingzoo]

Each game begins with random moves and continues with a few nodes per move, chosen at random:
enough for draws, and few enough for every kind of win. At every move all programs must agree on
the stones, the legal moves, the end and the result. The first difference ends the program with an
error.
"""

import argparse
import collections
import pathlib
import random
import sys
import warnings

from clone import Engine, column_of

COLUMNS = 7
LONGEST_OPENING = 16
NODES = (1, 200, 5000)


class Pyffish:
    """The rules of Fairy-Stockfish, with the definition of the game in `cfour.ini`."""

    def __init__(self):
        import pyffish

        self.rules, self.variant = pyffish, "cfour"
        definition = pathlib.Path(__file__).with_name("cfour.ini")
        pyffish.load_variant_config(definition.read_text(encoding="utf-8"))
        self.start = pyffish.start_fen(self.variant)

    def reset(self):
        self.moves = []
        self.update()

    def update(self):
        """Asks for the legal moves. This takes a millisecond, so the answer is kept."""
        self.drops = self.rules.legal_moves(self.variant, self.start, self.moves)

    def play(self, column):
        self.moves.append(next(drop for drop in self.drops if drop[2] == "abcdefg"[column]))
        self.update()

    def legal(self):
        return sorted("abcdefg".index(drop[2]) for drop in self.drops)

    def stones(self):
        return cells(self.rules.get_fen(self.variant, self.start, self.moves))

    def result(self):
        # There are moves if and only if the game is not over.
        if self.drops:
            return "none"
        over, value = self.rules.is_immediate_game_end(self.variant, self.start, self.moves)
        # The value is that of the side to move. If the game is not over, the board is full.
        first_player = value * (-1) ** len(self.moves) if over else 0
        return named_result(first_player)


class OpenSpiel:
    """The `connect_four` of OpenSpiel."""

    def __init__(self):
        import pyspiel

        self.game = pyspiel.load_game("connect_four")

    def reset(self):
        self.state = self.game.new_initial_state()

    def play(self, column):
        self.state.apply_action(column)

    def legal(self):
        return self.state.legal_actions()

    def stones(self):
        return str(self.state).replace("\n", "")

    def result(self):
        if not self.state.is_terminal():
            return "none"
        return named_result(self.state.returns()[0])


class PettingZoo:
    """The `connect_four_v3` of PettingZoo."""

    def __init__(self):
        # pygame prints a greeting and warnings about itself.
        warnings.filterwarnings("ignore", module="pygame")
        from pettingzoo.classic import connect_four_v3

        self.game = connect_four_v3.env()

    def reset(self):
        self.game.reset()

    def play(self, column):
        self.game.step(column)

    def legal(self):
        # After the end of the game the mask has no meaning.
        mask = self.game.observe(self.game.agent_selection)["action_mask"]
        return [] if self.over() else [column for column in range(COLUMNS) if mask[column]]

    def over(self):
        return any(self.game.terminations.values())

    def stones(self):
        return "".join(".xo"[cell] for cell in self.game.unwrapped.board)

    def result(self):
        return named_result(self.game.rewards["player_0"]) if self.over() else "none"


REFEREES = {"pyffish": Pyffish, "open_spiel": OpenSpiel, "pettingzoo": PettingZoo}
# The names that their projects also use.
ALIASES = {"openspiel": "open_spiel"}


class Ours:
    """The rules of the engine."""

    def __init__(self, engine):
        self.engine = engine

    def reset(self):
        self.columns = []

    def play(self, column):
        self.columns.append(column)

    def see(self):
        """Returns stones, legal moves and result, from one query."""
        self.engine.position(moves=[column + 1 for column in self.columns])
        queries = ("query fen", "query gameover", "query result", "go perft 1")
        output = self.engine.ask(*queries, word="bestmove")
        answers = (line.partition("response ") for line in output)
        fen, over, result = (answer for _, word, answer in answers if word)
        if (over == "true") != (result != "none"):
            sys.exit(f"gameover is {over} and result is {result} after {self.columns}")
        return {"stones": cells(fen), "legal moves": counted(output), "result": result}

    def choose(self, nodes):
        return self.engine.go(nodes=nodes).best - 1


def counted(output):
    """Returns the moves that `perft` counts."""
    words = [line.split()[3] for line in output if line.startswith("info string perft ")]
    return sorted(column_of(move) - 1 for move in words if move != "total")


def cells(fen):
    """Returns the stones of a FEN from the top left, in OpenSpiel's notation."""
    text = fen.split("[")[0].replace("/", "").replace("P", "x").replace("p", "o")
    for empty in range(1, COLUMNS + 1):
        text = text.replace(str(empty), "." * empty)
    return text


def named_result(first_player):
    """Returns the first player's result in the words of `query result`."""
    return "draw" if first_player == 0 else "p1win" if first_player > 0 else "p2win"


def compare(ours, referees):
    """Returns the engine's view. Fails if a referee's view differs."""
    view = ours.see()
    for name, referee in referees.items():
        theirs = {
            "stones": referee.stones(),
            "legal moves": referee.legal(),
            "result": referee.result(),
        }
        for what, mine in view.items():
            if mine != theirs[what]:
                sys.exit(f"{what}: engine {mine}, {name} {theirs[what]} after {ours.columns}")
    return view


def play(ours, referees, dice):
    """Plays one game. Returns its result and its length."""
    players = (ours, *referees.values())
    for player in players:
        player.reset()
    opening = dice.randrange(LONGEST_OPENING)
    while True:
        view = compare(ours, referees)
        if view["result"] != "none":
            return view["result"], len(ours.columns)
        if len(ours.columns) < opening:
            column = dice.choice(view["legal moves"])
        else:
            column = ours.choose(dice.choice(NODES))
        for player in players:
            player.play(column)


def chosen(names):
    """Returns the referees with these names. All must be installed."""
    referees = {}
    for name in names.split(","):
        name = ALIASES.get(name.lower(), name)
        if name not in REFEREES:
            sys.exit(f"--by: expected some of {','.join(REFEREES)}; found {name}")
        try:
            referees[name] = REFEREES[name]()
        except ImportError as error:
            hint = "see --help, or choose others with --by"
            sys.exit(f"{name} is not installed ({error}): {hint}")
    return referees


def main():
    form = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("games", nargs="?", type=int, default=100)
    parser.add_argument("--by", default=",".join(REFEREES))
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error(f"expected at least one game; found {arguments.games}")
    referees = chosen(arguments.by)
    engine, dice = Engine(), random.Random(arguments.seed)
    results, plies = collections.Counter(), 0
    for _ in range(arguments.games):
        result, length = play(Ours(engine), referees, dice)
        results[result] += 1
        plies += length
    engine.close()
    if (code := engine.pipe.process.returncode) != 0:
        sys.exit(f"the engine ended with code {code}")
    counts = ", ".join(f"{result} {number}" for result, number in sorted(results.items()))
    print(f"{arguments.games} games, {plies} moves, {', '.join(referees)} agree: {counts}")


if __name__ == "__main__":
    main()
