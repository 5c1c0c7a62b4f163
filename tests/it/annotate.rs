//! Annotated games: their scores are those of another solver, and a signal leaves whole games.

use std::fs;
use std::process::Command;

use claimeven::game::fen;
use claimeven::game::pgn::{self, PgnGame};
use serde_json::{Value, json};

use crate::helpers::engine::Engine;
use crate::helpers::plain::Plain;
use crate::helpers::program::{self, Finished, assert_starts, fed, run};
use crate::helpers::sample;

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

/// A small tournament in Cute Chess. Its last game is incomplete.
const TOURNAMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.pgn");

fn tournament() -> String {
    fs::read_to_string(TOURNAMENT).expect("a part of the tests")
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
        assert_eq!(after.tags, [&before.tags[..], &[annotator]].concat());
        assert_eq!(after.game, before.game);
        for (before, after) in before.notes.iter().zip(&after.notes) {
            assert!(after.comment.starts_with(&before.comment));
            assert_eq!(after.nags.is_empty(), after.comment == before.comment);
            marked += after.nags.len();
        }
    }
    assert!(marked > 3, "{marked}");
    let note = &after[0].notes[5];
    let comment = "-0.73/1 0s, ? draw to loss, score 0 to -4, best P@f6";
    assert_eq!((&*note.nags, &*note.comment), (&[2][..], comment));
    // Annotating again changes nothing.
    assert_eq!(annotate_lines("--pgn", &written).stdout, written);
}

/// The output before the signal consists of whole games; the game that it cuts off is missing.
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

#[test]
fn an_interrupt_ends_the_wait_for_a_line() {
    let mut run = Engine::run(&mut command("--json --input -"));
    run.send("121212");
    assert_starts(&run.line().expect("a record"), "{\"input\":");
    run.signal("INT");
    // The input stays open during this.
    assert_eq!(run.wait().code(), Some(130));
}
