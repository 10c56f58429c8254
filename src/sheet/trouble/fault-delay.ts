/** Two minutes in all: longer than any shortage that passes by itself, shorter than what a person would call hung. */
const mostTries = 8;
const firstMs = 500;
const longestMs = 60_000;

/**
 * How long to wait before an effect that met a fault of the machine is done again; `null`: it was tried often enough.
 * `earlier`: how often it met one before, in a row. By chance between half of the wait and all of it: what failed
 * together is not done again together.
 */
export function faultDelayMs(earlier: number, chance: number): number | null {
  if (earlier >= mostTries) return null;
  return Math.round(Math.min(firstMs * 2 ** earlier, longestMs) * (0.5 + chance / 2));
}
