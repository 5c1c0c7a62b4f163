use proptest::prelude::*;

use super::moves::FORMS;
use super::*;
use crate::game::diagram::Notes;
use crate::game::{Column, Diagram, Position, Side, Size, notation, replay};

/// Texts and what they are read as: moves, `@` and moves for the board after them, with the label in
/// parentheses, or an error. A text begins with the options that change how it is read. `<.xo>` is
/// the board after 4453 with these marks; `<.xo,>` has a separator between cells, and `<.xo/>`
/// between rows. `\n` and `\t` are written as in Rust.
const MOVES: &str = r#"
4453 => 4453
 4453  => 4453
4 4 5 3 => 4453
4,4,5,3 => 4453
4, 4, 5, 3 => 4453
4-4-5-3 => 4453
[4, 4, 5, 3] => 4453
4,4,5,3; => 4453
[4,4,5,3], => 4453
[4, 4, 5, 3,] => 4453
(4, 4, 5, 3) => 4453
"4453", => 4453
'4453' => 4453
[ (4, 4, 5, 3) ] => 4453
["d1", "d2", "e1", "c1"] => 4453
1. 4 4 2. 5 3 => 4453
1. d1 1... d2 2. e1 c1 => 4453
1. 4 2. 4 3. 5 4. 3 => 4453
1. 4,4 2. 5,3 => 4453
1. 4, 4; 2. 5, 3 => 4453
1. 4 4 2. 5 3 1-0 => 4453
1. d1 d2 2. e1 c1 1/2-1/2 => 4453
1. 4 4 2. 5 3 * => 4453
d1-d2, e1-c1 => 4453
DDEC => 4453
d d e c => 4453
d1! d2 e1?? c1 => 4453
P@d1 p@d2 P@e1 p@c1 => 4453
https://connect4.gamesolver.org/en/?lang=en&pos=4453#top => 4453
?pos=4453 => 4453
pos=4453&x=1 => 4453
startpos moves d1 d2 5 3 => 4453
moves P@d1 p@d2 e c1 => 4453
position startpos moves 4453 => 4453
--marks ?!. 4453 => 4453
--zero-based 3342 => 4453
--zero-based [3, 3, 4, 2] => 4453
--zero-based pos=3342 => 4453
--zero-based startpos moves 3 3 4 2 => 4453
--zero-based 1. 3 3 2. 4 2 1-0 => 4453
--zero-based ddec => 4453
1.a1 a2 => 11
1-1 => 11
P@d1 => 4
1. d1 => 4
 => @
[] => @
pos= => @
startpos => @
1234567 => 1234567
 1234567  => 1234567
a b c d e f g => 1234567
 1 2 => 12
4453\tmine => 4453 (mine)
4453\t => 4453 ()
44\ta\tb => 44 (a\tb)
\tstart => @ (start)
4453  -18  => 4453 (-18)
"4453 2" => 4453 (2)
ddec 0 => 4453 (0)
4453 2\tmine => 4453 (2\tmine)
4 2 => 42
4 4\tmine => 44 (mine)
4\t4 => 4 (4)
4\t\t => 4 (\t)
"#;

const BOARDS: &str = r"
7/7/7/7/3p3/2pPP2 => @4453
7/7/7/7/3p3/2pPP2 w - - 0 3 => @4453
7/7/7/7/3p3/2pPP2[PPPPPPPPPPPPPPPPPPPppppppppppppppppppp] => @4453
1111111/1111111/1111111/1111111/1111111/1111111 => @
fen 7/7/7/7/3p3/2pPP2 => @4453
fen 7/7/7/7/7/7 moves d1 4 => 44
board <.xo> moves d3 4 => 44
--bottom-up 7/7/7/7/3p3/2pPP2 => @4453
<.1-,> => @4453
<.🔴🟡> => @4453
<⚪🔴🔵/> => @4453
<⬜🟥🟦 > => @4453
⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪⚪ => @
<012,>,win => @4453 (win)
<012 >  draw => @4453 (draw)
<012,>;0.5 => @4453 (0.5)
<.xo,>,win => @4453 (win)
<012,>,1\tmine => @4453 (1\tmine)
<012\t>\t-1 => @4453 (-1)
<.xo\t>\r => @4453
<012\t>\t => @4453
--zero-based <012\t> => @4453
b,b,b,b,b,b,b,b,b,b,b,b,o,b,b,b,b,b,x,o,b,b,b,b,x,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,win => @4453 (win)
--swap-sides <.ox/> => @4453
--mover-first <012> => @4453
--marks -XO <-XO> => @4453
--marks .X0 <.X0/> => @4453
--marks xoX <xoX\n> => @4453
--marks bxo <bxo > => @4453
--marks ⚪️🟢🟡 <⚪🟢🟡> => @4453
--bottom-up ..oxx../...o.../......./......./......./....... => @4453
";

