#!/usr/bin/env bash
# Plays a match in cutegames (UGI) and asks both engines whether each game is over.
#
#     scripts/clients/cutegames.sh [GAMES] [TIME CONTROL] [OPPONENT]
#
# The default is 10 games of the engine against itself at `"type": "clock", "time": 1000,
# "increment": 10`. Other time controls are such as `"type": "movetime", "time": 50`, `"type":
# "depth", "ply": 6` or `"type": "nodes", "nodes": 5000`. The openings are those of openings.epd,
# the other settings those of cutegames.json. OPPONENT is a command of words between spaces. ENGINE
# names another engine than target/release/claimeven, PGN a file for the games.
#
# Fails if not all games were played, an engine ran out of time, or the engines did not agree on
# the end of a game.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
engine=$(realpath "${ENGINE:-$here/../../target/release/claimeven}")
games=${1:-10}
control=${2:-'"type": "clock", "time": 1000, "increment": 10'}

[[ $games =~ ^[1-9][0-9]*$ ]] || {
    echo "expected a number of games; found $games" >&2
    exit 1
}
command -v cutegames >/dev/null || {
    echo 'cutegames is not installed: https://github.com/kz04px/cutegames' >&2
    exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# cutegames cuts commands at spaces, which the paths may have.
ln -s "$engine" "$folder/claimeven"
opponent=${3:-$folder/claimeven}

# A JSON library writes the settings: paths may contain characters that must be escaped.
python3 - "$here" "$folder" "$games" "$control" "$opponent" <<'END'
import json, pathlib, sys

here, folder, games, control, opponent = sys.argv[1:]
settings = json.loads(pathlib.Path(here, "cutegames.json").read_text())
try:
    settings["timecontrol"] = json.loads("{" + control + "}")
except json.JSONDecodeError as error:
    sys.exit(f"time control {control}: {error}")
settings["games"] = int(games)
settings["openings"]["path"] = f"{here}/openings.epd"
settings["pgn"]["path"] = f"{folder}/games.pgn"
settings["engines"] = [
    {"name": name, "path": command, "parameters": ""}
    for name, command in (("claimeven", f"{folder}/claimeven"), ("opponent", opponent))
]
pathlib.Path(folder, "settings.json").write_text(json.dumps(settings))
END
touch "$folder/games.pgn"
cutegames --settings "$folder/settings.json"
[ -z "${PGN:-}" ] || cp "$folder/games.pgn" "$PGN"

awk -v asked="$games" '
/^\[Result/ { games++ }
/^\[Adjudicated/ { why[$0]++; errors++ }
END {
    for (reason in why) printf "%d times %s\n", why[reason], reason
    printf "%d games, %d errors\n", games, errors
    exit errors > 0 || games != asked
}' "$folder/games.pgn"
