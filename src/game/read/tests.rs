use proptest::prelude::*;

use super::moves::FORMS;
use super::*;
use crate::game::diagram::Notes;
use crate::game::{Column, Diagram, Position, Side, notation, replay};

const PLAIN: Convention = Convention {
    zero_based: false,
    first_mark: MarkOwner::FirstPlayer,
    marks: None,
    bottom_up: false,
};

/// The words for a row that is damaged or not written like the others.
const ROW: &str = "expected a row of seven cells, written like all other rows; found";

/// The words for marks that cannot be on one board.
const MIXED: &str = "expected marks of one alphabet, such as . x o or ⚪ 🔴 🟡; found both";

/// Returns the packed columns of a game, or the FEN of a board.
fn shown(game: &Game) -> String {
    if game.moves().is_empty() {
        fen::write(game.position())
    } else {
        notation::packed(game.moves())
    }
}

fn read_as(text: &str, convention: Convention) -> String {
    match labelled(text, convention) {
        Ok(read) => match read.label {
            None => shown(&read.game),
            Some(label) => format!("{} ({label})", shown(&read.game)),
        },
        Err(error) => error.to_string(),
    }
}

/// Returns the position after 4453, as a FEN.
fn after_4453() -> String {
    fen::write(&replay("4453").expect("a game"))
}

#[test]
fn moves_are_read_in_every_form() {
    for text in [
        "4453",
        " 4453 ",
        "4 4 5 3",
        "4,4,5,3",
        "4, 4, 5, 3",
        "4-4-5-3",
        "[4, 4, 5, 3]",
        "4453,",
        "4,4,5,3;",
        "[4,4,5,3],",
        "\"4453\",",
        "(4, 4, 5, 3)",
        "\"4453\"",
        "'4453'",
        "1. 4 4 2. 5 3",
        "1. d1 1... d2 2. e1 c1",
        "  [4,4,5,3] ",
        "1. 4 2. 4 3. 5 4. 3",
        "1. 4,4 2. 5,3",
        "1. 4 4 2. 5 3 1-0",
        "1. d1 d2 2. e1 c1 1/2-1/2",
        "1. 4 4 2. 5 3 *",
        "[ (4, 4, 5, 3) ]",
        "d1-d2, e1-c1",
        "ddec",
        "DDEC",
        "d d e c",
        "d1 d2 e1 c1",
        "D1 D2 E1 C1",
        "d1,d2,e1,c1",
        "P@d1 p@d2 P@e1 p@c1",
        "https://connect4.gamesolver.org/?pos=4453",
        "https://connect4.gamesolver.org/en/?lang=en&pos=4453#top",
        "?pos=4453",
        "pos=4453",
        "pos=4453&x=1",
        "startpos moves 4 4 5 3",
        "startpos moves d1 d2 5 3",
        "moves 4453",
        "moves P@d1 p@d2 e c1",
    ] {
        assert_eq!(read_as(text, PLAIN), "4453", "{text}");
    }
    for text in ["4", "d", "d1", "P@d1", "1. d1"] {
        assert_eq!(read_as(text, PLAIN), "4", "{text}");
    }
    for text in ["1. 1 1", "1.a1 a2", "1. 1 1... 1", "1-1", "11"] {
        assert_eq!(read_as(text, PLAIN), "11", "{text}");
    }
    for text in ["", " ", "startpos", "moves", "pos=", "[]"] {
        let empty = game(text).expect(text);
        assert_eq!(empty, Game::default(), "{text:?}");
    }
}

#[test]
fn columns_may_be_counted_from_zero() {
    let zero_based = Convention {
        zero_based: true,
        ..PLAIN
    };
    for text in [
        "3342",
        "3 3 4 2",
        "[3, 3, 4, 2]",
        "pos=3342",
        "ddec",
        "startpos moves 3 3 4 2",
        "moves 3342",
    ] {
        assert_eq!(read_as(text, zero_based), "4453", "{text}");
    }
    let message = "char 2: expected a column (0-6); found \"7\"";
    assert_eq!(read_as("07", zero_based), message);
}

#[test]
fn a_fen_needs_no_bracket_and_no_side_to_move() {
    let fen = after_4453();
    let (ranks, _) = fen.split_once('[').expect("a bracket");
    let (with_hand, _) = fen.split_once(' ').expect("a side");
    for text in [
        &fen,
        ranks,
        with_hand,
        &format!("fen {ranks}"),
        &format!("{ranks} w - - 0 3"),
    ] {
        assert_eq!(read_as(text, PLAIN), fen, "{text}");
    }
    let empty = ["1111111"; 6].join("/");
    assert_eq!(read_as(&empty, PLAIN), fen::write(&Position::EMPTY));
    // 42 characters of four kinds, like the marks of a board.
    let late = "2PppPP/ppPpPpp/PpPpPPP/pPpPPpp/PppPpPp/PppPPPp w";
    assert!(read_as(late, PLAIN).starts_with(late.trim_end_matches(" w")));
    let going_on = format!("fen {ranks} moves d3 4");
    assert_eq!(read_as(&going_on, PLAIN), "44");
}

/// Returns the rows of the board after 4453, with the given marks.
fn rows(empty: &str, first: &str, second: &str) -> [Vec<String>; 6] {
    let position = replay("4453").expect("a game");
    rows_of(&position, empty, first, second)
}

fn rows_of(position: &Position, empty: &str, first: &str, second: &str) -> [Vec<String>; 6] {
    let mark = |column: Column, row: u8| {
        let cell = column.cells() & (crate::game::bitboard::BOTTOM << row);
        let of = |side| position.stones_of(side) & cell != 0;
        match (of(Side::First), of(Side::Second)) {
            (true, _) => first,
            (_, true) => second,
            _ => empty,
        }
    };
    [5, 4, 3, 2, 1, 0].map(|row| {
        Column::ALL
            .map(|column| mark(column, row).to_owned())
            .to_vec()
    })
}

