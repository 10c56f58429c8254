/** A text that a tool, an agent or a repository gave, fit for one line: what would break it or speak to a terminal is written out. */
export function inLine(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, " ").replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** How many columns of a terminal it takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += /\p{M}/u.test(char) ? 0 : isWide(char.codePointAt(0) ?? 0) ? 2 : 1;
  return width;
}

/** East Asian scripts, and the pictures that most terminals show as wide. */
function isWide(point: number): boolean {
  return wide.some(([from, to]) => point >= from && point <= to);
}

const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
];

/** Cut at its beginning where it is wider: paths differ at their end. */
export function endOf(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const chars = Array.from(text);
  let taken = "";
  for (let char = chars.pop(); char !== undefined && widthOf(char + taken) < width; char = chars.pop()) taken = char + taken;
  return `…${taken}`;
}

/** Cut at its end where it is wider. */
export function beginningOf(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let taken = "";
  for (const char of text) {
    if (widthOf(taken + char) >= width) break;
    taken += char;
  }
  return `${taken}…`;
}

/** What is not known is said so, and is never nothing. */
export function costText(usd: number | null): string {
  if (usd === null) return "unknown";
  return `$${usd >= 0.1 || usd === 0 ? usd.toFixed(2) : usd.toPrecision(2)}`;
}

export function timeText(ms: number | null): string {
  if (ms === null) return "unknown";
  if (ms < 10_000) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  if (whole < 120) return `${String(whole)} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 120 ? `${String(minutes)} min ${String(whole % 60)} s` : `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

export function plural(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? "" : "s"}`;
}
