//! Tests of lines that the parser reads or refuses.

mod fuzz;

use proptest::prelude::*;

use super::{parse, sets_position};
use crate::game::read::Setup;
use crate::game::{Column, Mode, MoveToken, Position, fen};
use crate::session::protocol::command::{BenchArgs, Clock, Command, GoArgs, Picture, Query};
use crate::session::protocol::options::{self, tests::any_setting};

fn read(line: &str) -> Command {
    parse(line)
        .unwrap_or_else(|error| panic!("{line:?}: {error}"))
        .expect("not empty")
}

fn refusal(line: &str) -> String {
    match parse(line) {
        Ok(command) => panic!("{line:?} is read as {command:?}"),
        Err(error) => error.to_string(),
    }
}

fn go(line: &str) -> GoArgs {
    match read(line) {
        Command::Go(args) => args,
        other => panic!("{line:?} is read as {other:?}"),
    }
}

fn setup(line: &str) -> Setup {
    match read(line) {
        Command::Position(setup) => setup,
        other => panic!("{line:?} is read as {other:?}"),
    }
}

#[test]
fn single_words_are_commands_and_an_empty_line_is_none() {
    for (line, command) in [
        ("uci", Command::Uci),
        ("ugi\r\n", Command::Ugi),
        ("\tisready  ", Command::IsReady),
        ("debug on", Command::Debug(true)),
        ("debug\t off", Command::Debug(false)),
        ("uginewgame", Command::NewGame),
        ("query p1turn", Command::Query(Query::FirstToMove)),
        ("register name nobody code 1", Command::Register),
        ("bench", Command::Bench(BenchArgs::default())),
        (
            "bench weak limit 3",
            Command::Bench(BenchArgs {
                mode: Mode::Weak,
                limit: Some(3),
            }),
        ),
    ] {
        assert_eq!(read(line), command, "{line:?}");
    }
    assert_eq!(read("bench limit -3"), read("bench limit 1"));
    for line in ["", "\r\n", " \t "] {
        assert_eq!(parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn a_refusal_names_the_character_and_what_was_expected() {
    for (line, message) in [
        (" 4458", "char 5: ply 4: '8' is not a column (1-7)"),
        (
            "5 foo",
            "char 3: expected a move such as 4, d, d1 or P@d1; found \"foo\"",
        ),
        (
            "hello there",
            "char 1: expected a command, see help; found \"hello\"",
        ),
        (
            "  debug maybe",
            "char 9: expected on or off; found \"maybe\"",
        ),
        ("debug", "char 6: expected on or off; the text ends here"),
        (
            "uci now",
            "char 5: expected the end of the line; found \"now\"",
        ),
        (
            "query who",
            "char 7: expected one of gameover, p1turn, result, fen; found \"who\"",
        ),
        (
            "position",
            "char 9: expected one of startpos, fen, moves, board; the text ends here",
        ),
        (
            "position strtpos",
            "char 10: expected one of startpos, fen, moves, board; found \"strtpos\"",
        ),
        (
            "  1 2 3 4 5 6 7",
            "char 1: expected moves with one blank between them, or a drawing of six rows; found \
             only the names of columns",
        ),
        (
            "position 4453",
            "char 10: found a position; to set it: position startpos moves 4 4 5 3",
        ),
        (
            "position  [3,3,4,2]",
            "char 11: found a position; to set it: position startpos moves 3 3 4 2",
        ),
        (
            "position startpos move 4",
            "char 19: expected moves; found \"move\"",
        ),
        (
            "position startpos moves 4 x",
            "char 27: expected a move such as 4, d, d1 or P@d1; found \"x\"",
        ),
        (
            "position moves 44x3",
            "char 18: expected a column (1-7); found \"x3\"",
        ),
        (
            "position moves 4 d7",
            "char 19: expected a row (1-6); found \"7\"",
        ),
        (
            "position moves P@h1",
            "char 18: expected a file (a-g); found \"h1\"",
        ),
        ("position moves Pd1", "char 17: expected '@'; found \"d1\""),
        (
            "position moves P@d12",
            "char 20: expected the end of the move; found \"2\"",
        ),
        (
            "position fen 7/7/7/7/7/6 w - - 0 1",
            "char 25: expected seven cells in rank 1; found 6",
        ),
        (
            "position fen moves 4",
            "char 14: expected a FEN; found \"moves\"",
        ),
        (
            "bench limit many",
            "char 13: expected a number; found \"many\"",
        ),
        // The parser counts characters, not bytes.
        ("debug «oui»", "char 7: expected on or off; found \"«oui»\""),
        (
            "position\u{3000}moves é",
            "char 16: expected a move such as 4, d, d1 or P@d1; found \"é\"",
        ),
    ] {
        assert_eq!(refusal(line), message, "{line:?}");
    }
}

#[test]
fn a_refused_setting_names_the_character_and_what_was_expected() {
    for (line, message) in [
        ("setoption Hash", "char 11: expected name; found \"Hash\""),
        (
            "setoption name",
            "char 15: expected the name of an option; the text ends here",
        ),
        (
            "setoption name Hush value 1",
            "char 16: expected the name of an option; found \"Hush\"",
        ),
        (
            "setoption name Hash value 0",
            "char 27: expected a whole number from 1 to 65536 for Hash; found \"0\"",
        ),
        (
            "setoption name ponder value yes",
            "char 29: expected true or false for Ponder; found \"yes\"",
        ),
        (
            "setoption name Solve",
            "char 21: expected value; the text ends here",
        ),
        (
            "setoption name Hash 64",
            "char 16: expected the name of an option; found \"Hash 64\"",
        ),
        (
            "setoption name Hash value",
            "char 26: expected a whole number from 1 to 65536 for Hash; the text ends here",
        ),
        (
            "setoption name Ponder value ",
            "char 28: expected true or false for Ponder; the text ends here",
        ),
        (
            "setoption name Solve value",
            "char 27: expected one of strong, weak for Solve; the text ends here",
        ),
    ] {
        assert_eq!(refusal(line), message, "{line:?}");
    }
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
    let token = |number, row, character| MoveToken {
        column: Column::from_number(number).expect("a column"),
        row,
        character,
    };
    for (line, moves) in [
        ("position startpos", vec![]),
        ("position startpos moves ", vec![]),
        (
            "position moves 4453",
            vec![
                token(4, None, 16),
                token(4, None, 17),
                token(5, None, 18),
                token(3, None, 19),
            ],
        ),
        (
            "position startpos moves P@d1 p@d2\td D3  7",
            vec![
                token(4, Some(1), 25),
                token(4, Some(2), 30),
                token(4, None, 35),
                token(4, Some(3), 37),
                token(7, None, 41),
            ],
        ),
    ] {
        let start = Position::EMPTY;
        assert_eq!(setup(line), Setup { start, moves }, "{line:?}");
    }
    let fen = "7/7/7/7/3p3/3P3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 0 2";
    let played = setup(&format!("position fen {fen} moves P@a1"));
    assert_eq!(played.start, setup(&format!("position fen {fen}")).start);
    assert_eq!((played.start.stones(), played.moves.len()), (2, 1));
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
            ..GoArgs::default()
        }
    );
    assert_eq!(
        go("go p1time 5 p2time 6 p1inc 7 p2inc 8"),
        go("go wtime 5 btime 6 winc 7 binc 8")
    );
    assert_eq!(go("go depth 3 depth 5"), go("go depth 5"));
    let searched = go("go searchmoves 4 P@a1 77 depth 3").search_moves;
    assert_eq!(searched.len(), 3, "4, a1 and 7");
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

#[test]
fn a_go_is_valid_whatever_its_arguments() {
    for (line, kept, ignored) in [
        (
            "go depth soon",
            "go",
            &["char 10: expected a number; found \"soon\""][..],
        ),
        (
            "go depth movetime 100",
            "go movetime 100",
            &["char 10: expected a number; found \"movetime\""],
        ),
        (
            "go movetime 12x depth 5",
            "go depth 5",
            &["char 13: expected a number; found \"12x\""],
        ),
        (
            "go nodes",
            "go",
            &["char 9: expected a number; the text ends here"],
        ),
        (
            "go fast 4 depth 5",
            "go depth 5",
            &[
                "char 4: expected a limit such as depth, nodes or movetime; found \"fast\"",
                "char 9: expected a limit such as depth, nodes or movetime; found \"4\"",
            ],
        ),
        (
            "go searchmoves 9 4 d8 depth 5",
            "go searchmoves 4 depth 5",
            &[
                "char 16: expected a move such as 4, d, d1 or P@d1; found \"9\"",
                "char 21: expected a row (1-6); found \"8\"",
            ],
        ),
        (
            "go searchmoves d p@a1 movetme 5 depth 5",
            "go searchmoves 4 P@a1 depth 5",
            &[
                "char 23: expected a limit such as depth, nodes or movetime; found \"movetme\"",
                "char 31: expected a limit such as depth, nodes or movetime; found \"5\"",
            ],
        ),
    ] {
        let args = go(line);
        let messages: Vec<String> = args.ignored.iter().map(ToString::to_string).collect();
        assert_eq!(messages, ignored, "{line:?}");
        let without_errors = |mut args: GoArgs| {
            args.ignored.clear();
            args.unread_limit = false;
            without_characters(Command::Go(args))
        };
        assert_eq!(without_errors(args), without_errors(go(kept)), "{line:?}");
    }
    assert_eq!(go(&format!("go {}", "x ".repeat(1000))).ignored.len(), 8);
}

#[test]
fn options_are_found_in_any_case_and_with_spaces() {
    for (line, name, value) in [
        ("setoption name Hash value 32", "Hash", "32"),
        ("setoption name hash value 16", "Hash", "16"),
        ("setoption name Clear Hash", "Clear Hash", ""),
        ("setoption name clear  hash value true", "Clear Hash", ""),
        ("setoption name MULTIPV value 7", "MultiPV", "7"),
        ("setoption name Ponder value True", "Ponder", "true"),
        (
            "setoption name move overhead value 5000",
            "Move Overhead",
            "5000",
        ),
        ("setoption name ownbook value FALSE", "OwnBook", "false"),
        ("setoption name BookFile value <empty>", "BookFile", ""),
        (
            "setoption name bookfile value my own.book",
            "BookFile",
            "my own.book",
        ),
        ("setoption name Debug Log File value", "Debug Log File", ""),
        (
            "setoption name Debug Log File value <empty>",
            "Debug Log File",
            "",
        ),
        (
            "setoption name Debug Log File value  my log.txt ",
            "Debug Log File",
            "my log.txt",
        ),
        (
            "setoption name UCI_EngineAbout value x",
            "UCI_EngineAbout",
            "",
        ),
        ("setoption name VariantPath value a b", "VariantPath", ""),
        ("setoption name Notation value DROP", "Notation", "drop"),
        ("setoption name Solve value weak", "Solve", "weak"),
    ] {
        let option = options::find(name).expect("a declared option");
        let setting = option.read(value).expect("a value of it");
        assert_eq!(read(line), Command::SetOption(setting), "{line:?}");
    }
}

/// Returns the command without the characters of its moves.
fn without_characters(mut command: Command) -> Command {
    let moves = match &mut command {
        Command::Position(setup) => &mut setup.moves,
        Command::Go(args) | Command::Analyze(args) => &mut args.search_moves,
        _ => return command,
    };
    for token in moves {
        token.character = 0;
    }
    command
}

fn any_move() -> impl Strategy<Value = MoveToken> {
    (0..7_usize, prop::option::of(1..=6_u8)).prop_map(|(column, row)| MoveToken {
        column: Column::ALL[column],
        row,
        character: 0,
    })
}

fn any_moves() -> impl Strategy<Value = Vec<MoveToken>> {
    prop::collection::vec(any_move(), 0..20)
}

fn any_start() -> impl Strategy<Value = Position> {
    prop::collection::vec(0..7_usize, 0..20).prop_map(|columns| {
        columns
            .into_iter()
            .fold(Position::EMPTY, |position, column| {
                let column = Column::ALL[column];
                if position.legal_columns().contains(column) {
                    position.play(column)
                } else {
                    position
                }
            })
    })
}

/// Generates the number of a limit, often near the ends of its range.
fn any_number() -> impl Strategy<Value = Option<i64>> {
    prop::option::of(prop_oneof![Just(0), -2..=50_i64, any::<i64>()])
}

fn any_go() -> impl Strategy<Value = GoArgs> {
    let clock = || {
        (any_number(), any_number()).prop_map(|(time_ms, increment_ms)| Clock {
            time_ms,
            increment_ms,
        })
    };
    let counts = prop::array::uniform5(any_number());
    let times = (any_number(), clock(), clock());
    let distinct = any_moves().prop_map(|moves| {
        let mut distinct: Vec<MoveToken> = Vec::new();
        for token in moves {
            if !distinct.contains(&token) {
                distinct.push(token);
            }
        }
        distinct
    });
    let rest = (distinct, any::<bool>(), any::<bool>());
    (counts, times, rest).prop_map(|(counts, times, rest)| {
        let [depth, nodes, mate, perft, moves_to_go] = counts;
        let (move_time_ms, first, second) = times;
        let (search_moves, infinite, ponder) = rest;
        GoArgs {
            depth,
            nodes,
            move_time_ms,
            first,
            second,
            moves_to_go,
            mate,
            search_moves,
            infinite,
            ponder,
            perft,
            unread_limit: false,
            ignored: Vec::new(),
        }
    })
}

fn any_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        prop::sample::select(vec![
            Command::Uci,
            Command::Ugi,
            Command::IsReady,
            Command::Debug(true),
            Command::Debug(false),
            Command::NewGame,
            Command::Stop,
            Command::PonderHit,
            Command::Query(Query::GameOver),
            Command::Query(Query::FirstToMove),
            Command::Query(Query::Result),
            Command::Query(Query::Fen),
            Command::Display(Picture::Board),
            Command::Display(Picture::Scores),
            Command::Eval,
            Command::Help,
            Command::Register,
            Command::Quit,
        ]),
        any_setting().prop_map(Command::SetOption),
        (any_start(), any_moves())
            .prop_map(|(start, moves)| Command::Position(Setup { start, moves })),
        any_go().prop_map(Command::Go),
        any_go().prop_map(|args| Command::Analyze(GoArgs {
            perft: None,
            ..args
        })),
        (any::<bool>(), prop::option::of(1..1_000_usize)).prop_map(|(weak, limit)| {
            let mode = if weak { Mode::Weak } else { Mode::Strong };
            Command::Bench(BenchArgs { mode, limit })
        }),
    ]
}

