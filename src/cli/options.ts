import { InvalidArgumentError } from "commander";
import { durationMs } from "../score/duration.ts";

export function positive(text: string): number {
  return within(text, 1, 1000);
}

/** For an option with a range of its own. */
export function upTo(most: number): (text: string) => number {
  return (text) => within(text, 1, most);
}

/** Of a job among others. */
export function rank(text: string): number {
  return within(text, -5, 5);
}

/** In the journal. */
export function position(text: string): number {
  return within(text, 0, Number.MAX_SAFE_INTEGER);
}

/** In US dollars. */
export function money(text: string): number {
  const value = Number(text.replace(/^\$/, ""));
  if (!/^\$?\d+(?:\.\d+)?$/.test(text) || value <= 0 || value > 1_000_000)
    throw new InvalidArgumentError("It must be an amount of US dollars, such as 2.50.");
  return value;
}

/** In milliseconds. */
export function duration(text: string): number {
  const meant = durationMs(/^\d+$/.test(text) ? Number(text) : text);
  if (meant.kind === "wrong") throw new InvalidArgumentError(`It ${meant.why}.`);
  return meant.value;
}

/** For an option that may be said several times. A list behind one word would swallow what comes after it. */
export function oneMore(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function within(text: string, least: number, most: number): number {
  const value = Number(text);
  const isWhole = /^-?\d+$/.test(text) && value >= least && value <= most;
  if (!isWhole)
    throw new InvalidArgumentError(
      most === Number.MAX_SAFE_INTEGER
        ? "It must be a whole number."
        : `It must be a whole number from ${String(least)} to ${String(most)}.`,
    );
  return value;
}
