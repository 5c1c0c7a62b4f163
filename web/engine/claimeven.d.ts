/**
 * Reads a position or a game in any form that the engine reads, or the first game of PGN. Returns the
 * first position as a FEN, and the columns played from there in one word, such as `4453`. Fails with
 * a message if the text is not a string or cannot be read.
 */
export function readGame(text: string): Promise<{ start: string; moves: string }>;
