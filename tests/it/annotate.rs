//! Annotated games as a user sees them: one process per test.

use std::fs;
use std::process::Command;

use claimeven::game::fen;
use claimeven::game::pgn::{self, PgnGame};
use serde_json::{Value, json};

#[cfg(unix)]
use crate::helpers::engine::Engine;
use crate::helpers::folder::Folder;
use crate::helpers::plain::Plain;
use crate::helpers::program::{
    self, Finished, assert_contains, assert_starts, closed_pipe, fed, run,
};
use crate::helpers::sample;

/// The start of the games in these tests. With its 22 stones it is solved at once.
const START: &str = "fen P6/P6/Ppp1p2/ppP1P2/ppPPp2/PPPppPp w moves";

fn command(arguments: &str) -> Command {
    program::command(&format!("annotate --hash 1 --threads 1 {arguments}"))
}

fn annotate(arguments: &str) -> Finished {
    run(&mut command(arguments))
}

/// Annotates lines from standard input.
fn annotate_lines(arguments: &str, lines: &str) -> Finished {
    fed(&mut command(&format!("--input - {arguments}")), lines)
}

/// Returns the text without trailing spaces and without its last line, which contains the time.
fn settled(run: &Finished) -> String {
    let lines: Vec<&str> = run.stdout.lines().map(str::trim_end).collect();
    let (last, lines) = lines.split_last().expect("lines");
    assert_contains(last, " nodes in ");
    lines.join("\n")
}

/// Random games from 24 stones on. Each move is compared with a solver that shares no code.
#[test]
fn every_move_has_the_score_that_another_solver_finds() {
    let games = sample::careful(31, 40, 26, 16);
    let begun = 24;
    let line = |game: &Vec<usize>| {
        let start = fen::write(&sample::position(&game[..begun]));
        let moves = sample::written(&game[begun..]);
        format!("fen {start} moves {moves}\tlabelled\n")
    };
    let lines: String = games.iter().map(line).collect();
    let records = annotate_lines("--json", &lines).exits_with(0).records();
    assert_eq!(records.len(), games.len());
    let mut plain = Plain::new(1 << 16);
    let (mut marked, mut judged) = ([0, 0, 0], 0);
    for (game, record) in games.iter().zip(&records) {
        assert_eq!(record["label"], "labelled");
        assert_eq!(record["moves"], sample::written(&game[begun..]));
        assert_eq!(record["result"], Value::Null);
        let annotations = record["annotations"].as_array().expect("a list");
        assert_eq!(annotations.len(), game.len() - begun);
        let mut blunders = 0;
        for (ply, (annotation, &column)) in annotations.iter().zip(&game[begun..]).enumerate() {
            let stones = begun + ply;
            let values = plain.columns(&game[..stones]);
            let best = values.iter().flatten().max().expect("a legal column");
            let got = values[column].expect("it was played");
            let equal = (0..7).filter(|&column| values[column] == Some(*best));
            let equal: Vec<usize> = equal.map(|column| column + 1).collect();
            assert_eq!(annotation["ply"], ply + 1);
            assert_eq!(annotation["side"], ["first", "second"][stones % 2]);
            assert_eq!(annotation["column"], column + 1);
            assert_eq!(annotation["before"], *best, "{annotation}");
            assert_eq!(annotation["after"], got, "{annotation}");
            assert_eq!(annotation["best"], json!(equal), "{annotation}");
            let classes = best.signum() - got.signum();
            let mark = match (classes, got < *best) {
                (2, _) => json!("??"),
                (1, _) => json!("?"),
                (_, true) => json!("?!"),
                (_, false) => Value::Null,
            };
            assert_eq!(annotation["mark"], mark, "{annotation}");
            blunders += usize::from(classes > 0);
            judged += 1;
            for (count, sign) in marked.iter_mut().zip(["?!", "?", "??"]) {
                *count += usize::from(mark == sign);
            }
        }
        assert_eq!(record["blunders"], blunders);
    }
    assert!(judged > 300, "only {judged} moves");
    assert!(marked.iter().all(|&count| count > 5), "{marked:?}");
}

