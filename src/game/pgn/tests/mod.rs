mod damage;
mod fuzz;

use proptest::prelude::*;

use super::*;
use crate::game::{Position, Side, fen, notation, replay};

/// Reads the games of a text. A game that cannot be read is an error message.
fn read(text: &str) -> Vec<Result<PgnGame, String>> {
    let games = games(text.lines());
    games
        .map(|game| game.map_err(|error| error.to_string()))
        .collect()
}

fn only(text: &str) -> PgnGame {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).expect(text)
}

fn moves(game: &PgnGame) -> String {
    notation::packed(game.game.moves())
}

/// Returns the moves of each game, or its error message.
fn summary(text: &str) -> Vec<String> {
    let games = read(text).into_iter();
    games
        .map(|game| game.map_or_else(|error| error, |game| moves(&game)))
        .collect()
}

#[test]
fn a_game_of_cute_chess_is_written_as_it_was_read() {
    let text = "\
[Event \"Cup\"]
[Site \"here\"]
[Date \"2026.11.26\"]
[Round \"3\"]
[White \"claimeven\"]
[Black \"quick\"]
[Result \"1-0\"]
[BlackTimeControl \"inf\"]
[FEN \"7/7/7/p6/p6/P1P2P1[PPPPPPPPPPPPPPPPPPppppppppppppppppppp] b - - 0 1\"]
[PlyCount \"16\"]
[SetUp \"1\"]
[Variant \"cfour\"]
[WhiteTimeControl \"0.05/move\"]

1... P@d1 {+M37/37 0s} 2. P@c2 {-M36/36 0s} P@c3 {+M35/35 0s}
3. P@d2 {-M34/34 0s} P@d3 {+M33/33 0s} 4. P@d4 {-M32/32 0s} P@a4 {+M31/31 0s}
5. P@a5 {-M30/30 0s} P@c4 {-0.13/1 0s} 6. P@c5 {0.00/28 0.001s}
P@d5 {+0.11/1 0s} 7. P@f2 {+M5/5 0s} P@f3 {-1.74/1 0s} 8. P@e1 {+M3/3 0s}
P@e2 {-M2/2 0s} 9. P@e3 {+M1/1 0s, White wins} 1-0

";
    let game = only(text);
    assert_eq!(game.to_string(), text);
    assert_eq!(game.game.start().stones(), 5);
    assert_eq!(game.tag("White"), Some("claimeven"));
    assert_eq!(game.notes[15].comment, "+M1/1 0s, White wins");
    assert_eq!(
        game.marker,
        Some(Marker::Over(GameResult::Won(Side::First)))
    );
}

#[test]
fn a_move_is_read_in_every_form() {
    for text in [
        "P@d1 P@d2 P@e1 P@c1",
        "p@D1 d2 E1 c",
        "d1 d e c1",
        "d1+ d2# e1! c1?!",
        "1. d1 d2 2. e1 c1",
        "1.d1 d2 2.e1 c1",
        "1. d1 1... d2 2. e1 2... c1",
        "1.d1 1...d2 2 e1 2 ... c1",
        "4 4 5 3",
        "1. 4 4 2. 5 3",
        "1.4 4 2.5 3!",
        "1.d1{a}d2;b\ne1$5c1",
        "1. d1 (1. a1 {no (} (1. b1)) d2 2. e1 (2. e9 ; )\n) c1",
        "1 d1 d2 2 e1 c1",
        "1.\r\nd1\td2 2.\n\ne1 c1\r\n",
    ] {
        for end in ["", " *", " 1-0", "\n0-1\n", " 1/2-1/2", "*"] {
            let text = format!("[Event \"\"]\n{text}{end}");
            assert_eq!(summary(&text), ["4453"], "{text}");
        }
    }
}

#[test]
fn notes_belong_to_the_move_before_them() {
    let game = only(
        "[Event \"\"]\n{before} 1. {the\n  first} d1!? $10 {good} {move} ; of many\n\
         (d1 {not} $3) 1... d2 $2 $2 $255 *",
    );
    assert_eq!(game.intro, "before the first");
    let note = |nags: &[u8], comment: &str| Note {
        nags: nags.to_vec(),
        comment: comment.to_owned(),
    };
    assert_eq!(
        game.notes,
        [note(&[5, 10], "good move of many"), note(&[2, 255], "")]
    );
}

#[test]
fn a_tag_can_contain_any_text() {
    for (line, value) in [
        (r#"[Event "a"]"#, "a"),
        (r#"[ Event"a" ] [Site "b"]"#, "a"),
        (r#"  [Event  ""]"#, ""),
        (r#"[Event "a ] b"]"#, "a ] b"),
        (r#"[Event "say \"no\" \\"]"#, r#"say "no" \"#),
        // Cute Chess does not escape quotes and backslashes.
        (r#"[Event "quick "one" x"]"#, r#"quick "one" x"#),
        (r#"[Event "C:\games\"]"#, r"C:\games\"),
        ("\u{feff}[Event \"Zoë \u{fffd}\"]", "Zoë \u{fffd}"),
    ] {
        assert!(is_first_line(line.trim_start_matches('\u{feff}')), "{line}");
        let game = only(line);
        assert_eq!(game.tag("Event"), Some(value), "{line}");
        let again = only(&game.to_string());
        assert_eq!(
            again.tag("Event").unwrap_or(""),
            if value.is_empty() { "?" } else { value }
        );
    }
    let game = only("[Event \"a\"]\n[Site \"b\"]\n[Site \"c\"]\n*");
    assert_eq!(game.tags.len(), 2);
    assert_eq!(game.tag("Site"), Some("c"));
}

#[test]
fn only_tags_comments_and_escapes_begin_a_file_of_games() {
    for line in ["[Event \"x\"]", " [ A_1 \"", "% made by"] {
        assert!(is_first_line(line), "{line}");
    }
    for line in [
        "[4, 4, 5, 3]",
        "[]",
        "[4 \"\"]",
        "[\"4\"]",
        "[Event x",
        "4453",
        " %",
        "",
        "1. d1",
    ] {
        assert!(!is_first_line(line), "{line}");
    }
}

#[test]
fn a_game_begins_in_the_position_of_its_tag() {
    let start = "7/7/7/7/3p3/3P3 w - - 0 1";
    let game = only(&format!("[FEN \"{start}\"]\n1. d3 *"));
    assert_eq!(Ok(*game.game.start()), fen::parse(start));
    let game = only("[FEN \"7/7/7/7/7/3P3 b\"]\n1... d2 2. d3 *");
    assert!(
        game.to_string().ends_with("\n1... P@d2 2. P@d3 *\n\n"),
        "{game}"
    );
}

#[test]
fn games_end_with_a_result_or_with_the_next_tags() {
    for text in [
        "[Event \"\"]\n1. d1 *\n[Event \"\"]\n1. d2 1-0",
        "[Event \"\"]\n1. d1\n[Site \"\"]\n1. e1",
        "[Event \"\"] 1. d1 * [Event \"\"] 1. e1 *",
        "[Event \"\"] 1. d1 [Event \"\"] 1. e1",
        "1. d1 * 1. e1 *",
        "1. d1 1-0 White wins { 1. no } 12 a\n\n; 1. no\n1. e1 *",
        "[Event \"\"]\n% 1. no\n1. d1\n\n% 1. no\n*\n*\n% no\n[Event \"\"]\ne1",
        "[Event \"\"]\n1. d1 P@\n\n[Event \"\"]\n1. e1",
        "[Event \"\"]\n1. d1 d2 1/2-\n[Event \"\"]\n1. e1",
    ] {
        let games = summary(text);
        assert_eq!(games.len(), 2, "{text}");
        assert!(games[0].starts_with('4'), "{text}: {games:?}");
        assert!(
            games[1] == "5" || games[1].contains("lands on row 1, not 2"),
            "{text}"
        );
    }
}

#[test]
fn an_incomplete_last_game_is_read_as_far_as_it_goes() {
    let text = "[Event \"a\"]\n[Site \"b\"]\n\n1. P@d1 {+0.1/3 0s} P@d2 $10 {x}\n2. P@d3 (2. a1) 1/2-1/2\n";
    let whole = only(text);
    let mut most = 0;
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let games = read(&text[..end]);
        assert!(games.len() <= 1, "{games:?}");
        let text = &text[..end];
        let game = match games.first() {
            Some(Ok(game)) => game,
            Some(Err(_)) => {
                // The text ends inside a tag, a comment or a variation.
                let is_open = |begin: char, end: char| text.rfind(begin) > text.rfind(end);
                assert!(
                    !text.contains(']') || is_open('{', '}') || is_open('(', ')'),
                    "{text}"
                );
                continue;
            }
            None => {
                assert_eq!(text, "");
                continue;
            }
        };
        let moves = game.game.moves();
        assert!(whole.game.moves().starts_with(moves), "{text}");
        assert!(moves.len() >= most);
        most = moves.len();
        assert!(whole.tags.starts_with(&game.tags));
    }
    assert_eq!(most, 3);
}

/// Games with an error, and the error. `\n` is a line end, and the game begins on line 3.
const REFUSED: &str = r#"
1. d1 d1 => line 3, char 7: ply 2: a stone in column 4 lands on row 2, not 1
1.d1\n  1...d1 => line 4, char 7: ply 2: a stone in column 4 lands on row 2, not 1
1. 1 2 1 2 1 2 1 2 => line 3, char 18: ply 8: the game is over
4 4 4 4 4 4 4 => line 3, char 13: ply 7: column 4 is full
1. e4 e5 2. Nf3 => line 3, char 4: ply 1: a stone in column 5 lands on row 1, not 4
1. Nf3 => line 3, char 4: expected a move such as 4, d, d1 or P@d1; found "Nf3"
1. Pd1 => line 3, char 5: expected '@'; found "d1"
1. P@x1 => line 3, char 6: expected a file (a-g); found "x1"
1. P@d7 => line 3, char 7: expected a row (1-6); found "7"
1. P@d12 => line 3, char 8: expected the end of the move; found "2"
1. P@d 2. d2 => line 3, char 7: expected a row (1-6); the text ends here
1. P@d\n2. d2 => line 3, char 7: expected a row (1-6); the text ends here
1. d1 1- d2 => line 3, char 9: expected the rest of a result; the text ends here
1. 4 8 => line 3, char 6: expected a column (1-7); found "8"
1. 1 d1 => line 3, char 6: expected a column, like the moves before it; found "d1"
1. d1 d2 2.4 => line 3, char 12: expected a move with a letter, like the moves before it; found "4"
1. d1 ) => line 3, char 7: expected a '(' before the ')'; found ")"
1. d1 $256 => line 3, char 8: expected a glyph (0-255); found "256"
1. d1 $x => line 3, char 8: expected a glyph (0-255); found "x"
é d1 => line 3, char 1: expected a move such as 4, d, d1 or P@d1; found "é"
[Site x]\n[Site "y"]\n1. d1 * => line 3, char 7: expected '"' and the value of the tag; found "x]"
[ "x"] => line 3, char 3: expected the name of a tag; found "\"x\"]"
[Site "x\n[Site "y"]\n1. d1 * => line 3, char 9: expected '"]' after the value of the tag; the text ends here
[FEN "7/7/7/7/2p4/7 b"] => line 3, char 16: the stone on c2 has nothing below it
[Variant "tictactoe"] => line 3, char 11: expected the variant cfour; found "tictactoe"
1. d e 2. d {oops e 3. d 4. d 1-0 => line 3, char 13: expected a comment that ends with '}'; found no '}'
1. d1 {é} d2 {\n2. d3 => line 3, char 14: expected a comment that ends with '}'; found no '}'
1. d1 ({é) d2 => line 3, char 7: expected a variation that ends with ')'; found no ')'
1. d1 good} d2 => line 3, char 7: expected a move such as 4, d, d1 or P@d1; found "good"
1. d1 } d2 => line 3, char 7: expected a '{' before the '}'; found "}"
1. d1 é\n (d2 (e1) { ) } ; ) => line 3, char 7: expected a move such as 4, d, d1 or P@d1; found "é"
1. d1\n{é} (d2 (e1) { ) } ; ) => line 4, char 5: expected a variation that ends with ')'; found no ')'
[FEN "7/7/7/7/7/7 w"]\n[FEN "7/7/7/7/7/3P3 b"] => line 4, char 1: expected one tag FEN in a game; found a second one
1. d1 d2 2. e1 3. c1 f1 * => line 3, char 16: expected the move number 2...; found "3."
1. d e 7. d e 3. d => line 3, char 8: expected the move number 2.; found "7."
3. d1 d2 => line 3, char 1: expected the move number 1.; found "3."
0. d1 d2 => line 3, char 1: expected the move number 1.; found "0."
1... d1 d2 => line 3, char 1: expected the move number 1.; found "1..."
1. d1 2. d2 3. e1 => line 3, char 7: expected the move number 1...; found "2."
1. d1 1. d2 2. e1 => line 3, char 7: expected the move number 1...; found "1."
1. d1 d2 2. 1 c1 => line 3, char 13: expected a move with a letter, like the moves before it; found "1"
1. d1 d2 2. e1 1 3. c1 => line 3, char 16: expected the move number 2...; found "1"
1. d1 d2 1 c1 => line 3, char 10: expected the move number 2.; found "1"
1 4 4 2. 5 3 => line 3, char 7: expected the move number 2...; found "2."
1. d1 99999999999. d2 => line 3, char 7: expected the move number 1...; found "99999999999."
[SetUp "1"]\n1. d1 * => line 3, char 9: expected a tag FEN with the tag SetUp; found none
"#;

#[test]
fn an_error_names_its_character_and_costs_one_game() {
    for case in REFUSED.lines().skip(1) {
        let (game, message) = case.split_once(" => ").expect(case);
        let game = game.replace("\\n", "\n");
        let text = format!("[Event \"a\"]\n\n{game}\n\n[Event \"b\"]\n\n1. d1 *\n");
        assert_eq!(summary(&text), [message, "4"], "{case}");
    }
}

#[test]
fn a_text_without_games_is_an_error_unless_it_is_empty() {
    for text in ["", "\n", " \r\n\n\u{feff}\n"] {
        assert_eq!(summary(text), [""; 0], "{text:?}");
    }
    for (text, message) in [
        (
            "\n{\"moves\": \"4453\"}",
            "char 1: expected a game in PGN, because the text begins with '{'; found only \
             comments and lines that PGN skips",
        ),
        (
            "; 4453\n",
            "char 1: expected a game in PGN, because the text begins with ';'; found only \
             comments and lines that PGN skips",
        ),
        (
            "{ my games\n1. d1 d2 *",
            "char 1: expected a comment that ends with '}'; found no '}'",
        ),
        (
            "% 4453\n%\n",
            "char 1: expected a game in PGN, because the text begins with '%'; found only \
             comments and lines that PGN skips",
        ),
        (
            "% games\n\n {first} 4453\n445332\n",
            "line 3, char 10: expected a game in PGN, because the text begins with '%'; found \
             \"4453\"",
        ),
        ("hello\n", "char 1: expected a game in PGN; found \"hello\""),
        ("1-0 *", "char 1: expected a game in PGN; found \"1-0\""),
        (
            "[Event \"x\n",
            "char 10: expected '\"]' after the value of the tag; the text ends here",
        ),
        (
            "(d1 d2\n",
            "char 1: expected a variation that ends with ')'; found no ')'",
        ),
    ] {
        assert_eq!(summary(text), [message], "{text}");
    }
    assert_eq!(summary("[Event \"\"]\n1. 1"), ["1"]);
    assert_eq!(summary("[Event \"\"]\n1"), [""]);
}

#[test]
fn a_line_that_is_too_long_costs_one_game() {
    let mut reader = Reader::default();
    reader.line("[Event \"\"]");
    reader.long_line(9);
    reader.long_line(9);
    reader.line("[Event \"\"]");
    reader.end();
    let wanted = "line 2, char 1: expected a line of at most 9 bytes; found a longer one";
    let error = reader
        .next_game()
        .map(|game| game.map_err(|error| error.to_string()));
    assert_eq!(error, Some(Err(wanted.to_owned())));
    assert!(reader.next_game().is_some_and(|game| game.is_ok()));
    assert_eq!(reader.next_game(), None);
}

#[test]
fn a_written_game_has_the_tags_that_its_readers_need() {
    let start = replay("445").expect("a game");
    let mut game = PgnGame::from(Game::from(start).with_moves("33").expect("legal"));
    game.set_tag("No te!", "x");
    game.set_tag("Black", "\u{1b}[31m\n");
    game.set_tag("Variant", "other");
    assert_eq!(
        game.to_string(),
        format!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
             [Black \"\u{fffd}[31m\u{fffd}\"]\n[Result \"*\"]\n[Note \"x\"]\n[Variant \"cfour\"]\n\
             [SetUp \"1\"]\n[FEN \"{}\"]\n\n1... P@c1 2. P@c2 *\n\n",
            fen::write(&start)
        )
    );
    let won = PgnGame::from(Game::default().with_moves("1212121").expect("legal"));
    assert!(won.to_string().contains("[Result \"1-0\"]"), "{won}");
    game.set_tag("FEN", &fen::write(&Position::EMPTY));
    assert_eq!(only(&game.to_string()).game, game.game);
}

#[test]
fn move_numbers_may_be_missing() {
    for moves in [
        "d1 d2 e1 c1",
        "1. d1 d2 2. e1 c1",
        "1. d1 d2 e1 2... c1 3.",
        "1. d1 1. ... d2 2. e1 2 ... c1 3.",
        "1. d1 {a} 1... d2 (1... e1) 2. {b} 2. e1 c1",
        "d1 d2 2. e1 c1",
        "1 d1 d2 2 e1 c1",
    ] {
        let text = format!("[Event \"\"]\n{moves}");
        assert_eq!(summary(&text), ["4453"], "{moves}");
    }
}

#[test]
fn the_number_of_the_first_move_is_1_or_counts_the_stones_on_the_board() {
    let [first, second] = ["7/7/7/3p3/3P3/3Pp2 w", "7/7/7/3P3/3p3/2PPp2 b"];
    for (start, moves, error) in [
        (first, "1. a1 b1 2. g1", None),
        (first, "3. a1 b1 4. g1", None),
        (first, "a1 b1 4. g1", None),
        (first, "2. a1 b1 3. g1", Some("1.; found \"2.\"")),
        (first, "3. a1 b1 2. g1", Some("4.; found \"2.\"")),
        (second, "1... a1 2. b1 g1", None),
        (second, "3... a1 4. b1 g1", None),
        (second, "3. ... a1 4. b1 g1", None),
        (second, "1. a1 b1 2. g1", Some("1...; found \"1.\"")),
    ] {
        let text = format!("[FEN \"{start}\"]\n{moves}");
        let error = error.map(|error| format!("expected the move number {error}"));
        match (&read(&text)[..], error) {
            ([Ok(game)], None) => assert_eq!(self::moves(game), "127"),
            ([Err(found)], Some(error)) => assert!(found.ends_with(&error), "{found}"),
            (found, _) => panic!("{text}: {found:?}"),
        }
    }
}

#[test]
fn a_false_result_and_a_false_number_of_moves_are_warnings() {
    let won = "1. a1 b1 2. a2 b2 3. a3 b3 4. a4";
    for (text, outcome, warnings) in [
        ("[Result \"0-1\"]\n1. d1", "0-1", &[][..]),
        ("[Result \"0-1\"]\n1. d1 0-1", "0-1", &[]),
        ("[Result \"?\"]\n1. d1", "*", &[]),
        ("[Result \"*\"]\n1. d1 1-0", "1-0", &[]),
        ("[PlyCount \"1\"] [PlyCount \"?\"]\n1. d1 *", "*", &[]),
        (&format!("[Result \"*\"]\n{won}"), "1-0", &[]),
        (&format!("[Event \"\"]\n{won} *"), "1-0", &[]),
        (
            "[Result \"0-1\"]\n1. d1 1-0",
            "1-0",
            &["char 10: expected 1-0, the result of the game; found \"0-1\""],
        ),
        (
            "[Result \"1-0\"]\n1. d1 *",
            "*",
            &["char 10: expected *, the result of the game; found \"1-0\""],
        ),
        (
            &format!("[Result \"1/2-1/2\"] [PlyCount \"8\"]\n{won} 0-1"),
            "1-0",
            &[
                "char 10: expected 1-0, the result of the game; found \"1/2-1/2\"",
                "char 31: expected 7, the number of moves; found \"8\"",
                "line 2, char 34: expected 1-0, the result of the game; found \"0-1\"",
            ],
        ),
    ] {
        let game = only(text);
        assert_eq!(game.outcome().to_string(), outcome, "{text}");
        let found: Vec<String> = game.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(found, warnings, "{text}");
        let written = game.to_string();
        assert!(
            written.contains(&format!("[Result \"{outcome}\"]")),
            "{written}"
        );
        assert!(written.ends_with(&format!(" {outcome}\n\n")), "{written}");
        assert_eq!(only(&written).warnings, [], "{written}");
    }
}

#[test]
fn a_tag_set_up_needs_a_position_only_if_it_is_1() {
    let fen = "[FEN \"7/7/7/7/7/3P3 b\"]";
    for tags in ["[SetUp \"0\"]", &format!("[SetUp \"1\"] {fen}"), fen] {
        assert_eq!(summary(&format!("{tags}\nd *")), ["4"], "{tags}");
    }
}

#[test]
fn lines_are_broken_only_at_spaces_and_never_begin_with_a_mark() {
    let mut game = PgnGame::from(Game::default().with_moves("44").expect("legal"));
    game.notes[0].comment = "word [Event \"x\"] % {braces} ".repeat(12);
    game.notes[1].comment = "x".repeat(200);
    let text = game.to_string();
    let (_, moves) = text.split_once("\n\n").expect("a line between");
    let lines: Vec<&str> = moves.lines().collect();
    assert!(
        lines.iter().all(|line| !line.starts_with(['[', '%'])),
        "{text}"
    );
    let most = |line: &&str| line.chars().count() <= 90 || line.contains(&"x".repeat(200));
    assert!(lines.iter().all(most), "{text}");
    let again = only(&text);
    assert_eq!(
        again.notes[0].comment,
        "word [Event \"x\"] % (braces) ".repeat(12).trim_end()
    );
    assert_eq!(again.notes[1].comment, "x".repeat(200));
}

/// Plays those columns that can be played. The game begins in the position after `begun` of them.
fn game(columns: &[u8], begun: usize) -> Game {
    let mut game = Game::default();
    for (index, &column) in columns.iter().enumerate() {
        if index == begun {
            game = Game::from(*game.position());
        }
        // Full columns and all moves after the end of the game are skipped.
        let _ = game.play(notation::column_of_digit(char::from(b'1' + column)).expect("1-7"));
    }
    game
}

const WORDS: &str =
    "[a-zé0-9\\[\\]%;()$*\"\\\\,.-]{1,12}( [a-zé0-9\\[\\]%;()$*\"\\\\,.-]{1,12}){0,20}";

proptest! {
    #[test]
    fn a_written_game_is_read_as_the_same_game(
        columns in proptest::collection::vec(0..7_u8, 0..60),
        begun in 0..50_usize,
        tags in proptest::collection::vec(("[A-Z][a-z_0-9]{0,8}", "[ -~é]{0,30}"), 0..6),
        nags in proptest::collection::vec(0..=255_u8, 0..60),
        comments in proptest::collection::vec(proptest::option::of(WORDS), 0..60),
        marker in 0..4_usize,
    ) {
        let mut pgn = PgnGame::from(game(&columns, begun));
        for (name, value) in &tags {
            pgn.set_tag(name, value);
        }
        for (note, nag) in pgn.notes.iter_mut().zip(nags) {
            note.nags.push(nag);
        }
        for (note, comment) in pgn.notes.iter_mut().zip(&comments) {
            note.comment = comment.clone().unwrap_or_default();
        }
        pgn.intro = comments.iter().flatten().last().cloned().unwrap_or_default();
        let marker = ["1-0", "0-1", "1/2-1/2", "*"][marker].parse().expect("a marker");
        let on_board = pgn.game.position().result().map(Marker::Over);
        pgn.marker = Some(on_board.unwrap_or(marker));
        let text = pgn.to_string();
        let read = only(&text);
        prop_assert_eq!(&read.game, &pgn.game);
        prop_assert_eq!(&read.notes, &pgn.notes);
        prop_assert_eq!(&read.intro, &pgn.intro);
        prop_assert_eq!(read.marker, pgn.marker);
        prop_assert!(read.warnings.is_empty());
        for (name, value) in &pgn.tags {
            prop_assert_eq!(read.tag(name), Some(&**value), "{}", text);
        }
        prop_assert_eq!(read.to_string(), text);
    }
}
