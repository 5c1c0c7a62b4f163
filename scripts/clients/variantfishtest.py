#!/usr/bin/env python3
"""Plays a match in variantfishtest and confirms the result of every game.

    pip install pyffish
    scripts/clients/variantfishtest.py FOLDER OPPONENT [GAMES] [MS] [INCREMENT MS]

FOLDER is a clone of https://github.com/ianfab/variantfishtest, OPPONENT a UCI engine that can read
the rules of `cfour` from cfour.ini, such as Fairy-Stockfish. The openings are in openings.epd.
variantfishtest has no rules, and the engines decide when a game ends. So pyffish replays each
game; if a result differs, the program ends with an error.
"""

import collections
import shutil
import sys
import threading

from clone import HERE, default_command

try:
    import pyffish
except ImportError:
    sys.exit("pyffish is not installed: pip install pyffish")

VARIANT = "cfour"
PLAYERS = ("claimeven", "opponent")


def replayed(fen, moves):
    """Returns the referee's result as a word of variantfishtest, or why there is none."""
    played = []
    for move in moves:
        if move == "(none)":
            break
        if move not in pyffish.legal_moves(VARIANT, fen, played):
            return f"illegal move {move}"
        played.append(move)
    final = pyffish.get_fen(VARIANT, fen, played)
    over, value = pyffish.is_immediate_game_end(VARIANT, fen, played)
    if over:
        first_to_move = final.split()[1] == "w"
        # The value is that of the side to move, and negative if it lost.
        return "loss" if (value < 0) == first_to_move else "win"
    return "not over" if pyffish.legal_moves(VARIANT, fen, played) else "draw"


def last_mover(fen, moves, white, black):
    """Returns the player of the last move of a game."""
    first, second = (white, black) if fen.split()[1] == "w" else (black, white)
    return PLAYERS[first if len(moves) % 2 else second]


def refereed(EngineMatch):
    """Returns a match with a referee."""

    class RefereedMatch(EngineMatch):
        results = collections.Counter()
        # By the player of the last move, who reported the result.
        errors = {player: [] for player in PLAYERS}
        tally = threading.Lock()

        def play_game_instance(self, variant, pos, white, black):
            played = super().play_game_instance(variant, pos, white, black)
            result, time_loss, moves = played
            fen = pyffish.start_fen(VARIANT) if pos == "startpos" else pos.removeprefix("fen ")
            reported = ("win", "loss", "draw")[result]
            found = replayed(fen, moves)
            with self.tally:
                if time_loss:
                    # Not refereed: the game was not over.
                    loser = white if reported == "loss" else black
                    self.results[PLAYERS[loser] + " lost on time"] += 1
                else:
                    self.results[found] += 1
                    if reported != found:
                        player = last_mover(fen, moves, white, black)
                        game = f"{fen}: {' '.join(moves)}"
                        self.errors[player].append(f"reported {reported}, found {found}: {game}")
            return played

    return RefereedMatch


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder, opponent, *rest = sys.argv[1:]
    games, time_ms, increment_ms = rest + ["20", "1000", "20"][len(rest) :]
    sys.path.insert(0, folder)
    try:
        from variantfishtest import EngineMatch
    except ImportError:
        source = "https://github.com/ianfab/variantfishtest"
        sys.exit(f"{folder}: expected a clone of variantfishtest: git clone {source}")
    pyffish.load_variant_config((HERE / "cfour.ini").read_text(encoding="utf-8"))
    # variantfishtest takes the name of an engine for a path relative to this folder.
    sys.argv[1:] = [
        default_command()[0], shutil.which(opponent) or opponent, "-v", VARIANT, "-c", str(HERE / "cfour.ini"),
        "-b", str(HERE / "openings.epd"), "-n", games, "-t", time_ms, "-i", increment_ms,
    ]  # fmt: skip
    match = refereed(EngineMatch)()
    match.run()
    print(f"{sum(match.results.values())} games: {dict(match.results)}")
    for player, errors in match.errors.items():
        print(f"{len(errors)} results that {player} reported differ", *errors, sep="\n")
    if match.errors["claimeven"] or match.results["claimeven lost on time"]:
        sys.exit("the engine made errors")


if __name__ == "__main__":
    main()
