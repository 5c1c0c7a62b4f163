//! Tests of the levels.

use std::collections::HashSet;

use claimeven::game::{Column, Game, GameResult, Position};
use claimeven::internals::bitboard;
use claimeven::play::levels::{Level, Turn, choose};
use claimeven::solver::{Bounds, Report, Silent, Solver, StopFlag};

use crate::helpers::random::{Random, cases};

fn level(skill: u8) -> Level {
    Level::numbered(skill).expect("a level")
}

fn think(game: &Game, skill: u8, seed: u64) -> Report {
    let turn = Turn::new(game.clone(), level(skill), seed);
    turn.think(&StopFlag::default(), &mut Silent)
}

/// Plays a game of a level against itself.
fn play(skill: u8, seed: u64) -> Game {
    let mut game = Game::default();
    while let Some(column) = choose(&game, level(skill), seed) {
        game.play(column).expect("a legal move");
    }
    game
}

/// Yields unfinished games of random moves.
fn random_games(count: usize) -> impl Iterator<Item = Game> {
    (0..count as u64).map(|seed| {
        let mut random = Random(seed);
        let plies = random.below(30);
        let mut game = Game::default();
        while game.moves().len() < plies {
            let legal: Vec<Column> = game.position().legal_columns().iter().collect();
            let mut next = game.clone();
            next.play(legal[random.below(legal.len())]).expect("legal");
            if next.position().is_over() {
                break;
            }
            game = next;
        }
        game
    })
}

/// The moves of each level depend on nothing but its rules, its network and the seed, on every
/// machine. If this test fails, the ratings of the levels must be measured again.
#[test]
fn every_level_plays_the_same_moves_on_every_machine() {
    let hashes = (0..20).map(|skill| {
        (1..=cases_of(skill)).fold(0, |hash, seed| {
            let moves = play(skill, seed).moves().to_vec();
            moves.into_iter().fold(hash, |hash, column| {
                Random(hash ^ u64::from(column.number())).next()
            })
        })
    });
    let hashes: Vec<u64> = hashes.collect();
    assert_eq!(hashes, HASHES);
}

fn cases_of(skill: u8) -> u64 {
    if skill < 15 { 10 } else { 2 }
}

const HASHES: [u64; 20] = [
    0x2EFB_44C8_A603_4BF0,
    0xB80D_C768_4A6E_DB15,
    0x8E64_A873_BA0F_04BD,
    0xAF8A_F86C_B8F0_34CF,
    0x4F30_163E_142D_45C9,
    0x8C4A_20B2_6F0B_5D9B,
    0x35C9_E5DB_3AC3_1274,
    0x12BB_592E_E44E_28BF,
    0x8A3F_713F_A5EB_9245,
    0xE1FD_8F0E_66FB_32A5,
    0x7AAF_C731_D4F4_C096,
    0x9918_BE97_4242_87D7,
    0xB68F_9090_82D3_314A,
    0x3422_07B9_2C21_5708,
    0x4668_FE07_75E5_F04E,
    0x7B00_E6F0_4530_6296,
    0x5190_F1E2_6C26_26E3,
    0x8634_0A58_D213_7A83,
    0x0110_5205_3F68_5AF8,
    0xEA17_512C_BD1E_355F,
];

#[test]
fn from_level_10_on_no_win_in_one_and_no_block_is_missed() {
    let mut seen = [0; 2];
    for (game, seed) in random_games(cases(2000)).zip(0..) {
        let position = game.position();
        let (wins, threats) = (position.winning_moves(), must_block(position));
        if wins.is_empty() && threats == 0 {
            continue;
        }
        let column = choose(&game, level(10 + (seed % 10) as u8), seed).expect("a move");
        if wins.is_empty() {
            assert_eq!(threats, position.landing_cell(column), "{position}");
            seen[1] += 1;
        } else {
            assert!(wins.contains(column), "{position}");
            seen[0] += 1;
        }
    }
    assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
}

/// Returns the only cell on which the opponent would win with the next stone.
fn must_block(position: &Position) -> u64 {
    let playable = bitboard::playable(position.mask());
    let threats = position.opponent_winning_cells() & playable;
    if threats.is_power_of_two() {
        threats
    } else {
        0
    }
}

#[test]
fn the_move_does_not_depend_on_the_number_of_lines() {
    for (game, seed) in random_games(cases(200)).zip(0..) {
        let skill = (seed % 20) as u8;
        let one = think(&game, skill, seed);
        let turn = Turn::new(game.clone(), level(skill), seed).lines(7);
        let seven = turn.think(&StopFlag::default(), &mut Silent);
        assert_eq!(one.lines[..], seven.lines[..one.lines.len()]);
        let estimates = seven.lines.iter().map(|line| line.estimate);
        assert!(estimates.is_sorted_by(|better, worse| better >= worse));
    }
}

