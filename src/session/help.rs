//! The short reference that `help` prints. `protocol.md` is the long one.

/// Every command with its arguments.
pub(super) const TEXT: &str = "\
uci | ugi                        introduce the engine, choose the dialect
isready                          answer readyok once everything is set up
setoption name <n> [value <v>]   set an option; uci lists them
ucinewgame | uginewgame          forget what was learnt
position startpos|fen <FEN>|board <42 cells> [moves <m>...], position moves <m>...
                                 moves: 4, d, d1, P@d1 or a packed line as 4453
go [depth n] [nodes n] [movetime ms] [wtime ms] [btime ms] [winc ms] [binc ms]
   [movestogo n] [mate n] [searchmoves m...] [infinite] [ponder] [perft n]
                                 find the best move; alone: until it is proven
analyze [as go]                  the score of every column
stop | ponderhit                 answer now | the expected move was played
query gameover|p1turn|result|fen
d [bits] | eval                  show the position, its masks | its heuristic value
debug on|off                     say more in info string lines
bench [strong|weak] [limit n]    solve fixed positions, print the node signature
help | quit";
