//! Reads a reason, text and fields, and checks each of its claims.

use std::collections::HashSet;

use super::board::{At, Board, Slow, Solver, Void};
use serde_json::Value;

/// Why a reason is not confirmed.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A claim is wrong, or the text has another form.
    False(String),
    /// The solver takes too long.
    Slow,
}

impl From<Slow> for Fault {
    fn from(_: Slow) -> Fault {
        Fault::Slow
    }
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

/// The first words of a sentence, read.
struct Lead<'a> {
    /// The position that the sentence is about, and those after the moves that its first words name.
    boards: Vec<Board>,
    /// The moves from there.
    line: &'a [u32],
    rest: &'a str,
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
    let names = words.filter(|word| !["", "and", "or"].contains(word));
    names.map(at).collect()
}

/// Reads a player: 0 is X.
fn side(letter: &str) -> Result<usize, Fault> {
    let side = ["X", "O"].iter().position(|&name| name == letter);
    side.ok_or_else(|| wrong(format!("{letter:?} is not a player")))
}

/// Splits a text by a form, in which each `*` is some text; `None` if it has another form.
fn split<'a, const N: usize>(text: &'a str, form: &str) -> Option<[&'a str; N]> {
    let (form, last) = form.rsplit_once('*')?;
    let mut literals = form.split('*');
    let mut rest = text.strip_prefix(literals.next()?)?.strip_suffix(last)?;
    let mut found = Vec::new();
    for literal in literals {
        let (part, more) = rest.split_once(literal)?;
        found.push(part);
        rest = more;
    }
    found.push(rest);
    found.try_into().ok()
}

fn parts<'a, const N: usize>(text: &'a str, form: &str) -> Result<[&'a str; N], Fault> {
    split(text, form).ok_or_else(|| wrong(format!("expected {form:?}")))
}

impl<'a> Reason<'a> {
    pub(crate) fn read(
        why: &'a Value,
        before: Board,
        played: Option<u32>,
    ) -> Result<Reason<'a>, Fault> {
        let text = |name: &str| {
            let text = why[name].as_str();
            text.ok_or_else(|| wrong(format!("no {name}")))
        };
        let cells = why["cells"].as_array().ok_or_else(|| wrong("no cells"))?;
        let names = cells.iter().map(|cell| cell.as_str().unwrap_or_default());
        let moves = text("moves")?.bytes().map(|digit| u32::from(digit - b'1'));
        Ok(Reason {
            kind: text("kind")?,
            cells: names.map(at).collect::<Result<_, _>>()?,
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
        ensure(cells == self.cells, "other cells than the field")
    }

    /// Reads the first words. The moves that they name must be those of the field.
    fn lead(&self) -> Result<Lead<'_>, Fault> {
        let (is_better, [names, rest]) = if let Some([rest]) = split(self.text, "Better: *") {
            (true, ["", rest])
        } else if let Some(parts) = split(self.text, "Better is *: *") {
            (true, parts)
        } else {
            let parts = split(self.text, "After *, *");
            (false, parts.unwrap_or(["", self.text]))
        };
        ensure(!is_better || self.played.is_some(), "no move")?;
        let names = all(&names.replace(" with best play ", " "))?;
        ensure(names.len() <= self.moves.len(), "more moves than the field")?;
        let mut boards = play(&self.before, &self.moves[..names.len()])?;
        for (board, (&name, &column)) in boards.iter().zip(names.iter().zip(&self.moves)) {
            ensure(name == (column, board.height(column)), "other moves")?;
        }
        let mut line = &self.moves[..];
        if let Some(played) = self.played.filter(|_| !is_better) {
            ensure(!names.is_empty() && line[0] == played, "another move")?;
            boards.remove(0);
            line = &line[1..];
        }
        let rest = &self.text[self.text.len() - rest.len()..];
        Ok(Lead { boards, line, rest })
    }

    fn wins_at_once(&self) -> Checked {
        let Lead { boards, rest, .. } = self.lead()?;
        let [winner, cells] = parts(rest, "* wins at once at *")?;
        let (winner, cells) = (side(winner)?, all(cells)?);
        self.names_cells(&cells)?;
        let is_mover = boards.len() == 1 && winner == boards[0].mover();
        ensure(is_mover, "the other side")?;
        ensure(all_win(&boards[0], winner, &cells), "no win at once")
    }

