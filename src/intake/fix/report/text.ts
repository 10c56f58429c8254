/** A text that a tool, an agent or a repository gave, fit for one line: what would break it or speak to a terminal is written out. */
export function inLine(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, " ").replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** What is not known is said so, and is never nothing. */
export function costText(usd: number | null): string {
  if (usd === null) return "unknown";
  return `$${usd >= 0.1 || usd === 0 ? usd.toFixed(2) : usd.toPrecision(2)}`;
}

/** In the place of what a sheet took that nobody has begun. */
export const untried = "-";

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
