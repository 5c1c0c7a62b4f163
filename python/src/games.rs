//! Games: annotations, grades, and the moves of a level.

use std::collections::BTreeMap;

use claimeven::game::pgn;
use claimeven::game::read::Convention;
use claimeven::game::{Column, Game, Position, TextError};
use claimeven::internals::session::protocol::options::{ELO, PERFECT_LEVEL};
use claimeven::play::levels::{Level, Turn};
use claimeven::review::annotate::{Mark, annotate_until};
use claimeven::review::grade::{Estimate, Grade};
use claimeven::review::why::Explainer;
use claimeven::solver::{AnalysisOptions, Scores, Silent};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{argument_error, text_error, whole};
use crate::interrupt::interruptible;
use crate::many::{analyze, solve_all};
use crate::position::{self, numbers};
use crate::read;
use crate::settings::{Given, Settings};
use crate::solve::{Reason, reason, stopped, value};

/// The side, the column, the value before and after the move, the best columns, the mark, and the
/// reason.
type Move = (
    String,
    u8,
    i8,
    i8,
    Vec<u8>,
    Option<&'static str>,
    Option<Reason>,
);

/// Annotates the moves of a game.
#[pyfunction]
pub(crate) fn annotate(
    py: Python<'_>,
    form: &Bound<'_, PyAny>,
    why: bool,
    settings: Given<'_>,
) -> PyResult<Vec<Move>> {
    let (settings, game) = (Settings::new(settings)?, &one_game(form)?);
    let mode = settings.mode;
    let found = interruptible(py, |stop| {
        let mut solver = settings.solver()?;
        solver.set_threads(settings.threads.get());
        let mut annotated = annotate_until(&mut solver, game, mode, stop, || ());
        if why {
            Explainer::new(&mut solver, mode, stop).explain(&mut annotated);
        }
        let found = annotated.annotations;
        if stop.is_stopped() || found.len() < game.moves().len() {
            return Err(stopped());
        }
        Ok(found)
    })?;
    let moves = found.into_iter().map(|annotation| {
        (
            annotation.position.side_to_move().to_string(),
            annotation.column.number(),
            value(annotation.before, mode),
            value(annotation.after, mode),
            numbers(annotation.best.iter()),
            annotation.mark.map(Mark::sign),
            annotation.why.as_ref().map(reason),
        )
    });
    Ok(moves.collect())
}

/// Returns why a side wins, or what the last move of a game gave away.
#[pyfunction]
pub(crate) fn why(
    py: Python<'_>,
    form: &Bound<'_, PyAny>,
    of_move: bool,
    settings: Given<'_>,
) -> PyResult<Option<Reason>> {
    let (settings, game) = (Settings::new(settings)?, one_game(form)?);
    if of_move && game.moves().is_empty() {
        let error = "move: expected a game with a last move; found no moves";
        return Err(argument_error(error.to_owned()));
    }
    interruptible(py, |stop| {
        let mut solver = settings.solver()?;
        solver.set_threads(settings.threads.get());
        let mut explainer = Explainer::new(&mut solver, settings.mode, stop);
        let found = if of_move {
            explainer.why_move(&game)
        } else {
            explainer.why(game.position())
        };
        if stop.is_stopped() {
            return Err(stopped());
        }
        Ok(found.as_ref().map(reason))
    })
}

