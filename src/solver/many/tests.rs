use std::convert::Infallible;

use super::*;
use crate::game::random::Random;
use crate::game::tests::sample;
use crate::game::{Mode, replay};
use crate::solver::Scores;

const OPTIONS: AnalysisOptions = AnalysisOptions {
    mode: Mode::Strong,
    scores: Scores::All,
    line: true,
};

fn position(moves: &str) -> Position {
    replay(moves).expect("a game")
}

fn solver() -> Solver {
    Solver::without_book(1).expect("a megabyte")
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("not zero")
}

/// Returns all answers in their order.
fn collect<T>(mut answers: Answers<T>) -> Result<Vec<Answered<T>>, Unanswered> {
    let mut all = Vec::new();
    let Ok(ended) = answers.take_all(|answered| {
        all.extend(answered);
        Ok::<(), Infallible>(())
    });
    ended.map(|()| all)
}

/// Returns random unfinished games of 22 to 40 stones.
fn games(count: usize) -> Vec<Position> {
    let mut random = Random(1);
    let stones = (22..=40).cycle();
    stones
        .map(|stones| sample::position(&mut random, stones))
        .filter(|position| !position.is_over())
        .take(count)
        .collect()
}

#[test]
fn answers_come_in_order_and_equal_those_of_the_solver() {
    let games = games(3000);
    for count in [1, 3] {
        let stop = StopFlag::default();
        let (mut feed, answers) =
            start(&solver(), analyzing(|_| OPTIONS), threads(count), &stop).expect("threads");
        let asked = games.clone();
        let feeder = thread::spawn(move || {
            for (block, positions) in asked.chunks(70).enumerate() {
                let question = |(index, &position)| Question {
                    tag: 70 * block + index,
                    position: Some(position),
                };
                let questions = positions.iter().enumerate().map(question).collect();
                feed.push(questions).expect("somebody reads");
            }
        });
        let answers = collect(answers).expect("nobody stops it");
        feeder.join().expect("all was fed");
        assert_eq!(answers.len(), games.len());
        let mut alone = solver();
        for (index, (answered, game)) in answers.into_iter().zip(&games).enumerate() {
            assert_eq!(answered.tag, index);
            let (position, mut answer) = answered.solved.expect("a position was asked");
            assert_eq!(position, *game);
            let wanted = alone
                .analyze_until(game, OPTIONS, &stop)
                .expect("nobody stops it");
            // The number of nodes depends on the content of the table.
            answer.nodes = wanted.nodes;
            assert_eq!(answer, wanted, "{game:?}");
        }
    }
}

#[test]
fn repetitions_and_mirror_images_are_solved_once() {
    let stop = StopFlag::default();
    let (mut feed, answers) =
        start(&solver(), analyzing(|_| OPTIONS), threads(2), &stop).expect("threads");
    let asked = [
        ("first", Some("2232341145311512135567")),
        ("nothing", None),
        ("again", Some("2232341145311512135567")),
        ("mirror", Some("6656547743577376753321")),
        ("moves in another order", Some("4132321143351562135527")),
    ];
    let questions = asked.map(|(tag, moves)| Question {
        tag,
        position: moves.map(position),
    });
    feed.push(questions.into()).expect("somebody reads");
    drop(feed);
    let answers = collect(answers).expect("nobody stops it");
    let tags: Vec<&str> = answers.iter().map(|answered| answered.tag).collect();
    assert_eq!(tags, asked.map(|(tag, _)| tag));
    let repeated: Vec<bool> = answers.iter().map(|answered| answered.repeated).collect();
    assert_eq!(repeated, [false, false, true, true, false]);
    let answer = |index: usize| answers[index].solved.as_ref().map(|(_, answer)| answer);
    assert!(answer(1).is_none());
    let (first, again, mirror) = (answer(0), answer(2), answer(3));
    let (first, again) = (first.expect("solved"), again.expect("solved"));
    let mirror = mirror.expect("solved");
    assert!(first.nodes > 0);
    assert_eq!((again.nodes, mirror.nodes), (0, 0));
    assert_eq!([2, 3].map(|index| answers[index].time), [Duration::ZERO; 2]);
    assert_eq!(again.columns, first.columns);
    let mut columns = first.columns;
    columns.reverse();
    assert_eq!(mirror.columns, columns);
    let mirrored: Vec<_> = first.line.iter().map(|column| column.mirror()).collect();
    assert_eq!(mirror.line, mirrored);
    assert_eq!(mirror.best, mirrored.first().copied());
}

#[test]
fn a_stop_ends_the_answers_and_closes_the_feed() {
    let stop = StopFlag::default();
    let (mut feed, answers) =
        start(&solver(), analyzing(|_| OPTIONS), threads(2), &stop).expect("threads");
    let hard = |tag| Question {
        tag,
        position: Some(Position::EMPTY),
    };
    feed.push(vec![hard(0)]).expect("somebody reads");
    stop.stop();
    assert_eq!(
        collect(answers).map(|all| all.len()),
        Err(Unanswered::Stopped)
    );
    assert_eq!(feed.push(vec![hard(1)]), Err(Closed));
}

#[test]
fn a_feed_that_runs_ahead_waits_until_the_answers_are_dropped() {
    let stop = StopFlag::default();
    let (mut feed, answers) =
        start(&solver(), analyzing(|_| OPTIONS), threads(1), &stop).expect("threads");
    let pushed = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&pushed);
    let feeder = thread::spawn(move || {
        (0..2 * WINDOW).find(|&tag| {
            let position = None;
            let is_closed = feed.push(vec![Question { tag, position }]).is_err();
            count.fetch_add(1, Ordering::SeqCst);
            is_closed
        })
    });
    while pushed.load(Ordering::SeqCst) < WINDOW {
        thread::yield_now();
    }
    drop(answers);
    assert_eq!(feeder.join().expect("it ends"), Some(WINDOW));
}

#[test]
fn a_thread_that_panicked_ends_the_answers() {
    let stop = StopFlag::default();
    let (_feed, mut answers) =
        start::<(), Analysis>(&solver(), analyzing(|_| OPTIONS), threads(1), &stop)
            .expect("threads");
    answers.failed.stop();
    assert_eq!(answers.wait(), Err(Unanswered::Failed));
}

#[test]
fn all_positions_are_analyzed_until_a_stop_from_the_caller() {
    let (games, stop) = (games(3000), StopFlag::default());
    let mut seen = Vec::new();
    let analyses = solver().analyze_all_until(&games, OPTIONS, &stop, |analysis| {
        seen.push(analysis.clone());
        if seen.len() == 50 {
            stop.stop();
        }
    });
    let analyses = analyses.expect("memory");
    assert_eq!((analyses.len(), &analyses), (50, &seen));
    let mut alone = solver();
    for (game, found) in games.iter().zip(&analyses) {
        assert_eq!(found.columns, alone.analyze(game, OPTIONS).columns);
    }
}
