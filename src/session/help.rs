//! The reference that `help` prints. `protocol.md` specifies all details.

/// The commands with their arguments.
pub(super) const TEXT: &str = "\
uci | ugi                        introduce the engine and select the dialect
isready                          answer readyok once the table is set up
setoption name <n> [value <v>]   set an option; uci lists them
ucinewgame | uginewgame          clear the table
position startpos|fen <FEN>|board <42 cells> [moves <m>...], position moves <m>...
                                 set up a position; moves: 4, d, d1, P@d1 or 4453
go [depth n] [nodes n] [movetime ms] [wtime ms] [btime ms] [winc ms] [binc ms]
   [movestogo n] [mate n] [searchmoves m...] [infinite] [ponder] [perft n]
                                 find the best move; without limits, prove it
analyze [arguments of go]        print the value of every column
why [move] [arguments of go]     print why the winner wins, or why the last move is bad
stop | ponderhit                 answer now | search on: the expected move was played
query gameover|p1turn|result|fen print one fact about the position
d [scores] | eval                print the position, with scores | its evaluation
debug on|off                     print more info string lines
bench [strong|weak] [limit n]    solve built-in positions and print the node count
help | quit                      print this text | end the process";