/// `ROW`, `MIXED`, `UNKNOWN`, `FORMS` and `TABS` stand for the words of several errors.
const REFUSED: &str = r#"
448 => char 3: ply 3: '8' is not a column (1-7)
  448 => char 5: ply 3: '8' is not a column (1-7)
4444444 => char 7: ply 7: column 4 is full
12121214 => char 8: ply 8: the game is over
1 2 1 2 1 2 1 4 => char 15: ply 8: the game is over
0334 => char 1: ply 1: '0' is not a column (1-7)
3, 3, 0 => char 7: ply 3: '0' is not a column (1-7)
--zero-based 07 => char 2: expected a column (0-6); found "7"
44 53 => char 1: expected one move per word, or all columns in one word; found "44"
4453 19 => char 1: expected one move per word, or all columns in one word; found "4453"
4 8 => char 3: expected a column (1-7); found "8"
dexx => char 3: expected a file (a-g); found "xx"
P d1 => char 2: expected '@'; found " "
d1 d1 => char 4: ply 2: a stone in column 4 lands on row 2, not 1
d1 e9 => char 5: expected a row (1-6); found "9"
P@d1 P@ e1 => char 8: expected a file (a-g); found " "
P@d1 P,@e1 => char 7: expected '@'; found ",@e1"
4 1/2-1/2 => char 3: expected a move; found "1/2-1/2"
1. 4 4 0-1 * => char 8: expected a move; found "0-1"
d1 x9 => char 4: expected a move such as 4, d, d1 or P@d1; found "x9"
d1 draw => char 4: expected a move such as 4, d, d1 or P@d1; found "draw"
d1 4 => char 4: expected a move with a letter, like the moves before it; found "4"
d1 d2 2 e1 c1 => char 7: expected a move with a letter, like the moves before it; found "2"
4 d1 => char 3: expected a column, like the moves before it; found "d1"
d1 d2 * => char 7: expected a move; found "*"
1. 4 1-0 4 => char 6: expected a move; found "1-0"
1. P@d1 {good} P@d2 => char 9: expected a move such as 4, d, d1 or P@d1; found "{good}"
hello => char 1: expected FORMS; found "hello"
-- => char 1: expected FORMS; found "--"
-2 => char 1: expected FORMS; found "-2"
é => char 1: expected FORMS; found "é"
1. => char 3: expected a move; the text ends here
4, 4, 3. => char 7: expected the move number 2.; found "3."
[1. 5. 6.] => char 5: expected the move number 1.; found "5."
[3.0, 4.0] => char 2: expected the move number 1.; found "3."
[1.0, 1.0] => char 2: expected a blank between a move number and a column; found "1.0"
2. 4 3 => char 1: expected the move number 1.; found "2."
1... d1 => char 1: expected the move number 1.; found "1..."
1. 4 2. 5 3 3. 4 => char 13: expected the move number 4.; found "3."
1. 4 4 2. 5 3. 4 => char 13: expected the move number 2...; found "3."
1. 4 4 3. 5 => char 8: expected the move number 2.; found "3."
4,,5 => char 2: expected SEPARATOR; found ",,5"
4, ,5 => char 2: expected SEPARATOR; found ","
,4,5 => char 1: expected FORMS; found ",4,5"
4,5,, => char 4: expected SEPARATOR; found ",,"
d1 d2 -2 => char 7: expected SEPARATOR; found "-2"
6,4; 5,4; 4,4 => char 4: expected SEPARATOR; found ";"
1-4 2-4 3-5 => char 4: expected SEPARATOR; found " "
1, 4; 2, 4 => char 5: expected SEPARATOR; found ";"
6 4, 5 4 => char 4: expected SEPARATOR; found ","
"6,4" "5,4" => char 5: expected SEPARATOR; found "\""
[(6, 4), (5, 4)] => char 6: expected a move such as 4, d, d1 or P@d1; found "4)"
[4, 4, 5 => char 9: expected a closing ]; the text ends here
(4, 4, 5] => char 10: expected a closing ); the text ends here
[(4, 4, 5] => char 10: expected a closing ); found "]"
["d1", "d2" => char 12: expected a closing ]; the text ends here
4, 4, 5] => char 7: expected a move such as 4, d, d1 or P@d1; found "5]"
?pos=44&pos=55 => char 9: expected one position; found a second pos=
?pos=448 => char 8: ply 3: '8' is not a column (1-7)
7/7/7/7/2p4/7 b => char 10: the stone on c2 has nothing below it
startpos moves d1 d1 => char 19: ply 2: a stone in column 4 lands on row 2, not 1
startpos 44 => char 10: expected moves; found "44"
fen => char 4: expected a FEN; the text ends here
board x => char 8: expected a board of 42 cells; found 1
\0 => char 1: expected a text in UTF-8; found a zero byte, as in UTF-16
{"moves": "4453"} => char 1: expected FORMS; found JSON
 "moves": "4453", => char 2: expected FORMS; found JSON