#[test]
fn every_line_is_legal_and_ends_as_its_score_says() {
    let mut proven = 0;
    for (game, seed) in random_games(cases(1000)).zip(0..) {
        let report = think(&game, (seed % 20) as u8, seed);
        let line = &report.lines[0];
        let mut played = game.clone();
        for &column in &line.pv {
            played.play(column).expect("a legal line");
        }
        assert!(line.estimate != 0 && line.estimate.abs() <= 999);
        assert!(line.pv.len() > 1 || played.position().is_over());
        if let Some(score) = line.bounds.exact()
            && score.get() > 0
        {
            proven += 1;
            assert!(line.pv.len() <= usize::from(score.plies(game.position().stones())));
            let position = game.position().play(line.column);
            let exact = solver_value(&position);
            assert_eq!(-exact, score.get(), "{position}");
        }
    }
    assert!(proven > 100, "{proven}");
}

fn solver_value(position: &Position) -> i8 {
    if position.is_over() {
        let lost = Bounds::of_finished(position);
        return lost.lower.get();
    }
    let mut solver = Solver::without_book(1).expect("a table");
    solver.solve(position).get()
}

#[test]
fn a_win_that_is_seen_is_carried_out() {
    let mut won = 0;
    for (mut game, seed) in random_games(cases(300)).zip(0..) {
        let skill = (seed % 20) as u8;
        let side = game.position().side_to_move();
        let mut promised = None;
        let mut random = Random(seed);
        while !game.position().is_over() {
            let report = think(&game, skill, seed);
            let score = report.lines[0].bounds.exact();
            if let Some(plies) = promised {
                let score = score.map(|score| score.plies(game.position().stones()));
                assert!(
                    score.is_some_and(|score| score < plies),
                    "{skill}: {:?}",
                    game.moves()
                );
            }
            promised = score
                .filter(|score| score.get() > 0)
                .map(|score| score.plies(game.position().stones()));
            game.play(report.lines[0].column).expect("legal");
            let legal: Vec<Column> = game.position().legal_columns().iter().collect();
            if promised.is_none() || legal.is_empty() {
                break;
            }
            game.play(legal[random.below(legal.len())]).expect("legal");
        }
        if promised.is_some() {
            assert_eq!(game.position().result(), Some(GameResult::Won(side)));
            won += 1;
        }
    }
    assert!(won > 30, "{won}");
}

#[test]
fn a_stopped_player_has_a_move() {
    let stop = StopFlag::default();
    stop.stop();
    for (game, seed) in random_games(cases(100)).zip(0..) {
        let mut turn = Turn::new(game.clone(), level((seed % 20) as u8), seed);
        turn.limits.nodes = Some(1);
        assert_eq!(turn.think(&stop, &mut Silent).lines.len(), 1);
    }
}

#[test]
fn a_player_visits_at_most_the_nodes_of_its_limit() {
    let mut reached = 0;
    for (game, seed) in random_games(cases(100)).zip(0..) {
        for nodes in [1, 2, 30, 500] {
            let mut turn = Turn::new(game.clone(), level((seed % 20) as u8), seed);
            turn.limits.nodes = Some(nodes);
            let report = turn.think(&StopFlag::default(), &mut Silent);
            assert!(report.nodes <= nodes, "{game}: {} of {nodes}", report.nodes);
            reached += usize::from(report.nodes == nodes);
        }
    }
    assert!(reached > 150, "{reached}");
}

#[test]
fn openings_vary() {
    for skill in 0..20 {
        let games = (0..12).map(|seed| {
            let mut game = Game::default();
            while game.moves().len() < 8 {
                let Some(column) = choose(&game, level(skill), seed) else {
                    break;
                };
                game.play(column).expect("legal");
            }
            game.moves().to_vec()
        });
        let games: HashSet<_> = games.collect();
        assert!(games.len() > 3, "{skill}: {}", games.len());
    }
}

#[test]
fn an_elo_becomes_the_level_that_has_it() {
    for skill in 0..20 {
        assert_eq!(Level::of_elo(level(skill).elo()), level(skill));
    }
    for elo in level(0).elo()..level(19).elo() {
        assert!(Level::of_elo(elo).elo().abs_diff(elo) <= 1);
    }
    assert_eq!(Level::of_elo(0), level(0));
    assert_eq!(Level::of_elo(u16::MAX), level(19));
}

#[test]
fn a_finished_game_has_no_move() {
    let game: Game = "1212121".parse().expect("a game");
    assert_eq!(choose(&game, level(3), 1), None);
}
