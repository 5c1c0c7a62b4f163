//! Reads a reason, text and fields, and checks each of its claims.

use std::collections::HashSet;

use super::board::{At, Board, Solver};
use serde_json::Value;

/// Why a reason is not confirmed.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A claim is wrong, or the text has another form.
    False(String),
    /// The solver takes too long.
    Slow,
}

type Checked = Result<(), Fault>;

/// A reason to check.
pub(crate) struct Reason<'a> {
    pub(crate) kind: &'a str,
    cells: Vec<At>,
    moves: Vec<u32>,
    text: &'a str,
    /// The position before the move, or the position itself.
    before: Board,
    /// The column that was played.
    played: Option<u32>,
}

fn wrong(what: impl Into<String>) -> Fault {
    Fault::False(what.into())
}

fn ensure(holds: bool, what: &str) -> Checked {
    if holds { Ok(()) } else { Err(wrong(what)) }
}

/// Reads a cell such as `d4`.
fn at(name: &str) -> Result<At, Fault> {
    match name.as_bytes() {
        [column @ b'a'..=b'g', row @ b'1'..=b'6'] => {
            Ok((u32::from(column - b'a'), u32::from(row - b'1')))
        }
        _ => Err(wrong(format!("{name:?} is not a cell"))),
    }
}

/// Reads cells between blanks, commas and the words `and`, `or`.
fn all(names: &str) -> Result<Vec<At>, Fault> {
    let words = names.split([' ', ',']);
    words
        .filter(|word| !["", "and", "or"].contains(word))
        .map(at)
        .collect()
}

/// Reads a player: 0 is X.
fn side(letter: &str) -> Result<usize, Fault> {
    match letter {
        "X" => Ok(0),
        "O" => Ok(1),
        _ => Err(wrong(format!("{letter:?} is not a player"))),
    }
}

/// Splits a text by a form, in which each `*` is some text; `None` if it has another form.
fn split<'a>(text: &'a str, form: &str) -> Option<Vec<&'a str>> {
    let mut parts = form.split('*');
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    let literals: Vec<&str> = parts.collect();
    for (index, literal) in literals.iter().enumerate() {
        let is_last = index + 1 == literals.len();
        let end = match (is_last, literal.is_empty()) {
            (true, true) => rest.len(),
            (true, false) => rest
                .len()
                .checked_sub(literal.len())
                .filter(|&end| rest[end..] == **literal)?,
            _ => rest.find(literal)?,
        };
        found.push(&rest[..end]);
        rest = &rest[end + literal.len()..];
    }
    Some(found)
}