    fn left_four(&self) -> Checked {
        let played = self.played.ok_or_else(|| wrong("no move"))?;
        let stone = (played, self.before.height(played));
        let after = self.before.play(played);
        let blocks = self.kind == "does-not-block";
        let verb = if blocks { "does not block" } else { "opens" };
        let form = format!("* {verb} *, where * wins at once");
        let [name, cells, winner] = parts(self.text, &form)?;
        let (cells, winner) = (all(cells)?, side(winner)?);
        self.names_cells(&cells)?;
        let is_named = at(name)? == stone && winner == after.mover();
        ensure(is_named, "another move or side")?;
        ensure(self.moves == [played], "the moves")?;
        ensure(all_win(&after, winner, &cells), "no win at once")?;
        let was_open = all_win(&self.before, winner, &cells);
        ensure(was_open == blocks, "whether the four was open before")?;
        let is_above = cells == [(stone.0, stone.1 + 1)];
        ensure(blocks || is_above, "not on top of the move")
    }

    fn combination(&self) -> Checked {
        let Lead { boards, line, rest } = self.lead()?;
        let (winner, named, cells) = match self.kind {
            "forced-sequence" => sequence(rest),
            _ => threats(rest, self.kind == "stacked-threats"),
        }?;
        self.names_cells(&cells)?;
        let same = boards.len() == 1 && line.len() == named.len();
        ensure(same, "other moves")?;
        let mut board = boards[0];
        for (&column, &stone) in line.iter().zip(&named) {
            ensure(board.is_playable(stone) && stone.0 == column, "other moves")?;
            let is_reply = board.mover() != winner;
            ensure(!is_reply || forced(&board) == Some(stone), "another reply")?;
            board = board.play(column);
            ensure(board.winner().is_none(), "a move ends the game")?;
        }
        ensure(board.mover() != winner, "the winner is to move")?;
        let now = |side: usize| board.playable().iter().any(|&at| board.completes(side, at));
        ensure(!now(1 - winner), "the loser wins first")?;
        ensure(cells.len() >= 2, "one cell")?;
        let (low, high) = (cells[0], cells[1]);
        let is_stacked = (low.0, low.1 + 1) == high;
        ensure(is_stacked || self.kind != "stacked-threats", "not stacked")?;
        let may_stack = is_stacked && self.kind != "two-threats";
        let later = |at: At| may_stack && at == high && board.completes(winner, high);
        let wins = |&at: &At| wins_now(&board, winner, at) || later(at);
        ensure(cells.iter().all(wins), "a cell wins nothing")
    }

    /// Reads the threat that the text names, and checks that it decides. Returns the positions of
    /// best play up to the one in which the side has it, the side, the cell and the words that follow.
    fn threat(&self, solver: &mut Solver) -> Result<(Vec<Board>, usize, At, &str), Fault> {
        let lead = self.lead()?;
        let (mut boards, is_zugzwang) = (lead.boards, self.kind == "zugzwang");
        let far = "* * in the long run by a threat at * (* row) after * stones of best play; *";
        let near = "*'s threat at * (* row) *; *";
        let (owner, cell, row, words, rest) = if let Some(parts) = split(lead.rest, far) {
            let [owner, wins, cell, row, stones, rest] = parts;
            let stones: usize = stones.parse().map_err(|_| wrong("a number of stones"))?;
            let named = boards.len() - 1;
            let more = lead.line.get(named..named + stones);
            let more = more.ok_or_else(|| wrong("more moves than the field"))?;
            boards.extend(play(&boards[named], more)?.drain(1..));
            (owner, cell, row, wins, rest)
        } else {
            let [owner, cell, row, decides, rest] = parts(lead.rest, near)?;
            (owner, cell, row, decides, rest)
        };
        let outcome = match words {
            "draws" | "keeps the draw" if !is_zugzwang => 0,
            "keeps the win" if !is_zugzwang => 1,
            "decides the game" if is_zugzwang => 1,
            "wins" => 1,
            _ => return Err(wrong("the outcome")),
        };
        let cell = at(cell)?;
        // Rows count from 0 here.
        ensure(row == ["odd", "even"][cell.1 as usize % 2], "odd and even")?;
        self.names_cells(&[cell])?;
        let owner = side(owner)?;
        decides(solver, &boards, owner, cell, outcome)?;
        Ok((boards, owner, cell, rest))
    }

    fn zugzwang(&self, solver: &mut Solver) -> Checked {
        let (boards, owner, cell, claims) = self.threat(solver)?;
        let board = boards[boards.len() - 1];
        for claim in claims.split("; ") {
            if let Some([who]) = split(claim, "* answers above every stone (claimeven)") {
                ensure(side(who)? == owner && board.mover() != owner, "who answers")?;
                let wins = answers(&board, &mut HashSet::new());
                ensure(wins, "an answer above does not win")?;
            } else if let Some([who, below]) = split(claim, "in the end * has to fill * below it") {
                let below = at(below)?;
                let is_below = (below.0, below.1 + 1) == cell;
                ensure(side(who)? != owner && is_below, "below it")?;
                self.ends(owner, below, cell)?;
            } else {
                let [who] = parts(claim, "without the threat * would not win")?;
                ensure(side(who)? == owner, "the sides")?;
            }
        }
        Ok(())
    }

