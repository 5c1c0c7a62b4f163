//! The grades of all players, as a table or as records.

use std::collections::BTreeMap;
use std::fmt;
use std::io;

use crate::cli::print::records::Printer;
use crate::game::printable;
use crate::review::grade::{Grade, both, share};
use crate::review::record::PlayerRecord;

/// The grades of all players.
#[derive(Debug, Default)]
pub(super) struct Tally {
    games: u64,
    /// The grades of each player as the first and as the second player.
    players: BTreeMap<String, [Grade; 2]>,
}

impl Tally {
    /// Adds the grades of the first and the second player of a game.
    pub(super) fn add(&mut self, players: [String; 2], grades: [Grade; 2]) {
        self.games += 1;
        for (side, (name, grade)) in players.into_iter().zip(grades).enumerate() {
            if grade.moves > 0 {
                let grades = self.players.entry(name).or_default();
                grades[side] += &grade;
            }
        }
    }

    /// Returns the number of games.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// Formats one record per player.
    pub(super) fn records(&self, printer: Printer) -> io::Result<Vec<u8>> {
        let players = self.players.iter();
        printer.all(players.map(|(player, grades)| PlayerRecord::new(player, grades)))
    }
}

/// Prints a table: for each player a row with all moves, and one for each side.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.players.keys().map(|name| printable(name)).collect();
        let width = names.iter().map(|name| name.chars().count());
        let width = width.chain(["  second".len()]).max().unwrap_or(0);
        writeln!(
            f,
            "{:width$}  games  moves  perfect  mean loss  at risk    kept  blunders  1-12  13-24  25-42  estimate",
            "player"
        )?;
        for (name, grades) in names.iter().zip(self.players.values()) {
            row(f, name, width, &both(grades))?;
            row(f, "  first", width, &grades[0])?;
            row(f, "  second", width, &grades[1])?;
        }
        Ok(())
    }
}

/// Prints a row, unless it has no moves.
fn row(f: &mut fmt::Formatter<'_>, name: &str, width: usize, grade: &Grade) -> fmt::Result {
    let Grade {
        games,
        moves,
        at_risk,
        perfect,
        blunders: [early, middle, late],
        ..
    } = *grade;
    let Some(loss) = grade.mean_loss() else {
        return Ok(());
    };
    let percent = |part, all| match share(part, all) {
        Some(share) => format!("{:.1}%", 100.0 * share),
        None => "-".to_owned(),
    };
    let (perfect, kept) = (percent(perfect, moves), percent(grade.kept(), at_risk));
    let all = early + middle + late;
    let estimate = grade
        .estimate()
        .map_or("-".to_owned(), |found| found.to_string());
    writeln!(
        f,
        "{name:width$}  {games:5}  {moves:5}  {perfect:>7}  {loss:9.2}  {at_risk:7}  {kept:>6}  \
         {all:8}  {early:4}  {middle:5}  {late:5}  {estimate}"
    )
}
