//! The feature `serde`: values as records spell them. A position is its FEN, a game its start and
//! its packed moves, a score and a column a number, and other values are words.
//!
//! What is read is checked: a FEN that is not a position is an error.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Columns, Game, GameResult, Mode, Move, Outcome, Position, Side, Size};

/// Implements the traits for types that are written as their text.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Position, Side, Mode, Outcome, GameResult, Move, Size);

/// A game as in records. Fields that are missing have their defaults.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct StartAndMoves {
    start: Position,
    moves: String,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (start, moves) = (*self.start(), super::notation::packed(self.moves()));
        StartAndMoves { start, moves }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let StartAndMoves { start, moves } = StartAndMoves::deserialize(deserializer)?;
        Game::from(start)
            .with_moves(&moves)
            .map_err(D::Error::custom)
    }
}

/// Writes the columns as a list.
impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Columns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Columns, D::Error> {
        let columns: Vec<_> = Deserialize::deserialize(deserializer)?;
        Ok(columns.into_iter().collect())
    }
}

/// Lines of columns as packed text: `4453`.
pub(crate) mod packed {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::game::{Column, notation};

    pub(crate) fn serialize<S: Serializer>(
        columns: &[Column],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&notation::packed(columns))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Column>, D::Error> {
        let text = String::deserialize(deserializer)?;
        notation::columns(&text).map_err(D::Error::custom)
    }
}