(;GM[11];B[d1];W[d2]) => char 1: expected FORMS; found SGF
B[d1];W[d2] => char 1: expected FORMS; found SGF
[Event "Cup"]\n1. d1 * => char 1: expected FORMS; found PGN
44\n45 => char 1: expected a board of six rows; found several other lines
1. d1 d2\n2. e1 c1 => char 1: expected a board of six rows; found several other lines
1 2 3 4 5 6\n. . . . . . => line 2, char 1: ROW ". . . . . ."
  1   2   3   4 => char 1: NAMES
   a b c d e f g => char 1: NAMES
1  2  3  4  5  6  7\r\n => char 1: NAMES
4\t4\t5\t3 => char 1: TABS 4 cells or moves
1.\t4\t4 => char 1: TABS 3 cells or moves
<012\t>\twon => char 1: TABS 43 cells or moves
<012\t>\t1\tmine => char 1: TABS 44 cells or moves
--zero-based <01q\t> => char 63: UNKNOWN "q"
x.o => char 4: expected a board of 42 cells; found 3
0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 => char 38: expected a board of 42 cells; found 19
<012,>,foo => char 85: expected a class (win, loss, draw or a number) or the end of the board; found "foo"
<012>1 => char 44: expected a board of 42 cells; found 43
<.xq> => char 32: UNKNOWN "q"
<bxo> => char 1: UNKNOWN "b"
<-XO> => char 1: UNKNOWN "-"
<-XO/> => char 1: UNKNOWN "-"
<-XO\n> => char 1: UNKNOWN "-"
<.xq\n> => line 5, char 4: UNKNOWN "q"
<.xy> => char 39: MIXED "y" and "x"
<.xX> => char 39: MIXED "X" and "x"
<⚪🟢🟡> => char 39: MIXED "🟡" and "🟢"
<02- > => char 79: MIXED "-1" and "2"
......./......./......./......./......./...0... => char 44: MIXED "." and "0"
<.xo/>. => char 41: ROW "..oxx..."
......./...o.../..oxx.. => char 1: expected six rows of seven cells; found 3
......./......./......./...o.../..oxx.. => char 1: expected a board of 7x6; found one of 7x5
<.xo\n>\n....... => char 1: expected a board of 7x6; found one of 7x7
........./........./........./...o...../..oxx.... => char 1: expected a board of 7x6; found one of 9x5
[[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0]] => char 1: expected a board of 7x6; found one of 6x6
......./......./......./......./......./...o... => char 1: "o" has one stone more than the first player
--mover-first ......./......./......./......./......./...x... => char 1: "x" has one stone more than the other mark, so it is not the side to move
--bottom-up <.xo/> => char 36: the stone on d5 has nothing below it, but all stones stand if the board is turned upside down
..o..../......./......./......./......./...x... => char 3: the stone on c6 has nothing below it
"#;

