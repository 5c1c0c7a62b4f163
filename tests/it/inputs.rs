//! Positions in every form that people use: `tests/data/inputs` has a file of each kind.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::helpers::folder::Folder;
use crate::helpers::naive::{Board, Side};
use crate::helpers::program::{self, assert_contains, claimeven, command, fed, run};
use crate::helpers::sample;
use crate::pages::root;

/// The scores of the three positions in every file.
const SCORES: [i64; 3] = [18, 2, -8];

/// The options in the names of the files.
const OPTIONS: [&str; 5] = [
    "zero-based",
    "swap-sides",
    "bottom-up",
    "blocks",
    "expect-scores",
];

fn folder() -> PathBuf {
    root().join("tests/data/inputs")
}

/// Analyzes a file with the options in its name. Returns the records and the exit code.
fn records(path: &Path) -> (Vec<Value>, Option<i32>) {
    let name = path.file_name().expect("a file").to_string_lossy();
    let words = name.split('.').skip(1);
    let options: Vec<String> = words
        .filter(|word| OPTIONS.contains(word))
        .map(|word| format!("--{word}"))
        .collect();
    let options = options.join(" ");
    let path = path.display().to_string();
    let run = claimeven(&format!("analyze --scores best --input {path} {options}"));
    (run.records(), run.code)
}

#[test]
fn a_file_of_each_kind_has_the_same_positions() {
    let mut kinds = 0;
    for entry in fs::read_dir(folder()).expect("it is there") {
        let path = entry.expect("an entry").path();
        if path.ends_with("README.md") || path.ends_with("utf-16.txt") {
            continue;
        }
        let (records, code) = records(&path);
        let scores: Vec<Option<i64>> = records
            .iter()
            .map(|record| record["score"].as_i64())
            .collect();
        assert_eq!(scores, SCORES.map(Some), "{}", path.display());
        assert_eq!(code, Some(0), "{}", path.display());
        kinds += 1;
    }
    assert!(kinds > 50, "{kinds}");
}

#[test]
fn labels_come_from_every_kind_of_file() {
    for (name, labels) in [
        ("labelled.txt", ["game 1", "game 2", "game 3"]),
        ("connect-4-classes.data", ["win", "win", "loss"]),
        ("connect-4-names.csv", ["win", "win", "loss"]),
        ("flat-classes.csv", ["1", "1", "-1"]),
        ("scored.txt", ["18", "2", "-8"]),
        ("solved.expect-scores.txt", ["18", "2", "-8"]),
        ("positions.csv", ["1,18", "2,2", "3,-8"]),
        ("boards.csv", ["\"me; you\""; 3]),
        ("moves.jsonl", ["game 1", "game 2", "game 3"]),
        ("array.json", ["game 1", "game 2", "game 3"]),
        ("array-printed.json", ["game 1", "game 2", "game 3"]),
        ("tabs-classes.tsv", ["1", "1", "-1"]),
    ] {
        let (records, _) = records(&folder().join(name));
        let found: Vec<&str> = records
            .iter()
            .filter_map(|record| record["label"].as_str())
            .collect();
        assert_eq!(found, labels, "{name}");
    }
}

/// Writes a board whose first mark is the side to move.
fn canonical(moves: &[usize], marks: [&str; 3]) -> String {
    let board = Board::after(moves);
    let [empty, first, second] = marks;
    let mark = |cell: &Option<Side>| match cell {
        None => empty,
        Some(side) if *side == board.side_to_move() => first,
        Some(_) => second,
    };
    let rows = board.cells.iter().rev();
    let rows = rows.map(|row| row.iter().map(mark).collect::<Vec<_>>().join(" "));
    rows.collect::<Vec<_>>().join(" ")
}

