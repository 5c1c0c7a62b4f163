//! Seeded random positions, as lists of columns counted from zero.

use claimeven::game::{Column, Position};

use crate::helpers::naive::WIDTH;
use crate::helpers::plain::Game;
pub(crate) use crate::helpers::random::Random;

impl Random {
    pub(crate) fn seeded(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len())]
    }
}

/// How the players of a random game choose their moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Play {
    /// Any column that does not end the game.
    Blind,
    /// A column that leaves the opponent no win in one, if there is any: fewer of these positions
    /// are decided at once.
    Careful,
}

/// Returns an unfinished position of exactly `stones` stones.
pub(crate) fn unfinished(random: &mut Random, stones: usize, play: Play) -> Vec<usize> {
    game(random, stones, play).0
}

/// Returns `count` unfinished positions with `least` stones and more, `range` different numbers.
pub(crate) fn careful(seed: u64, count: usize, least: usize, range: usize) -> Vec<Vec<usize>> {
    let mut random = Random::seeded(seed);
    let stones = (0..count).map(|index| least + index % range);
    let games = stones.map(|stones| unfinished(&mut random, stones, Play::Careful));
    games.collect()
}

/// Returns an unfinished position in which the side to move has no win in one.
pub(crate) fn undecided(random: &mut Random, stones: usize, play: Play) -> Vec<usize> {
    loop {
        let (moves, game) = game(random, stones, play);
        if !game.can_win() {
            return moves;
        }
    }
}

/// Plays games until one lasts long enough.
fn game(random: &mut Random, stones: usize, play: Play) -> (Vec<usize>, Game) {
    loop {
        let mut game = Game::new();
        let mut moves = Vec::with_capacity(stones);
        while moves.len() < stones
            && let Some(column) = choose(random, &mut game, play)
        {
            game.play(column);
            moves.push(column);
        }
        if moves.len() == stones {
            return (moves, game);
        }
    }
}

/// Chooses a column that does not end the game, `None` if there is none.
fn choose(random: &mut Random, game: &mut Game, play: Play) -> Option<usize> {
    let quiet: Vec<usize> = (0..WIDTH)
        .filter(|&column| game.has_room(column) && !game.wins(column))
        .collect();
    let is_safe = |&column: &usize| {
        game.play(column);
        let is_safe = !game.can_win();
        game.take_back(column);
        is_safe
    };
    let careful: Vec<usize> = match play {
        Play::Blind => Vec::new(),
        Play::Careful => quiet.iter().copied().filter(is_safe).collect(),
    };
    let among = if careful.is_empty() { quiet } else { careful };
    (!among.is_empty()).then(|| *random.pick(&among))
}

/// Returns the crate's position after these columns.
pub(crate) fn position(moves: &[usize]) -> Position {
    moves.iter().fold(Position::EMPTY, |position, &column| {
        position.play(Column::ALL[column])
    })
}

/// Returns the columns as people write them: `4453`.
pub(crate) fn written(moves: &[usize]) -> String {
    moves
        .iter()
        .map(|column| char::from(b'1' + u8::try_from(*column).expect("a column of the board")))
        .collect()
}