/// Returns the rows of a board with these marks, from the top. `-` is the number -1.
fn rows(position: &Position, marks: [char; 3]) -> [[String; 7]; 6] {
    let mark = |cell| match position.side_at(cell) {
        None => marks[0],
        Some(side) => marks[1 + side as usize],
    };
    let shown = |mark: char| {
        if mark == '-' && marks[0] != '-' {
            "-1".to_owned()
        } else {
            mark.to_string()
        }
    };
    [5, 4, 3, 2, 1, 0].map(|row| Column::ALL.map(|column| shown(mark(column.cell(row)))))
}

/// Replaces each `<.xo>` in a text by a board.
fn with_boards(text: &str) -> String {
    let position = replay("4453").expect("a game");
    let mut written = String::new();
    for (index, part) in text.split(['<', '>']).enumerate() {
        let marks: Vec<char> = part.chars().collect();
        let (marks, separator) = match marks[..] {
            [empty, first, second, ref rest @ ..] if index % 2 == 1 => {
                ([empty, first, second], rest.first())
            }
            _ => {
                written.push_str(part);
                continue;
            }
        };
        let separator = separator.map_or(String::new(), char::to_string);
        let (cells, between) = match &*separator {
            "/" | "\n" => ("", &*separator),
            cells => (cells, cells),
        };
        written += &rows(&position, marks)
            .map(|row| row.join(cells))
            .join(between);
    }
    written
}

/// Returns the convention that the options at the start of a text name, and the rest of the text.
fn convention_of(text: &str) -> (Convention, &str) {
    let mut convention = Convention::default();
    let Some((option, rest)) = text
        .strip_prefix("--")
        .and_then(|rest| rest.split_once(' '))
    else {
        return (convention, text);
    };
    match option {
        "zero-based" => convention.zero_based = true,
        "swap-sides" => convention.first_mark = MarkOwner::SecondPlayer,
        "mover-first" => convention.first_mark = MarkOwner::SideToMove,
        "bottom-up" => convention.bottom_up = true,
        _ => {
            let (marks, rest) = rest.split_once(' ').expect("marks and a text");
            convention.marks = Some(marks.parse().expect(marks));
            return (convention, rest);
        }
    }
    (convention, rest)
}

fn read_as(text: &str, convention: Convention) -> String {
    let read = match labelled(text, convention) {
        Ok(read) => read,
        Err(error) => return error.to_string(),
    };
    let moves = notation::packed(read.game.moves());
    let shown = if moves.is_empty() {
        fen::write(read.game.position())
    } else {
        moves
    };
    read.label
        .map_or(shown.clone(), |label| format!("{shown} ({label})"))
}

