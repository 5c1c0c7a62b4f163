//! Tests of lines that the parser reads or refuses.

mod fuzz;

use proptest::prelude::*;

use super::{parse, sets_position};
use crate::game::{Game, Mode, Position, notation};
use crate::session::protocol::command::{BenchArgs, Clock, Command, GoArgs, Query};

fn read(line: &str) -> Command {
    parse(line)
        .unwrap_or_else(|error| panic!("{line:?}: {error}"))
        .expect("not empty")
}

fn go(line: &str) -> GoArgs {
    match read(line) {
        Command::Go(args) => args,
        other => panic!("{line:?} is read as {other:?}"),
    }
}

fn setup(line: &str) -> Game {
    match read(line) {
        Command::Position(game) => game,
        other => panic!("{line:?} is read as {other:?}"),
    }
}

#[test]
fn a_command_is_its_words_and_an_empty_line_is_none() {
    for (line, command) in [
        ("uci", Command::Uci),
        ("ugi\r\n", Command::Ugi),
        ("isready", Command::IsReady),
        ("debug on", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        ("ucinewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("query gameover", Command::Query(Query::GameOver)),
        ("query p1turn", Command::Query(Query::FirstToMove)),
        ("query result", Command::Query(Query::Result)),
        ("query fen", Command::Query(Query::Fen)),
        ("d", Command::Display),
        ("d scores", Command::DisplayScores),
        ("eval", Command::Eval),
        ("help", Command::Help),
        ("register", Command::Register),
        ("quit", Command::Quit),
        ("bench", Command::Bench(BenchArgs::default())),
        (
            "bench weak limit 3",
            Command::Bench(BenchArgs {
                mode: Mode::Weak,
                limit: Some(3),
            }),
        ),
        ("analyze", Command::Analyze(GoArgs::default())),
    ] {
        assert_eq!(read(line), command, "{line:?}");
    }
    for line in ["", "\r\n", " \t "] {
        assert_eq!(parse(line), Ok(None), "{line:?}");
    }
}

/// Returns the command without its errors and the characters of its moves.
fn settled(line: &str) -> Command {
    let mut command = read(line);
    if let Command::Go(args) | Command::Analyze(args) = &mut command {
        args.ignored.clear();
        args.unread_limit = false;
        for (character, _) in &mut args.search_moves {
            *character = 0;
        }
    }
    command
}

/// Returns the errors in a line.
fn errors(line: &str) -> Vec<String> {
    let errors = match parse(line) {
        Ok(Some(Command::Go(args) | Command::Analyze(args))) => args.ignored,
        Ok(_) => Vec::new(),
        Err(error) => vec![error],
    };
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn each_line_means_what_the_line_after_it_shows() {
    let cases: Vec<&str> = include_str!("lines.txt").split("\n> ").skip(1).collect();
    assert!(cases.len() > 60);
    for case in cases {
        let (line, rest) = case.split_once('\n').unwrap_or((case, ""));
        let mut wanted = Vec::new();
        for shown in rest.lines() {
            match shown.split_once(' ') {
                Some(("=", same)) => assert_eq!(settled(line), settled(same), "{line:?}"),
                Some(("<", error)) => wanted.push(error),
                _ => {}
            }
        }
        assert_eq!(errors(line), wanted, "{line:?}");
    }
    assert_eq!(go(&format!("go {}", "x ".repeat(1000))).ignored.len(), 8);
}

#[test]
fn a_line_sets_a_position_by_its_first_word() {
    for (line, sets) in [
        ("position", true),
        (" \tposition fen 8", true),
        ("positions", false),
        ("setoption name position", false),
    ] {
        assert_eq!(sets_position(line), sets, "{line:?}");
    }
}

#[test]
fn moves_are_read_in_every_form_with_their_characters() {
    for (line, moves) in [
        ("position startpos", ""),
        ("position startpos moves ", ""),
        ("position moves 4453", "4453"),
        ("position startpos moves P@d1 p@d2\td D4  7", "44447"),
    ] {
        let game = setup(line);
        assert_eq!(*game.start(), Position::EMPTY);
        assert_eq!(notation::packed(game.moves()), moves, "{line:?}");
    }
    for (line, wrong) in [
        (
            "position moves 44444443",
            "char 22: ply 7: column 4 is full",
        ),
        (
            " position startpos moves P@d1 p@d2\td D3  7",
            "char 38: ply 4: a stone in column 4 lands on row 4, not 3",
        ),
        (
            "position  moves d1 d1 x",
            "char 20: ply 2: a stone in column 4 lands on row 2, not 1",
        ),
        (
            "position moves 12121211",
            "char 23: ply 8: the game is over",
        ),
    ] {
        assert_eq!(errors(line), [wrong], "{line:?}");
    }
    let searched = go("go searchmoves 4 P@a1 77 depth 3").search_moves;
    let searched = searched.into_iter().map(|(character, token)| {
        let row = token.row.map_or(String::new(), |row| row.to_string());
        format!("{}{row}@{character} ", token.column.letter())
    });
    let searched: String = searched.collect();
    assert_eq!(searched, "d@16 a1@18 g@23 ", "each move once");
    let fen = "7/7/7/7/3p3/3P3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 0 2";
    let played = setup(&format!("position fen {fen} moves P@a1"));
    assert_eq!(
        played.start(),
        setup(&format!("position fen {fen}")).start()
    );
    assert_eq!((played.start().stones(), played.moves().len()), (2, 1));
}

#[test]
fn limits_combine_and_are_kept_as_they_were_sent() {
    assert_eq!(
        go("go wtime 1050 btime -20 winc 50 binc 0 movestogo 40 depth 99 infinite"),
        GoArgs {
            first: Clock {
                time_ms: Some(1050),
                increment_ms: Some(50),
            },
            second: Clock {
                time_ms: Some(-20),
                increment_ms: Some(0),
            },
            moves_to_go: Some(40),
            depth: Some(99),
            infinite: true,
            zero_limit: true,
            ..GoArgs::default()
        }
    );
}

#[test]
fn a_number_is_rounded_down_and_brought_into_range() {
    for (written, number) in [
        ("100", 100),
        ("+100", 100),
        ("-5", -5),
        ("100.0", 100),
        ("1000.5", 1000),
        ("1000.999999999999999999999999", 1000),
        ("7.", 7),
        ("0.5", 0),
        ("-0", 0),
        ("-0.0", 0),
        ("-0.5", -1),
        ("-7.25", -8),
        ("99999999999999999999.5", i64::MAX),
        ("-99999999999999999999.5", i64::MIN),
    ] {
        let args = go(&format!("go movetime {written} depth 5"));
        assert_eq!(args.move_time_ms, Some(number), "{written}");
        assert!(!args.unread_limit && args.depth == Some(5), "{written}");
    }
    for written in [
        ".5", "1e3", "1,000", "1.5.5", "1.x", "--1", "0x10", "1.-5", "∞",
    ] {
        let args = go(&format!("go movetime {written} depth 5"));
        assert_eq!(args.move_time_ms, None, "{written}");
        assert!(args.unread_limit && args.depth == Some(5), "{written}");
    }
}

#[test]
fn an_unread_limit_is_not_an_invalid_move() {
    for (line, unread) in [
        ("go movetme 100", true),
        ("go 5", true),
        ("go depth", true),
        ("go depth soon nodes 3", true),
        ("go searchmoves 4 depth soon", true),
        ("go infinite soon", true),
        ("go", false),
        ("go searchmoves 9 d d8 p@d1 P@d9 g7 4453 x", true),
        ("go searchmoves 9 d d8 p@d1 P@d9 g7 4453 8x p@", false),
        ("go searchmoves 1 movetme", true),
        ("go searchmoves d dx", true),
        ("go searchmoves 4 infinite soon", true),
        ("go infinite ponder depth 5 nodes 0", false),
    ] {
        assert_eq!(go(line).unread_limit, unread, "{line:?}");
    }
}

/// The keywords of numbers, each with a field of its own.
const LIMITS: [&str; 10] = [
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "perft",
];

proptest! {
    #[test]
    fn every_number_is_kept_under_its_keyword(
        keywords in prop::sample::subsequence(&LIMITS, 0..=LIMITS.len()).prop_shuffle(),
        numbers: [i64; LIMITS.len()],
    ) {
        let limits = || keywords.iter().zip(numbers);
        let words = limits().map(|(keyword, number)| format!(" {keyword} {number}"));
        let mut args = go(&format!("go{}", words.collect::<String>()));
        for (keyword, number) in limits() {
            let kept = args.number_mut(keyword).expect("a limit").take();
            prop_assert_eq!(kept, Some(number), "{}", keyword);
        }
        let zero_limit = limits().any(|(_, number)| number == 0);
        prop_assert_eq!(args, GoArgs { zero_limit, ..GoArgs::default() });
    }
}
