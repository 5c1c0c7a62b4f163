//! Grades of players as a user sees them: one process per test.

use std::process::Command;

use serde_json::{Value, json};

use crate::helpers::folder::Folder;
use crate::helpers::program::{self, Finished, assert_contains, assert_starts, fed, run};

/// The start of the games in these tests. With its 22 stones it is solved at once.
const START: &str = "P6/P6/Ppp1p2/ppP1P2/ppPPp2/PPPppPp w";
/// A tournament of six games.
const TOURNAMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.pgn");

fn command(arguments: &str) -> Command {
    program::command(&format!("grade --hash 1 {arguments}"))
}

fn grade(arguments: &str) -> Finished {
    run(&mut command(arguments))
}

/// Grades games from standard input.
fn grade_lines(arguments: &str, lines: &str) -> Finished {
    fed(&mut command(arguments), lines)
}

/// Returns a JSON object with moves after [`START`].
fn game(moves: &str, more: &Value) -> String {
    let mut game = json!({"start": START, "moves": moves});
    game.as_object_mut()
        .expect("an object")
        .extend(more.as_object().expect("an object").clone());
    game.to_string() + "\n"
}

/// Counts the moves of a player in the records of `annotate`.
fn counted(records: &[Value], player: &str, wanted: &str) -> [u64; 6] {
    let mut counts = [0; 6];
    for record in records {
        let start = record["start"].as_str().expect("a FEN");
        let begun = start.split('[').next().expect("a board");
        let begun = begun.chars().filter(char::is_ascii_alphabetic).count();
        for annotation in record["annotations"].as_array().expect("a list") {
            let side = annotation["side"].as_str().expect("a side");
            let tag = if side == "first" { "White" } else { "Black" };
            if record["tags"][tag] != player || !wanted.contains(side) {
                continue;
            }
            let value = |name: &str| annotation[name].as_i64().expect("a score");
            let stones = begun as u64 + annotation["ply"].as_u64().expect("a number");
            let blunder = value("before").signum() > value("after").signum();
            counts[0] += 1;
            counts[1] += u64::from(annotation["mark"].is_null());
            counts[2] += u64::from(value("before") >= 0);
            counts[3] += u64::from(blunder && stones <= 24);
            counts[4] += u64::from(blunder && stones > 24);
            counts[5] += u64::try_from(value("before") - value("after")).expect("a loss");
        }
    }
    counts
}

#[test]
fn the_grades_of_a_tournament_add_up_its_annotations() {
    let annotated = program::command(&format!("annotate --json --input {TOURNAMENT}"));
    let annotated = run(&mut { annotated });
    let graded = grade(&format!("--json --input {TOURNAMENT}")).exits_with(0);
    assert_starts(&graded.stderr, "warning: ");
    assert_eq!(graded.stderr, annotated.stderr);
    let annotated = annotated.records();
    let mut blunders = 0;
    for record in graded.records() {
        let player = record["player"].as_str().expect("a name").to_owned();
        for (grade, side) in [
            (&record, "first second"),
            (&record["first"], "first"),
            (&record["second"], "second"),
        ] {
            let counts = counted(&annotated, &player, side);
            let [moves, perfect, at_risk, middle, late, loss] = counts;
            let found = [
                "moves",
                "perfect",
                "at_risk",
                "middle_blunders",
                "late_blunders",
            ];
            assert_eq!(
                found.map(|name| grade[name].as_u64()),
                [moves, perfect, at_risk, middle, late].map(Some),
                "{player} {side}"
            );
            assert_eq!(grade["early_blunders"], 0);
            assert_eq!(grade["blunders"], middle + late);
            assert_eq!(grade["kept"], at_risk - middle - late);
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let mean = (moves > 0).then(|| (1e3 * loss as f64 / moves as f64).round() / 1e3);
            assert_eq!(grade["mean_loss"], json!(mean));
        }
        blunders += record["blunders"].as_u64().expect("a number");
    }
    assert!(blunders > 1, "{blunders}");
}

/// Returns each player's name, games and moves, as the first and as the second player.
fn players(lines: &str) -> Vec<(String, [u64; 2], [u64; 2])> {
    let records = grade_lines("--json", lines).exits_with(0).records();
    let number = |record: &Value, side: &str, name: &str| record[side][name].as_u64().expect("one");
    let found = records.iter().map(|record| {
        let name = record["player"].as_str().expect("a name").to_owned();
        let both = |field| ["first", "second"].map(|side| number(record, side, field));
        (name, both("games"), both("moves"))
    });
    found.collect()
}