#[test]
fn an_annotation_for_people_shows_the_board_with_marks_and_a_row_per_move() {
    let output = annotate(&format!("'{START} 6 6 6'")).exits_with(0);
    assert_eq!(output.stderr, "");
    let wanted = "  1     2     3     4     5     6     7
  X     .     .     .     .     .     .
  X     .     .     .     .     .     .
  X     O     O     .     O    [X]    .
  O     O     X     .    (X)    O ??  .
  O     O     X    (X)    O     X ?!  .
  X     X    (X)    O     O     X     O

move  side  column  before  after      best
   1     X       6      -9    -10  ?!  2  loses 2 plies sooner
   2     O       6      10     -9  ??  2  win to loss
   3     X       6       9      9      6

X has won
X: 0 blunders, 1 inaccuracy in 2 moves
O: 1 blunder, 0 inaccuracies in 1 move";
    assert_eq!(settled(&output), wanted);
}

#[test]
fn an_annotation_for_people_shows_the_cost_of_an_inaccuracy() {
    let shown = settled(&annotate("444244453551766"));
    let row = "\n   7     X       4       5      4  ?!  2  wins 2 plies later\n";
    assert_contains(&shown, row);
}

#[test]
fn a_full_board_is_a_draw() {
    // The last two moves of a drawn game.
    let moves = "445332674335567567444356356767711222221111";
    let game = sample::position(&columns(&moves[..40]));
    let line = format!("fen {} moves {}", fen::write(&game), &moves[40..]);
    let record = &annotate(&format!("--json '{line}'")).records()[0];
    assert_eq!(record["result"], "draw");
    assert_eq!(record["annotations"][1]["after"], 0);
    assert_eq!(record["annotations"][1]["plies_after"], 1);
    let shown = settled(&annotate(&format!("'{line}'")));
    assert_contains(&shown, "\ndrawn: the board is full\n");
}

/// Returns `4453` as columns counted from zero.
fn columns(packed: &str) -> Vec<usize> {
    packed
        .bytes()
        .map(|digit| usize::from(digit - b'1'))
        .collect()
}

#[test]
fn a_game_without_moves_has_a_board_and_no_rows() {
    let shown = settled(&annotate("''").exits_with(0));
    assert_starts(&shown, "  1   2   3");
    assert!(!shown.contains("column"), "{shown}");
    let record = &annotate("--json startpos").records()[0];
    assert_eq!(record["annotations"], json!([]));
    assert_eq!(record["moves"], "");
}

#[test]
fn weak_annotations_have_outcomes_and_no_inaccuracies() {
    let game = format!("{START} 6 6 6");
    let strong = annotate(&format!("--json '{game}'")).records();
    let weak = annotate(&format!("--json --weak '{game}'")).records();
    assert!(strong[0]["inaccuracies"].as_u64() > Some(0));
    assert_eq!(weak[0]["inaccuracies"], 0);
    assert_eq!(weak[0]["blunders"], strong[0]["blunders"]);
    let moves = |record: &Value| record["annotations"].as_array().expect("a list").clone();
    for (weak, strong) in moves(&weak[0]).iter().zip(moves(&strong[0])) {
        for field in ["before", "after", "plies_before", "plies_after"] {
            assert_eq!(weak[field], Value::Null, "{field}");
            assert_ne!(strong[field], Value::Null, "{field}");
        }
        for field in ["outcome_before", "outcome_after", "ply", "column"] {
            assert_eq!(weak[field], strong[field], "{field}");
        }
    }
}

#[test]
fn a_bad_line_among_games_is_reported_and_stops_nothing() {
    let games = format!("{START} 6 6 6\n448\tbad\n{START} 2\tgood");
    let output = annotate_lines("--json", &games).exits_with(1);
    let error = "ply 3: '8' is not a column (1-7)";
    let message = format!("error: standard input: line 2, char 3: {error}\n");
    assert_eq!(output.stderr, message);
    let records = output.records();
    assert_eq!(records.len(), 3);
    assert_eq!(
        records[1],
        json!({"input": "448", "label": "bad", "game": 2, "line": 2, "char": 3, "error": error})
    );
    assert_eq!(records[2]["label"], "good");
    assert_eq!(records[2]["game"], 3);
    assert_eq!(records[2]["tags"], Value::Null);

    let output = annotate_lines("", &games).exits_with(1);
    assert_eq!(output.stderr, message);
    let shown = output.stdout;
    assert_eq!(shown.matches("\nmove  side  column").count(), 2, "{shown}");
    assert_contains(&shown, "\nline 3: ");
}