    /// Checks that the moves end with a stone that had no other cell, and a win on top of it.
    fn ends(&self, owner: usize, below: At, cell: At) -> Checked {
        let boards = play(&self.before, &self.moves)?;
        let [.., forced, filled, won] = boards[..] else {
            return Err(wrong("no moves"));
        };
        let is_forced = forced.playable() == [below] && forced.mover() != owner;
        ensure(is_forced, "another move is left")?;
        let wins = filled.is_playable(cell) && won.winner() == Some(owner);
        ensure(wins, "no win above it")
    }

    fn given_up(&self, solver: &mut Solver) -> Checked {
        let (_, owner, cell, rest) = self.threat(solver)?;
        let [stones, lost] = parts(rest, "after *, *")?;
        ensure(owner == self.before.mover(), "the other side")?;
        let (mut after, stones) = (self.before, all(stones)?);
        let first = stones.first().map(|stone| stone.0);
        ensure(first == self.played, "another move")?;
        for stone in stones {
            ensure(after.is_playable(stone), "a move that cannot be played")?;
            after = after.play(stone.0);
        }
        let theirs = |name: &str| ensure(side(name)? == 1 - owner, "the sides");
        if let Some([who, nearer]) = split(lost, "* has a threat at * below it") {
            let nearer = at(nearer)?;
            theirs(who)?;
            ensure(nearer.0 == cell.0 && nearer.1 < cell.1, "not below it")?;
            ensure(after.completes(1 - owner, nearer), "no threat below")?;
        } else if let Some([who, answer]) = split(lost, "*'s * leaves no four through it") {
            let answer = at(answer)?;
            theirs(who)?;
            ensure(after.is_playable(answer), "a reply that cannot be played")?;
            let is_alive = after.play(answer.0).is_alive(owner, cell);
            ensure(!is_alive, "a four is possible")?;
        } else if let Some([who]) = split(lost, "* fills it") {
            theirs(who)?;
            ensure(after.is_playable(cell), "the cell is not playable")?;
        } else {
            let is_filled = lost == "it is filled" && !after.is_empty(cell);
            ensure(is_filled, "the cell is empty")?;
        }
        Ok(())
    }

    fn only_move(&self, solver: &mut Solver) -> Checked {
        const FORMS: [&str; 3] = [
            "* resists longest; all other moves lose sooner",
            "Only * draws; all other moves lose",
            "Only * wins; all other moves draw or lose",
        ];
        let mut found = FORMS.iter().zip(-1..);
        let found = found.find_map(|(form, outcome)| Some((split(self.text, form)?, outcome)));
        let ([stone], outcome) = found.ok_or_else(|| wrong("the form"))?;
        let stone = at(stone)?;
        self.names_cells(&[stone])?;
        ensure(self.moves == [stone.0], "the move")?;
        only_move(&self.before, stone, outcome, solver)
    }

    fn by_force(&self, solver: &mut Solver) -> Checked {
        let Lead { boards, line, rest } = self.lead()?;
        let [winner, count, shown, cells] = parts(rest, "* wins by force*: *, and connects *")?;
        ensure(boards.len() == 1, "more moves in the first words")?;
        let boards = play(&boards[0], line)?;
        let shown = all(shown.trim_end_matches(" ..."))?;
        for (index, &stone) in shown.iter().enumerate() {
            let column = line.get(index).copied();
            let landed = column.map(|column| (column, boards[index].height(column)));
            ensure(landed == Some(stone), "other moves")?;
        }
        let (winner, cells) = (side(winner)?, all(cells)?);
        self.names_cells(&cells)?;
        let last = boards[boards.len() - 1];
        let are_all = last.in_fours(winner) == cells;
        ensure(are_all && !cells.is_empty(), "not a four")?;
        let own = line.len().div_ceil(2);
        let right = ["", &format!(" in {own} moves")].contains(&count);
        ensure(right, "the number of moves")?;
        let score = i8::midpoint(last.left(), 2);
        for board in boards {
            let is_winner = board.mover() == winner;
            let score = if is_winner { score } else { -score };
            let low = solver.is_at_least(&board, None, score)?;
            let high = solver.is_at_least(&board, None, score + 1)?;
            ensure(low && !high, "not best play")?;
        }
        Ok(())
    }
}

/// Returns the positions of a line, from the first on.
fn play(board: &Board, line: &[u32]) -> Result<Vec<Board>, Fault> {
    let mut boards = vec![*board];
    for &column in line {
        let board = boards[boards.len() - 1];
        let can_play = board.winner().is_none() && board.height(column) < 6;
        ensure(can_play, "a move that cannot be played")?;
        boards.push(board.play(column));
    }
    Ok(boards)
}