fn joined(rows: &[Vec<String>], cells: &str, between: &str) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.join(cells)).collect();
    rows.join(between)
}

#[test]
fn a_flat_board_is_read_in_every_alphabet() {
    let mut forms = 0;
    for [empty, first, second] in [
        ["0", "1", "2"],
        ["0", "1", "-1"],
        ["0.", "1.", "-1."],
        ["0.0", "1.0", "2.0"],
        [".", "x", "o"],
        ["_", "X", "O"],
        [".", "X", "o"],
        [".", "r", "y"],
        ["_", "R", "Y"],
        [".", "1", "2"],
        ["⚪", "🔴", "🟡"],
        ["⚫", "🔴", "🟡"],
        ["⬜", "🟥", "🟦"],
        ["⚪", "🔴", "🔵"],
        [".", "🔴", "🟡"],
    ] {
        let rows = rows(empty, first, second);
        let in_one_word = rows.concat().iter().all(|mark| mark.chars().count() == 1);
        for (cells, between) in [
            (" ", " "),
            (",", ","),
            (", ", ", "),
            ("", ""),
            ("", "/"),
            (" ", "/"),
            ("", " "),
        ] {
            if cells.is_empty() && !in_one_word {
                continue;
            }
            let flat = joined(&rows, cells, between);
            for text in [flat.clone(), format!("[{flat}]"), format!("board {flat}")] {
                assert_eq!(read_as(&text, PLAIN), after_4453(), "{text}");
                forms += 1;
            }
        }
        let nested = format!("[[{}]]", joined(&rows, ", ", "], ["));
        let lines = nested.replace("], [", "],\n [");
        let numpy = joined(&rows, " ", "]\n [");
        let wrapped = format!("[{}]", joined(&rows, " ", " ").replacen(' ', "\n ", 12));
        let array = format!("array({nested}, dtype=int8)");
        for text in [nested, lines, array, format!("[[{numpy}]]"), wrapped] {
            assert_eq!(read_as(&text, PLAIN), after_4453(), "{text}");
        }
    }
    assert!(forms > 150, "{forms}");
}

/// The position after 4453 as different programs draw it.
const DRAWINGS: [&str; 18] = [
    "\
_______
|_|_|_|_|_|_|_|
|_|_|_|_|_|_|_|
|_|_|_|_|_|_|_|
|_|_|_|_|_|_|_|
|_|_|_|O|_|_|_|
|_|_|O|X|X|_|_|",
    "\
.......
.......
.......
.......
...O...
..OXX..
0 0 0 0 0 0 0",
    "\
|               |
|               |
|               |
|               |
|       Y       |
|     Y R R     |",
    "\
  |   |   |   |   |   |
  |   |   |   |   |   |
  |   |   |   |   |   |
  |   |   |   |   |   |
  |   |   | O |   |   |
  |   | O | X | X |   |",
    "\
6 | . | . | . | . | . | . | .
5 | . | . | . | . | . | . | .
4 | . | . | . | . | . | . | .
3 | . | . | . | . | . | . | .
2 | . | . | . | O | . | . | .
1 | . | . | O | X | X | . | .",
    "\
0\t0\t0\t0\t0\t0\t0
0\t0\t0\t0\t0\t0\t0
0\t0\t0\t0\t0\t0\t0
0\t0\t0\t0\t0\t0\t0
0\t0\t0\t2\t0\t0\t0
0\t0\t2\t1\t1\t0\t0",
        "\
  1   2   3   4   5   6   7
  .   .   .   .   .   .   .
  .   .   .   .   .   .   .
  .   .   .   .   .   .   .
  .   .   .   .   .   .   .
  .   .   .   O   .   .   .
  .   .  [O]  X   X   .   .
 -5  -5  -2  -3  -4  -2  -2

X to move loses in 38 plies, score -2
best column 6, best line 6541445555
12,217 nodes in 1.63 ms",
        "\
  1     2     3     4     5     6     7
  .     .     .     .     .     .     .
  .     .     .     .     .     .     .
  .     .     .     .     .     .     .
  .     .     .     .     .     .     .
  .     .     .     O     .     .     .
  .     .    [O]??  X     X ?   .     .

move  side  column  before  after      best
   1     X       4       1      1      4",
        "\
+---+---+---+---+---+---+---+
| 0 | 0 | 0 | 0 | 0 | 0 | 0 |
+---+---+---+---+---+---+---+
| 0 | 0 | 0 | 0 | 0 | 0 | 0 |
+---+---+---+---+---+---+---+
| 0 | 0 | 0 | 0 | 0 | 0 | 0 |
+---+---+---+---+---+---+---+
| 0 | 0 | 0 | 0 | 0 | 0 | 0 |
+---+---+---+---+---+---+---+
| 0 | 0 | 0 | 2 | 0 | 0 | 0 |
+---+---+---+---+---+---+---+
| 0 | 0 | 2 | 1 | 1 | 0 | 0 |
+---+---+---+---+---+---+---+",
        "\
.......
.......
.......
.......
...o...
..oxx..
",
        "\
|   |   |   |   |   |   |   |
|   |   |   |   |   |   |   |
|   |   |   |   |   |   |   |
|   |   |   |   |   |   |   |
|   |   |   | O |   |   |   |
|   |   | O | X | X |   |   |
-----------------------------
  1   2   3   4   5   6   7",
        "\
|       |
|       |
|       |
|       |
|   O   |
|  OXX  |
+-------+",
        "\
 A B C D E F G
│             │
│             │
│             │
│             │
│      O      │
│    O X X    │
└─────────────┘",
        "\
6 . . . . . . . 6
5 . . . . . . . 5
4 . . . . . . . 4
3 . . . . . . . 3
2 . . . o . . . 2
1 . . o x x . . 1
  a b c d e f g",
        "\
0 0 0 0 0 0 0 0
1 0 0 0 0 0 0 0
2 0 0 0 0 0 0 0
3 0 0 0 0 0 0 0
4 0 0 0 2 0 0 0
5 0 0 2 1 1 0 0
  0 1 2 3 4 5 6",
        "\
6| . . . . . . .
5| . . . . . . .
4| . . . . . . .
3| . . . . . . .
2| . . . Y . . .
1| . . Y R R . .
 +--------------",
        "\
|_|_|_|_|_|_|_|
|_|_|_|_|_|_|_|
|_|_|_|_|_|_|_|
|_|_|_|_|_|_|_|
|_|_|_|O|_|_|_|
|_|_|O|X|X|_|_|
 1 2 3 4 5 6 7",
        "\
1\u{fe0f}\u{20e3}2\u{fe0f}\u{20e3}3\u{fe0f}\u{20e3}4\u{fe0f}\u{20e3}5\u{fe0f}\u{20e3}6\u{fe0f}\u{20e3}7\u{fe0f}\u{20e3}
⚪⚪⚪⚪⚪⚪⚪
⚪⚪⚪⚪⚪⚪⚪
⚪⚪⚪⚪⚪⚪⚪
⚪⚪⚪⚪⚪⚪⚪
⚪⚪⚪🟡⚪⚪⚪
⚪⚪🟡🔴🔴⚪⚪",
];

