/** @file The levels of the engine. Pure. */

/**
 * The Elo of the levels 0 to 20, from `docs/levels.md`. A player of random moves has 400.
 */
export const ELO = [
  522, 585, 656, 731, 819, 896, 977, 1084, 1154, 1216, 1295, 1368, 1432, 1497, 1569, 1646, 1724,
  1803, 1886, 1975, 2140,
];

export const FULL_STRENGTH = 20;

/**
 * Describes a level in words.
 * @param {number} level
 */
export function levelText(level) {
  const name = level === FULL_STRENGTH ? "perfect play" : `level ${level}`;
  return `${name}, Elo ${ELO[level]}`;
}