/// Checks that a move alone keeps an outcome: a win (1), a draw (0), or a loss (-1) for longest.
fn only_move(before: &Board, stone: At, outcome: i8, solver: &mut Solver) -> Checked {
    ensure(before.is_playable(stone), "the move")?;
    let best = before.play(stone.0);
    let loses = outcome < 0;
    let score = if loses { exact(solver, &best)? } else { 0 };
    let found = -solver.outcome(&best, None)?;
    ensure(found == outcome, "another outcome")?;
    let others = before
        .playable()
        .into_iter()
        .filter(|&other| other != stone);
    for (column, _) in others {
        let other = before.play(column);
        let is_worse = if loses {
            // More for the opponent is worse.
            solver.is_at_least(&other, None, score + 1)?
        } else {
            -solver.outcome(&other, None)? < outcome
        };
        ensure(is_worse, "another move is as good")?;
    }
    Ok(())
}

/// Whether a side gets at least an outcome.
fn gets(
    solver: &mut Solver,
    board: &Board,
    owner: usize,
    least: i8,
    void: Void,
) -> Result<bool, Slow> {
    if board.mover() == owner {
        return solver.is_at_least(board, void, least);
    }
    Ok(!solver.is_at_least(board, void, 1 - least)?)
}

/// Checks that a winning cell, not yet playable, decides that the owner gets `outcome` in the last
/// position, and that each move before it keeps the outcome, as best play does.
fn decides(solver: &mut Solver, boards: &[Board], owner: usize, cell: At, outcome: i8) -> Checked {
    let last = &boards[boards.len() - 1];
    let is_threat = last.winner().is_none() && last.completes(owner, cell);
    ensure(is_threat && !last.is_playable(cell), "not a threat")?;
    let void = Some((owner, cell));
    let without = gets(solver, last, owner, outcome, void)?;
    ensure(!without, "the same without it")?;
    for board in boards.iter().rev() {
        let has = gets(solver, board, owner, outcome, None)?;
        let has_more = outcome < 1 && gets(solver, board, owner, 1, None)?;
        ensure(has && !has_more, "another outcome")?;
    }
    Ok(())
}

/// Reads the sentence of a forced sequence: the winner, the moves and the cells.
fn sequence(text: &str) -> Result<(usize, Vec<At>, Vec<At>), Fault> {
    let (mut blocks, mut named, mut rest) = (Vec::new(), Vec::new(), text);
    if let Some([blocker, cell, more]) = split(text, "* has to block at *; then *")
        && cell.len() == 2
    {
        blocks.push(side(blocker)?);
        named.push(at(cell)?);
        rest = more;
    }
    let form = "* makes threats that * has to block: *; then * wins at *";
    let [winner, blocker, moves, who, cells] = parts(rest, form)?;
    let winner = side(winner)?;
    blocks.push(side(blocker)?);
    let is_other = blocks.iter().all(|&side| side == 1 - winner);
    ensure(is_other && side(who)? == winner, "the sides")?;
    named.extend(all(moves)?);
    Ok((winner, named, all(cells)?))
}

/// Reads the sentence of two threats or stacked threats: the winner, the moves and the cells.
fn threats(text: &str, is_stacked: bool) -> Result<(usize, Vec<At>, Vec<At>), Fault> {
    let (start, blocker, cells) = if is_stacked {
        let form = "* threatens *; when * blocks, * wins at * above it";
        let [start, low, blocker, who, high] = parts(text, form)?;
        ensure(start.starts_with(who), "who wins")?;
        (start, blocker, [at(low)?, at(high)?].to_vec())
    } else {
        let form = "* threatens *; * can block only one";
        let [start, cells, blocker] = parts(text, form)?;
        (start, blocker, all(cells)?)
    };
    let plays = split(start, "* plays * and");
    let winner = side(plays.map_or(start, |[who, _]| who))?;
    ensure(side(blocker)? == 1 - winner, "who blocks")?;
    let named = plays.map(|[_, stone]| at(stone)).transpose()?;
    Ok((winner, named.into_iter().collect(), cells))
}

/// The exact score for the side to move.
pub(crate) fn exact(solver: &mut Solver, board: &Board) -> Result<i8, Fault> {
    let (mut low, mut high) = (-21, 21);
    while low < high {
        let asked = i8::midpoint(low, high).max(low + 1);
        if solver.is_at_least(board, None, asked)? {
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

fn all_win(board: &Board, side: usize, cells: &[At]) -> bool {
    cells.iter().all(|&at| wins_now(board, side, at))
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
