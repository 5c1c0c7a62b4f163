//! Annotated games as a user sees them: one process per test.

use std::io::Write;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};

use claimeven::game::fen;
use claimeven::game::pgn::{self, PgnGame};
use serde_json::{Value, json};

use crate::helpers::folder::Folder;
use crate::helpers::plain::Plain;
use crate::helpers::program::{self, claimeven, fed, run, text};
use crate::helpers::sample::{self, Play, Random};

/// The start of the games in these tests: 22 stones, which are solved at once.
const START: &str = "fen P6/P6/Ppp1p2/ppP1P2/ppPPp2/PPPppPp w moves";

fn command(arguments: &str) -> Command {
    program::command(&format!("annotate --hash 1 --threads 1 {arguments}"))
}

fn annotate(arguments: &str) -> Output {
    run(&mut command(arguments))
}

/// Annotates lines from standard input.
fn annotate_lines(arguments: &str, lines: &str) -> Output {
    fed(&mut command(&format!("--input - {arguments}")), lines)
}

fn records(output: &Output) -> Vec<Value> {
    program::records(&text(&output.stdout))
}

/// Returns the text without trailing spaces and without its last line, which contains the time.
fn settled(output: &Output) -> String {
    let shown = text(&output.stdout);
    let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
    let (last, lines) = lines.split_last().expect("lines");
    assert!(last.contains(" nodes in "), "{last}");
    lines.join("\n")
}