#[test]
fn every_form_is_read_and_every_error_names_its_place() {
    let words = [
        (
            "ROW",
            "expected a row of seven cells, written like all other rows; found",
        ),
        (
            "MIXED",
            "expected marks of one alphabet, such as . x o or ⚪ 🔴 🟡; found both",
        ),
        (
            "UNKNOWN",
            "expected a cell such as 0, 1, 2, -1, '.', x or o; found",
        ),
        ("FORMS", FORMS),
        ("SEPARATOR", moves::SEPARATOR),
        (
            "TABS",
            "expected 42 cells between tabs, or a position before the first tab; found",
        ),
        (
            "NAMES",
            "expected moves with one blank between them, or a drawing of six rows; found only the names of columns",
        ),
    ];
    let cases = [MOVES, BOARDS, REFUSED]
        .into_iter()
        .flat_map(str::lines)
        .filter(|case| !case.is_empty());
    let mut wrong = Vec::new();
    for case in cases {
        let special = case
            .replace("\\n", "\n")
            .replace("\\t", "\t")
            .replace("\\r", "\r")
            .replace("\\0", "\0");
        let (text, wanted) = special.split_once(" => ").expect(case);
        let (convention, text) = convention_of(text);
        let mut wanted = words
            .iter()
            .fold(wanted.to_owned(), |wanted, (word, words)| {
                wanted.replace(word, words)
            });
        if let Some(moves) = wanted.strip_prefix('@') {
            let (moves, label) = moves.split_at(moves.find(' ').unwrap_or(moves.len()));
            wanted = fen::write(&replay(moves).expect(case)) + label;
        }
        let read = read_as(&with_boards(text), convention);
        if read != wanted {
            wrong.push(format!("{case}\n  is read as {read}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_board_has_any_alphabet_and_any_separators() {
    for marks in [
        "012",
        "01-",
        ".xo",
        "_XO",
        ".Xo",
        ".ry",
        "_RY",
        ".12",
        "⚪🔴🟡",
        "⚫🔴🟡",
        "⬜🟥🟦",
        ".🔴🟡",
    ] {
        let marks: Vec<char> = marks.chars().collect();
        let rows = rows(
            &replay("4453").expect("a game"),
            [marks[0], marks[1], marks[2]],
        );
        for (cells, between) in [
            (" ", " "),
            (",", ","),
            (", ", ", "),
            (" ", "/"),
            ("", ""),
            ("", "/"),
            ("", " "),
        ] {
            if cells.is_empty() && marks[2] == '-' {
                continue;
            }
            let flat = rows.clone().map(|row| row.join(cells)).join(between);
            for text in [flat.clone(), format!("[{flat}]"), format!("board {flat}")] {
                assert_eq!(
                    read_as(&text, Convention::default()),
                    after_4453(),
                    "{text}"
                );
            }
        }
        let nested = format!(
            "[[{}]]",
            rows.clone().map(|row| row.join(", ")).join("], [")
        );
        let numpy = format!(
            "[[{}]]",
            rows.clone().map(|row| row.join(". ")).join(".]\n [")
        );
        let is_number = marks[0] == '0';
        let wrapped = format!("[{}]", rows.concat().join(" ").replacen(' ', "\n ", 12));
        let array = format!("array({nested}, dtype=int8)");
        for text in [
            nested.replace("], [", "],\n ["),
            nested,
            array,
            wrapped,
            if is_number {
                numpy
            } else {
                String::from("moves 4453")
            },
        ] {
            let wanted = if text.starts_with('m') {
                "4453".to_owned()
            } else {
                after_4453()
            };
            assert_eq!(read_as(&text, Convention::default()), wanted, "{text}");
        }
    }
}

/// Returns the position after 4453, as a FEN.
fn after_4453() -> String {
    fen::write(&replay("4453").expect("a game"))
}

/// Drawings by several programs: the marks, the lines above the rows, a row, and the lines below.
/// `#` is a cell, `n` the number of the row from the ground, and `m` that from the top.
const DRAWINGS: [(&str, &str, &str, &str); 18] = [
    ("_XO", "_______\n", "|#|#|#|#|#|#|#|\n", ""),
    ("_XO", "", "|#|#|#|#|#|#|#|\n", " 1 2 3 4 5 6 7"),
    (".XO", "", "#######\n", "0 0 0 0 0 0 0"),
    (".xo", "", "#######\n", ""),
    (
        "⚪🔴🟡",
        "1\u{fe0f}\u{20e3}2\u{fe0f}\u{20e3}3\u{fe0f}\u{20e3}\n",
        "#######\n",
        "",
    ),
    ("012", "", "#\t#\t#\t#\t#\t#\t#\n", ""),
    (" RY", "", "| # # # # # # # |\n", ""),
    (
        " XO",
        " A B C D E F G\n",
        "│# # # # # # #│\n",
        "└─────────────┘",
    ),
    (" XO", "", "|#######|\n", "+-------+"),
    (" XO", "", "# | # | # | # | # | # | #\n", ""),
    (
        " XO",
        "",
        "| # | # | # | # | # | # | # |\n",
        "-----------------------------\n  1   2   3   4   5   6   7",
    ),
    (
        "012",
        "+---+---+\n",
        "| # | # | # | # | # | # | # |\n+---+---+\n",
        "",
    ),
    (".XO", "", "n | # | # | # | # | # | # | #\n", ""),
    (".xo", "", "n # # # # # # # n\n", "  a b c d e f g"),
    ("012", "", "m # # # # # # #\n", "  0 1 2 3 4 5 6"),
    (".RY", "", "n| # # # # # # #\n", " +--------------"),
    (
        ".XO",
        "  1   2   3   4   5   6   7\n",
        "  #   #  [#]  #   #   #   #\n",
        " -5  -5  -2  -3  -4  -2  -2\n\nX to move loses in 38 plies, score -2\n12,217 nodes in 1.63 ms",
    ),
    (
        ".XO",
        "  1     2     3     4     5     6     7\n",
        "  #     #    [#]??  #     # ?   #     #\n",
        "\nmove  side  column  before  after      best\n   1     X       4       1      1      4",
    ),
];

fn draw(position: &Position, (marks, above, row, below): (&str, &str, &str, &str)) -> String {
    let marks: Vec<char> = marks.chars().collect();
    let mut drawn = above.to_owned();
    for (index, cells) in rows(position, [marks[0], marks[1], marks[2]])
        .iter()
        .enumerate()
    {
        let numbered = row
            .replace('n', &(6 - index).to_string())
            .replace('m', &index.to_string());
        drawn += &cells
            .iter()
            .fold(numbered, |row, cell| row.replacen('#', cell, 1));
    }
    drawn + below
}

#[test]
fn a_drawing_that_has_lost_a_character_is_not_read_as_another_position() {
    let position = replay("4453").expect("a game");
    let (mut read, mut refused) = (0, 0);
    for drawing in DRAWINGS.map(|drawing| draw(&position, drawing)) {
        for bar in ["|", "┃", "║"] {
            let windows = drawing.replace('|', bar).replace('\n', "\r\n");
            assert_eq!(
                read_as(&windows, Convention::default()),
                after_4453(),
                "\n{windows}"
            );
        }
        for (offset, lost) in drawing.char_indices() {
            let rest = format!(
                "{}{}",
                &drawing[..offset],
                &drawing[offset + lost.len_utf8()..]
            );
            match game(&rest) {
                Ok(game) if *game.position() == position => read += 1,
                Ok(_) => assert!("XOYR".contains(lost), "{lost:?} of\n{drawing}"),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(read > 500 && refused > 500, "{read} {refused}");
}

#[test]
fn rows_that_differ_or_have_other_layouts_are_refused() {
    let six = |row: &str| [row; 6].join("\n");
    let framed = draw(&replay("4453").expect("a game"), DRAWINGS[0]).replace('_', ".");
    for text in [
        six("|x|o|o|x|.|"),
        six("|x|o|o|x|.|.|"),
        six("2 |x|o|o|x|.|.|.|"),
        [6, 5, 4, 3, 2, 1]
            .map(|row| format!("{row} |x|o|o|x|.|.|"))
            .join("\n"),
        [6, 5, 4, 4, 2, 1]
            .map(|row| format!("{row} ......."))
            .join("\n"),
        six("|x|o| | | |"),
        six("|x|o|o|x|.|.|.|.|"),
        six("|x|o|o|x|"),
        framed.replace("O|X|X", "O|XX"),
        framed.replace("O|X|X", "O|X|"),
        framed.replace('\n', " X\n"),
        // The mark may be in the first or in the second cell.
        format!("{}|  x            |", "|               |\n".repeat(5)),
        format!("{}|     Y R R    |", "|               |\n".repeat(5)),
        format!("{}|  🔴            |", "|                |\n".repeat(5)),
    ] {
        assert!(game(&text).is_err(), "\n{text}");
    }
}

#[test]
fn a_seventh_row_that_is_damaged_is_not_dropped() {
    let letters = with_boards("<.xo\n>");
    let barred = letters
        .replace('.', "| ")
        .replace('o', "|o")
        .replace('x', "|x");
    let barred = barred.replace('\n', "|\n") + "|";
    let digits = with_boards("<012\n>");
    let empty = ["......."; 6].join("\n");
    for (board, damaged, other) in [
        (
            letters,
            &["..oxx.q", "..oxx.", ". . o q . . .", "..OXX..!"][..],
            &[
                "1234567",
                "0 0 0 0 0 0 0",
                "a b c d e f g",
                "x to move, or o",
                "+--.---.--+",
            ][..],
        ),
        (
            barred,
            &["| | |o|x|x| ", "| | |o|xx| | |", "| |o|", "|x"],
            &["_______________"],
        ),
        (
            digits,
            &["002110", "0 0 2 1 1 0"],
            &["0 1 2 3 4 5 6", "Player 2 to move", "2.01 ms on 1 core"],
        ),
        // A line of scores of 0, 1 and 2 looks like a row of cells.
        (
            empty,
            &["..oxx.q", "..2x1.", "......"],
            &["1 2 0 1 2 2 0", "10,350 nodes in 2.61 ms"],
        ),
    ] {
        let with = |line: &&str| [format!("{board}\n{line}"), format!("{line}\n{board}")];
        for drawing in damaged.iter().flat_map(with) {
            assert!(game(&drawing).is_err(), "\n{drawing}");
        }
        for drawing in other.iter().flat_map(with) {
            assert!(game(&drawing).is_ok(), "\n{drawing}");
        }
    }
}

#[test]
fn marks_are_three_characters_that_separate_nothing() {
    for text in ["", ".X", ".XOO", ".XX", "|XO", "/XO", " XO", ",XO", "[XO"] {
        assert!(text.parse::<Marks>().is_err(), "{text}");
    }
}

/// Returns a game of random moves.
fn random_game(choices: &[usize]) -> Game {
    let mut game = Game::default();
    for choice in choices {
        let legal: Vec<Column> = game.position().legal_columns().iter().collect();
        if !legal.is_empty() {
            game.play(legal[choice % legal.len()])
                .expect("a legal move");
        }
    }
    game
}

proptest! {
    #[test]
    fn a_position_is_read_in_every_form(
        choices in prop::collection::vec(0_usize..7, 0..42),
        scores in prop::collection::vec(-18_i8..=18, 7),
        mark in prop::sample::select(vec!["?!", "?", "??"]),
    ) {
        let game = random_game(&choices);
        let packed = notation::packed(game.moves());
        let spaced: Vec<String> = packed.chars().map(String::from).collect();
        let words = scores.iter().map(i8::to_string).collect();
        let marks = Column::ALL.map(|column| (column.cell(0), mark)).to_vec();
        let drawn = [
            Notes::default(),
            Notes { words, ..Notes::default() },
            Notes { marks, ..Notes::default() },
        ];
        let drawn = drawn.iter().map(|notes| Diagram::with_notes(&game, notes).to_string());
        let texts = [packed, spaced.join(" "), spaced.join(", ")].into_iter().chain(drawn);
        for text in texts {
            let read = labelled(&text, Convention::default()).map(|read| *read.game.position());
            prop_assert_eq!(read, Ok(*game.position()), "{}", text);
        }
    }

    /// Boards of programs that learn: the first mark is that of the side to move.
    #[test]
    fn the_first_mark_may_be_that_of_the_side_to_move(choices in prop::collection::vec(0_usize..7, 0..42)) {
        let position = *random_game(&choices).position();
        let marks = match position.side_to_move() {
            Side::First => ['0', '1', '2'],
            Side::Second => ['0', '2', '1'],
        };
        let convention = Convention { first_mark: MarkOwner::SideToMove, ..Convention::default() };
        let board = rows(&position, marks).concat().concat();
        prop_assert_eq!(read_as(&board, convention), fen::write(&position));
    }
}

#[test]
fn a_label_or_a_score_may_follow_a_position() {
    let label = |text| {
        let read = labelled(text, Convention::default()).expect("a position");
        (read.input, read.label)
    };
    assert_eq!(label("4453\tmy opening"), ("4453", Some("my opening")));
    assert_eq!(label("4453 -2"), ("4453", Some("-2")));
    for text in [
        "4453 -2",
        "4453,-2",
        "d1 d2 e1 c1 -2",
        "4453\t-2",
        "4453 -2 1234 56",
    ] {
        let (read, score) = scored::scored(text, Size::USUAL, |text| {
            labelled(text, Convention::default())
        })
        .expect("a score");
        assert_eq!((read.game.moves().len(), score), (4, -2), "{text}");
    }
}