/// A small tournament in Cute Chess. Its last game is incomplete.
const TOURNAMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.pgn");

fn tournament() -> String {
    fs::read_to_string(TOURNAMENT).expect("a part of the tests")
}

#[test]
fn every_game_of_a_tournament_becomes_a_record() {
    // An incomplete game is not a bad one, but its tag shows that moves are missing.
    let output = annotate(&format!("--json --input {TOURNAMENT}")).exits_with(0);
    let warning = "game 6, line 129, char 12: expected 5, the number of moves; found \"15\"";
    assert_eq!(output.stderr, format!("warning: {TOURNAMENT}: {warning}\n"));
    let first_tags = "\"tags\":{\"Event\":\"Late games\",\"Site\":";
    assert_contains(&output.stdout, first_tags);
    let records = output.records();
    assert_eq!(records.len(), 6);
    for (number, record) in (1..).zip(&records) {
        assert_eq!(record["game"], number);
        assert_eq!(record["input"], Value::Null);
        assert_eq!(record["label"], Value::Null);
        assert_eq!(record["tags"]["Variant"], "cfour");
        let moves = record["moves"].as_str().expect("columns");
        let annotations = record["annotations"].as_array().expect("a list");
        assert_eq!(annotations.len(), moves.len());
        assert_eq!(record["tags"]["PlyCount"], moves.len().to_string());
    }
    assert_eq!(records[0]["tags"]["Black"], "claimeven \"depth 1\"");
    assert_eq!(records[0]["result"], "first");
    assert_eq!(records[0]["blunders"], 1);
    let blunder = &records[0]["annotations"][5];
    assert_eq!(blunder["before"], 0);
    assert_eq!(blunder["mark"], "?");
    // The result on the board, and the one in the tags.
    assert_eq!(records[4]["result"], Value::Null);
    assert_eq!(records[4]["tags"]["Result"], "0-1");
    assert_eq!(records[4]["tags"]["Termination"], "time forfeit");
    assert_eq!(records[5]["moves"], "55445");
    assert_eq!(records[5]["tags"]["White"], records[0]["tags"]["White"]);
}

#[test]
fn a_false_result_is_a_warning_and_the_true_one_is_printed() {
    let false_game = "[Event \"x\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"0-1\"]\n\n\
                      1. d1 e1 2. d2 e2 3. d3 e3 4. d4 1/2-1/2\n\n";
    let games = format!("{false_game}[Event \"y\"]\n\n1. d1 e1 1-0\n");
    let warned = "warning: standard input: game 1, line 4, char 10: expected 1-0, the result of \
                  the game; found \"0-1\"\n\
                  warning: standard input: game 1, line 6, char 34: expected 1-0, the result of \
                  the game; found \"1/2-1/2\"\n";
    for (format, shown) in [
        ("", "game 1: Ann - Ben, 1-0\n"),
        ("--json", "\"Result\":\"1-0\""),
        ("--pgn", "[Result \"1-0\"]"),
        ("--pgn", "4. P@d4 1-0\n"),
        ("--format html", "<span>1-0</span>"),
    ] {
        let output = annotate_lines(&format!("--weak {format}"), &games).exits_with(0);
        assert_eq!(output.stderr, warned, "{format}");
        assert_contains(&output.stdout, shown);
        for result in ["0-1", "1/2-1/2"] {
            assert!(
                !output.stdout.contains(result),
                "{format}: {}",
                output.stdout
            );
        }
    }
}

#[test]
fn a_comment_that_is_never_closed_costs_one_game() {
    let games = "[Event \"a\"]\n\n1. d e 2. d {oops e 3. d 4. d 1-0\n\n[Event \"b\"]\n\n1. d *\n";
    let output = annotate_lines("--weak --json", games).exits_with(1);
    let error = "expected a comment that ends with '}'; found no '}'";
    let message = format!("error: standard input: game 1, line 3, char 13: {error}\n");
    assert_eq!(output.stderr, message);
    let records = output.records();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["error"], error);
    assert_eq!(records[1]["moves"], "4");
}

