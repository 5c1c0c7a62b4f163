//! Wrong answers of a bench, a line each. Pure.

use std::fmt::Write;

use crate::bench::Wrong;
use crate::game::{Mode, Outcome, Score};

/// How many wrong answers are told one by one: more of them have one cause.
const TOLD: usize = 10;

/// The first wrong answers to a set, which stands at `place`, and how many more there are.
pub(super) fn lines(place: &str, wrong: &[Wrong], mode: Mode) -> String {
    let mut text = String::new();
    for Wrong { case, found } in wrong.iter().take(TOLD) {
        let line = case.line;
        let expected = value(case.score, mode);
        // In weak mode the bounds of an answer have one outcome.
        let found = value(found.lower, mode);
        writeln!(
            text,
            "{place}: line {line}: expected {expected}, found {found}"
        )
        .expect("memory");
    }
    if wrong.len() > TOLD {
        let rest = wrong.len() - TOLD;
        writeln!(text, "{place}: {rest} more are wrong").expect("memory");
    }
    text
}

fn value(score: Score, mode: Mode) -> String {
    match (mode, score.outcome()) {
        (Mode::Strong, _) => format!("score {score}"),
        (Mode::Weak, Outcome::Win) => "a win".to_owned(),
        (Mode::Weak, Outcome::Draw) => "a draw".to_owned(),
        (Mode::Weak, Outcome::Loss) => "a loss".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Bounds;
    use crate::testset::TestSet;

    #[test]
    fn the_first_wrong_answers_are_told_and_the_others_counted() {
        let set = TestSet::parse("set", &"# by hand\n44 2\n".repeat(12)).expect("positions");
        let wrong: Vec<Wrong> = set
            .cases
            .into_iter()
            .map(|case| Wrong {
                case,
                found: Bounds::exactly(Score::DRAW),
            })
            .collect();
        let text = lines("a/set.txt", &wrong, Mode::Strong);
        let told: Vec<&str> = text.lines().collect();
        assert_eq!(told.len(), 11);
        assert_eq!(
            told[0],
            "a/set.txt: line 2: expected score 2, found score 0"
        );
        assert_eq!(told[10], "a/set.txt: 2 more are wrong");
        assert_eq!(
            lines("set", &wrong[..1], Mode::Weak),
            "set: line 2: expected a win, found a draw\n"
        );
        assert_eq!(lines("set", &[], Mode::Strong), "");
    }
}
