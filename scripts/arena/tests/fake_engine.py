"""An engine that always plays column 4, and fails on request.

    fake_engine.py FOLDER [grade --input FILE]

While a file `broken` is in FOLDER, it dies after P@d1 P@a1. A file `name` has its name. Its input is
written to FOLDER/log.
"""

import pathlib
import sys


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    if sys.argv[2:4] == ["grade", "--input"]:
        print("grades of", len(pathlib.Path(sys.argv[4]).read_text().splitlines()), "pairs")
        return
    for line in sys.stdin:
        with (folder / "log").open("a", encoding="utf-8") as log:
            log.write(line)
        command = line.split()[0]
        if command == "uci":
            name = folder / "name"
            print(f"id name {name.read_text() if name.exists() else 'fake 1.0'}")
            for option in ("UCI_Variant type combo var cfour", "Own type string"):
                print(f"option name {option}")
            print("option name Other type string\noption name Skill Level type spin\nuciok")
        elif command == "position":
            position = line
        elif command == "isready":
            print("readyok")
        elif command == "go":
            if (folder / "broken").exists() and "P@d1 P@a1" in position:
                sys.exit("out of luck")
            print("bestmove d")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