#[test]
fn each_game_of_a_tournament_has_a_heading_with_its_number() {
    let shown = annotate(&format!("--input {TOURNAMENT}")).stdout;
    let heads: Vec<&str> = shown
        .lines()
        .filter(|line| line.starts_with("game "))
        .collect();
    assert_eq!(heads.len(), 6, "{shown}");
    assert_eq!(heads[1], "game 2: claimeven \"depth 1\" - claimeven, 0-1");
    assert_eq!(shown.matches("\nmove  side  column").count(), 6);
}

#[test]
fn a_tournament_comes_back_as_pgn_with_marks() {
    let written = annotate(&format!("--pgn --input {TOURNAMENT}"));
    let written = written.exits_with(0).stdout;
    assert!(
        written.lines().all(|line| line.chars().count() <= 80),
        "{written}"
    );
    let games = |text: &str| -> Vec<PgnGame> {
        let games = pgn::games(text.lines());
        games.map(|game| game.expect("it can be played")).collect()
    };
    let (before, after) = (games(&tournament()), games(&written));
    assert_eq!(after.len(), before.len());
    let mut marked = 0;
    for (before, after) in before.iter().zip(&after) {
        let annotator = (
            "Annotator".to_owned(),
            format!("claimeven {}", env!("CARGO_PKG_VERSION")),
        );
        assert_eq!(after.tags(), [before.tags(), &[annotator]].concat());
        assert_eq!(after.game(), before.game());
        for (before, after) in before.notes().iter().zip(after.notes()) {
            assert!(after.comment.starts_with(&before.comment));
            assert_eq!(after.nags.is_empty(), after.comment == before.comment);
            marked += after.nags.len();
        }
    }
    assert!(marked > 3, "{marked}");
    let note = &after[0].notes()[5];
    let comment = "-0.73/1 0s, ? draw to loss, score 0 to -4, best P@f6";
    assert_eq!((&*note.nags, &*note.comment), (&[2][..], comment));
    // Annotating again changes nothing.
    assert_eq!(annotate_lines("--pgn", &written).stdout, written);
}

#[test]
fn games_from_lines_become_pgn_too() {
    let games = format!("{START} 6 6 6\tmine\n448\n{START} 2\n");
    let output = annotate_lines("--pgn", &games).exits_with(1);
    let error = "error: standard input: line 2, char 3: ply 3: '8' is not a column (1-7)\n";
    assert_eq!(output.stderr, error);
    let wanted = format!(
        "[Event \"mine\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"?\"]\n[Result \"1-0\"]\n[Annotator \"claimeven {}\"]\n[SetUp \"1\"]\n\
         [FEN \"P6/P6/Ppp1p2/ppP1P2/ppPPp2/PPPppPp[PPPPPPPPPPpppppppppp] w - - 0 12\"]\n\
         [Variant \"cfour\"]\n\n\
         1. P@f2 $6 {{?! loses 2 plies sooner, score -9 to -10, best P@b5}}\n\
         P@f3 $4 {{?? win to loss, score 10 to -9, best P@b5}} 2. P@f4 1-0\n\n\
         [Event \"?\"]\n",
        env!("CARGO_PKG_VERSION")
    );
    let shown = output.stdout;
    assert_starts(&shown, &wanted);
    let one = annotate(&format!("--pgn '{START} 6 6 6'")).stdout;
    assert_eq!(one.lines().count(), shown.lines().count() - 15 + 1);
}

#[test]
fn a_bad_game_in_a_file_is_reported_and_stops_nothing() {
    let start = START
        .strip_prefix("fen ")
        .and_then(|rest| rest.strip_suffix(" moves"));
    let start = start.expect("a FEN");
    let game = |moves: &str| format!("\n\n[Event \"x\"]\n[FEN \"{start}\"]\n\n{moves}\n");
    let games = ["1. f2 {é \u{1b}} *", "1. f2\nf2 *", "1. b5"]
        .map(game)
        .concat();
    let mut games = games.replace('\n', "\r\n").into_bytes();
    // A program with another encoding writes the letter in one byte.
    games.retain(|byte| *byte != 0xc3);
    let folder = Folder::new();
    let path = folder.write("games.pgn", &games);
    let records = annotate(&format!("--json --input {path}"));
    let records = records.exits_with(1).records();
    assert_eq!(records.len(), 3);
    let error = "ply 2: a stone in column 6 lands on row 3, not 2";
    let bad =
        json!({"input": null, "label": null, "game": 2, "line": 13, "char": 1, "error": error});
    assert_eq!(records[1], bad);
    assert_eq!(records[2]["game"], 3);
    assert_eq!(records[2]["moves"], "2");
    for form in ["--pgn", "--weak", "--json", "--format html"] {
        let message = format!("error: {path}: game 2, line 13, char 1: {error}\n");
        let run = annotate(&format!("{form} --input {path}"));
        assert_eq!(run.refused(), message);
    }
    let shown = annotate(&format!("--pgn --input {path}")).stdout;
    assert_eq!(shown.matches("[Event ").count(), 2, "{shown}");
    assert!(!shown.contains('\u{1b}'), "{shown}");
}