#[test]
fn drawings_are_read() {
    for drawing in DRAWINGS {
        assert_eq!(read_as(drawing, PLAIN), after_4453(), "\n{drawing}");
        let windows = drawing.replace('\n', "\r\n");
        assert_eq!(read_as(&windows, PLAIN), after_4453(), "\n{drawing}");
    }
}

#[test]
fn a_board_with_few_discs_is_read_if_their_owners_are_clear() {
    let empty = "⚪".repeat(35);
    for (row, wanted) in [
        ("⚪⚪⚪⚪⚪⚪⚪", "7"),
        ("⚪⚪⚪🔴⚪⚪⚪", "3P3"),
        ("⚪⚪🟡🔴⚪⚪⚪", "2pP3"),
    ] {
        let fen = fen::write(&fen::parse(&format!("7/7/7/7/7/{wanted}")).expect("a FEN"));
        assert_eq!(read_as(&format!("{empty}{row}"), PLAIN), fen, "{row}");
    }
}

/// A line of scores of 0, 1 and 2 looks like a row of cells.
#[test]
fn scores_below_a_drawing_are_not_a_row() {
    let game = Game::default().with_moves("127").expect("a game");
    let notes = drawing_notes(["1", "2", "0", "1", "2", "2", "0"]);
    let drawn = Diagram::with_notes(&game, &notes).to_string();
    let read = super::game(&drawn).map(|game| *game.position());
    assert_eq!(read, Ok(*game.position()), "{drawn}");
}

fn drawing_notes(words: [&str; 7]) -> Notes {
    Notes {
        words: words.map(str::to_owned),
        ..Default::default()
    }
}

#[test]
fn a_separator_without_a_move_before_it_is_an_error() {
    let wanted = "a move before each separator, or a mark in each cell of a board";
    let board = format!("{},2,,,,,,2,1,1,,", ",".repeat(30));
    for (text, at, found) in [
        ("4,,5", 3, ",5"),
        ("4, ,5", 4, ",5"),
        ("4;;5", 3, ";5"),
        (",4,5", 1, ",4,5"),
        ("[4, , 5]", 5, ","),
        ("4,5,,", 5, ","),
        (",", 1, ","),
        (&board, 1, &board),
    ] {
        let error = super::game(text).expect_err("a lost move");
        let excerpt = crate::game::excerpt(found);
        assert_eq!(error.character, at, "{text}");
        assert!(
            error
                .to_string()
                .starts_with(&format!("char {at}: expected {wanted}; found {excerpt:?}")),
            "{error}"
        );
    }
    for text in ["4,5", "4,5,", "[4, 5]", "4; 5;", "1. 4, 5; 2. 3"] {
        assert!(super::game(text).is_ok(), "{text}");
    }
}

#[test]
fn a_class_after_42_numbers_is_their_label() {
    let cells = format!("{}1,2,0,0", "0,".repeat(38));
    for (text, label) in [
        (format!("{cells},win"), "win"),
        (format!("{cells},-1"), "-1"),
        (format!("{}  draw", cells.replace(',', " ")), "draw"),
        (format!("{};0.5", cells.replace(',', ".0; ")), "0.5"),
        (format!("{},1\tmine", cells.replace('2', "-1")), "1\tmine"),
        (
            format!(
                "{},win",
                [".", "x", "o"]
                    .iter()
                    .zip("012".chars())
                    .fold(cells.clone(), |text, (mark, digit)| text
                        .replace(digit, mark))
            ),
            "win",
        ),
    ] {
        let read = labelled(&text, Convention::default()).expect(&text);
        assert_eq!(
            (read.game.position().stones(), read.label),
            (2, Some(label)),
            "{text}"
        );
        assert!(text.starts_with(read.input), "{text}");
    }
    for text in [
        format!("{cells},won"),
        format!("{cells},0,0"),
        format!("{cells},"),
        cells.replace(',', "") + "1",
        format!("[{cells}],1"),
    ] {
        let read = labelled(&text, Convention::default());
        let label = read.as_ref().map(|read| read.label);
        assert!(!matches!(label, Ok(Some(_))), "{text}: {label:?}");
    }
}

#[test]
fn a_line_of_the_uci_data_set_has_cells_by_columns_and_then_its_class() {
    let empty = "b,b,b,b,b,b";
    let line = format!("{empty},{empty},o,b,b,b,b,b,x,o,b,b,b,b,x,b,b,b,b,b,{empty},{empty}");
    assert_eq!(read_as(&line, PLAIN), after_4453());
    let classed = labelled(&format!("{line},win"), PLAIN)
        .map(|read| (line.len(), read.label.map(str::to_owned), read.input.len()));
    assert_eq!(
        classed,
        Ok((line.len(), Some("win".to_owned()), line.len()))
    );
    let short = format!("{empty},x,win");
    assert_eq!(
        read_as(&short, PLAIN),
        "char 14: expected a board of 42 cells; found 7"
    );
}

