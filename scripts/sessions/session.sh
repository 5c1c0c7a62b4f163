#!/usr/bin/env bash
# Drives one engine through many positions, as a shell script can.
#
#     scripts/sessions/session.sh [POSITIONS]
#
# POSITIONS is a file with a position a line, as the columns played (445332) or a cfour
# FEN, or `-` for standard input; a few known ones without it. ENGINE names another
# engine than target/release/claimeven. For each position three answers:
#
#   lines   the best three lines that 2,000 nodes find
#   stop    the move after a search without limits, stopped after 0.2 seconds
#   exact   every column's score, proven
#
# The rule of the conversation: an answer ends with one known word (`analysis`,
# `bestmove`, `readyok`), and nothing new is asked before it has come.
set -euo pipefail
path=${ENGINE:-$(dirname "$0")/../../target/release/claimeven}
known=(445332 44444432 1626656 14764211577553161274152737)

command -v "$path" >/dev/null || {
    echo "no engine at $path: cargo build --release makes one" >&2
    exit 1
}
coproc engine { exec "$path"; }
# Bash forgets these names when the engine ends: keep them under our own.
pid=$!
exec {answers}<&"${engine[0]}" {commands}>&"${engine[1]}"

say() { printf '%s\n' "$@" >&"$commands"; }

# Prints what the engine says, up to and with the line that begins with a word.
hear() {
    local line
    while IFS= read -r line <&"$answers"; do
        printf '%s\n' "$line"
        case $line in "$1"*) return ;; esac
    done
    echo 'the engine ended' >&2
    return 1
}

# The last block of best lines before the answer: rank, score and moves.
best_lines() {
    sed -nE '
        s/.* multipv ([1-3]) score (.*) nodes .* pv (.*)/  lines   \1. \2: \3/
        # The first of a block begins a new one: older lines are outdated.
        /^  lines +1/h
        /^  lines +[23]/H
        /^bestmove/{ g; /./p; }'
}

one_position() {
    local before='position moves ' refused
    case $1 in */*) before='position fen ' ;; esac
    # A position is not answered unless it is refused; `isready` tells its end.
    say "$before$1" isready
    refused=$(hear readyok | sed -n 's/^info string error //p')
    if [ -n "$refused" ]; then
        # The place of the fault is one in the command: what counts is that in the line.
        if [[ $refused =~ ^'char '([0-9]+)(.*) ]]; then
            refused="char $((BASH_REMATCH[1] - ${#before}))${BASH_REMATCH[2]}"
        fi
        printf '  refused %s\n' "$refused"
        return
    fi

    say ucinewgame 'setoption name MultiPV value 3' 'go nodes 2000'
    hear bestmove | best_lines

    say 'setoption name MultiPV value 1' 'go infinite'
    sleep 0.2
    say stop
    hear bestmove | sed -n 's/^bestmove /  stop    /p'

    say analyze
    hear analysis | sed -nE '/^analysis /{ s//  exact   /; s/[1-7]://g; p; }'
}

say 'setoption name Hash value 64' isready
hear readyok >/dev/null
# The positions come through another descriptor than the engine's own input.
case ${1:-} in
'') exec 3< <(printf '%s\n' "${known[@]}") ;;
-) exec 3<&0 ;;
*) exec 3<"$1" ;;
esac
while IFS= read -r position <&3 || [ -n "$position" ]; do
    position=${position%$'\r'}
    printf '%s\n' "$position"
    one_position "$position"
done
say quit
wait "$pid"
