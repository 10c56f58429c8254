import type { Meaning } from "./source/shape.ts";

// The longest delay a timer of the runtime can hold is 24.8 days; a longer one would fire at once.
export const maxDurationMs = 24 * 24 * 3_600_000;

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const form = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/;

/** Milliseconds from a number of seconds or from text like `90s`, `5m`, `2h`, `500ms`. */
export function durationMs(written: string | number): Meaning<number> {
  const seconds = typeof written === "number" ? written : undefined;
  const [, amount, unit] = typeof written === "string" ? (form.exec(written) ?? []) : [];
  const ms = seconds === undefined ? Number(amount) * (unitMs[unit ?? ""] ?? Number.NaN) : seconds * 1_000;
  if (!Number.isFinite(ms) || ms < 0)
    return { kind: "wrong", why: "expected a duration: a number of seconds, or text like 90s, 5m, 2h or 500ms" };
  if (ms > maxDurationMs) return { kind: "wrong", why: "is longer than 24 days" };
  return { kind: "means", value: Math.round(ms) };
}

const units = [
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
] as const;

/** The other way round: in the largest unit that needs no fraction. */
export function durationText(ms: number): string {
  const whole = Math.round(ms);
  if (whole === 0) return "0s";
  const [unit, size] = units.find(([, each]) => whole % each === 0) ?? ["ms", 1];
  return `${String(whole / size)}${unit}`;
}