#[test]
fn the_text_after_a_position_is_its_label() {
    for (text, input, label) in [
        ("4453\tmine", "4453", Some("mine")),
        ("4453\t", "4453", Some("")),
        ("44\ta\tb", "44", Some("a\tb")),
        ("\tstart", "", Some("start")),
        ("4453 2", "4453", Some("2")),
        ("4453  -18 ", "4453", Some("-18")),
        ("\"4453 2\"", "4453", Some("2")),
        ("ddec 0", "ddec", Some("0")),
        ("4453 2\tmine", "4453", Some("2\tmine")),
        ("4 2", "4 2", None),
        (" 4453 ", " 4453 ", None),
        ("4 4\tmine", "4 4", Some("mine")),
    ] {
        let read = labelled(text, PLAIN).expect(text);
        assert_eq!((read.input, read.label), (input, label), "{text:?}");
    }
    assert_eq!(
        game("4453 2").map_err(|error| error.to_string()),
        Err("char 6: expected the end of the text; found \"2\"".to_owned())
    );
}

#[test]
fn a_number_with_a_dot_is_a_move_number_or_refused() {
    for (text, message) in [
        ("1.", "char 3: expected a move; the text ends here"),
        (
            "4, 4, 3.",
            "char 7: expected the next move number; found \"3.\"",
        ),
        (
            "[1. 5. 6.]",
            "char 5: expected a move after the move number; found \"5.\"",
        ),
        (
            "[3.0, 4.0]",
            "char 2: expected a blank between a move number and a column; found \"3.0\"",
        ),
    ] {
        assert_eq!(read_as(text, PLAIN), message, "{text}");
    }
}

#[test]
fn move_numbers_fit_the_moves_before_them() {
    let first = "expected move number 1 at the start of a game; found";
    let next = "expected the next move number; found";
    for (text, message) in [
        ("2. 4 3", format!("char 1: {first} \"2.\"")),
        ("7. 4 4 8. 5 3", format!("char 1: {first} \"7.\"")),
        ("1... d1", format!("char 1: {first} \"1...\"")),
        // A move is lost.
        ("1. 4 2. 5 3 3. 4", format!("char 13: {next} \"3.\"")),
        ("1. 4 4 2. 5 3. 4", format!("char 13: {next} \"3.\"")),
        ("1. 4 2. 4 3. 5 5. 3", format!("char 16: {next} \"5.\"")),
        ("1. 4 4 2... 5", format!("char 8: {next} \"2...\"")),
        (
            "1. 4 1-0 4",
            "char 6: expected a move; found the result of a game".to_owned(),
        ),
    ] {
        assert_eq!(read_as(text, PLAIN), message, "{text}");
    }
    let zero_based = Convention {
        zero_based: true,
        ..PLAIN
    };
    assert_eq!(read_as("1. 3 3 2. 4 2 1-0", zero_based), "4453");
}

#[test]
fn a_list_that_is_cut_is_refused() {
    for (text, message) in [
        (
            "[4, 4, 5",
            "char 9: expected a closing ]; the text ends here",
        ),
        (
            "(4, 4, 5]",
            "char 10: expected a closing ); the text ends here",
        ),
        ("[(4, 4, 5]", "char 10: expected a closing ); found \"]\""),
        ("4, 4, 5]", "char 8: expected a column (1-7); found \"]\""),
        (
            "\"4, 4, 5",
            "char 9: expected a closing \"; the text ends here",
        ),
        ("{\"f", "char 4: expected a closing }; the text ends here"),
        ("{\"f\"", "char 5: expected a closing }; the text ends here"),
        (
            "[\"d1\", \"d2\"",
            "char 12: expected a closing ]; the text ends here",
        ),
    ] {
        assert_eq!(read_as(text, PLAIN), message, "{text}");
    }
}

#[test]
fn numbers_in_pairs_are_not_moves() {
    for (text, character, pair) in [
        ("6,4; 5,4; 4,4", 4, "6,4"),
        ("6,4;5,4", 4, "6,4"),
        ("1-4 2-4 3-5", 4, "1-4"),
        ("1-4, 2-4, 3", 4, "1-4"),
        ("1, 4; 2, 4", 5, "1, 4"),
        ("6 4, 5 4", 4, "6 4"),
        ("[(6, 4), (5, 4)]", 7, "6, 4"),
        ("[[6,4],[5,4]]", 6, "6,4"),
        ("\"6,4\" \"5,4\"", 5, "6,4"),
    ] {
        let message = format!(
            "char {character}: expected one separator between all moves; found pairs such as {pair}"
        );
        assert_eq!(read_as(text, PLAIN), message, "{text}");
    }
}

#[test]
fn the_header_of_a_drawing_is_not_a_game() {
    for text in [
        "1 2 3 4 5 6 7",
        "1234567",
        " 1234567 ",
        "1,2,3,4,5,6,7",
        "abcdefg",
        "a b c d e f g",
    ] {
        assert_eq!(read_as(text, PLAIN), "1234567", "{text}");
    }
    for text in [" 1 2", " 12", "1  2"] {
        assert_eq!(read_as(text, PLAIN), "12", "{text}");
    }
    for text in [
        " 1 2 3 4 5 6 7",
        "1  2  3  4  5  6  7",
        "  1   2   3   4   5   6   7\r",
        "  1   2   3   4   5   6   7\n",
        "   a b c d e f g",
        "  1   2   3   4",
        "  0   1   2   3   4   5   6",
    ] {
        let message = "char 1: expected moves with one blank between them, or a drawing of six \
                       rows; found only the names of columns";
        assert_eq!(read_as(text, PLAIN), message, "{text:?}");
    }
}

