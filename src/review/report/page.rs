//! The report of games: a page of HTML that needs no other file. It is also well-formed XML.

use askama::Template;

use super::{Graph, ReportGame, style, words};
use crate::game::Side;
use crate::review::annotate::Mark;
use crate::solver::ColumnValue;

/// The report of games. Several games have a table at its top.
#[derive(Debug, Template)]
#[template(path = "page.html", config = "src/review/report/askama.toml")]
pub(crate) struct Page<'a> {
    pub(crate) games: &'a [ReportGame],
}