impl<'a> Reason<'a> {
    pub(crate) fn read(
        why: &'a Value,
        before: Board,
        played: Option<u32>,
    ) -> Result<Reason<'a>, Fault> {
        let text = |name: &str| {
            why[name]
                .as_str()
                .ok_or_else(|| wrong(format!("no {name}")))
        };
        let cells = why["cells"].as_array().ok_or_else(|| wrong("no cells"))?;
        let cells = cells
            .iter()
            .map(|cell| at(cell.as_str().unwrap_or_default()));
        let moves = text("moves")?.bytes().map(|digit| u32::from(digit - b'1'));
        Ok(Reason {
            kind: text("kind")?,
            cells: cells.collect::<Result<_, _>>()?,
            moves: moves.collect(),
            text: text("text")?,
            before,
            played,
        })
    }

    /// Checks all claims.
    pub(crate) fn check(&self, solver: &mut Solver) -> Checked {
        match self.kind {
            "wins-at-once" => self.wins_at_once(),
            "does-not-block" | "opens-four" => self.left_four(),
            "two-threats" | "stacked-threats" | "forced-sequence" => self.combination(),
            "zugzwang" => self.zugzwang(solver),
            "gives-up-threat" => self.given_up(solver),
            "only-move" => self.only_move(solver),
            "by-force" => self.by_force(solver),
            other => Err(wrong(format!("kind {other}"))),
        }
    }

    fn names_cells(&self, cells: &[At]) -> Checked {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        ensure(
            cells == self.cells,
            "the text names other cells than the field",
        )
    }

    /// Reads the first words. Returns the position that the text is about, the moves from there
    /// and the rest of the text. Moves that the first words name must be those of the field.
    fn lead(&self) -> Result<(Board, &[u32], &'a str), Fault> {
        let stone = |board: &Board, column: u32| (column, board.height(column));
        if let Some(rest) = self.text.strip_prefix("Better: ") {
            return Ok((self.before, &self.moves, rest));
        }
        let Some(played) = self.played else {
            return Ok((self.before, &self.moves, self.text));
        };
        if self.text.starts_with("Better is ") {
            return Ok((self.before, &self.moves, self.text));
        }
        let rest = self
            .text
            .strip_prefix("After ")
            .ok_or_else(|| wrong("the first word"))?;
        let (name, rest) = rest.split_at(2);
        ensure(
            at(name)? == stone(&self.before, played),
            "another move was played",
        )?;
        ensure(
            self.moves.first() == Some(&played),
            "the moves begin with another",
        )?;
        let rest = rest
            .strip_prefix(", ")
            .or_else(|| rest.strip_prefix(" and "))
            .unwrap_or(rest);
        Ok((self.before.play(played), &self.moves[1..], rest))
    }

    fn wins_at_once(&self) -> Checked {
        let (board, _, rest) = self.lead()?;
        let parts = split(rest, "* wins at once at *").ok_or_else(|| wrong("the form"))?;
        let (winner, cells) = (side(parts[0])?, all(parts[1])?);
        self.names_cells(&cells)?;
        ensure(winner == board.mover(), "the other side moves")?;
        ensure(
            cells.iter().all(|&at| wins_now(&board, winner, at)),
            "no win at once",
        )
    }

    fn left_four(&self) -> Checked {
        let played = self.played.ok_or_else(|| wrong("no move"))?;
        let stone = (played, self.before.height(played));
        let after = self.before.play(played);
        let winner = after.mover();
        let blocks = split(self.text, "* does not block *, where * wins at once");
        let lets = || split(self.text, "* lets * win at once at *, on top of it");
        let (name, cells, who) = if let Some(parts) = blocks {
            (parts[0], all(parts[1])?, parts[2])
        } else {
            let parts = lets().ok_or_else(|| wrong("the form"))?;
            let cells = all(parts[2])?;
            let top = (stone.0, stone.1 + 1);
            ensure(cells == [top], "the cell is not on top of the move")?;
            (parts[0], cells, parts[1])
        };
        self.names_cells(&cells)?;
        ensure(
            at(name)? == stone && side(who)? == winner,
            "another move or side",
        )?;
        ensure(self.moves == [played], "the moves")?;
        ensure(
            cells.iter().all(|&at| wins_now(&after, winner, at)),
            "no win at once",
        )?;
        let was_open = |at: &At| wins_now(&self.before, winner, *at);
        let open = cells.iter().all(was_open);
        ensure(
            open == (self.kind == "does-not-block"),
            "whether the four was open before",
        )
    }

    fn combination(&self) -> Checked {
        let (mut board, moves, rest) = self.lead()?;
        let Strike {
            winner,
            named,
            cells,
            is_stacked,
        } = match self.kind {
            "forced-sequence" => Strike::sequence(rest),
            _ => Strike::threats(rest, self.kind == "stacked-threats"),
        }?;
        self.names_cells(&cells)?;
        ensure(
            moves.len() == named.len(),
            "the text has other moves than the field",
        )?;
        for (&column, &stone) in moves.iter().zip(&named) {
            ensure(
                board.is_playable(stone) && stone.0 == column,
                "the text has other moves",
            )?;
            let is_reply = board.mover() != winner;
            ensure(
                !is_reply || forced(&board) == Some(stone),
                "a reply is not the only one",
            )?;
            board = board.play(column);
            ensure(
                board.winner().is_none(),
                "a move of the sequence ends the game",
            )?;
        }
        ensure(board.mover() != winner, "the winner is to move")?;
        let now = |side: usize| board.playable().iter().any(|&at| board.completes(side, at));
        ensure(!now(1 - winner), "the loser wins first")?;
        ensure(cells.len() >= 2, "one cell")?;
        if is_stacked {
            let (low, high) = (cells[0], cells[1]);
            ensure(
                (low.0, low.1 + 1) == high && wins_now(&board, winner, low),
                "not stacked",
            )?;
            ensure(board.completes(winner, high), "the upper cell wins nothing")
        } else {
            ensure(
                cells.iter().all(|&at| wins_now(&board, winner, at)),
                "a cell wins nothing",
            )
        }
    }

    /// Plays the first moves of best play that the text names. Returns the positions from there on
    /// and the rest of the text.
    fn best_play(&self) -> Result<(Vec<Board>, &'a str), Fault> {
        let (base, moves, rest) = self.lead()?;
        // `Better is d4: after best play c1 c2, X's ...` has one more move.
        let (mut named, rest) = match split(rest, "Better is *: *") {
            Some(parts) => (vec![at(parts[0])?], parts[1]),
            None => (Vec::new(), rest),
        };
        let rest = rest
            .strip_prefix("after ")
            .or_else(|| rest.strip_prefix("After "))
            .unwrap_or(rest);
        let mut count = named.len();
        let mut tail = rest;
        if let Some(parts) = split(rest, "best play *, *") {
            named.extend(all(parts[0])?);
            (count, tail) = (named.len(), parts[1]);
        } else if let Some(parts) = split(rest, "* moves of best play, *") {
            let number = parts[0].parse::<usize>();
            count += number.map_err(|_| wrong("a number of moves"))?;
            tail = parts[1];
        }
        ensure(
            count <= moves.len() && named.len() <= count,
            "more moves than the field has",
        )?;
        let mut board = base;
        let mut boards = vec![base];
        for (index, &column) in moves[..count].iter().enumerate() {
            let stone = (column, board.height(column));
            ensure(
                named.get(index).is_none_or(|&name| name == stone),
                "other moves",
            )?;
            ensure(
                stone.1 < 6 && board.winner().is_none(),
                "a move that cannot be played",
            )?;
            board = board.play(column);
            boards.push(board);
        }
        Ok((boards, tail))
    }

    fn row(name: &str) -> Result<At, Fault> {
        let parts = split(name, "* (* row)").ok_or_else(|| wrong("no row"))?;
        let cell = at(parts[0])?;
        // Rows count from 0 here.
        let row = if cell.1 % 2 == 0 { "odd" } else { "even" };
        ensure(parts[1] == row, "odd and even")?;
        Ok(cell)
    }

    fn zugzwang(&self, solver: &mut Solver) -> Checked {
        let (boards, rest) = self.best_play()?;
        let board = boards[boards.len() - 1];
        let parts =
            split(rest, "*'s threat at * decides the game: *").ok_or_else(|| wrong("the form"))?;
        let (owner, cell) = (side(parts[0])?, Self::row(parts[1])?);
        self.names_cells(&[cell])?;
        decides(solver, &board, owner, cell, 1)?;
        for claim in parts[2].split("; ") {
            if let Some(parts) = split(claim, "* wins by an answer above every stone (claimeven)") {
                ensure(
                    side(parts[0])? == owner && board.mover() != owner,
                    "who answers",
                )?;
                ensure(
                    answers(&board, &mut HashSet::new()),
                    "an answer above does not win",
                )?;
            } else if let Some(parts) = split(claim, "in the end * has to fill * below it") {
                let below = at(parts[1])?;
                ensure(
                    side(parts[0])? != owner && (below.0, below.1 + 1) == cell,
                    "below it",
                )?;
                self.ends(owner, below, cell)?;
            } else {
                let parts = split(claim, "without the threat * would not win");
                let parts = parts.ok_or_else(|| wrong("the form"))?;
                ensure(side(parts[0])? == owner, "the sides")?;
            }
        }
        keep_outcome(solver, &boards)
    }

    /// Checks that the moves end with a stone that had no other cell, and a win on top of it.
    fn ends(&self, owner: usize, below: At, cell: At) -> Checked {
        let mut boards = vec![self.before];
        for &column in &self.moves {
            boards.push(boards[boards.len() - 1].play(column));
        }
        let [.., forced, filled, won] = boards[..] else {
            return Err(wrong("no moves"));
        };
        ensure(
            forced.playable() == [below] && forced.mover() != owner,
            "another move is left",
        )?;
        ensure(
            filled.is_playable(cell) && won.winner() == Some(owner),
            "no win above it",
        )
    }

    fn given_up(&self, solver: &mut Solver) -> Checked {
        let (boards, rest) = self.best_play()?;
        let board = boards[boards.len() - 1];
        let whole = "*'s threat at * keeps the *; after *, *";
        let parts = split(rest, whole).ok_or_else(|| wrong("the form"))?;
        let (owner, cell) = (side(parts[0])?, Self::row(parts[1])?);
        ensure(owner == self.before.mover(), "the other side")?;
        self.names_cells(&[cell])?;
        decides(solver, &board, owner, cell, i8::from(parts[2] == "win"))?;
        let (mut after, stones) = (self.before, all(parts[3])?);
        ensure(
            stones.first().map(|stone| stone.0) == self.played,
            "another move",
        )?;
        for stone in stones {
            ensure(after.is_playable(stone), "a move that cannot be played")?;
            after = after.play(stone.0);
        }
        let theirs = |name: &str| ensure(side(name)? == 1 - owner, "the sides");
        if let Some(parts) = split(parts[4], "* has a threat at * below it") {
            let nearer = at(parts[1])?;
            theirs(parts[0])?;
            ensure(nearer.0 == cell.0 && nearer.1 < cell.1, "not below it")?;
            ensure(after.completes(1 - owner, nearer), "no threat below")?;
        } else if let Some(parts) = split(parts[4], "*'s * leaves no four through it") {
            let answer = at(parts[1])?;
            theirs(parts[0])?;
            ensure(after.is_playable(answer), "a reply that cannot be played")?;
            ensure(
                !after.play(answer.0).is_alive(owner, cell),
                "a four is possible",
            )?;
        } else if let Some(parts) = split(parts[4], "* fills it") {
            theirs(parts[0])?;
            ensure(after.is_playable(cell), "the cell is not playable")?;
        } else {
            ensure(
                parts[4] == "it is filled" && !after.is_empty(cell),
                "the cell is empty",
            )?;
        }
        keep_outcome(solver, &boards)
    }

    fn only_move(&self, solver: &mut Solver) -> Checked {
        let whole = "Only * *; all other moves *";
        let parts = split(self.text, whole).ok_or_else(|| wrong("the form"))?;
        let stone = at(parts[0])?;
        self.names_cells(&[stone])?;
        ensure(
            self.before.is_playable(stone) && self.moves == [stone.0],
            "the move",
        )?;
        let best = self.before.play(stone.0);
        let others = self
            .before
            .playable()
            .into_iter()
            .filter(|&other| other != stone);
        let others: Vec<Board> = others.map(|(column, _)| self.before.play(column)).collect();
        if (parts[1], parts[2]) == ("resists longest", "lose sooner") {
            let score = exact(solver, &best)?;
            for other in others {
                // More for the opponent is worse.
                let sooner = solver.is_at_least(&other, score + 1).ok_or(Fault::Slow)?;
                ensure(score > 0 && sooner, "another move loses as late")?;
            }
            return Ok(());
        }
        let outcome = -solver.outcome(&best, None).ok_or(Fault::Slow)?;
        let words = [("draws", "lose"), ("wins", "draw or lose")];
        let named = words
            .iter()
            .position(|&words| words == (parts[1], parts[2]));
        ensure(named == usize::try_from(outcome).ok(), "another outcome")?;
        for other in others {
            let other = -solver.outcome(&other, None).ok_or(Fault::Slow)?;
            ensure(other < outcome, "another move is as good")?;
        }
        Ok(())
    }

    fn by_force(&self, solver: &mut Solver) -> Checked {
        let (base, moves, rest) = self.lead()?;
        let parts = split(rest, "* wins by force*: *, with the four *");
        let parts = parts.ok_or_else(|| wrong("the form"))?;
        let winner = side(parts[0])?;
        let mut boards = vec![base];
        for &column in moves {
            let board = boards[boards.len() - 1];
            ensure(
                board.winner().is_none() && board.height(column) < 6,
                "a move",
            )?;
            boards.push(board.play(column));
        }
        let shown = all(parts[2].trim_end_matches(" ..."))?;
        for (index, &stone) in shown.iter().enumerate() {
            let column = moves.get(index).copied();
            ensure(
                column.map(|column| (column, boards[index].height(column))) == Some(stone),
                "moves",
            )?;
        }
        let four = all(parts[3])?;
        self.names_cells(&four)?;
        ensure(
            boards[boards.len() - 1].is_four(winner, &four),
            "not a four",
        )?;
        let own = moves.len().div_ceil(2);
        let count = split(parts[1], " in * move*").map(|count| count[0].to_owned());
        ensure(
            count.is_none_or(|count| count == own.to_string()),
            "the number of moves",
        )?;
        let score = i8::midpoint(boards[boards.len() - 1].left(), 2);
        for board in boards {
            let score = if board.mover() == winner {
                score
            } else {
                -score
            };
            let low = solver.is_at_least(&board, score).ok_or(Fault::Slow)?;
            let high = solver.is_at_least(&board, score + 1).ok_or(Fault::Slow)?;
            ensure(low && !high, "not best play")?;
        }
        Ok(())
    }
}

