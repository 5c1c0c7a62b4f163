#!/usr/bin/env bash
# Plays a match of the engine against itself, or another, in cutegames (UGI).
#
#     scripts/clients/cutegames.sh [GAMES] [OPPONENT]
#
# The settings are those of cutegames.json beside this script. ENGINE names
# another claimeven.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
engine=${ENGINE:-$here/../../target/release/claimeven}
games=${1:-10}
opponent=${2:-$engine}

command -v cutegames >/dev/null || {
    echo 'cutegames is not installed: https://github.com/kz04px/cutegames' >&2
    exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo startpos >"$folder/openings.txt"
sed -e "s|ENGINE|$engine|" -e "s|OPPONENT|$opponent|" -e "s|GAMES|$games|" \
    -e "s|FOLDER|$folder|" "$here/cutegames.json" >"$folder/settings.json"
cutegames --settings "$folder/settings.json"