#[test]
fn boards_of_the_side_to_move_are_read_with_one_option() {
    let games = sample::careful(49, 60, 20, 20);
    let folder = Folder::new();
    let moves: Vec<String> = games.iter().map(|moves| sample::written(moves)).collect();
    let moves = folder.write("moves", moves.join("\n"));
    let scores = |input: &str, option: &str| {
        let output = claimeven(&format!("analyze --scores best --input {input} {option}"));
        let records = output.records();
        let scores = records.iter().map(|record| record["score"].as_i64());
        (scores.collect::<Vec<_>>(), output.stderr)
    };
    let (wanted, _) = scores(&moves, "");
    for marks in [["0", "1", "2"], ["0", "1", "-1"], [".", "x", "o"]] {
        let boards: Vec<String> = games.iter().map(|moves| canonical(moves, marks)).collect();
        let boards = folder.write("boards", boards.join("\n"));
        let (found, _) = scores(&boards, "--mover-first");
        assert_eq!(found, wanted, "{marks:?}");
        let (found, stderr) = scores(&boards, "");
        assert!(found.contains(&None));
        assert_contains(&stderr, "use --swap-sides if ");
        assert_contains(&stderr, " began, or --mover-first if ");
        let (found, stderr) = scores(&boards, "--swap-sides");
        assert!(!found.contains(&None) && found != wanted);
        assert!(
            stderr.contains("\nnote: --mover-first also reads"),
            "{stderr}"
        );
    }
}

#[test]
fn marks_can_be_named_on_the_command_line() {
    let board = "-------/-------/-------/-------/---O---/--OXX--";
    let position = |options: &str| {
        let records = claimeven(&format!("analyze --json {options}")).records();
        let record = &records[0];
        [record["stones"].clone(), record["scores"].clone()]
    };
    let named = position(&format!("--marks=-XO -- {board}"));
    assert_eq!(named, position("4453"));
    assert_eq!(named, position(&format!("--marks -XO -- {board}")));
    for (arguments, message) in [
        (
            format!("-- {board}"),
            "found \"-\"; use --marks to name the marks",
        ),
        (
            "--marks .XX 4".to_owned(),
            "expected three different characters",
        ),
        (
            "--mover-first --swap-sides 4".to_owned(),
            "cannot be used with",
        ),
        (
            "..oxx../...o.../......./......./......./.......".to_owned(),
            "turned upside down; use --bottom-up if the first row is the ground",
        ),
    ] {
        let stderr = claimeven(&format!("analyze {arguments}")).stderr;
        assert_contains(&stderr, message);
    }
}

#[test]
fn a_text_in_utf_16_is_reported_as_such() {
    let (records, code) = records(&folder().join("utf-16.txt"));
    let error = "expected a text in UTF-8; found a zero byte, as in UTF-16";
    assert_eq!(records[0]["error"], error);
    assert_eq!(code, Some(1));
    let path = folder().join("utf-16.txt").display().to_string();
    assert_contains(&claimeven(&format!("bench {path}")).refused(), "UTF-16");
}

#[test]
fn wrong_scores_are_reported_with_their_lines() {
    let folder = Folder::new();
    let input = folder.write(
        "input",
        "121212 18\n445332 -2\n445332\n22525762534622441115633653,8\n448 1\n",
    );
    let error = claimeven(&format!("analyze --expect-scores --input {input}")).refused();
    let wrong = error.lines().filter(|line| line.contains("; found "));
    assert!(
        wrong.eq([
            "line 2: expected score -2; found 2",
            "line 4: expected score 8; found -8"
        ]),
        "{error}"
    );
    assert_contains(&error, "\n2 wrong scores\nfirst bad line: line 3, char 7: ");
    let right = folder.write("right", "121212 18\n");
    let weak = folder.write("weak", "121212 1\n");
    for (arguments, code) in [
        (&format!("--input {right}"), 0),
        (&format!("--input {weak}"), 1),
        (&format!("--input {weak} --weak"), 0),
    ] {
        claimeven(&format!("analyze --expect-scores {arguments}")).exits_with(code);
    }
}

#[test]
fn blocks_are_counted_by_shards_and_when_a_run_is_resumed() {
    let folder = Folder::new();
    let board = |stones: &str| format!("{}\n{stones}\n", ".......\n".repeat(5).trim_end());
    let boards = ["x......", "xo.....", "xo....x"].map(board);
    folder.write("input", boards.join("\n\n"));
    let run = |options: &str| {
        let line = format!("analyze --blocks --scores best {options}");
        folder.run(&line)
    };
    let output = "--input input --output output";
    run(output).printed();
    let whole = folder.read("output");
    assert_eq!(whole.lines().count(), 3);
    let first = whole.split_inclusive('\n').next().expect("a record");
    folder.write("output", first);
    run(&format!("{output} --resume")).printed();
    let stones = |text: &str| -> Vec<Value> {
        let records = program::records(text).into_iter();
        records.map(|record| record["stones"].clone()).collect()
    };
    assert_eq!(stones(&folder.read("output")), [1, 2, 3]);
    assert_eq!(stones(&run("--input input --shard 2/3").stdout), [2]);
    let short = boards[1].replace("xo", "x");
    folder.write("bad", format!("{}\n\n{short}", boards[0]));
    let wanted = "in its line 6: expected a row of seven cells, written like all other rows";
    let error = format!("\"line\":9,\"char\":1,\"error\":\"{wanted}; found \\\"");
    assert_contains(&run("--input bad").stdout, &error);
    let lines = format!("analyze --scores best --resume {output}");
    assert_contains(&folder.refused(&lines), "--blocks");
}

