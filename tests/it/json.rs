//! The feature `serde`: values of the library in JSON.

use std::fmt::Debug;
use std::time::Duration;

use claimeven::game::{Column, Columns, Game, GameResult, Mode, Outcome, Position, Score, Side};
use claimeven::internals::notation;
use claimeven::review::annotate::{Annotated, annotate};
use claimeven::review::record::{Record, Value};
use claimeven::sizes;
use claimeven::solver::{
    Analysis, AnalysisOptions, Bounds, Report, Scores, Silent, Solver, StopFlag, Task,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::helpers::folder::Folder;

fn round_trip<T: Serialize + DeserializeOwned + Debug + PartialEq>(value: &T) -> String {
    let json = serde_json::to_string(value).expect("plain data");
    assert_eq!(&serde_json::from_str::<T>(&json).expect(&json), value);
    json
}

#[test]
fn values_are_spelled_as_in_records() {
    let position: Position = "44".parse().expect("a position");
    let fen = format!("\"{position}\"");
    let game = Game::from(position).with_moves("53").expect("a game");
    let bounds = |text: &str| text.parse::<Bounds>().expect(text);
    for (json, wanted) in [
        (round_trip(&position), &*fen),
        (
            round_trip(&game),
            &*format!(r#"{{"start":{fen},"moves":"53"}}"#),
        ),
        (round_trip(&Column::ALL[3]), "4"),
        (round_trip(&Score::MIN), "-18"),
        (round_trip(&Side::Second), r#""second""#),
        (round_trip(&Mode::Weak), r#""weak""#),
        (round_trip(&Outcome::Draw), r#""draw""#),
        (round_trip(&GameResult::Won(Side::First)), r#""first""#),
        (round_trip(&bounds("2")), "2"),
        (round_trip(&bounds("-4..2")), r#""-4..2""#),
        (
            round_trip(&Columns::from_iter([Column::ALL[1], Column::ALL[6]])),
            "[2,7]",
        ),
    ] {
        assert_eq!(json, wanted);
    }
    let moves = serde_json::from_str::<Game>(r#"{"moves":"4453"}"#).expect("a game");
    assert_eq!(moves.to_string(), "4453");
}

#[test]
fn results_are_read_back() {
    let game: Game = "22525762534622441115633653436713".parse().expect("a game");
    let mut solver = Solver::without_book(1).expect("a megabyte");
    let options = AnalysisOptions::default().line(true);
    let analysis: Analysis = solver.analyze(game.position(), options);
    let json = round_trip(&analysis);
    let line = notation::packed(&analysis.line);
    assert!(json.contains(&format!(r#""line":"{line}""#)), "{json}");
    let stop = StopFlag::default();
    round_trip(&solver.solve_until(game.position(), Mode::Weak, &stop));
    let task = Task::all_columns(*game.position(), Mode::Strong);
    let report: Report = solver.search(&task, &stop, &mut Silent);
    round_trip(&report);
    round_trip(&task);
    round_trip(&options);
    let late = Game::from(*game.start())
        .with_moves("2252576253462244111563")
        .expect("a game");
    let annotated: Annotated = annotate(&mut solver, &late, Mode::Strong);
    assert!(
        annotated
            .annotations
            .iter()
            .any(|annotation| annotation.mark.is_some())
    );
    round_trip(&annotated);
}

#[test]
fn what_is_read_is_checked() {
    fn error<T: DeserializeOwned + Debug>(json: &str) -> String {
        serde_json::from_str::<T>(json).expect_err(json).to_string()
    }
    for (error, wanted) in [
        (
            error::<Position>(r#""7/7/7/7/3p3/7 b""#),
            "the stone on d2 has nothing below it",
        ),
        (
            error::<Game>(r#"{"moves":"4444444"}"#),
            "ply 7: column 4 is full",
        ),
        (error::<Column>("8"), "expected a column (1-7); found \"8\""),
        (
            error::<Score>("19"),
            "expected a score from -18 to 18; found \"19\"",
        ),
        (
            error::<Mode>(r#""Strong""#),
            "expected strong or weak; found \"Strong\"",
        ),
        (
            error::<Bounds>(r#""3..1""#),
            "expected the lower bound before the upper",
        ),
        (
            error::<Bounds>("19"),
            "expected a score, or bounds such as -4..2",
        ),
    ] {
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn a_record_of_the_library_is_the_line_of_the_program() {
    let position: Position = "445332".parse().expect("a position");
    let all = AnalysisOptions::default().line(true);
    for (arguments, options) in [
        ("", all),
        ("--weak", all.mode(Mode::Weak)),
        ("--scores best", all.scores(Scores::Best)),
    ] {
        let line = format!("analyze --format json {arguments} 445332");
        let printed = Folder::new().printed(&line);
        let line = printed.trim_end();
        let read: Record = serde_json::from_str(line).expect(line);
        assert_eq!(serde_json::to_string(&read).expect("plain data"), line);
        let mut solver = Solver::new(64).expect("64 MiB");
        let analysis = solver.analyze(&position, options);
        let time = Duration::from_micros(read.time_us);
        let mut record = Record::new(position, options, analysis, time);
        record.input = Some("445332".into());
        record.nodes = read.nodes; // The program also reports while it searches.
        assert_eq!(serde_json::to_string(&record).expect("plain data"), line);
    }
    let error = serde_json::from_str::<Value>("true").expect_err("not a value");
    let message = "expected a score, or a word such as -4..2, W or L..D";
    assert!(error.to_string().starts_with(message), "{error}");
}

#[test]
fn a_record_of_another_size_is_that_of_its_analysis() {
    let size = "5x4".parse().expect("a size");
    let position = sizes::Position::parse(size, "3312").expect("a position");
    let options = AnalysisOptions::default().line(true);
    let printed = Folder::new().printed("analyze --size 5x4 --format json 3312");
    let line = printed.trim_end();
    let read: Record = serde_json::from_str(line).expect(line);
    let solver = sizes::Solver::new(size, 64);
    let analysis = solver
        .expect("64 MiB")
        .analyze_until(&position, options, &StopFlag::default());
    let time = Duration::from_micros(read.time_us);
    let mut record = Record::new(position, options, analysis, time);
    record.input = Some("3312".into());
    assert_eq!(record, read);
    assert_eq!(serde_json::to_string(&read).expect("plain data"), line);
}
