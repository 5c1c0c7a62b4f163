"""Connect Four for python-chess: a board that `chess.engine` can use.

python-chess has 8 by 8 squares. This board uses those in the lower left corner and replaces most
rules of chess. Stones are dropped pawns, `P@d1`, as the engine writes them after `uci`.
"""

import re

import chess

COLUMNS = 7
ROWS = 6
STONES = 21
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class ConnectFourBoard(chess.Board):
    """A position of Connect Four and the moves that led to it."""

    uci_variant = "cfour"
    aliases = ["cfour", "Connect Four"]
    starting_fen = (
        "7/7/7/7/7/7[" + "P" * STONES + "p" * STONES + "] w - - 0 1"
    )

    def __init__(self, moves=""):
        super().__init__(None)
        for digit in moves or "":
            self.push_column(digit)

    def push_column(self, digit):
        """Plays in a column, counted from `1`. Fails with chess.IllegalMoveError if it cannot."""
        column = "1234567".find(digit)
        move = self.drop(column) if column >= 0 else None
        if move is None or self.is_game_over():
            raise chess.IllegalMoveError(f"illegal column {digit!r} after {str(self)!r}")
        self.push(move)

    def drop(self, column):
        """Returns the move in a column, counted from 0; None if it is full."""
        for row in range(ROWS):
            square = chess.square(column, row)
            if self.piece_at(square) is None:
                return chess.Move(square, square, drop=chess.PAWN)
        return None

    def generate_legal_moves(self, *_masks):
        if not self.is_game_over():
            yield from filter(None, map(self.drop, range(COLUMNS)))

    generate_pseudo_legal_moves = generate_legal_moves

    def is_legal(self, move):
        return move in self.generate_legal_moves()

    is_pseudo_legal = is_legal

    def push(self, move):
        self.move_stack.append(move)
        # The method of chess.Board clears the earlier moves.
        chess.BaseBoard.set_piece_at(self, move.to_square, chess.Piece(chess.PAWN, self.turn))
        self.turn = not self.turn

    def pop(self):
        move = self.move_stack.pop()
        chess.BaseBoard.remove_piece_at(self, move.to_square)
        self.turn = not self.turn
        return move

    def parse_uci(self, uci):
        move = chess.Move.from_uci(uci[:1].upper() + uci[1:])
        if not self.is_legal(move):
            raise chess.IllegalMoveError(f"illegal move {uci} after {self}")
        return move

    def root(self):
        board = self.copy()
        while board.move_stack:
            board.pop()
        return board

    def is_won(self):
        """Returns whether the last player to move has four in a row."""
        mine = self.occupied_co[not self.turn]
        held = {
            (chess.square_file(square), chess.square_rank(square))
            for square in chess.SquareSet(mine)
        }
        return any(
            all((column + step * right, row + step * up) in held for step in range(4))
            for column, row in held
            for right, up in DIRECTIONS
        )

    def outcome(self, *, claim_draw=False):
        if self.is_won():
            return chess.Outcome(chess.Termination.VARIANT_WIN, not self.turn)
        if chess.popcount(self.occupied) == COLUMNS * ROWS:
            return chess.Outcome(chess.Termination.VARIANT_DRAW, None)
        return None

    def is_game_over(self, *, claim_draw=False):
        return self.outcome() is not None

    def result(self, *, claim_draw=False):
        outcome = self.outcome()
        return outcome.result() if outcome else "*"

    def fen(self, **_chess_only):
        pieces = (
            [self.piece_at(chess.square(column, row)) for column in range(COLUMNS)]
            for row in reversed(range(ROWS))
        )
        rows = ("".join(piece.symbol() if piece else "1" for piece in row) for row in pieces)
        ranks = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(rows))
        hands = "".join(
            letter * (STONES - chess.popcount(self.occupied_co[color]))
            for letter, color in (("P", chess.WHITE), ("p", chess.BLACK))
        )
        played = chess.popcount(self.occupied)
        side = "w" if self.turn else "b"
        return f"{ranks}[{hands}] {side} - - 0 {played // 2 + 1}"

    def __str__(self):
        return "".join(str(chess.square_file(m.to_square) + 1) for m in self.move_stack)