#[test]
fn one_position_is_read_from_standard_input() {
    let analyze = |arguments: &str, input: &str| {
        fed(&mut command(&format!("analyze --json {arguments}")), input)
    };
    let board = ".......\n.......\n.......\n.......\n...o...\n...x...\n";
    for (arguments, input, stones) in [
        ("", "445332\n", 6),
        ("-", "445332\r\n", 6),
        // An empty line is the empty board, as in a file; no line at all is not.
        ("", "\n", 0),
        ("''", "", 0),
        ("4 4", "445332\n", 2),
        ("", board, 2),
    ] {
        let record = analyze(arguments, input).printed();
        assert_contains(&record, &format!("\"stones\":{stones},"));
    }
    for (lines, advice) in [
        (
            "",
            "standard input: expected a position; found nothing; use \"\" for the empty board\n",
        ),
        ("44\n45\n", "use --input - for one position per line"),
        (&"445332\n".repeat(10_000), "use --input -"),
    ] {
        let run = analyze("", lines);
        assert_eq!(run.stdout, "");
        assert_contains(&run.stderr, advice);
    }
}

/// Runs the program with a text on standard input. Returns the records without their cost, and
/// the text on standard error.
fn records_of(arguments: &str, input: &str) -> (Vec<Value>, String) {
    let run = fed(&mut command(arguments), input);
    let mut records = run.records();
    for record in &mut records {
        let fields = record.as_object_mut().expect("an object");
        fields.remove("nodes");
        fields.remove("time_us");
    }
    (records, run.stderr)
}

#[test]
fn records_are_read_again_as_the_same_records() {
    let input = "4453\tmine\n448\n4453 2\n\n{\"moves\": \"44\n{\"x\": 1}\n[4, 4]\t\"a, b\"\n7/7/7/7/7/3P3\n";
    let analyze = "analyze --scores best --input -";
    let printed = fed(&mut command(analyze), input).stdout;
    let (records, _) = records_of(analyze, input);
    assert_eq!(records.len(), 8, "{printed}");
    assert_eq!(records_of(analyze, &printed).0, records);
    let table = format!("{analyze} --format csv");
    let table = fed(&mut command(&table), input).stdout;
    let (mut read, _) = records_of(analyze, &table);
    // In a table, an error is counted in its row, below the names of the columns.
    let mut wanted = records;
    for record in read.iter_mut().chain(&mut wanted) {
        let fields = record.as_object_mut().expect("an object");
        fields.remove("line");
        fields.remove("char");
    }
    assert_eq!(read, wanted);
    let checked = records_of(&format!("{analyze} --expect-scores"), &printed).1;
    assert!(checked.contains("5 positions"), "{checked}");
    assert!(!checked.contains("wrong"), "{checked}");
    let game = "[Event \"x\"]\n[FEN \"7/7/7/7/7/3P3 b - - 0 1\"]\n\n1... d2 2. e1 *\n";
    let game = fed(&mut command("annotate --json --input -"), game).stdout;
    let (records, stderr) = records_of(analyze, &game);
    assert_eq!(records[0]["stones"], 3, "{stderr}");
}

/// Each of these lines was once skipped or read as another position.
/// The names of the cells say that they go by columns, as in the UCI data set.
#[test]
fn cells_by_columns_have_the_marks_of_the_data_set() {
    let squares = ('a'..='g').flat_map(|file| (1..=6).map(move |row| format!("{file}{row}")));
    let names = squares.collect::<Vec<_>>().join(",");
    let cells = |empty: &str, stones: &str| format!("{}{stones}", format!("{empty},").repeat(36));
    let right = cells("b", "x,o,x,o,x,o");
    let wrong = cells("0", "1,2,1,2,1,2");
    let (records, _) = records_of(
        "analyze --scores best --input -",
        &format!("{names}\n{right}\n{wrong}\n"),
    );
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["stones"], 6);
    let error = "expected b, x and o in cells that go by columns, as the first line names them; \
                 found other marks";
    assert_eq!(records[1]["error"], error);
}