#[test]
fn a_board_may_have_tabs_between_its_cells() {
    let cells = rows("0", "1", "2").concat();
    let line = cells.join("\t");
    let crosses = line.replace('0', ".").replace('1', "x").replace('2', "o");
    let floats = line.replace('0', "0.0").replace('2', "-1.0");
    let quoted = format!("\"{}\"", cells.join("\"\t\""));
    for text in [
        &line,
        &crosses,
        &floats,
        &quoted,
        &format!("{line}\t"),
        &format!(" {line}\r"),
    ] {
        assert_eq!(read_as(text, PLAIN), after_4453(), "{text}");
    }
    for (line, class) in [(&line, "win"), (&line, "-1"), (&crosses, "win")] {
        let wanted = format!("{} ({class})", after_4453());
        assert_eq!(read_as(&format!("{line}\t{class}"), PLAIN), wanted);
    }
    let zero_based = Convention {
        zero_based: true,
        ..PLAIN
    };
    assert_eq!(read_as(&line, zero_based), after_4453());
    let unknown = line.replacen('2', "q", 1);
    let message = "char 63: expected a cell such as 0, 1, 2, -1, '.', x or o; found \"q\"";
    assert_eq!(read_as(&unknown, zero_based), message);
}

#[test]
fn tabs_between_moves_or_too_few_cells_are_refused() {
    let board = rows("0", "1", "2").concat();
    let blanks = rows("", "x", "o").concat();
    for (text, found) in [
        ("4\t4\t5\t3", 4),
        ("d1\td2\te1", 3),
        ("1.\t4\t4", 3),
        ("1\t4\t", 2),
        ("\t\t4", 1),
        (&board[1..].join("\t"), 41),
        (&blanks.join("\t"), 4),
        (&board.join("\t").replacen("1\t", "1", 1), 41),
        (&(board.join("\t") + "\twon"), 43),
        (&(board.join("\t") + "\t1\tmine"), 44),
    ] {
        let blanks = text.len() - text.trim_start().len();
        let message = format!(
            "char {}: expected 42 cells between tabs, or a position before the first tab; found \
             {found} cells or moves",
            blanks + 1
        );
        assert_eq!(read_as(text, PLAIN), message, "{text}");
    }
    for (text, wanted) in [
        ("4\t4", "4 (4)"),
        ("4453\t4\t5", "4453 (4\t5)"),
        ("44\ta\tb", "44 (a\tb)"),
        ("4\tmine\t5", "4 (mine\t5)"),
        ("4\t\t", "4 (\t)"),
    ] {
        assert_eq!(read_as(text, PLAIN), wanted, "{text}");
    }
}

#[test]
fn an_error_in_moves_names_its_character_and_what_was_expected() {
    for (text, message) in [
        ("448", "char 3: ply 3: '8' is not a column (1-7)"),
        ("  448", "char 5: ply 3: '8' is not a column (1-7)"),
        ("4444444", "char 7: ply 7: column 4 is full"),
        ("12121214", "char 8: ply 8: the game is over"),
        ("1 2 1 2 1 2 1 4", "char 15: ply 8: the game is over"),
        (
            "3342 0 1",
            "char 1: expected one move per word, or all columns in one word; found \"3342\"",
        ),
        ("0334", "char 1: ply 1: '0' is not a column (1-7)"),
        ("3, 3, 0", "char 7: ply 3: '0' is not a column (1-7)"),
        (
            "44 53",
            "char 1: expected one move per word, or all columns in one word; found \"44\"",
        ),
        (
            "4453 19",
            "char 1: expected one move per word, or all columns in one word; found \"4453\"",
        ),
        (
            "4 8",
            "char 3: expected a move such as 4, d, d1 or P@d1; found \"8\"",
        ),
        (
            "d1 d2 -2",
            "char 7: expected a move such as 4, d, d1 or P@d1; found \"-2\"",
        ),
        ("1) 4 4", "char 2: expected a column (1-7); found \")\""),
        ("--", "char 1: expected FORMS; found \"--\""),
        (
            "4453.",
            "char 1: expected move number 1 at the start of a game; found \"4453.\"",
        ),
        ("P d1", "char 2: expected '@'; found \" \""),
        (
            "1. 4 4 3. 5",
            "char 8: expected the next move number; found \"3.\"",
        ),
        ("dexx", "char 3: expected a file (a-g); found \"xx\""),
        (
            "d1 d1",
            "char 4: ply 2: a stone in column 4 lands on row 2, not 1",
        ),
        ("d1 e9", "char 5: expected a row (1-6); found \"9\""),
        (
            "d1 x9",
            "char 4: expected a move such as 4, d, d1 or P@d1; found \"x9\"",
        ),
        ("hello", "char 1: expected FORMS; found \"hello\""),
        ("é", "char 1: expected FORMS; found \"é\""),
        (
            "d1 d2 3 e1 c1",
            "char 7: expected a move like those before it, all by columns (1-7) or all by files \
             (a-g); found \"3\"",
        ),
        (
            "d1 draw",
            "char 4: expected a move such as 4, d, d1 or P@d1; found \"draw\"",
        ),
        ("field 3", "char 1: expected FORMS; found \"field\""),
        (
            "?pos=44&pos=55",
            "char 9: expected one position; found a second pos=",
        ),
        ("?pos=448", "char 8: ply 3: '8' is not a column (1-7)"),
        (
            "7/7/7/7/2p4/7 b",
            "char 10: the stone on c2 has nothing below it",
        ),
        (
            "startpos moves d1 d1",
            "char 19: ply 2: a stone in column 4 lands on row 2, not 1",
        ),
        ("startpos 44", "char 10: expected moves; found \"44\""),
        ("fen", "char 4: expected a FEN; the text ends here"),
        (
            "44\n45",
            "char 1: expected a board of six rows; found several other lines",
        ),
        (
            "\u{fffd}\u{fffd}4\u{0}4\u{0}",
            "char 4: expected a text in UTF-8; found a zero byte, as in UTF-16",
        ),
    ] {
        let message = message.replace("FORMS", FORMS);
        assert_eq!(read_as(text, PLAIN), message, "{text}");
    }
}