#[test]
fn empty_lines_are_games_only_where_games_are_lines() {
    let records = annotate_lines("--json", &format!("\n\n{START} 2\n\n")).records();
    let lengths = records
        .iter()
        .map(|record| record["moves"].as_str().map(str::len));
    assert_eq!(lengths.collect::<Vec<_>>(), [0, 0, 1, 0].map(Some));
    for lines in ["\n", "\n\u{feff}\n[Event \"x\"]\n\n\n*\n\n"] {
        assert_eq!(annotate_lines("--json", lines).records().len(), 1);
    }
}

#[test]
fn an_input_without_games_is_an_error_that_names_what_was_found() {
    let announced = |mark: char| {
        format!(
            "char 1: expected a game in PGN, because the text begins with '{mark}'; found only \
             comments and lines that PGN skips\n"
        )
    };
    for (input, message) in [
        ("; 4453\n", announced(';')),
        ("{ 4453 }\n", announced('{')),
        ("%\n%\n", announced('%')),
        (
            "% games\n4453\n",
            "line 2, char 1: expected a game in PGN".to_owned(),
        ),
        (
            "[Event \"x\n",
            "expected '\"]' after the value of the tag".to_owned(),
        ),
        ("(;GM[11]\n;B[d1])\n", "found SGF".to_owned()),
        (
            "[\n{\"moves\": \"4453\"\n]\n",
            "in its line 3: expected `,` or `}` in JSON".to_owned(),
        ),
        ("{\"name\": 4453}\n", "expected one of the keys".to_owned()),
        ("\0\u{1}\u{fffd}\n", "found a zero byte".to_owned()),
    ] {
        for format in ["", "--json", "--pgn", "--format csv"] {
            let error = annotate_lines(format, input).refused();
            assert_starts(&error, "error: standard input: ");
            assert_contains(&error, &message);
        }
    }
    assert_eq!(annotate_lines("--json", "").printed(), "");
}

#[test]
fn records_of_games_can_be_annotated_again() {
    let lines = format!("{START} 6 6 6\tmine\n{START} 2\n");
    let first = annotate_lines("--json", &lines).printed();
    let again = annotate_lines("--json", &first).printed();
    let settled = |text: &str| {
        let mut records = program::records(text);
        for record in &mut records {
            record["time_us"] = Value::Null;
            record["nodes"] = Value::Null;
        }
        records
    };
    assert_eq!(settled(&again), settled(&first));
    assert_eq!(settled(&again)[0]["label"], "mine");
}

#[test]
fn games_in_a_pipe_are_read_without_an_option() {
    for input in [format!("{START} 6 6 6\n"), tournament()] {
        let piped = fed(&mut command("--pgn"), &input).printed();
        assert_eq!(piped, annotate_lines("--pgn", &input).printed());
    }
    let empty = fed(&mut command("--pgn"), "").refused();
    assert_starts(
        &empty,
        "error: expected games on standard input; found nothing",
    );
}