#[test]
fn each_kind_of_input_names_its_players() {
    let wanted = |first: &str, second: &str| {
        vec![
            (first.to_owned(), [1, 0], [2, 0]),
            (second.to_owned(), [0, 1], [0, 1]),
        ]
    };
    for names in [
        json!({"players": ["Ann", "Ben"]}),
        json!({"tags": {"White": "Ann ", "Black": " Ben"}}),
        json!({"info": {"TeamNames": ["Ann", "Ben"]}}),
    ] {
        assert_eq!(
            players(&game("666", &names)),
            wanted("Ann", "Ben"),
            "{names}"
        );
    }
    for names in [
        json!({}),
        json!({"players": ["?", ""]}),
        json!({"players": ["Ann"]}),
    ] {
        assert_eq!(
            players(&game("666", &names)),
            wanted("first", "second"),
            "{names}"
        );
    }
    assert_eq!(
        players(&format!("fen {START} moves 6 6 6\n")),
        wanted("first", "second")
    );
    let pgn = format!("[White \"Ann\"]\n[FEN \"{START} - - 0 1\"]\n\n1. f2 f3 2. f4 *\n");
    assert_eq!(players(&pgn), wanted("Ann", "second"));
    // Spaces around a name do not matter, case does.
    let spellings =
        ["Ann", "ann", "Ann "].map(|name| game("6", &json!({"players": [name, "Ben"]})));
    let both = vec![
        ("Ann".to_owned(), [2, 0], [2, 0]),
        ("ann".to_owned(), [1, 0], [1, 0]),
    ];
    assert_eq!(players(&spellings.concat()), both);
}

#[test]
fn moves_that_nobody_chose_do_not_count() {
    let game = |moves: &str| format!("fen {START} moves {moves}");
    let pair = json!({
        "opening": game("6"),
        "players": ["Ann", "Ben"],
        "games": [game("6 6 6"), game("6 6")],
    });
    let found = players(&format!("{pair}\n"));
    // The second game has no move of Ben.
    let wanted = [
        ("Ann".to_owned(), [1, 1], [1, 1]),
        ("Ben".to_owned(), [0, 1], [0, 1]),
    ];
    assert_eq!(found, wanted);
    let pgn = format!(
        "[White \"Ann\"]\n[Black \"Ben\"]\n[FEN \"{START} - - 0 1\"]\n\n\
         1. f2 {{book}} f3 {{book}} 2. f4 {{0.00/1 0s}} *\n"
    );
    assert_eq!(players(&pgn), [("Ann".to_owned(), [1, 0], [1, 0])]);
}

#[test]
fn a_grade_for_people_has_a_row_for_each_player_and_side() {
    let names = json!({"players": ["\u{1b}\u{202e}n", "Benjamin"]});
    let back = json!({"players": ["Benjamin", "\u{1b}\u{202e}n"]});
    let lines = game("666", &names) + &game("6", &back);
    let shown = grade_lines("", &lines).printed();
    let wanted = "\
player    games  moves  perfect  mean loss  at risk    kept  blunders  1-12  13-24  25-42  rating
\u{fffd}\u{fffd}n           1      2    50.0%       0.50        1  100.0%         0     0      0      0  -
  first       1      2    50.0%       0.50        1  100.0%         0     0      0      0  -
Benjamin      2      2     0.0%      10.00        1    0.0%         1     0      1      0  -
  first       1      1     0.0%       1.00        0       -         0     0      0      0  -
  second      1      1     0.0%      19.00        1    0.0%         1     0      1      0  -
";
    assert_eq!(shown, wanted);
}

#[test]
fn a_table_has_the_values_of_the_records() {
    let arguments = format!("--input {TOURNAMENT}");
    let records = grade(&format!("{arguments} --json")).records();
    let table = grade(&format!("{arguments} --format csv")).printed();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().expect("a header").clone();
    assert_eq!(header.len(), 40);
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), records.len());
    for (row, record) in rows.iter().zip(&records) {
        for (name, value) in header.iter().zip(row) {
            let field = match name.split_once('.') {
                Some((side, name)) => &record[side][name],
                None => &record[name],
            };
            let wanted = match field {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                number => number.as_f64().expect("a number").to_string(),
            };
            assert_eq!(value, wanted, "{name}");
        }
    }
}

