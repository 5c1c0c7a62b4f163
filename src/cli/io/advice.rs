//! Advice for errors in positions: the option of the command line that helps.
//!
//! The messages of the library state the error and name no options, because other programs have
//! others. To add advice, give its error an arm in [`advice`]: it then follows the message of an
//! argument, of a record's `error` and of a summary.

use crate::game::read::MarkOwner;
use crate::game::{Expected, MovesError, TextErrorKind};

/// The words for an argument without a score in error messages.
pub(super) const UNSCORED: &str = "the end of the position";

/// Returns the advice for an error, with the semicolon before it. It is empty if no option helps.
pub(super) fn advice(error: &TextErrorKind) -> String {
    match error {
        TextErrorKind::Moves(MovesError::NotAColumn {
            found: '0',
            columns,
            ..
        }) => {
            format!("; use --zero-based for columns 0 to {}", columns - 1)
        }
        TextErrorKind::OneStoneMore { mark, owner } => match owner {
            MarkOwner::FirstPlayer => format!(
                "; use --swap-sides if {mark:?} began, or --mover-first if the other mark is the \
                 side to move"
            ),
            MarkOwner::SecondPlayer => format!("; leave out --swap-sides if {mark:?} began"),
            MarkOwner::SideToMove => format!("; leave out --mover-first if {mark:?} began"),
        },
        TextErrorKind::UpsideDown { bottom_up, .. } => match bottom_up {
            false => "; use --bottom-up if the first row is the ground".to_owned(),
            true => "; leave out --bottom-up if the first row is the top".to_owned(),
        },
        TextErrorKind::Marks(_) => "; use --marks to name the marks".to_owned(),
        TextErrorKind::OtherSize { found, .. } => {
            format!("; for a board of {found} use claimeven analyze --size {found}")
        }
        TextErrorKind::SeveralLines => "; use --input - for one position per line".to_owned(),
        TextErrorKind::Expected(Expected { found, .. }) if found == "PGN" => {
            "; claimeven annotate --input reads PGN".to_owned()
        }
        TextErrorKind::Expected(Expected { wanted, .. }) if wanted == UNSCORED => {
            "; use --input to read lines with scores".to_owned()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::read;

    #[test]
    fn an_option_that_helps_is_named() {
        for (text, message) in [
            (
                "0334",
                "ply 1: '0' is not a column (1-7); use --zero-based for columns 0 to 6",
            ),
            (
                "44\n45",
                "expected a board of six rows; found several other lines; use --input - for one \
                 position per line",
            ),
            (
                "......./......./......./......./......./...o...",
                "\"o\" has one stone more than the first player; use --swap-sides if \"o\" began, \
                 or --mover-first if the other mark is the side to move",
            ),
            (
                "-------/-------/-------/-------/-------/-------",
                "expected a cell such as 0, 1, 2, -1, '.', x or o; found \"-\"; use --marks to \
                 name the marks",
            ),
            (
                "...o.../......./......./......./......./.......",
                "the stone on d6 has nothing below it, but all stones stand if the board is turned \
                 upside down; use --bottom-up if the first row is the ground",
            ),
            (
                "[Event \"Cup\"]",
                "expected a position: columns such as 4453, moves such as d1 d2, a FEN, or a board \
                 of 42 cells; found PGN; claimeven annotate --input reads PGN",
            ),
            ("448", "ply 3: '8' is not a column (1-7)"),
        ] {
            let kind = read::game(text).expect_err("rejected").kind;
            assert_eq!(format!("{kind}{}", advice(&kind)), message, "{text}");
        }
    }
}
