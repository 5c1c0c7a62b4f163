//! Play that is not perfect: levels with a known Elo, and the choice among moves of equal value.
//
// | Module | Contents |
// |-|-|
// | `levels` | players weaker than the engine |
// | `resistance` | the move that keeps a lost or drawn game open longest |

pub mod levels;
#[cfg(feature = "session")]
pub mod resistance;