/// Checks that a winning cell, not yet playable, decides that the owner gets `outcome`.
fn decides(solver: &mut Solver, board: &Board, owner: usize, cell: At, outcome: i8) -> Checked {
    ensure(
        board.winner().is_none() && board.completes(owner, cell),
        "not a winning cell",
    )?;
    ensure(!board.is_playable(cell), "the cell is playable")?;
    let sign = if board.mover() == owner { 1 } else { -1 };
    let with = solver.outcome(board, None).ok_or(Fault::Slow)?;
    let without = solver
        .outcome(board, Some((owner, cell)))
        .ok_or(Fault::Slow)?;
    ensure(sign * with == outcome, "another outcome")?;
    ensure(
        sign * without < outcome,
        "the outcome is the same without the cell",
    )
}

/// A win by threats, as its sentence describes it.
struct Strike {
    winner: usize,
    /// The moves that the sentence names.
    named: Vec<At>,
    cells: Vec<At>,
    is_stacked: bool,
}

impl Strike {
    /// Reads the sentence of a forced sequence.
    fn sequence(text: &str) -> Result<Strike, Fault> {
        let form = || wrong("the form");
        let mut named = Vec::new();
        let (block, text) = match split(text, "* has to block at *; then *") {
            Some(parts) if parts[1].len() == 2 => (Some((parts[0], parts[1])), parts[2]),
            _ => (None, text),
        };
        let whole = "* threatens a four with each move and leaves * one reply: *; then * wins at *";
        let parts = split(text, whole).ok_or_else(form)?;
        let winner = side(parts[0])?;
        ensure(
            side(parts[1])? == 1 - winner && side(parts[3])? == winner,
            "the sides",
        )?;
        if let Some((blocker, cell)) = block {
            ensure(side(blocker)? == 1 - winner, "who blocks")?;
            named.push(at(cell)?);
        }
        named.extend(all(parts[2])?);
        let ends = split(parts[4], "* or, when * blocks, at * above it");
        let is_stacked = ends.is_some();
        let cells = match ends {
            Some(ends) => vec![at(ends[0])?, at(ends[2])?],
            None => all(parts[4])?,
        };
        Ok(Strike {
            winner,
            named,
            cells,
            is_stacked,
        })
    }