#[test]
fn an_output_file_changes_only_when_it_is_complete() {
    let folder = Folder::new();
    let input = folder.write("input", format!("{START} 6 6 6\tmine\n448\n"));
    let output = folder.write("output", "old\n");
    for format in ["", "--json", "--pgn", "--format csv", "--format html"] {
        let printed = annotate(&format!("--input {input} {format}")).exits_with(1);
        let run = annotate(&format!("-i {input} -o {output} {format}")).exits_with(1);
        assert_eq!(run.stdout, "");
        assert_eq!(run.stderr, printed.stderr);
        let lines = |text: &str| text.lines().count();
        assert_eq!(lines(&folder.read("output")), lines(&printed.stdout));
        assert!(!folder.read("output").contains("old"), "{format}");
    }
    let written = folder.read("output");
    // The input cannot be read to its end, and the folder is not an input.
    annotate(&format!("--input {input}/ -o {output}")).exits_with(1);
    let same = annotate(&format!("--input {output} -o {output}")).refused();
    assert_contains(&same, "expected a file that this run does not read");
    assert_eq!(folder.read("output"), written);
    let one = annotate(&format!("'{START} 2' --json -o {output}")).printed();
    assert_eq!(one, "");
    assert_eq!(program::records(&folder.read("output")).len(), 1);
}

#[test]
fn csv_has_a_row_for_each_move_with_the_values_of_the_record() {
    let lines = format!("{START} 6 6 6\t\"mine\", yours\n448\n");
    let records = annotate_lines("--json", &lines).records();
    let table = annotate_lines("--format csv", &lines).exits_with(1).stdout;
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 4);
    let cell = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list
            .iter()
            .map(Value::to_string)
            .collect::<Vec<_>>()
            .join(" "),
        other => other.to_string(),
    };
    for (row, move_record) in rows
        .iter()
        .zip(records[0]["annotations"].as_array().expect("moves"))
    {
        for (name, value) in header.iter().zip(row) {
            let wanted = match (&records[0][name], &move_record[name]) {
                (Value::Null, value) | (value, _) => cell(value),
            };
            assert_eq!(value, wanted, "{name}");
        }
    }
    for (name, value) in header.iter().zip(&rows[3]) {
        assert_eq!(value, cell(&records[1][name]), "{name}");
    }
}

#[test]
fn labels_of_games_cannot_control_the_terminal() {
    let lines = format!("{START} 2\tred \u{1b}[31m\u{202e}\n{START} 2\n");
    let shown = annotate_lines("", &lines).stdout;
    let heading = format!("line 1: {START} 2 (red \u{fffd}[31m\u{fffd})\n");
    assert_starts(&shown, &heading);
    // A record is data.
    let record = &annotate_lines("--json", &lines).records()[0];
    assert_eq!(record["label"], "red \u{1b}[31m\u{202e}");
    assert_contains(&shown, " nodes in ");
    assert_contains(&shown, &format!("\n\nline 2: {START} 2\n\n"));
}

#[test]
fn a_bad_line_fails_the_run_although_stderr_is_closed() {
    let folder = Folder::new();
    let input = folder.write("input", format!("448\n{START} 2\n"));
    let output = run(command(&format!("--input {input}")).stderr(closed_pipe()));
    assert_contains(&output.exits_with(1).stdout, "\nmove  side  column");
}

#[test]
fn the_annotated_games_do_not_overwrite_the_input() {
    let folder = Folder::new();
    let lines = format!("{START} 2\n");
    let input = folder.write("input", &lines);
    let file = fs::OpenOptions::new().append(true).open(&input);
    let mut command = command(&format!("--json --input {input}"));
    let error = run(command.stdout(file.expect("there"))).refused();
    assert_contains(&error, "expected a file that this run does not read");
    assert_eq!(folder.read("input"), lines);
}

/// The output before the signal consists of whole games; the game that it cuts off is missing.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_games() {
    let mut run = Engine::run(&mut command("--pgn --input -"));
    let games = tournament();
    let (second, _) = games.match_indices("[Event").nth(1).expect("several games");
    run.send_bytes(&games.as_bytes()[..second + 400]);
    let first = run.line().expect("a tag");
    run.signal("INT");
    let (rest, status) = run.farewell();
    assert_eq!(status.code(), Some(130));
    let written = [&[first], &rest[..]].concat();
    assert!(written.ends_with(&[String::new()]), "{written:?}");
    assert!(written[written.len() - 2].ends_with(" 1-0"), "{written:?}");
    assert_eq!(pgn::games(&written).count(), 1);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_wait_for_a_line() {
    let mut run = Engine::run(&mut command("--json --input -"));
    run.send(&format!("{START} 2"));
    assert_starts(&run.line().expect("a record"), "{\"input\":");
    run.signal("INT");
    // The input stays open during this.
    assert_eq!(run.wait().code(), Some(130));
}