#[test]
fn a_text_in_another_format_is_named() {
    for (text, character, name) in [
        (r#"{"moves": "4453"}"#, 1, "JSON"),
        (r#"[{"moves": "4453"}]"#, 1, "JSON"),
        (r#" "moves": "4453","#, 2, "JSON"),
        ("(;GM[11];B[d1];W[d2])", 1, "SGF"),
        ("B[d1];W[d2]", 1, "SGF"),
        ("[Event \"Cup\"]\n1. d1 *", 1, "PGN"),
    ] {
        let message = format!("char {character}: expected {FORMS}; found {name}");
        assert_eq!(read_as(text, PLAIN), message, "{text}");
    }
    for (text, character, name) in [
        ("1 d1 d2 2 e1 *", 1, "a move number without a dot"),
        ("d1 d2 2 e1 c1", 7, "a move number without a dot"),
        ("d1 d2 *", 7, "the result of a game"),
        ("4 4 1-0", 5, "the result of a game"),
        ("d1 0-1 d2", 4, "the result of a game"),
        ("d1 d2 1/2-1/2", 7, "the result of a game"),
        ("1. P@d1 {+0.1/3 0s} P@d2", 9, "a comment in braces"),
        ("d1{good} d2", 3, "a comment in braces"),
        ("4 4 5 (3) 2", 7, "a variation in parentheses"),
        ("d1$2 d2", 3, "a glyph"),
    ] {
        let message = format!("char {character}: expected a move; found {name}");
        assert_eq!(read_as(text, PLAIN), message, "{text}");
    }
}

#[test]
fn an_error_in_a_board_names_its_character_and_what_was_expected() {
    let board = |empty, first, second| joined(&rows(empty, first, second), "", "");
    let lines = |empty, first, second| joined(&rows(empty, first, second), "", "\n");
    for (text, message) in [
        ("board x", "char 8: expected a board of 42 cells; found 1"),
        (
            "_______\n|X|O|_|_|_|_|_|\n|O|X|_|_|_|_|_|\n|X|O|_|_|_|_|_|\n|O|X|_|_|_|_|_|\n\
             |X|O|X|_|_|_|_|\n|*|X|O|_|_|_|_|",
            "line 7, char 2: expected a cell such as 0, 1, 2, -1, '.', x or o; found \"*\"",
        ),
        ("x.o", "char 4: expected a board of 42 cells; found 3"),
        // The mark may be in the first or in the second cell.
        (
            &format!("{}|  x            |", "|               |\n".repeat(5)),
            &format!("line 6, char 1: {ROW} \"|  x            |\""),
        ),
        (
            &format!("{}|  🔴            |", "|                |\n".repeat(5)),
            "char 1: expected a board of six rows; found several other lines",
        ),
        (
            "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
            "char 38: expected a board of 42 cells; found 19",
        ),
        (
            &board("b", "x", "o"),
            "char 1: expected '.' or '_' for an empty cell; found 'b', which is an empty cell only in lines of the UCI data set connect-4: 42 of b, x, o between commas",
        ),
        (
            &board("⚪", "🟢", "🟡"),
            &format!("char 39: {MIXED} \"🟡\" and \"🟢\""),
        ),
        (
            &lines(".", "x", "o").replace("..oxx..", "..oxx."),
            &format!("line 6, char 1: {ROW} \"..oxx.\""),
        ),
        (
            &lines(".", "x", "o").replace("...o...", "...q..."),
            "line 5, char 4: expected a cell such as 0, 1, 2, -1, '.', x or o; found \"q\"",
        ),
        (
            &format!("{}\n.......", lines(".", "x", "o")),
            "char 1: expected six rows of seven cells; found 7",
        ),
        (
            &joined(&rows(".", "x", "o")[1..], "", "/"),
            "char 1: expected six rows of seven cells; found 5",
        ),
        (
            "[[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0]]",
            &format!("char 1: {ROW} \"[[0,0,0,0,0,0\""),
        ),
    ] {
        assert_eq!(read_as(text, PLAIN), message, "{text}");
    }
}

#[test]
fn marks_that_are_not_of_one_known_alphabet_are_named() {
    let board = |empty, first, second| joined(&rows(empty, first, second), "", "");
    let lines = |empty, first, second| joined(&rows(empty, first, second), "", "\n");
    let zero = ["......./"; 5].concat() + "...0...";
    let late = lines(".", "x", "o").replace("...o...", "...2...");
    for (text, place, first, second) in [
        (&board(".", "x", "y"), "char 39", "y", "x"),
        (&board(".", "x", "X"), "char 39", "X", "x"),
        (&late, "line 6, char 3", "2", "o"),
        (&late.replace('\n', "/"), "char 43", "2", "o"),
        (&zero, "char 44", ".", "0"),
        (
            &joined(&rows("0", "2", "-1"), " ", " "),
            "char 79",
            "-1",
            "2",
        ),
    ] {
        let message = format!("{place}: {MIXED} {first:?} and {second:?}");
        assert_eq!(read_as(text, PLAIN), message, "{text}");
    }
    let unknown = "expected a cell such as 0, 1, 2, -1, '.', x or o; found";
    for text in [
        &lines("-", "X", "O"),
        &joined(&rows("-", "X", "O"), "", "/"),
        &board("-", "X", "O"),
        &["-------"; 6].join("\n"),
    ] {
        let message = format!("char 1: {unknown} \"-\"");
        assert_eq!(read_as(text, PLAIN), message, "{text}");
    }
    let [board, rows] = ["", "/"].map(|between| joined(&rows(".", "x", "o"), "", between));
    let class = "a class (win, loss, draw or a number) or the end of the board";
    let message = format!("char 43: expected {class}; found \"?!\"");
    assert_eq!(read_as(&(board + "?!"), PLAIN), message);
    let digits = joined(&self::rows("0", "1", "2"), ",", ",");
    let message = format!("char 85: expected {class}; found \"foo\"");
    assert_eq!(read_as(&(digits + ",foo"), PLAIN), message);
    let message = format!("char 41: {ROW} \"..oxx..?\"");
    assert_eq!(read_as(&(rows + "?"), PLAIN), message);
}

#[test]
fn the_stones_show_who_began_unless_the_sides_are_swapped() {
    let position = replay("445").expect("a game");
    let fen = fen::write(&position);
    let ranks = fen.split('[').next().expect("ranks");
    let swapped = ranks
        .replace("3p3", "...x...")
        .replace("3PP2", "...oo..")
        .replace('7', ".......");
    let text = swapped.as_str();
    let convention = Convention {
        first_mark: MarkOwner::SecondPlayer,
        ..PLAIN
    };
    assert_eq!(read_as(text, convention), fen, "{text}");
    assert_eq!(
        read_as(text, PLAIN),
        "char 1: \"o\" has one stone more than the first player"
    );
}

/// Returns the characters of a text, each with the text without it.
fn with_one_lost(text: &str) -> impl Iterator<Item = (char, String)> {
    text.char_indices().map(|(offset, lost)| {
        let rest = &text[offset + lost.len_utf8()..];
        (lost, format!("{}{rest}", &text[..offset]))
    })
}

#[test]
fn a_drawing_that_has_lost_a_character_is_not_read_as_another_position() {
    let (mut read, mut refused) = (0, 0);
    for drawing in DRAWINGS {
        for (lost, rest) in with_one_lost(drawing) {
            match game(&rest) {
                Ok(game) if shown(&game) == after_4453() => read += 1,
                Ok(_) => assert!("XOYR".contains(lost), "{lost:?} of\n{drawing}"),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(read > 500 && refused > 500, "{read} {refused}");
}

#[test]
fn rows_with_bars_have_one_layout() {
    for drawing in DRAWINGS {
        for bar in ["┃", "║"] {
            let other = drawing.replace('|', bar);
            assert_eq!(read_as(&other, PLAIN), after_4453(), "\n{other}");
        }
    }
    let six = |row: &str| [row; 6].join("\n");
    let framed = rows(".", "x", "o").map(|row| format!("|{}|", row.join("|")));
    for (text, line, found) in [
        (six("|x|o|o|x|.|"), 1, "|x|o|o|x|.|"),
        (six("|x|o|o|x|.|.|"), 1, "|x|o|o|x|.|.|"),
        (six("2 |x|o|o|x|.|.|.|"), 2, "2 |x|o|o|x|.|.|.|"),
        (
            [6, 5, 4, 3, 2, 1]
                .map(|row| format!("{row} |x|o|o|x|.|.|"))
                .join("\n"),
            1,
            "6 |x|o|o|x|.|.|",
        ),
        (
            [6, 5, 4, 4, 2, 1]
                .map(|row| format!("{row} ......."))
                .join("\n"),
            4,
            "4 .......",
        ),
        (six("|x|o| | | |"), 1, "|x|o| | | |"),
        (six("|x|o|o|x|.|.|.|.|"), 1, "|x|o|o|x|.|.|.|.|"),
        (six("|x|o|o|x|"), 1, "|x|o|o|x|"),
        (
            framed.join("\n").replace("o|x|x", "o|xx"),
            6,
            "|.|.|o|xx|.|.|",
        ),
        (framed.join(" x\n"), 2, "|.|.|.|.|.|.|.| x"),
        (
            format!("{}|     Y R R    |", "|               |\n".repeat(5)),
            6,
            "|     Y R R    |",
        ),
    ] {
        let message = match line {
            1 => format!("char 1: {ROW} {found:?}"),
            line => format!("line {line}, char 1: {ROW} {found:?}"),
        };
        assert_eq!(read_as(&text, PLAIN), message, "\n{text}");
    }
    let mixed = framed.join("\n").replace("o|x|x", "o|x|");
    let message = format!("line 6, char 10: {MIXED} \".\" and \" \"");
    assert_eq!(read_as(&mixed, PLAIN), message);
}

#[test]
fn a_seventh_row_that_is_damaged_is_not_dropped() {
    let above = rows(".", "x", "o").map(|row| row.concat()).join("\n");
    let barred = above
        .replace('.', "| ")
        .replace('o', "|o")
        .replace('x', "|x");
    let barred = barred.replace('\n', "|\n") + "|";
    let digits = above.replace('.', "0").replace('x', "1").replace('o', "2");
    let empty = [
        ".......", ".......", ".......", ".......", ".......", ".......",
    ]
    .join("\n");
    for (above, seventh) in [
        (&above, "..oxx.q"),
        (&above, "..oxx.?"),
        (&above, "..oxx."),
        (&above, ". . o q . . ."),
        (&above, "..OXX..!"),
        (&barred, "| | |o|x|x| "),
        (&barred, "| | |o|xx| | |"),
        (&barred, "| |o|"),
        (&barred, "|x"),
        (&digits, "002110"),
        (&digits, "0 0 2 1 1 0"),
        (&empty, "..oxx.q"),
        (&empty, "..2x1."),
        (&empty, "......"),
    ] {
        for drawing in [format!("{above}\n{seventh}"), format!("{seventh}\n{above}")] {
            assert!(game(&drawing).is_err(), "\n{drawing}");
        }
    }
    for (above, other) in [
        (&above, "1234567"),
        (&above, "0 0 0 0 0 0 0"),
        (&above, "a b c d e f g"),
        (&above, "x to move, or o"),
        (&above, "+--.---.--+"),
        (&digits, "0 1 2 3 4 5 6"),
        (&digits, "Player 2 to move"),
        (&barred, "_______________"),
        (&empty, "1 2 0 1 2 2 0"),
        (&empty, "10,350 nodes in 2.61 ms"),
        (&digits, "2.01 ms on 1 core"),
    ] {
        for drawing in [format!("{above}\n{other}"), format!("{other}\n{above}")] {
            assert!(game(&drawing).is_ok(), "\n{drawing}");
        }
    }
}

/// The same boards with the first player's mark first, and with the mark of the side to move first.
#[test]
fn the_first_mark_may_be_that_of_the_side_to_move() {
    let convention = Convention {
        first_mark: MarkOwner::SideToMove,
        ..PLAIN
    };
    for moves in ["", "4", "44", "445", "4453", "1212121", "12121213", "44535"] {
        let Ok(position) = replay(moves) else {
            continue;
        };
        for [empty, first, second] in [["0", "1", "2"], ["0 ", "1 ", "-1 "], [".", "r", "y"]] {
            let (mover, other) = match position.side_to_move() {
                Side::First => (first, second),
                Side::Second => (second, first),
            };
            let board = rows_of(&position, empty, mover, other).concat().concat();
            let wanted = fen::write(&position);
            assert_eq!(read_as(&board, convention), wanted, "{moves}: {board}");
        }
    }
    let fen = fen::write(&replay("445").expect("a game"));
    let board = |stones: &str| format!("{}{stones}", ".".repeat(35));
    for (text, wanted) in [
        (fen.as_str(), fen.as_str()),
        (
            &board("...x..."),
            "char 1: \"x\" has one stone more than the other mark, so it is not the side to move",
        ),
        (
            &board("...oo.."),
            "char 1: the first player has 2 and the second 0 stones; expected equal numbers or one \
             more for the first",
        ),
    ] {
        assert_eq!(read_as(text, convention), wanted, "{text}");
    }
}

#[test]
fn marks_can_be_named() {
    for (text, [empty, first, second]) in [
        ("-XO", ["-", "X", "O"]),
        (".RB", [".", "R", "B"]),
        ("0X0", ["", "", ""]),
        (".X0", [".", "X", "0"]),
        ("xoX", ["x", "o", "X"]),
        ("bxo", ["b", "x", "o"]),
        ("?!.", ["?", "!", "."]),
        ("123", ["1", "2", "3"]),
        ("⚪\u{fe0f}🟢🟡", ["⚪", "🟢", "🟡"]),
        ("□●○", ["□", "●", "○"]),
    ] {
        let Ok(marks) = text.parse::<Marks>() else {
            assert_eq!(text, "0X0");
            continue;
        };
        let named = Convention {
            marks: Some(marks),
            ..PLAIN
        };
        let rows = rows(empty, first, second);
        for (cells, between) in [("", ""), ("", "/"), (" ", " "), ("|", "\n"), ("", "\n")] {
            let board = joined(&rows, cells, between);
            assert_eq!(read_as(&board, named), after_4453(), "{text}\n{board}");
        }
        assert_eq!(read_as("4453", named), "4453", "{text}");
        assert_eq!(read_as(&after_4453(), named), after_4453(), "{text}");
    }
    for text in ["", ".X", ".XOO", ".XX", "|XO", "/XO", " XO", ",XO", "[XO"] {
        assert!(text.parse::<Marks>().is_err(), "{text}");
    }
}

#[test]
fn the_first_row_may_be_the_ground() {
    let convention = Convention {
        bottom_up: true,
        ..PLAIN
    };
    let mut rows = rows(".", "x", "o");
    let upright = joined(&rows, "", "/");
    rows.reverse();
    let turned = joined(&rows, "", "/");
    assert_eq!(read_as(&turned, convention), after_4453());
    assert_eq!(
        read_as(&turned.replace('/', "\n"), convention),
        after_4453()
    );
    assert_eq!(read_as(&after_4453(), convention), after_4453());
    let message = |at: &str| {
        format!(
            "char {at} has nothing below it, but all stones stand if the board is turned upside \
             down"
        )
    };
    assert_eq!(read_as(&turned, PLAIN), message("3: the stone on c6"));
    assert_eq!(
        read_as(&upright, convention),
        message("36: the stone on d5")
    );
    let hanging = turned.replacen("/.......", "/x......", 1);
    assert_eq!(
        read_as(&hanging, PLAIN),
        "char 3: the stone on c6 has nothing below it"
    );
}

proptest! {
    #[test]
    fn a_position_is_read_in_every_form(choices in prop::collection::vec(0_usize..7, 0..42)) {
        let mut game = Game::default();
        for choice in choices {
            let legal: Vec<Column> = game.position().legal_columns().iter().collect();
            if !legal.is_empty() {
                game.play(legal[choice % legal.len()]).expect("a legal move");
            }
        }
        let packed = notation::packed(game.moves());
        let spaced: Vec<String> = packed.chars().map(String::from).collect();
        for text in [packed, spaced.join(" "), spaced.join(", ")] {
            prop_assert_eq!(labelled(&text, PLAIN).map(|read| *read.game.position()), Ok(*game.position()));
        }
    }

    /// The diagrams have no notes, scores below the columns, or marks after stones.
    #[test]
    fn every_drawing_is_read_back(
        choices in prop::collection::vec(0_usize..7, 0..42),
        scores in prop::collection::vec(-18_i8..=18, 7),
        mark in prop::sample::select(vec!["?!", "?", "??"]),
    ) {
        let mut game = Game::default();
        let mut marks = Vec::new();
        for choice in choices {
            let legal: Vec<Column> = game.position().legal_columns().iter().collect();
            if !legal.is_empty() {
                let column = legal[choice % legal.len()];
                if choice % 2 == 0 {
                    marks.push((game.position().landing_cell(column), mark));
                }
                game.play(column).expect("a legal move");
            }
        }
        let words: [String; 7] = std::array::from_fn(|column| scores[column].to_string());
        for (words, marks) in [
            (Default::default(), Vec::new()),
            (words, Vec::new()),
            (Default::default(), marks),
        ] {
            let notes = Notes { words, marks };
            let drawn = Diagram::with_notes(&game, &notes).to_string();
            let read = super::game(&drawn).map(|read| *read.position());
            prop_assert_eq!(read, Ok(*game.position()), "{}", drawn);
        }
    }
}
