//! A reason, as data. The module [`why`](super::why) finds reasons.

use std::fmt;

use crate::game::{Column, Move};

/// The kind of a reason. The module [`why`](super::why) defines them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum WhyKind {
    /// A four with the next stone.
    WinsAtOnce,
    /// A four that was playable and is not blocked.
    DoesNotBlock,
    /// A four on top of the move.
    OpensFour,
    /// Two playable winning cells.
    TwoThreats,
    /// A winning cell above a playable one.
    StackedThreats,
    /// Threats that leave one reply each, until one of the last two kinds.
    ForcedSequence,
    /// A winning cell that decides the outcome.
    Zugzwang,
    /// Such a cell, given up.
    GivesUpThreat,
    /// The one move that keeps the outcome.
    OnlyMove,
    /// A win without a simpler reason.
    ByForce,
}

/// Prints the name of the variant as records have it, such as `two-threats`.
impl fmt::Display for WhyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            let gap = letter.is_uppercase() && !name.is_empty();
            name.extend(gap.then_some('-').into_iter().chain(letter.to_lowercase()));
        }
        f.pad(&name)
    }
}

/// A reason: why a side wins, or what a move gave away.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Why {
    /// The kind.
    pub kind: WhyKind,
    /// The cells that decide: those that complete a four, the threat, or the only move.
    pub cells: Vec<Move>,
    /// The moves that show it, from the position before the move or from the position itself.
    #[cfg_attr(feature = "serde", serde(with = "crate::game::serial::packed"))]
    pub moves: Vec<Column>,
    /// The reason in a sentence.
    pub text: String,
}