    /// Reads the sentence of two threats or stacked threats.
    fn threats(text: &str, is_stacked: bool) -> Result<Strike, Fault> {
        let whole = if is_stacked {
            "* threatens *; when * blocks, * wins at * above it"
        } else {
            "* threatens *; * can block only one"
        };
        let parts = split(text, whole).ok_or_else(|| wrong("the form"))?;
        let plays = split(parts[0], "* plays * and");
        let winner = side(plays.as_ref().map_or(parts[0], |plays| plays[0]))?;
        ensure(side(parts[2])? == 1 - winner, "who blocks")?;
        let named = plays
            .map(|plays| at(plays[1]))
            .transpose()?
            .into_iter()
            .collect();
        let mut cells = all(parts[1])?;
        if is_stacked {
            ensure(side(parts[3])? == winner, "who wins")?;
            cells.push(at(parts[4])?);
        }
        Ok(Strike {
            winner,
            named,
            cells,
            is_stacked,
        })
    }
}

/// Checks that each move of a line keeps the outcome, as best play does.
fn keep_outcome(solver: &mut Solver, boards: &[Board]) -> Checked {
    for pair in boards.windows(2).rev() {
        let had = solver.outcome(&pair[0], None).ok_or(Fault::Slow)?;
        let has = solver.outcome(&pair[1], None).ok_or(Fault::Slow)?;
        ensure(had == -has, "a move is not best play")?;
    }
    Ok(())
}

