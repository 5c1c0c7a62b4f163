//! Checks the reasons of `claimeven`: those of random positions, and of the bad moves in games of
//! its levels. Then solves puzzles again.
//!
//! `cargo run --release -p why-check -- target/release/claimeven --seed 1`
//!
//! The board, the solver and the reader of sentences share no code with the engine. A sentence about
//! an early position may need more than `--most` positions for a claim; it is then counted as slow.

#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a program that prints shares of small numbers"
)]

mod board;
mod puzzles;
mod sentence;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::mem::take;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use board::{At, Board, Solver};
use sentence::{Fault, Reason};
use serde_json::Value;

/// A stream of random numbers: `xorshift64*`.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

/// The results of the check.
struct Tally {
    /// How many sentences of each kind are right, and how many take too long.
    kinds: BTreeMap<String, [usize; 2]>,
    without: usize,
    wrong: usize,
    solver: Solver,
}

impl Tally {
    fn add(&mut self, why: &Value, before: Board, played: Option<u32>, about: &str) {
        if why.is_null() {
            self.without += 1;
            return;
        }
        let kind = why["kind"].as_str().unwrap_or("?").to_owned();
        let reason = Reason::read(why, before, played);
        match reason.and_then(|reason| reason.check(&mut self.solver)) {
            Ok(()) => self.kinds.entry(kind).or_default()[0] += 1,
            Err(Fault::Slow) => self.kinds.entry(kind).or_default()[1] += 1,
            Err(Fault::False(what)) => {
                self.wrong += 1;
                println!("FALSE: {about}: {}: {what}", why["text"]);
            }
        }
    }

    /// Prints what was found since the last time.
    fn print(&mut self, title: &str) {
        let (kinds, without) = (take(&mut self.kinds), take(&mut self.without));
        let all = kinds.values().flatten().sum::<usize>();
        let share = |count: usize| 100.0 * count as f64 / all.max(1) as f64;
        println!(
            "{title}: {all} sentences, {without} without one, {} false so far",
            self.wrong
        );
        let mut early = 0;
        for (kind, [right, slow]) in kinds {
            let count = right + slow;
            early += if ["only-move", "by-force"].contains(&&*kind) {
                0
            } else {
                count
            };
            let share = share(count);
            println!("  {kind:16} {count:6} {share:5.1} %, {slow} too slow to check");
        }
        println!("  kinds 1 to 8: {:.1} %", share(early));
    }
}

/// Starts a program with arguments, and pipes for its lines.
fn start(program: &str, arguments: &str) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut command = Command::new(program);
    let command = command.args(arguments.split_whitespace());
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("the program starts");
    let (to, from) = (child.stdin.take(), child.stdout.take());
    (
        child,
        to.expect("piped"),
        BufReader::new(from.expect("piped")),
    )
}

/// Plays games of two levels from 3 to 12 and returns the columns of each, with a line feed.
fn level_games(program: &str, count: usize, random: &mut Random) -> String {
    let (mut child, mut to, mut from) = start(program, "");
    let mut game = || {
        let (levels, seed) = (
            [(); 2].map(|()| 3 + random.below(10)),
            random.below(1 << 30),
        );
        let (mut moves, mut line) = (String::new(), String::new());
        writeln!(to, "setoption name Skill Seed value {}", seed + 1).expect("it listens");
        loop {
            let level = levels[moves.len() % 2];
            let search = format!("position moves {moves}\ngo");
            writeln!(to, "setoption name Skill Level value {level}\n{search}").expect("it listens");
            while !line.starts_with("bestmove ") {
                line.clear();
                let read = from.read_line(&mut line).expect("it answers");
                assert!(read > 0, "the engine has ended");
            }
            let best = take(&mut line);
            match best.split_whitespace().nth(1) {
                Some("(none)") | None => return moves + "\n",
                Some(best) => moves.push_str(best),
            }
        }
    };
    let games = (0..count).map(|_| game()).collect();
    drop(to);
    child.wait().expect("a child");
    games
}

