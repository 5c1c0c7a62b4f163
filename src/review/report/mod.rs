//! Pictures of positions and games, and the page of a report. Pure: data in, text out.
//!
//! | File | Contents |
//! |-|-|
//! | `board`, `graph` | the board with its stones; the score of a game by move |
//! | `game` | a game with its annotations |
//! | `page` | the report of one or more games |
//! | `sheets` | puzzles to print |
//! | `style` | colours, for light and dark screens |
//! | `words` | scores, moves and endings in words |
//!
//! The templates next to these files have the elements of HTML and SVG. `look.css` has the colours
//! and fonts, which the page in the browser shares. `picture.css` and `page.css` use them.

mod board;
mod game;
mod graph;
mod page;
mod sheets;
mod style;
pub(crate) mod words;

pub(crate) use board::Board;
pub(crate) use game::ReportGame;
pub(crate) use graph::Graph;
pub(crate) use page::Page;
pub(crate) use sheets::Sheets;