/// The games, the moves, the perfect moves, the mean loss, the moves at risk, the kept ones, the
/// blunders of each phase; and the estimate, its error and bound.
type Graded = (
    (u64, u64, u64, Option<f64>, u64, u64, (u64, u64, u64)),
    Option<(i32, Option<i32>, Option<&'static str>)>,
);

/// Grades the players of games. Returns each with the grade.
#[pyfunction]
pub(crate) fn grade(
    py: Python<'_>,
    forms: &Bound<'_, PyAny>,
    settings: Given<'_>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(String, Graded)>> {
    let settings = Settings::new(settings)?;
    let mut games = Vec::new();
    read::each("games", forms, |form| {
        games.extend(games_of(form)?);
        Ok(())
    })?;
    // From the last to the first: the early positions take longest, and by then the table has the
    // bounds of the later ones.
    let positions: Vec<Position> = games
        .iter()
        .flat_map(|(game, _)| game.positions().into_iter().rev())
        .collect();
    let mut found = Vec::with_capacity(positions.len());
    solve_all(
        py,
        &positions,
        |stop| analyze(&settings, Grade::options, stop),
        progress,
        |analysis| {
            found.push(analysis);
        },
    )?;
    let mut found = positions.into_iter().zip(found);
    let mut grades: BTreeMap<String, Grade> = BTreeMap::new();
    for (game, players) in games {
        let mut played: Vec<_> = found.by_ref().take(game.moves().len() + 1).collect();
        played.reverse();
        let both = Grade::of_game(&played);
        for (player, made) in players.into_iter().zip(both) {
            *grades.entry(player).or_default() += &made;
        }
    }
    Ok(grades
        .into_iter()
        .map(|(player, grade)| (player, graded(&grade)))
        .collect())
}

/// Reads one game.
pub(crate) fn one_game(form: &Bound<'_, PyAny>) -> PyResult<Game> {
    let mut games = games_of(form)?;
    match games.len() {
        1 => Ok(games.remove(0).0),
        found => Err(argument_error(format!("expected one game; found {found}"))),
    }
}

/// Reads the games of a form, each with the names of its players: several if it is a text in PGN.
fn games_of(form: &Bound<'_, PyAny>) -> PyResult<Vec<(Game, [String; 2])>> {
    let unnamed = |game| (game, ["first", "second"].map(str::to_owned));
    if !form.is_instance_of::<PyString>() {
        return Ok(vec![unnamed(position::game(form, Convention::default())?)]);
    }
    let text = read::text(form)?;
    let Some(games) = pgn::games_in(&text) else {
        return Ok(vec![unnamed(position::game(form, Convention::default())?)]);
    };
    let parse = || games.collect::<Result<Vec<_>, TextError>>();
    let games = read::guarded(parse)?.map_err(|error| text_error(&error))?;
    let named = games.into_iter().map(|found| {
        let name = |tag, side: &str| {
            let known = found.tag(tag).filter(|name| !["", "?"].contains(name));
            known.unwrap_or(side).to_owned()
        };
        let players = [name("White", "first"), name("Black", "second")];
        (found.game.clone(), players)
    });
    Ok(named.collect())
}

fn graded(grade: &Grade) -> Graded {
    let estimate = |found: Estimate| (found.elo, found.error, found.bound);
    let counts = (
        grade.games,
        grade.moves,
        grade.perfect,
        grade.mean_loss(),
        grade.at_risk,
        grade.kept(),
        grade.blunders.into(),
    );
    (counts, grade.estimate().map(estimate))
}

/// Returns the column that a level plays; `None` if the game is over. Level 20 plays perfectly.
#[pyfunction]
pub(crate) fn play(
    py: Python<'_>,
    form: &Bound<'_, PyAny>,
    level: &Bound<'_, PyAny>,
    elo: Option<&Bound<'_, PyAny>>,
    seed: &Bound<'_, PyAny>,
) -> PyResult<Option<u8>> {
    let game = position::game(form, Convention::default())?;
    let number = whole("level", level, 0..=PERFECT_LEVEL)?;
    let elo = elo.map(|elo| whole("elo", elo, ELO[0]..=ELO[1]));
    let level = elo
        .transpose()?
        .map(Level::of_elo)
        .or_else(|| Level::numbered(number));
    let seed = whole("seed", seed, 0..=u64::MAX >> 1)?;
    interruptible(py, |stop| {
        let Some(level) = level else {
            let options = AnalysisOptions::default().scores(Scores::Best);
            let mut solver = Settings::default().solver()?;
            let found = solver.analyze_until(game.position(), options, stop);
            return Ok(found.map_err(|_| stopped())?.best.map(Column::number));
        };
        let report = Turn::new(game, level, seed).think(stop, &mut Silent);
        Ok(report.lines.first().map(|line| line.column.number()))
    })
}