/// Writes a command as a client does.
pub(super) fn written(command: &Command) -> String {
    match command {
        Command::Uci => "uci".to_owned(),
        Command::Ugi => "ugi".to_owned(),
        Command::IsReady => "isready".to_owned(),
        Command::Debug(on) => format!("debug {}", if *on { "on" } else { "off" }),
        Command::NewGame => "ucinewgame".to_owned(),
        Command::Stop => "stop".to_owned(),
        Command::PonderHit => "ponderhit".to_owned(),
        Command::Query(Query::GameOver) => "query gameover".to_owned(),
        Command::Query(Query::FirstToMove) => "query p1turn".to_owned(),
        Command::Query(Query::Result) => "query result".to_owned(),
        Command::Query(Query::Fen) => "query fen".to_owned(),
        Command::Display(Picture::Board) => "d".to_owned(),
        Command::Display(Picture::Scores) => "d scores".to_owned(),
        Command::Eval => "eval".to_owned(),
        Command::Help => "help".to_owned(),
        Command::Register => "register".to_owned(),
        Command::Quit => "quit".to_owned(),
        Command::SetOption(setting) => options::tests::written(setting),
        Command::Position(Setup { start, moves }) => match moves[..] {
            [] => format!("position fen {}", fen::write(start)),
            _ => format!(
                "position fen {} moves{}",
                fen::write(start),
                written_moves(moves)
            ),
        },
        Command::Go(args) => format!("go{}", written_args(args)),
        Command::Analyze(args) => format!("analyze{}", written_args(args)),
        Command::Bench(BenchArgs { mode, limit }) => {
            let limit = limit.map_or_else(String::new, |limit| format!(" limit {limit}"));
            format!("bench {mode}{limit}")
        }
    }
}

fn written_args(args: &GoArgs) -> String {
    let keywords = [
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
    let mut text = String::new();
    for (keyword, number) in keywords.into_iter().zip(args.numbers()) {
        text += &number.map_or_else(String::new, |number| format!(" {keyword} {number}"));
    }
    text += if args.infinite { " infinite" } else { "" };
    text += if args.ponder { " ponder" } else { "" };
    if !args.search_moves.is_empty() {
        text += " searchmoves";
    }
    text + &written_moves(&args.search_moves)
}

fn written_moves(moves: &[MoveToken]) -> String {
    let written = moves.iter().map(|token| match token.row {
        Some(row) => format!(" {}{row}", token.column.letter()),
        None => format!(" {}", token.column.number()),
    });
    written.collect()
}

proptest! {
    #[test]
    fn a_written_command_is_read_back(command in any_command()) {
        let line = written(&command);
        prop_assert_eq!(without_characters(read(&line)), command, "{}", line);
    }
}
