//! Tests of reasons: the sentence of each kind. `tests/it/why.rs` checks that they are true.

use super::*;
use crate::game::replay;

/// Returns the reason of a position.
fn of_position(moves: &str, stop: &StopFlag) -> Option<Why> {
    let position = replay(moves).expect("a game");
    let mut solver = Solver::new(16).expect("16 MiB");
    Explainer::new(&mut solver, Mode::Strong, stop).why(&position)
}

/// Returns the reason of the last move of a game.
fn of_move(moves: &str, mode: Mode) -> Option<Why> {
    let game = Game::default().with_moves(moves).expect("a game");
    let (mut solver, stop) = (Solver::new(16).expect("16 MiB"), StopFlag::default());
    Explainer::new(&mut solver, mode, &stop).why_move(&game)
}

#[test]
fn the_reason_of_a_position_names_its_winner() {
    for (moves, wanted) in [
        ("445566", "X wins at once at c1 or g1"),
        ("44556", "X threatens c1 and g1; O can block only one"),
        (
            "4455",
            "X plays c1 and threatens b1 and f1; O can block only one",
        ),
        (
            "14764211577553161274152737",
            "X makes threats that O has to block: b4 c3, c4; then X wins at d4 or d5",
        ),
    ] {
        let why = of_position(moves, &StopFlag::default());
        assert_eq!(why.map(|why| why.text).as_deref(), Some(wanted), "{moves}");
    }
    // A draw, and a game that is over.
    for moves in ["16223414344371252143533416765565772276", "1212121"] {
        assert_eq!(of_position(moves, &StopFlag::default()), None, "{moves}");
    }
}

#[test]
fn the_reason_of_a_move_names_what_it_gave_away() {
    for (moves, kind, wanted) in [
        (
            "4455661",
            WhyKind::WinsAtOnce,
            "Better: X wins at once at c1 or g1",
        ),
        (
            "4535534425",
            WhyKind::DoesNotBlock,
            "e4 does not block a1, where X wins at once",
        ),
        (
            "5425444154252225251641671761",
            WhyKind::TwoThreats,
            "After a5, X plays c1 and threatens c2 and f4; O can block only one",
        ),
        (
            "64116664441134331416",
            WhyKind::Zugzwang,
            "After f5 with best play c4, X's threat at b5 (odd row) decides the game; \
             without the threat X would not win",
        ),
        (
            "5425444154252225251",
            WhyKind::Zugzwang,
            "After a2 with best play f1, O's threat at c4 (even row) decides the game; \
             in the end X has to fill c3 below it",
        ),
        (
            "443",
            WhyKind::Zugzwang,
            "After c1, O wins in the long run by a threat at e4 (even row) after 15 stones of \
             best play; in the end X has to fill e3 below it",
        ),
        (
            "45334442543123432227237776",
            WhyKind::OpensFour,
            "f1 opens f2, where X wins at once",
        ),
        (
            "542554444225142",
            WhyKind::OnlyMove,
            "e5 resists longest; all other moves lose sooner",
        ),
        (
            "641166644411343314166",
            WhyKind::GivesUpThreat,
            "Better is c4: X's threat at b5 (odd row) keeps the win; \
             after f6 and c4, O has a threat at b3 below it",
        ),
        (
            "5441342",
            WhyKind::OnlyMove,
            "Only d4 draws; all other moves lose",
        ),
    ] {
        let why = of_move(moves, Mode::Strong);
        let why = why.expect(moves);
        assert_eq!((why.kind, &*why.text), (kind, wanted), "{moves}");
        // Weak mode has fewer marks, and another line of best play.
        let weak = of_move(moves, Mode::Weak);
        let is_combination = |kind| kind <= WhyKind::ForcedSequence;
        assert!(weak.is_none_or(|weak| is_combination(weak.kind) == is_combination(kind)));
    }
    assert_eq!(of_move("44556", Mode::Strong), None, "a best move");
}

#[test]
fn a_stopped_search_gives_no_reason() {
    let stop = StopFlag::default();
    stop.stop();
    assert_eq!(of_position("32164625", &stop), None);
}
