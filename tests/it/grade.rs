//! Grades of players: they add up annotations, and a signal leaves those so far.

use serde_json::{Value, json};

use crate::helpers::folder::Folder;
use crate::helpers::program::{assert_starts, claimeven};

/// A tournament of six games.
const TOURNAMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.pgn");

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
    let annotated = claimeven(&format!("annotate --json --input {TOURNAMENT}"));
    let graded = claimeven(&format!("grade --json --input {TOURNAMENT}")).exits_with(0);
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

/// A game that is graded at once, and one whose first positions take seconds without the book.
#[test]
fn an_interrupted_run_leaves_the_grades_so_far_next_to_the_old_file() {
    use crate::interrupted::interrupt;

    let folder = Folder::new();
    let late = "fen P6/P6/Ppp1p2/ppP1P2/ppPPp2/PPPppPp w moves 6 6 6\n";
    folder.write("input", late);
    let alone = folder.printed("grade -i input");
    let input = folder.write("input", format!("{late}445332\n"));
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
#[test]
fn a_run_that_is_interrupted_while_it_waits_for_a_game_writes_no_result() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    use crate::helpers::engine::signal;
    use crate::helpers::program;

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
        signal(&child, "INT");
        assert_eq!(program::wait(child).code, Some(130));
        assert_eq!(folder.read("output"), "old");
    }
}