#[test]
fn no_line_vanishes_or_becomes_another_position() {
    let nulls = "null, ".repeat(38);
    let object = format!("{{\"board\": [{nulls}\"R\", null, null, null]}}");
    let words = format!("red,{}", ["empty"; 41].join(","));
    let board = |last: &str| format!("{}{last}", "0\t".repeat(41));
    let unknown = |mark: char| {
        Err(format!(
            "expected a cell such as 0, 1, 2, -1, '.', x or o; found \"{mark}\"; use --marks to \
             name the marks"
        ))
    };
    let tabs = "expected 42 cells between tabs, or a position before the first tab; found";
    let header = "expected moves with one blank between them, or a drawing of six rows; found only \
                  the names of columns";
    for (line, record) in [
        (object.as_str(), unknown('n')),
        (&words, unknown('e')),
        (&format!("[{words}]"), unknown('e')),
        (&board("1"), Ok(1)),
        (&board("1\twin"), Ok(1)),
        (&board("")[2..], Err(format!("{tabs} 40 cells or moves"))),
        ("4\t4\t5\t3", Err(format!("{tabs} 4 cells or moves"))),
        ("4453\t4", Ok(4)),
        ("\t4453", Ok(0)),
        ("  1   2   3   4   5   6   7", Err(header.to_owned())),
        ("1 2 3 4 5 6 7", Ok(7)),
        ("1. 4 4 2. 5 3 1-0", Ok(4)),
        ("{\"pos\": \"4453\"}", Ok(4)),
        ("[{\"pos\": \"4453\"}]", Ok(4)),
    ] {
        let (records, _) = records_of(
            "analyze --weak --scores best --input -",
            &format!("{line}\n44\n"),
        );
        assert_eq!(records.len(), 2, "{line}");
        let stones = records[0]["stones"].as_u64();
        let found = stones.ok_or_else(|| records[0]["error"].as_str().unwrap_or_default());
        let error = record.as_ref().map_err(|error| &error[..]);
        assert_eq!(found, error.copied(), "{line}");
    }
    for (command, place) in [
        ("analyze --weak", "first bad line: line 2, char 1: "),
        ("annotate --json --weak", "standard input: line 2, char 1: "),
        ("grade --json", "standard input: line 2, char 1: "),
    ] {
        let (_, stderr) = records_of(&format!("{command} --input -"), "1. 4 4\n2. 4 3\n");
        let error = "expected the move number 1.; found \"2.\"";
        assert_contains(&stderr, &format!("{place}{error}"));
    }
}

#[test]
fn each_game_of_a_json_object_is_annotated() {
    let pair = "{\"opening\": \"44\", \"games\": [\"4453\", \"448\", \"445\"]}\n\n{\n\"moves\": [4,\n5]\n}\n9\n";
    let (records, _) = records_of("annotate --json --no-book --input -", pair);
    let found: Vec<_> = records
        .iter()
        .map(|record| {
            let moves = record["moves"].as_str().map(str::to_owned);
            (record["game"].as_u64(), moves, record["line"].as_u64())
        })
        .collect();
    let game = |number, moves: &str| (Some(number), Some(moves.to_owned()), None);
    let bad = |number, line| (Some(number), None, Some(line));
    let wanted = [
        game(1, "4453"),
        bad(2, 1),
        game(3, "445"),
        game(4, ""),
        game(5, "45"),
        bad(6, 7),
    ];
    assert_eq!(found, wanted);
    let array = "[{\"opening\": \"44\", \"games\": [\"4453\", \"448\"]},\n{\"moves\": 45}]\n9\n";
    let (records, _) = records_of("annotate --json --no-book --input -", array);
    let found: Vec<_> = records
        .iter()
        .map(|record| (record["moves"].as_str(), record["line"].as_u64()))
        .collect();
    let wanted = [
        (Some("4453"), None),
        (None, Some(1)),
        (Some("45"), None),
        (None, Some(3)),
    ];
    assert_eq!(found, wanted);
}

