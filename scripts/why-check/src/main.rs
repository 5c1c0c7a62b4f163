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
    clippy::cast_possible_truncation,
    reason = "a program that prints shares of small numbers"
)]

mod board;
mod puzzles;
mod sentence;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
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
#[derive(Default)]
struct Tally {
    /// How many sentences of each kind are right, and how many take too long.
    kinds: BTreeMap<String, [usize; 2]>,
    without: usize,
    wrong: usize,
}

impl Tally {
    fn add(
        &mut self,
        why: &Value,
        before: Board,
        played: Option<u32>,
        about: &str,
        solver: &mut Solver,
    ) {
        if why.is_null() {
            self.without += 1;
            return;
        }
        let kind = why["kind"].as_str().unwrap_or("?").to_owned();
        let checked = Reason::read(why, before, played).and_then(|reason| reason.check(solver));
        match checked {
            Ok(()) => self.kinds.entry(kind).or_default()[0] += 1,
            Err(Fault::Slow) => self.kinds.entry(kind).or_default()[1] += 1,
            Err(Fault::False(what)) => {
                self.wrong += 1;
                println!("FALSE: {about}: {}: {what}", why["text"]);
            }
        }
    }

    fn print(&self, title: &str) {
        let sum = |kinds: &dyn Fn(&str) -> bool| -> usize {
            let kinds = self.kinds.iter().filter(|(kind, _)| kinds(kind));
            kinds.map(|(_, [right, slow])| right + slow).sum()
        };
        let all = sum(&|_| true);
        println!(
            "{title}: {all} sentences, {} without one, {} false",
            self.without, self.wrong
        );
        for (kind, [right, slow]) in &self.kinds {
            let share = 100.0 * (right + slow) as f64 / all.max(1) as f64;
            println!(
                "  {kind:16} {:6} {share:5.1} %, {slow} too slow to check",
                right + slow
            );
        }
        let early = sum(&|kind| !["only-move", "by-force"].contains(&kind));
        println!(
            "  kinds 1 to 8: {:.1} %",
            100.0 * early as f64 / all.max(1) as f64
        );
    }
}

/// A conversation with the engine.
struct Engine {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn start(program: &str) -> Engine {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let to = child.stdin.take().expect("piped");
        let from = BufReader::new(child.stdout.take().expect("piped"));
        let process = child;
        Engine { process, to, from }
    }

    /// Ends the engine.
    fn end(mut self) {
        drop(self.to);
        self.process.wait().expect("a child");
    }

    /// Plays a game of two levels and returns its columns.
    fn game(&mut self, levels: [usize; 2], seed: usize) -> String {
        let mut moves = String::new();
        writeln!(self.to, "setoption name Skill Seed value {}", seed + 1).expect("it listens");
        loop {
            let level = levels[moves.len() % 2];
            writeln!(
                self.to,
                "setoption name Skill Level value {level}\nposition moves {moves}\ngo"
            )
            .expect("it listens");
            let mut line = String::new();
            while !line.starts_with("bestmove ") {
                line.clear();
                let read = self.from.read_line(&mut line).expect("it answers");
                assert!(read > 0, "the engine has ended");
            }
            let best = line["bestmove ".len()..].trim();
            if best == "(none)" {
                return moves;
            }
            moves.push_str(best.split(' ').next().expect("a word"));
        }
    }
}

/// Returns the JSON lines that a command prints about texts.
fn records(program: &str, command: &str, options: &[&str], texts: &str) -> Vec<Value> {
    let mut child = Command::new(program)
        .args([
            command,
            "--json",
            "--quiet",
            "--threads",
            "1",
            "--input",
            "-",
        ])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut to = child.stdin.take().expect("piped");
    let texts = texts.to_owned();
    let writer = std::thread::spawn(move || to.write_all(texts.as_bytes()));
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let lines = lines.map(|line| serde_json::from_str(&line.expect("text")).expect("JSON"));
    let records = lines.collect();
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
    let mut texts = String::new();
    let mut made = 0;
    while made < count {
        let stones = 8 + random.below(31);
        let (mut board, mut moves) = (Board::EMPTY, String::new());
        while moves.len() < stones {
            let wins = |at: &At| board.completes(board.mover(), *at);
            let playable: Vec<At> = board
                .playable()
                .into_iter()
                .filter(|at| !wins(at))
                .collect();
            if playable.is_empty() {
                break;
            }
            let (column, _) = playable[random.below(playable.len())];
            board = board.play(column);
            moves.push_str(&(column + 1).to_string());
        }
        let wins = board
            .playable()
            .iter()
            .any(|&at| board.completes(board.mover(), at));
        if !wins || random.below(20) == 0 {
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
    let program = arguments
        .get(1)
        .expect("usage: why-check PROGRAM [--seed N] [--games N] [--positions N] [--most N]");
    let mut random = Random(number("--seed", 1) as u64 * 2 + 1);
    let mut solver = Solver::new(number("--most", 3_000_000) as u64);

    let texts = random_positions(number("--positions", 10_000), &mut random);
    let mut tally = Tally::default();
    for record in records(program, "analyze", &["--why"], &texts) {
        let moves = record["input"].as_str().expect("the moves");
        let board = replay(moves)[moves.len()];
        tally.add(&record["why"], board, None, moves, &mut solver);
    }
    tally.print("random positions");
    let mut wrong = tally.wrong;

    let mut engine = Engine::start(program);
    let games = (0..number("--games", 1_000)).map(|_| {
        let levels = [3 + random.below(10), 3 + random.below(10)];
        engine.game(levels, random.below(1 << 30))
    });
    let texts: Vec<String> = games.collect();
    engine.end();
    let texts = texts.join("\n") + "\n";
    let plain = records(program, "annotate", &[], &texts);
    let games = records(program, "annotate", &["--why"], &texts);
    print_times(&plain, &games);
    let mut tally = Tally::default();
    for game in games {
        let moves = game["moves"].as_str().expect("the moves");
        let boards = replay(moves);
        // The last moves first: their positions are in the table when the early ones come.
        for record in game["annotations"]
            .as_array()
            .expect("the moves")
            .iter()
            .rev()
        {
            if ["?", "??"].contains(&record["mark"].as_str().unwrap_or_default()) {
                let ply = record["ply"].as_u64().expect("a number") as usize;
                let column = record["column"].as_u64().expect("a number") as u32 - 1;
                let about = &moves[..ply];
                tally.add(
                    &record["why"],
                    boards[ply - 1],
                    Some(column),
                    about,
                    &mut solver,
                );
            }
        }
    }
    tally.print("bad moves");
    wrong += tally.wrong;
    let (seed, count) = (number("--seed", 1), number("--puzzles", 2_000));
    wrong += puzzles::check_all(program, seed, count, &mut solver);
    ExitCode::from(u8::from(wrong > 0))
}
