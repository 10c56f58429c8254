import type { EpochMs } from "./ids.ts";

/** `1 sheet`, `3 sheets`; `several` where an s at the end is not enough. */
export function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}

/** At most so many characters, of which the last is `…` where something was cut off. */
export function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).toWellFormed()}…`;
}

/** `a, b and c` */
export function listOf(words: readonly string[], conjunction = "and"): string {
  const [last = "", ...before] = words.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(", ")} ${conjunction} ${last}`;
}

/** `a, b, c and 4 more` */
export function firstFew(items: readonly string[], most = 5): string {
  return items.slice(0, most).join(", ") + andMore(items.length - most);
}

/** The end of such a list, where only the number of the rest is known. */
export function andMore(rest: number): string {
  return rest > 0 ? ` and ${rest} more` : "";
}

/** The same for reasons that differ only in numbers: moments, durations, counts. */
export function withoutNumbers(reason: string): string {
  return reason.replaceAll(/\d+(?:\.\d+)?/g, "#");
}

/** The first lines of a list that may be very long, then how many more there are. */
export function firstLines(lines: readonly string[], most = 20): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most), `and ${lines.length - most} more`];
}

/** Fit for a line that people read: no line breaks, no control characters, not endless. */
export function oneLine(text: string, length = 160): string {
  return clip(flat(text), length);
}

/** The same with nothing cut. */
export function flat(text: string): string {
  // Nearly all are one line already, and looking is far quicker than replacing.
  return uneven.test(text) ? text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim() : text;
}

const uneven = /[^\S ]|\p{Cc}|^ | $| {2}/u;

/** Text that others chose, in a line: signs that would break it or control the terminal are written as `\u001b`. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A word of a command that is printed to be copied: a shell takes it as one. */
export function shellWord(text: string): string {
  const safe = visible(text);
  return /^[\w@%+:,./][\w@%+=:,./-]*$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}

/** `12 MB`, `3.2 GB`. Megabytes are rounded up: something is never shown as nothing. */
export function sizeText(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** A time span: `4.2 s`, `90 s`, `3 min 5 s`, `2 h`. Clocks may be set back: a negative span is shown as 0. */
export function duration(ms: number): string {
  if (ms < 10_000) return `${Math.round(Math.max(0, ms) / 100) / 10} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120
    ? span(minutes, "min", seconds % 60, "s")
    : span(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

function span(...[large, unit, small, part]: readonly [number, string, number, string]): string {
  return `${large} ${unit}${small === 0 ? "" : ` ${small} ${part}`}`;
}

/** A moment as programs read it, and people in any time zone. */
export function isoTime(at: EpochMs): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** A price. Cents are enough, except for a price of less than ten of them. */
export function dollars(usd: number): string {
  return `$${usd >= 0.1 || usd === 0 ? usd.toFixed(2) : usd.toPrecision(2)}`;
}

/** `main` for `refs/heads/main`. */
export function branchName(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}

/** Text of others in quotes, as part of a sentence. */
export function quoted(text: string, length = 120): string {
  return `"${clip(flat(text), length)}"`;
}

/** Text of others as a sentence: it may end with a full stop already. */
export function asSentence(text: string): string {
  const sentence = text.trimEnd();
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
