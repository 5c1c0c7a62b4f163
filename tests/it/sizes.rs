//! Boards of other sizes on the command line: files of mixed lines, limits, signals, resuming.

use serde_json::Value;

use crate::helpers::folder::Folder;
use crate::helpers::program::{assert_contains, claimeven, records, settled};
use crate::helpers::sample::Random;
use crate::interrupted::interrupt;

/// The error of each kind of bad line for 5x4, and its character.
const BAD: [(&str, usize, &str); 8] = [
    ("446", 3, "ply 3: '6' is not a column (1-5)"),
    ("11111", 5, "ply 5: column 1 is full"),
    ("1212121 ", 0, ""),
    ("12121212", 8, "ply 8: the game is over"),
    (
        "d1 d1",
        4,
        "ply 2: a stone in column 4 lands on row 2, not 1",
    ),
    ("ab f", 2, "expected a row (1-4); found \"b\""),
    (
        "...../...../.x.../.....",
        14,
        "the stone on b2 has nothing below it",
    ),
    (
        "....../....../....../......",
        1,
        "expected a board of 5x4; found one of 6x4; for a board of 6x4 use claimeven analyze \
         --size 6x4",
    ),
];

/// Returns a random game on 5x4 that is not over, as columns.
fn game(random: &mut Random) -> String {
    let length = 6 + random.below(8);
    let mut heights = [0; 5];
    let mut moves = String::new();
    while moves.len() < length {
        let column = random.below(5);
        if heights[column] < 4 {
            heights[column] += 1;
            moves.push(char::from(b'1' + u8::try_from(column).expect("below 5")));
        }
    }
    moves
}

#[test]
fn a_file_of_mixed_lines_gives_a_record_for_each() {
    let folder = Folder::new();
    let mut random = Random::seeded(7);
    let mut lines = Vec::new();
    for index in 0..1000 {
        let bad = BAD[index / 3 % BAD.len()];
        lines.push(match index % 3 {
            0 => bad.0.to_owned(),
            1 => format!("{}\tlabel {index}", game(&mut random)),
            _ => game(&mut random),
        });
    }
    let input = folder.write("input", lines.join("\n") + "\n");
    let run = claimeven(&format!("analyze --size 5x4 --allow-bad --input {input}"));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_contains(&run.stderr, "first bad line: line 1, char 3: ply 3: '6'");
    let records = records(&run.stdout);
    assert_eq!(records.len(), lines.len());
    let mut won = 0;
    for (index, record) in records.iter().enumerate() {
        let (text, character, error) = BAD[index / 3 % BAD.len()];
        if index % 3 == 0 && character > 0 {
            assert_eq!(record["input"], text);
            assert_eq!(record["line"], index + 1);
            assert_eq!(record["char"], character);
            assert_eq!(record["error"], error);
        } else if let Some(error) = record["error"].as_str() {
            assert!(error.ends_with("the game is over"), "{record}");
            won += 1;
        } else {
            assert_eq!(record["size"], "5x4");
            let columns = record["scores"].as_array().expect("scores");
            let best = columns.iter().filter_map(Value::as_i64).max();
            assert!(best.is_none() || best == record["score"].as_i64());
        }
    }
    assert!(won > 5, "{won} random games are over early");
    let labels = records.iter().filter(|record| record["label"] == "label 1");
    assert_eq!(labels.count(), 1);
    // The records are read again, and their scores are right.
    let again = folder.write("again", &run.stdout);
    let checked = claimeven(&format!(
        "analyze --size 5x4 --allow-bad --expect-scores --scores best --input {again}"
    ));
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
}

#[test]
fn one_position_has_the_record_that_it_has_in_a_file() {
    let folder = Folder::new();
    let mut random = Random::seeded(3);
    let games: Vec<String> = (0..30).map(|_| game(&mut random)).collect();
    let mirrored: Vec<String> = games
        .iter()
        .map(|moves| {
            moves
                .chars()
                .map(|c| (b'0' + b'6' - c as u8) as char)
                .collect()
        })
        .collect();
    let lines = [games, mirrored].concat();
    let input = folder.write("input", lines.join("\n"));
    let run = claimeven(&format!(
        "analyze --size 5x4 --pv --allow-bad --input {input}"
    ));
    for (line, record) in lines.iter().zip(settled(&run.stdout)) {
        if record.get("error").is_none() {
            let one = claimeven(&format!("analyze --size 5x4 --json {line}"));
            assert_eq!(settled(&one.stdout), [record]);
        }
    }
}

#[test]
fn a_printed_board_is_read_back() {
    let folder = Folder::new();
    for (size, moves) in [("5x4", "3312"), ("4x5", "1213"), ("10x4", "10 1 9 2 8 10")] {
        let analyze =
            |rest: &str| claimeven(&format!("analyze --size {size} --scores best {rest}"));
        let shown = analyze(&format!("{moves:?}")).printed();
        let (board, _) = shown.split_once("\n\n").expect("a board");
        let board = folder.write("board", board);
        let read = analyze(&format!("--quiet --blocks --input {board}"));
        let one = analyze(&format!("--json {moves:?}"));
        let [mut read, mut one] = [read, one].map(|run| settled(&run.stdout).remove(0));
        assert!(
            read["input"]
                .as_str()
                .is_some_and(|input| input.contains("[O]"))
        );
        for record in [&mut read, &mut one] {
            record["input"] = Value::Null;
            record["pv"] = Value::Null;
        }
        assert_eq!(read, one);
    }
}

#[test]
fn the_end_of_the_time_gives_bounds() {
    let folder = Folder::new();
    let output = folder.path("output");
    let run = claimeven(&format!(
        "analyze --size 12x9 --movetime 300 --json --output {output} \"\""
    ));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let record = records(&folder.read("output")).remove(0);
    assert_eq!(record["score"], Value::Null);
    assert_eq!(record["bounds"], "-51..51");
    assert_eq!(record["scores"][11], "-51..51");
    let shown = claimeven("analyze --size 12x9 --movetime 300 --weak \"\"").printed();
    assert_contains(
        &shown,
        "X to move, stopped before the proof\nproven so far: L..W\n",
    );
}

#[test]
fn an_interrupted_run_keeps_its_records_and_is_resumed() {
    let run = interrupt("INT", "analyze --size 9x7 ''", |run| {
        run.stdout.contains("proven so far")
    });
    assert_eq!(run.code, Some(130), "{}", run.stderr);
    let folder = Folder::new();
    let mut random = Random::seeded(11);
    let lines: Vec<String> = (0..600)
        .map(|_| game(&mut random)[..6].to_owned())
        .collect();
    let input = folder.write("input", lines.join("\n"));
    let output = folder.path("output");
    let arguments = format!("analyze --size 5x4 --allow-bad --input {input} --output {output}");
    let whole = {
        let run = claimeven(&arguments.replace(&output, "-"));
        settled(&run.stdout)
    };
    interrupt("INT", &arguments, |run| run.code == Some(130));
    let kept = folder.read("output").lines().count();
    let resumed = claimeven(&format!("{arguments} --resume"));
    assert_eq!(resumed.code, Some(0), "{kept}: {}", resumed.stderr);
    assert_eq!(whole, settled(&folder.read("output")));
    let other = claimeven(&format!("{arguments} --resume").replace("5x4", "5x5"));
    assert_contains(&other.stderr, "--size");
    assert_eq!(other.code, Some(1));
}
