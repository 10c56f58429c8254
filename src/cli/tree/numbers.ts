import { InvalidArgumentError } from "commander";

export function positive(text: string): number {
  return within(text, 1, 1000);
}

/** Of a job among others. */
export function rank(text: string): number {
  return within(text, -5, 5);
}

/** In the journal. */
export function position(text: string): number {
  return within(text, 0, Number.MAX_SAFE_INTEGER);
}

function within(text: string, least: number, most: number): number {
  const value = Number(text);
  const isWhole = /^-?\d+$/.test(text) && value >= least && value <= most;
  if (!isWhole)
    throw new InvalidArgumentError(
      most === Number.MAX_SAFE_INTEGER ? "It must be a whole number." : `It must be a whole number from ${String(least)} to ${String(most)}.`,
    );
  return value;
}
