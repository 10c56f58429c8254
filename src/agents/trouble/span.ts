const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const unit = "(?:ms|milli(?:second)?s?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?![a-z])";
const part = String.raw`(?:\d{1,9}(?:\.\d{1,9})?\s{0,2}${unit}|an?\s(?:second|minute|hour|day|week)(?![a-z]))`;

/**
 * The source of a regular expression for `1h2m3s`, `3 hours 5 minutes`, `20s`, `an hour and 5 minutes`. Case must not
 * count.
 */
export const spanSource: string = String.raw`${part}(?:,?\s{0,2}(?:and\s{1,2})?${part}){0,5}`;

const parts = new RegExp(String.raw`(?<count>\d{1,9}(?:\.\d{1,9})?|\ban?\s)\s{0,2}(?<unit>[a-z]+)`, "gi");

/** Milliseconds of text that `spanSource` matched. */
export function spanMs(text: string): number {
  let ms = 0;
  for (const { groups } of text.matchAll(parts))
    ms += countOf(groups?.["count"] ?? "") * unitMs(groups?.["unit"] ?? "");
  return ms;
}

function countOf(count: string): number {
  return /^\d/.test(count) ? Number(count) : 1;
}

function unitMs(name: string): number {
  const lower = name.toLowerCase();
  return lower === "ms" || lower.startsWith("milli") ? 1 : (units[lower.slice(0, 1)] ?? 0);
}
