#!/usr/bin/env bash
# Drives one engine through many positions from a shell script.
#
#     scripts/sessions/session.sh [POSITIONS]
#
# POSITIONS is a file with one position per line, as the columns played (445332) or a cfour FEN, or
# `-` for standard input. Without it, a few built-in positions are used. ENGINE names another
# engine than target/release/claimeven. Each position has three answers:
#
#   lines   the best three lines that 2,000 nodes find
#   stop    the move of a search without limits, stopped after 0.2 seconds
#   exact   the proven score of every column
#
# The rule of the protocol: the last line of an answer begins with a known word (`analysis`,
# `bestmove`, `readyok`), and the program sends nothing new before it has come.
set -euo pipefail
path=${ENGINE:-$(dirname "$0")/../../target/release/claimeven}
known=(445332 44444432 1626656 14764211577553161274152737)

command -v "$path" >/dev/null || {
    echo "$path: not found: build it with cargo build --release" >&2
    exit 1
}
coproc engine { exec "$path"; }
# Bash unsets these names when the engine ends, so they are copied.
pid=$!
exec {answers}<&"${engine[0]}" {commands}>&"${engine[1]}"

send() { printf '%s\n' "$@" >&"$commands"; }

# Prints the output of the engine up to and including the line that begins with a word.
read_to() {
    local line
    while IFS= read -r line <&"$answers"; do
        printf '%s\n' "$line"
        case $line in "$1"*) return ;; esac
    done
    echo 'the engine ended' >&2
    return 1
}

# Prints the last block of best lines before the answer: rank, score and moves.
best_lines() {
    sed -nE '
        s/.* multipv ([1-3]) score (.*) nodes .* pv (.*)/  lines   \1. \2: \3/
        # Line 1 begins a new block, which replaces the older lines.
        /^  lines +1/h
        /^  lines +[23]/H
        /^bestmove/{ g; /./p; }'
}

one_position() {
    local before='position moves ' error
    case $1 in */*) before='position fen ' ;; esac
    # The only answer to a position is an error; `readyok` follows it.
    send "$before$1" isready
    error=$(read_to readyok | sed -n 's/^info string error //p')
    if [ -n "$error" ]; then
        # `char N` counts in the command: subtract its first words.
        if [[ $error =~ ^'char '([0-9]+)(.*) ]]; then
            error="char $((BASH_REMATCH[1] - ${#before}))${BASH_REMATCH[2]}"
        fi
        printf '  error   %s\n' "$error"
        return
    fi

    send ucinewgame 'setoption name MultiPV value 3' 'go nodes 2000'
    read_to bestmove | best_lines

    send 'setoption name MultiPV value 1' 'go infinite'
    sleep 0.2
    send stop
    read_to bestmove | sed -n 's/^bestmove /  stop    /p'

    send analyze
    read_to analysis | sed -nE '/^analysis /{ s//  exact   /; s/[1-7]://g; p; }'
}

send 'setoption name Hash value 64' isready
read_to readyok >/dev/null
# Positions are read through a separate descriptor.
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
send quit
wait "$pid"
