import type { EpochMs } from "../../base/ids.ts";
import { clockMoment, clockSource, momentsOf } from "./clock-time.ts";

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

/** For `1h2m3s`, `3 hours 5 minutes`, `20s`, `an hour and 5 minutes`; case-insensitive. */
const spanSource: string = String.raw`${part}(?:,?\s{0,2}(?:and\s{1,2})?${part}){0,5}`;

const parts = new RegExp(String.raw`(?<count>\d{1,9}(?:\.\d{1,9})?|\ban?\s)\s{0,2}(?<unit>[a-z]+)`, "gi");

/** Of text that `spanSource` matched. */
function spanMs(text: string): number {
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

/**
 * When a limit ends, from the words of a provider or agent, at most a week ahead; `null`: unknown, or not credible. A
 * moment before `now` is over: the words are rounded or late. `zone`: for clock times without one.
 */
export function resetIn(text: string, now: EpochMs, zone: string = ownZone()): EpochMs | null {
  const read = text.slice(0, longestText);
  for (const form of forms) {
    const at = form({ text: read, plain: plainWords(read), now, zone });
    const believed = at === null ? null : clampReset(at, now);
    if (believed !== null) return believed;
  }
  return null;
}

/** `Retry-After`, or a provider's own header. */
export function retryAfter(header: string, now: EpochMs): EpochMs | null {
  return resetIn(`retry-after: ${header.trim().slice(0, 100)}`, now, "UTC");
}

/**
 * At most a week ahead, the longest window sold. A reset that just passed stays in the past; anything further away is
 * `null`.
 */
export function clampReset(at: number, now: EpochMs): EpochMs | null {
  if (!(at >= now - underWayMs && at <= now + longestWaitMs)) return null;
  return (at < now ? Math.floor(at) : Math.max(Math.ceil(at), now + shortestWaitMs)) as EpochMs;
}

const shortestWaitMs = 1_000;
const longestWaitMs = 7 * 86_400_000;
/** "Resets at 9pm", read at 9:30, is not tomorrow: the limit is overdue. */
const underWayMs = 60 * 60_000;
const longestText = 4_000;

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

interface Words {
  readonly text: string;
  /** Keys and headers as words: `"retry_after": 30` → `retry after 30`. */
  readonly plain: string;
  readonly now: EpochMs;
  readonly zone: string;
}

function plainWords(text: string): string {
  return text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_"'\\=|]|(?<!\d)[:-]|[:-](?!\d)/g, " ")
    .replaceAll(/[^\S\n]+/g, " ");
}

/** Providers before agents: an agent's own pause is no reset. */
const forms: readonly ((words: Words) => number | null)[] = [
  retryHeader,
  isoMoment,
  httpDate,
  epoch,
  span,
  clock,
  ownPause,
];

const count = String.raw`(?<count>\d{1,7}(?:\.\d{1,6})?)(?![\d:.-]*\d|\s?[ap]\.?m\b|\s?%)`;
const bare = new RegExp(
  String.raw`\b(?:retry (?:after|in|delay)|resets? (?:in|after)|try again in)(?<unit> ms| seconds| secs| s)? (?!${spanSource})${count}`,
  "i",
);

function retryHeader({ plain, now }: Words): number | null {
  const { groups } = bare.exec(plain) ?? {};
  if (groups === undefined) return retrySpan(plain, now);
  return now + Number(groups["count"]) * (groups["unit"] === " ms" ? 1 : 1_000);
}

const commanded = new RegExp(String.raw`\bretry (?:after|delay) (?<span>${spanSource})`, "i");

function retrySpan(plain: string, now: EpochMs): number | null {
  const { groups } = commanded.exec(plain) ?? {};
  return groups === undefined ? null : now + spanMs(groups["span"] ?? "");
}

const about = String.raw`(?:resets?|retry|again|until|available|renews|refresh(?:es)?|lifted|expires|ends)`;
const iso = new RegExp(
  String.raw`${about}\b[^\n\d]{0,60}(?<date>20\d\d-\d\d-\d\d)[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d{1,9})?)?(?<zone>\s?(?:Z|UTC|GMT)\b|[+-]\d\d:?\d\d)?`,
  "i",
);

function isoMoment({ text, zone }: Words): number | null {
  const { groups } = iso.exec(text.replaceAll("_", " ")) ?? {};
  if (groups === undefined) return null;
  const [year = 0, month = 0, day = 0] = (groups["date"] ?? "").split("-").map(Number);
  const wall = {
    year,
    month,
    day,
    hour: Number(groups["hour"]),
    minute: Number(groups["minute"]),
    second: Number(groups["second"] ?? 0),
  };
  const written = groups["zone"]?.trim();
  const place =
    written === undefined ? zone : /^[+-]/.test(written) ? `${written.slice(0, 3)}:${written.slice(-2)}` : "UTC";
  return momentsOf(wall, place)[0] ?? null;
}

const http = /\b(?:mon|tue|wed|thu|fri|sat|sun), (\d\d [a-z]{3} 20\d\d \d\d:\d\d:\d\d) GMT\b/i;

function httpDate({ text }: Words): number | null {
  const date = new RegExp(String.raw`${about}\b[^\n]{0,20}?${http.source}`, "i").exec(text)?.[1];
  return date === undefined ? null : Date.parse(`${date} UTC`);
}

const stamp =
  /\b(?:resets?|retry|until|again)\b[a-z ]{0,20} (\d{13}|\d{10})(?!\d)|\blimit reached (\d{13}|\d{10})(?!\d)/i;

function epoch({ plain }: Words): number | null {
  const [, after, reached] = stamp.exec(plain) ?? [];
  const digits = after ?? reached;
  if (digits === undefined) return null;
  return digits.length === 13 ? Number(digits) : Number(digits) * 1_000;
}

const ahead = String.raw`(?:in|after|for|within|at least|about|approximately|another|requests|tokens|delay)`;
const spoken = new RegExp(
  String.raw`\b(?:retry|again|resets?|renews|refresh(?:es)?|available|back|wait|lifted|expires|ends)(?: ${ahead}){0,3} (?<span>${spanSource})|^\s*(?:in )?(?<whole>${spanSource})\s*$`,
  "i",
);

function span({ plain, now }: Words): number | null {
  const { groups } = spoken.exec(plain) ?? {};
  const found = groups?.["span"] ?? groups?.["whole"];
  return found === undefined ? null : now + spanMs(found);
}

const at = new RegExp(
  String.raw`\b(?:resets?|reset time|again|retry|until|available|renews|back|lifted|expires|ends)(?:\s(?:at|on|by|after|from|is))*:?\s${clockSource}`,
  "gi",
);

function clock({ text, now, zone }: Words): number | null {
  for (const { groups } of text.matchAll(at)) {
    const next = clockMoment({ groups: groups ?? {}, from: now, zone });
    // When clocks go back, a time occurs twice: the later one is meant.
    if (next !== null && next <= now + underWayMs) return next;
    const moment = clockMoment({ groups: groups ?? {}, from: (now - underWayMs) as EpochMs, zone });
    if (moment !== null) return moment;
  }
  return null;
}

const pause = new RegExp(String.raw`\bretrying (?:in|after) (?<span>${spanSource})`, "i");

function ownPause({ plain, now }: Words): number | null {
  const { groups } = pause.exec(plain) ?? {};
  return groups === undefined ? null : now + spanMs(groups["span"] ?? "");
}
