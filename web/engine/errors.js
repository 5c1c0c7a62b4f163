// The errors of the interface, with the names of those of the Python package.

/** A position, a game or another argument that the engine cannot use. */
export class InputError extends Error {
  name = "InputError";

  /**
   * @param {string} message begins with the place in the text, if there is one
   * @param {number} [index] the index of the position, counted from 0, if there are several
   */
  constructor(message, index) {
    super(index === undefined ? message : `index ${index}: ${message}`);
    const [, line, char, reason] = /^(?:line (\d+), )?(?:char (\d+): )?(.*)$/s.exec(message) ?? [];
    this.reason = reason;
    this.char = char ? Number(char) : null;
    this.line = char ? Number(line ?? 1) : null;
    this.index = index ?? null;
  }
}

/** The engine did not load, has failed, refuses a command, or is closed. */
export class EngineError extends Error {
  name = "EngineError";
}

/**
 * Returns a whole number of a range.
 * @param {string} name
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
export function whole(name, value, least, most) {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new InputError(`${name}: expected a whole number from ${least} to ${most}; found ${String(value)}`);
}