/// Returns the JSON lines that a command prints about texts.
fn records(program: &str, command: &str, texts: &str) -> Vec<Value> {
    let arguments = format!("{command} --json --quiet --threads 1 --input -");
    let (mut child, mut to, from) = start(program, &arguments);
    let texts = texts.to_owned();
    let writer = std::thread::spawn(move || to.write_all(texts.as_bytes()));
    let lines = from.lines().map(|line| line.expect("text"));
    let records = lines
        .map(|line| serde_json::from_str(&line).expect("JSON"))
        .collect();
    writer.join().expect("no panic").expect("it reads");
    child.wait().expect("a child");
    records
}

fn replay(moves: &str) -> Vec<Board> {
    let mut boards = vec![Board::EMPTY];
    for digit in moves.bytes() {
        boards.push(boards[boards.len() - 1].play(u32::from(digit - b'1')));
    }
    boards
}

/// Returns positions after random moves, mostly without a win at once, which needs no explanation.
fn random_positions(count: usize, random: &mut Random) -> String {
    let (mut texts, mut made) = (String::new(), 0);
    while made < count {
        let stones = 8 + random.below(31);
        let (mut board, mut moves) = (Board::EMPTY, String::new());
        let split = |board: &Board| -> (Vec<At>, Vec<At>) {
            let wins = |at: &At| board.completes(board.mover(), *at);
            board.playable().into_iter().partition(wins)
        };
        while let (_, others) = split(&board)
            && moves.len() < stones
            && !others.is_empty()
        {
            let (column, _) = others[random.below(others.len())];
            board = board.play(column);
            moves.push_str(&(column + 1).to_string());
        }
        if split(&board).0.is_empty() || random.below(20) == 0 {
            texts.push_str(&(moves + "\n"));
            made += 1;
        }
    }
    texts
}

/// Prints the time that the reasons of a game take, in milliseconds.
fn print_times(plain: &[Value], with_reasons: &[Value]) {
    let time = |game: &Value| game["time_us"].as_u64().expect("a time") as f64 / 1e3;
    let pairs = plain.iter().zip(with_reasons);
    let mut times: Vec<f64> = pairs
        .map(|(plain, game)| time(game) - time(plain))
        .collect();
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    let p99 = times
        .get(times.len() * 99 / 100)
        .copied()
        .unwrap_or_default();
    println!("reasons of a game: mean {mean:.1} ms, p99 {p99:.1} ms");
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |name: &str, usual: usize| {
        let at = arguments.iter().position(|argument| argument == name);
        at.map_or(usual, |at| arguments[at + 1].parse().expect("a number"))
    };
    let usage =
        "usage: why-check PROGRAM [--seed N] [--games N] [--positions N] [--puzzles N] [--most N]";
    let program = arguments.get(1).expect(usage);
    let mut random = Random(number("--seed", 1) as u64 * 2 + 1);
    let mut tally = Tally {
        kinds: BTreeMap::new(),
        without: 0,
        wrong: 0,
        solver: Solver::new(number("--most", 3_000_000) as u64),
    };
    let texts = random_positions(number("--positions", 10_000), &mut random);
    for record in records(program, "analyze --why", &texts) {
        let moves = record["input"].as_str().expect("the moves");
        tally.add(&record["why"], replay(moves)[moves.len()], None, moves);
    }
    tally.print("random positions");

    let texts = level_games(program, number("--games", 1_000), &mut random);
    let games = records(program, "annotate --why", &texts);
    print_times(&records(program, "annotate", &texts), &games);
    for game in games {
        let moves = game["moves"].as_str().expect("the moves");
        let annotations = game["annotations"].as_array().expect("the moves");
        // The last moves first: their positions are in the table when the early ones come.
        for (ply, (before, record)) in replay(moves).iter().zip(annotations).enumerate().rev() {
            if ["?", "??"].contains(&record["mark"].as_str().unwrap_or_default()) {
                let column = u32::from(moves.as_bytes()[ply] - b'1');
                tally.add(&record["why"], *before, Some(column), &moves[..=ply]);
            }
        }
    }
    tally.print("bad moves");
    let (seed, count) = (number("--seed", 1), number("--puzzles", 2_000));
    let wrong = tally.wrong + puzzles::check_all(program, seed, count, &mut tally.solver);
    ExitCode::from(u8::from(wrong > 0))
}
