//! Games and moves after the fact: what each move was worth, and how well a player plays.
//
// | Module | Contents |
// |-|-|
// | `annotate` | the score of every move of a game |
// | `grade` | the errors of a player, and its Elo |
// | `puzzle` | positions in which a single column keeps the win or the draw |
// | `record` | with the feature `serde`, positions as the JSON of the command line |
// | `report` | boards, graphs and pages as SVG and HTML |
// | `reason` | a reason as data |
// | `why` | why a side wins, and what a bad move gave away |

pub mod annotate;
pub mod grade;
pub mod puzzle;
mod reason;
#[cfg(feature = "serde")]
pub mod record;
#[cfg(feature = "cli")]
pub(crate) mod report;
pub mod why;
