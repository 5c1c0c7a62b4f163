"""An engine that fails on request, to test what a working one cannot show.

    fake_engine.py FOLDER [analyze ...|book build ...|book merge ...|grade --input FILE]

It solves nothing: the score of a position is the number of its moves. The score changes when a
position that begins with 5 comes again, and for 3 while a file `book` is in FOLDER. Positions make
it fail by their last column: after 7 the process ends, after 6 it does not answer, both only the
first time (marked by a file in FOLDER); after 77 and 66 every time, until a file `cured` is in
FOLDER. Shards fail by their number in the same way. While a file `broken` is in FOLDER, shard 5 and
every game fail. A file `name` has its name. With a file `ugi` it speaks UGI. While a file `slow` is there, a shard never ends, and holds a lock. The file of a
shard contains its name, and a merged book contains the names of its shards. A table of 13 MiB is
rejected like an invalid argument, and the option Unknown like an unknown one. Arguments and input
are written to FOLDER/log.
"""

import fcntl
import json
import os
import pathlib
import sys
import time


def note(folder: pathlib.Path, line: str, name: str = "log") -> None:
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


def fail(folder: pathlib.Path, position: str) -> None:
    last = position[-1:]
    if last not in ("6", "7"):
        return
    mark = folder / position
    always = position.endswith(last * 2) and not (folder / "cured").exists()
    if always or not mark.exists():
        mark.touch()
        if last == "7":
            print("fake engine: ended on request", file=sys.stderr)
            sys.exit(3)
        # Ends with its parent, which may be killed.
        parent = os.getppid()
        while os.getppid() == parent:
            time.sleep(0.1)


def changed(folder: pathlib.Path, position: str) -> bool:
    mark = folder / f"seen-{position}"
    if position.startswith("5") and mark.exists():
        return True
    mark.touch()
    return False


def bulk(folder: pathlib.Path, words: list[str]) -> None:
    output, book = words[words.index("--output") + 1], folder / "book"
    has_book = book.exists() and "--no-book" not in words
    if output != "-":
        options = {"book": book.read_text() if has_book else "none"}
        head = {"engine": "1.0", "options": options}
        pathlib.Path(f"{output}.journal").write_text(json.dumps(head), encoding="utf-8")
        return
    for number, line in enumerate(sys.stdin, start=1):
        position, _, label = line.rstrip("\n").partition("\t")
        record = {"input": position, "label": label or None}
        fail(folder, position)
        if "x" in position:
            record |= {"line": number, "char": position.index("x") + 1, "error": "not a column"}
        else:
            score = len(position) + changed(folder, position)
            score += position == "3" and has_book
            record |= {"side": "first", "stones": len(position), "score": score, "outcome": "win"}
            record |= {"plies": 1, "scores": [score] * 7, "best": 4, "pv": None}
            record |= {"nodes": 0, "time_us": 0}
        print(json.dumps(record, separators=(",", ":")), flush=True)


def daemon(folder: pathlib.Path) -> None:
    position = ""
    for line in sys.stdin:
        note(folder, line.rstrip("\n"))
        command, *words = line.split()
        if command == ("ugi" if (folder / "ugi").exists() else "uci"):
            name = folder / "name"
            print(f"id name {name.read_text() if name.exists() else 'fake 1.0'}\n{command}ok")
        elif command == "isready":
            print("readyok")
        elif command == "setoption" and words[1] == "Unknown":
            print("info string error char 16: expected the name of an option")
        elif command == "position":
            position = "".join(words[2:])
            if "x" in position:
                print("info string error char 1: not a column")
        elif command == "go":
            fail(folder, position)
            print("bestmove (none)" if (folder / "broken").exists() else "bestmove d")
        sys.stdout.flush()


def book(folder: pathlib.Path, words: list[str]) -> None:
    output = pathlib.Path(words[words.index("--output") + 1])
    if words[0] == "build":
        shard = words[words.index("--shard") + 1]
        if "--ply 0" in " ".join(words):
            output.touch()
            return
        fail(folder, shard.partition("/")[0])
        if shard.startswith("5/") and (folder / "broken").exists():
            sys.exit("fake engine: broken")
        if (folder / "slow").exists():
            with (folder / shard.partition("/")[0]).open("w", encoding="utf-8") as mark:
                fcntl.flock(mark, fcntl.LOCK_EX)
                time.sleep(3600)
        output.write_text(f"{shard}\n", encoding="utf-8")
    else:
        shards = (pathlib.Path(word) for word in words if "-of-" in word)
        output.write_text("".join(shard.read_text() for shard in shards), encoding="utf-8")


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    note(folder, str(os.getpid()), "pids")
    note(folder, " ".join(sys.argv[2:]))
    if "--hash 13 " in " ".join([*sys.argv, ""]):
        print("error: invalid value '13'\n\nFor more information, try '--help'.", file=sys.stderr)
        sys.exit(2)
    if sys.argv[2:4] == ["grade", "--input"]:
        print("grades of", len(pathlib.Path(sys.argv[4]).read_text().splitlines()), "pairs")
    elif sys.argv[2:3] == ["analyze"]:
        bulk(folder, sys.argv[3:])
    elif sys.argv[2:3] == ["book"]:
        book(folder, sys.argv[3:])
    else:
        daemon(folder)


if __name__ == "__main__":
    main()