#[test]
fn an_episode_may_be_longer_than_a_line() {
    let episodes = fs::read_to_string(folder().join("episodes.jsonl")).expect("it is there");
    let episode = episodes.lines().nth(2).expect("three lines");
    let logs = format!("\"logs\": \"{}\", \"steps\"", "x".repeat(70_000));
    let episode = episode.replace("\"steps\"", &logs);
    let printed: Value = serde_json::from_str(&episode).expect("an object");
    let printed = serde_json::to_string_pretty(&printed).expect("an object");
    for episode in [&episode, &printed] {
        for arguments in [
            "analyze --json --no-book",
            "analyze --scores best --input -",
        ] {
            let (records, stderr) = records_of(arguments, episode);
            assert_eq!(records.len(), 1, "{stderr}");
            assert_eq!(records[0]["input"], "22525762534622441115633653");
            assert_eq!(records[0]["score"], -8);
        }
        let (records, stderr) = records_of("annotate --json --input -", episode);
        assert_eq!(
            records[0]["moves"], "22525762534622441115633653",
            "{stderr}"
        );
    }
    let (_, stderr) = records_of("analyze", &"{\"x\": 1,\n".repeat(1 << 20));
    assert!(stderr.contains("expected one position"), "{stderr}");
    let analyze = |object: &str| {
        let run = run(command("analyze --json --no-book").arg(object));
        (run.records(), run.stderr)
    };
    let (records, stderr) = analyze("{\"moves\": \"445332\", \"label\": \"2\"}");
    assert_eq!(records[0]["label"], "2", "{stderr}");
    let (_, stderr) = analyze("{\"moves\": \"448\"}");
    assert!(
        stderr.starts_with("error: position \"448\": char 3: "),
        "{stderr}"
    );
    let cells = "0 ".repeat(42);
    assert_eq!(analyze(&format!("{cells}1")).0[0]["label"], "1");
}

#[test]
fn a_row_or_a_head_that_does_not_fit_is_reported() {
    let analyze = "analyze --scores best --input -";
    let table = "id,fen\n1\n2,7/7/7/7/7/7\n3,44,x\n4,\n\n";
    let (records, _) = records_of(analyze, table);
    let found: Vec<_> = records.iter().map(|record| &record["error"]).collect();
    let fields = "expected a row of 2 fields; found";
    let empty = "expected a position as \"fen\"; the text ends here";
    let wanted = [
        format!("{fields} 1"),
        format!("{fields} 3"),
        empty.into(),
        format!("{fields} 1"),
    ];
    let wanted = wanted.map(Value::from);
    assert_eq!(
        found,
        [&wanted[0], &Value::Null, &wanted[1], &wanted[2], &wanted[3]]
    );
    let (records, stderr) = records_of(analyze, "game,score\n4453,-2\n");
    assert!(records.is_empty());
    let wanted = "expected a first line that names a column position, pos, moves, fen, board or input; \
        found \"game,score\"; use --column";
    assert!(stderr.contains(wanted), "{stderr}");
    let (records, _) = records_of(
        &format!("{analyze} --column game"),
        "game,score\n4453,-2\n,1\n",
    );
    assert_eq!(
        (&records[0]["score"], &records[1]["stones"]),
        (&(-2).into(), &0.into())
    );
}

#[test]
fn an_array_of_numpy_is_reported_as_such() {
    let folder = Folder::new();
    let head = b"\x93NUMPY\x01\x00v\x00{'descr': '|i1', 'shape': (1, 42), }";
    let file = [&head[..], b"\n", &[0; 42]].concat();
    let file = folder.write("boards.npy", file);
    let (records, code) = records(Path::new(&file));
    let error = records[0]["error"].as_str().unwrap_or_default();
    assert!(error.contains("found a .npy file of NumPy"), "{error}");
    assert_eq!(code, Some(1));
}

/// The program reads the boards that it draws.
#[test]
fn every_drawing_that_is_printed_is_read_back() {
    for moves in ["", "4", "445332", "121212", "1212121", "444444222222777777"] {
        let record = |input: &str| {
            let records = fed(&mut command("analyze --json -"), format!("{input}\n"));
            let record = &records.exits_with(0).records()[0];
            ["stones", "scores", "side"].map(|field| record[field].clone())
        };
        let wanted = record(moves);
        let shown = format!("position moves {moves}\nd\n");
        for drawing in [
            claimeven(&format!("analyze '{moves}'")),
            claimeven(&format!("annotate '{moves}'")),
            fed(&mut command(""), shown),
        ] {
            let drawing = drawing.stdout;
            assert_eq!(record(&drawing), wanted, "{moves}:\n{drawing}");
        }
    }
}