/// Random games from 24 stones on. Each move is compared with a solver that shares no code.
#[test]
fn every_move_has_the_score_that_another_solver_finds() {
    let mut dice = Random::seeded(31);
    let games: Vec<Vec<usize>> = (0..40)
        .map(|index| sample::unfinished(&mut dice, 26 + index % 16, Play::Careful))
        .collect();
    let begun = 24;
    let line = |game: &Vec<usize>| {
        let start = fen::write(&sample::position(&game[..begun]));
        let moves = sample::written(&game[begun..]);
        format!("fen {start} moves {moves}\tlabelled\n")
    };
    let lines: String = games.iter().map(line).collect();
    let output = annotate_lines("--json", &lines);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let records = records(&output);
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
fn people_see_the_board_with_marks_and_a_row_per_move() {
    let output = annotate(&format!("'{START} 6 6 6'"));
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
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
fn people_see_what_an_inaccuracy_of_the_winner_costs() {
    let shown = settled(&annotate("444244453551766"));
    let row = "\n   7     X       4       5      4  ?!  2  wins 2 plies later\n";
    assert!(shown.contains(row), "{shown}");
}

#[test]
fn a_full_board_is_a_draw() {
    // The last two moves of a drawn game.
    let moves = "445332674335567567444356356767711222221111";
    let game = sample::position(&columns(&moves[..40]));
    let line = format!("fen {} moves {}", fen::write(&game), &moves[40..]);
    let record = &records(&annotate(&format!("--json '{line}'")))[0];
    assert_eq!(record["result"], "draw");
    assert_eq!(record["annotations"][1]["after"], 0);
    assert_eq!(record["annotations"][1]["plies_after"], 1);
    assert!(settled(&annotate(&format!("'{line}'"))).contains("\ndrawn: the board is full\n"));
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
    let output = annotate("''");
    assert!(output.status.success());
    let shown = settled(&output);
    assert!(shown.starts_with("  1   2   3"), "{shown}");
    assert!(!shown.contains("column"), "{shown}");
    let records = records(&annotate("--json startpos"));
    assert_eq!(records[0]["annotations"], json!([]));
    assert_eq!(records[0]["moves"], "");
}

#[test]
fn weak_annotations_have_outcomes_and_no_inaccuracies() {
    let game = format!("{START} 6 6 6");
    let strong = records(&annotate(&format!("--json '{game}'")));
    let weak = records(&annotate(&format!("--json --weak '{game}'")));
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
fn a_game_that_cannot_be_played_is_rejected_with_its_place() {
    for (arguments, message, code) in [
        ("4458", "char 4: ply 4: '8' is not a column (1-7)", 1),
        ("4444444", "char 7: ply 7: column 4 is full", 1),
        ("12121214", "char 8: ply 8: the game is over", 1),
        ("'startpos moves d1 d1'", "char 19: ply 2: a stone in", 1),
        ("'startpos 44'", "char 10: expected moves; found \"44\"", 1),
        ("", "<GAME>", 2),
        ("4 --input -", "cannot be used with", 2),
        ("--input src", "src: ", 1),
        ("--input no-such-file", "no-such-file: ", 1),
    ] {
        let output = annotate(arguments);
        let error = text(&output.stderr);
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert!(error.starts_with("error: "), "{arguments:?}: {error}");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
    }
}

#[test]
fn a_bad_line_among_games_is_reported_and_stops_nothing() {
    let games = format!("{START} 6 6 6\n448\tbad\n{START} 2\tgood");
    let output = annotate_lines("--json", &games);
    assert_eq!(output.status.code(), Some(1), "there was a bad line");
    assert_eq!(text(&output.stderr), "");
    let records = records(&output);
    assert_eq!(records.len(), 3);
    let error = "ply 3: '8' is not a column (1-7)";
    assert_eq!(
        records[1],
        json!({"input": "448", "label": "bad", "game": 2, "line": 2, "char": 3, "error": error})
    );
    assert_eq!(records[2]["label"], "good");
    assert_eq!(
        (&records[2]["game"], &records[2]["tags"]),
        (&json!(3), &Value::Null)
    );

    let output = annotate_lines("", &games);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        format!("error: line 2, char 3: {error}\n")
    );
    let shown = text(&output.stdout);
    assert_eq!(shown.matches("\nmove  side  column").count(), 2, "{shown}");
    assert!(shown.contains("\nline 3: "), "{shown}");
}

/// A small tournament in Cute Chess. Its last game is incomplete.
const TOURNAMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.pgn");

fn tournament() -> String {
    std::fs::read_to_string(TOURNAMENT).expect("a part of the tests")
}

#[test]
fn every_game_of_a_tournament_becomes_a_record() {
    let output = annotate(&format!("--json --input {TOURNAMENT}"));
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success(), "a torn game is none that is bad");
    let shown = text(&output.stdout);
    assert!(
        shown.contains("\"tags\":{\"Event\":\"Late games\",\"Site\":"),
        "{shown}"
    );
    let records = records(&output);
    assert_eq!(records.len(), 6);
    for (number, record) in (1..).zip(&records) {
        assert_eq!(record["game"], number);
        assert_eq!(
            (&record["input"], &record["label"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(record["tags"]["Variant"], "cfour");
        let moves = record["moves"].as_str().expect("columns");
        let annotations = record["annotations"].as_array().expect("a list");
        assert_eq!(annotations.len(), moves.len());
        if number < 6 {
            assert_eq!(record["tags"]["PlyCount"], moves.len().to_string());
        }
    }
    assert_eq!(records[0]["tags"]["Black"], "claimeven \"depth 1\"");
    assert_eq!(records[0]["result"], "first");
    assert_eq!(records[0]["blunders"], 1);
    let blunder = &records[0]["annotations"][5];
    assert_eq!(
        (&blunder["before"], &blunder["mark"]),
        (&json!(0), &json!("?"))
    );
    // The result on the board, and the one in the tags.
    assert_eq!(records[4]["result"], Value::Null);
    assert_eq!(records[4]["tags"]["Result"], "0-1");
    assert_eq!(records[4]["tags"]["Termination"], "time forfeit");
    let torn = records[5]["moves"].as_str().expect("columns");
    assert_eq!(torn, "55445");
    assert_eq!(records[5]["tags"], records[0]["tags"]);
}

#[test]
fn people_see_which_game_of_a_tournament_it_is() {
    let output = annotate(&format!("--input {TOURNAMENT}"));
    let shown = text(&output.stdout);
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
    let output = annotate(&format!("--pgn --input {TOURNAMENT}"));
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success());
    let written = text(&output.stdout);
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
    let said = "-0.73/1 0s, ? draw to loss, score 0 to -4, best P@f6";
    assert_eq!((&*note.nags, &*note.comment), (&[2][..], said));
    // Annotating again changes nothing.
    let again = annotate_lines("--pgn", &written);
    assert_eq!(text(&again.stdout), written);
}

#[test]
fn games_from_lines_become_pgn_too() {
    let output = annotate_lines("--pgn", &format!("{START} 6 6 6\tmine\n448\n{START} 2\n"));
    assert_eq!(output.status.code(), Some(1));
    let error = "error: line 2, char 3: ply 3: '8' is not a column (1-7)\n";
    assert_eq!(text(&output.stderr), error);
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
    let shown = text(&output.stdout);
    assert!(shown.starts_with(&wanted), "{shown}");
    let one = annotate(&format!("--pgn '{START} 6 6 6'"));
    assert_eq!(
        text(&one.stdout).lines().count(),
        shown.lines().count() - 15 + 1
    );
    let both = annotate("--pgn --json 4");
    assert!(text(&both.stderr).contains("cannot be used with"));
    assert_eq!(both.status.code(), Some(2));
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
    // As a program writes it that uses another encoding.
    games.retain(|byte| *byte != 0xc3);
    let folder = Folder::new();
    let path = folder.path("games.pgn");
    std::fs::write(&path, &games).expect("the temporary folder is writable");
    let output = annotate(&format!("--json --input {path}"));
    assert_eq!(output.status.code(), Some(1));
    let records = records(&output);
    assert_eq!(records.len(), 3);
    let error = "ply 2: a stone in column 6 lands on row 3, not 2";
    let bad =
        json!({"input": null, "label": null, "game": 2, "line": 13, "char": 1, "error": error});
    assert_eq!(records[1], bad);
    assert_eq!(
        (&records[2]["game"], &records[2]["moves"]),
        (&json!(3), &json!("2"))
    );
    for form in ["--pgn", "--weak"] {
        let output = annotate(&format!("{form} --input {path}"));
        assert_eq!(output.status.code(), Some(1));
        let told = format!("error: game 2, line 13, char 1: {error}\n");
        assert_eq!(text(&output.stderr), told);
    }
    let shown = text(&annotate(&format!("--pgn --input {path}")).stdout);
    assert_eq!(shown.matches("[Event ").count(), 2, "{shown}");
    assert!(!shown.contains('\u{1b}'), "{shown}");
}

#[test]
fn empty_lines_are_games_only_where_games_are_lines() {
    let records = records(&annotate_lines("--json", &format!("\n\n{START} 2\n\n")));
    let lengths = records
        .iter()
        .map(|record| record["moves"].as_str().map(str::len));
    assert_eq!(lengths.collect::<Vec<_>>(), [0, 0, 1, 0].map(Some));
    let output = annotate_lines("--json", "\n");
    assert_eq!(text(&output.stdout).lines().count(), 1);
    let output = annotate_lines("--json", "\n\u{feff}\n[Event \"x\"]\n\n\n*\n\n");
    assert_eq!(text(&output.stdout).lines().count(), 1);
}

#[test]
fn labels_of_games_cannot_control_the_terminal() {
    let output = annotate_lines("", &format!("{START} 2\tred \u{1b}[31m\n{START} 2\n"));
    let shown = text(&output.stdout);
    let heads: Vec<&str> = shown
        .lines()
        .filter(|line| line.starts_with("line "))
        .collect();
    assert_eq!(heads[0], format!("line 1: {START} 2 (red \u{fffd}[31m)"));
    assert!(shown.contains(" nodes in "), "{shown}");
    let gap = format!("\n\nline 2: {START} 2\n\n");
    assert!(shown.contains(&gap), "{shown}");
}

#[cfg(target_os = "linux")]
#[test]
fn games_that_cannot_be_read_to_their_end_are_an_error() {
    // A file whose first page is not mapped.
    let output = annotate("--input /proc/self/mem");
    assert_eq!(output.status.code(), Some(1));
    let error = text(&output.stderr);
    assert!(error.starts_with("error: /proc/self/mem: "), "{error}");
}

#[test]
fn a_bad_line_fails_the_run_although_stderr_is_closed() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let folder = Folder::new();
    let input = folder.write("input", format!("448\n{START} 2\n"));
    let output = run(command(&format!("--input {input}")).stderr(writer));
    assert_eq!(output.status.code(), Some(1));
    let shown = text(&output.stdout);
    assert!(shown.contains("\nmove  side  column"), "{shown}");
}

#[test]
fn the_number_of_threads_has_the_usual_range() {
    for threads in ["0", "513"] {
        let output = claimeven(&format!("annotate 44 --threads {threads}"));
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("expected a whole number from 1 to 512"));
    }
}

#[test]
fn the_annotated_games_do_not_overwrite_the_input() {
    let folder = Folder::new();
    let lines = format!("{START} 2\n");
    let input = folder.write("input", &lines);
    let file = std::fs::OpenOptions::new().append(true).open(&input);
    let output = command(&format!("--json --input {input}"))
        .stdout(file.expect("there"))
        .stderr(Stdio::piped())
        .output()
        .expect("the binary was built");
    assert_eq!(output.status.code(), Some(1));
    let error = text(&output.stderr);
    assert!(error.contains("expected different files"), "{error}");
    assert_eq!(std::fs::read_to_string(&input).expect("kept"), lines);
}

/// The output before the signal consists of whole games; the game that it cuts off is missing.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_games() {
    let mut child = command("--pgn --input -")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    let mut games = child.stdin.take().expect("a pipe");
    let text = tournament();
    let second = text
        .match_indices("[Event")
        .nth(1)
        .expect("several games")
        .0;
    games
        .write_all(&text.as_bytes()[..second + 400])
        .expect("it listens");
    let mut written = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    written.read_line(&mut line).expect("a tag");
    crate::helpers::engine::signal(&child, "INT");
    let mut rest = String::new();
    written.read_to_string(&mut rest).expect("its end");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(games);
    let written = line + &rest;
    assert!(written.ends_with(" 1-0\n\n"), "{written}");
    assert_eq!(pgn::games(written.lines()).count(), 1);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_wait_for_a_line() {
    let mut child = command("--json --input -")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    let mut games = child.stdin.take().expect("a pipe");
    writeln!(games, "{START} 2").expect("it listens");
    let mut records = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut record = String::new();
    records.read_line(&mut record).expect("a record");
    assert!(record.starts_with("{\"input\":"), "{record}");
    crate::helpers::engine::signal(&child, "INT");
    // Its input stays open during this.
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(games);
}