/// The exact score for the side to move.
fn exact(solver: &mut Solver, board: &Board) -> Result<i8, Fault> {
    let (mut low, mut high) = (-21, 21);
    while low < high {
        let asked = i8::midpoint(low, high).max(low + 1);
        if solver.is_at_least(board, asked).ok_or(Fault::Slow)? {
            low = asked;
        } else {
            high = asked - 1;
        }
    }
    Ok(low)
}

fn wins_now(board: &Board, side: usize, at: At) -> bool {
    board.is_playable(at) && board.completes(side, at)
}

/// The only reply of the side to move that stops a four; `None` if there is another number.
fn forced(board: &Board) -> Option<At> {
    let (mover, playable) = (board.mover(), board.playable());
    if playable.iter().any(|&at| board.completes(mover, at)) {
        return None;
    }
    let mut threats = playable
        .iter()
        .filter(|&&at| board.completes(1 - mover, at));
    let only = threats.next().copied()?;
    threats.next().is_none().then_some(only)
}

/// Whether the side that is not to move wins by a stone on top of each stone of the other.
fn answers(board: &Board, seen: &mut HashSet<Board>) -> bool {
    let (mover, playable) = (board.mover(), board.playable());
    let mut is_answered = |(column, row): At| {
        let next = board.play(column);
        next.winner() != Some(mover) && row + 1 < 6 && {
            let answered = next.play(column);
            let is_known = answered.winner().is_some() || !seen.insert(answered);
            is_known || answers(&answered, seen)
        }
    };
    !playable.is_empty() && playable.into_iter().all(&mut is_answered)
}