#[test]
fn several_files_are_one_input() {
    let folder = Folder::new();
    let names = json!({"players": ["claimeven", "Ben"]});
    let input = folder.write("input", game("666", &names));
    let alone = grade(&format!("--json -i {TOURNAMENT}")).records();
    let all = grade(&format!("--json -i {input} {TOURNAMENT}")).records();
    let moves = |records: &[Value]| {
        let player = records
            .iter()
            .find(|record| record["player"] == "claimeven");
        player.expect("it played")["moves"]
            .as_u64()
            .expect("a number")
    };
    assert_eq!(moves(&all), moves(&alone) + 2);
    let error = grade(&format!("-i {input} -i {input}/")).refused();
    assert_starts(&error, &format!("error: {input}/: "));
}

#[test]
fn a_bad_game_is_reported_and_stops_nothing() {
    let lines = format!("448\n{}", game("666", &json!({})));
    let output = grade_lines("--json", &lines).exits_with(1);
    let error = "error: standard input: line 1, char 3: ply 3: '8' is not a column (1-7)\n";
    assert_eq!(output.stderr, error);
    assert_eq!(output.records().len(), 2);
    assert_eq!(grade_lines("--json --input -", "").printed(), "");
    let empty = grade_lines("", "").refused();
    assert_eq!(
        empty,
        "error: expected games on standard input; found nothing\n"
    );
    let error = grade_lines("", "(;GM[11]\n;B[d1])\n").refused();
    assert_contains(
        &error,
        "error: standard input: expected games, one per line",
    );
}

#[test]
fn an_error_in_a_later_file_leaves_the_grades_so_far_next_to_the_output() {
    let folder = Folder::new();
    folder.write("first", "1212121\n");
    folder.write("second", "(;GM[11]\n;B[d1])\n");
    let error = folder.refused("grade --hash 1 -i first second -o output");
    assert_starts(
        &error,
        "the result so far is in output.unfinished\nerror: second: ",
    );
    let alone = folder.printed("grade --hash 1 -i first");
    assert_eq!(folder.read("output.unfinished"), alone);
    assert_eq!(folder.names(), ["first", "output.unfinished", "second"]);
}

/// A game that is graded at once, and one whose first positions take seconds without the book.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_the_grades_so_far_next_to_the_old_file() {
    use crate::interrupted::interrupt;

    let folder = Folder::new();
    let lines = game("666", &json!({"players": ["Ann", "Ben"]}));
    let alone = grade_lines("", &lines).printed();
    let input = folder.write("input", lines + "445332\n");
    let output = folder.write("output", "old");
    let work = format!("grade --hash 1 --no-book -i {input} -o {output}");
    // An attempt may end before the first game is graded.
    let done = format!("interrupted: the result so far is in {output}.unfinished\n");
    interrupt("INT", &work, |run| run.stderr == done).exits_with(130);
    assert_eq!(folder.read("output"), "old");
    assert_eq!(folder.read("output.unfinished"), alone);
    assert_eq!(folder.names(), ["input", "output", "output.unfinished"]);
}

/// The reader of the games and the run may notice a signal in either order.
#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_while_it_waits_for_a_game_writes_no_result() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    use crate::helpers::engine::signal;

    let folder = Folder::new();
    folder.write("output", "old");
    for round in 0..30 {
        let mut command = folder.command("grade --hash 1 -i - -o output");
        let mut child = program::spawn(command.stdin(Stdio::piped()));
        let mut games = child.stdin.take().expect("a pipe");
        writeln!(games, "448").expect("the run reads");
        // The error shows that the run is at work. Both look for a signal 50 times a second.
        let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
        errors.read_line(&mut String::new()).expect("an error");
        let (start, moment) = (Instant::now(), Duration::from_millis(20 + 3 * round));
        while start.elapsed() < moment {
            std::thread::yield_now();
        }
        signal(&child, "TERM");
        assert_eq!(program::wait(child).code, Some(143));
        assert_eq!(folder.read("output"), "old");
    }
}
