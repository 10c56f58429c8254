/** A limit of a provider's: so much in so long; `null`: at once. */
export interface Told {
  readonly unit: Unit;
  readonly limit: number | null;
  readonly perMs: number | null;
}

export type Unit = "calls" | "tokens" | "sessions";

/**
 * The limit in a provider's own words, as in "rate limit of 50,000 input tokens per minute", "Limit 3 / min" or "number
 * of concurrent connections". `null`: nothing that can be counted. The words are those of an error that has a code
 * already: an agent's prose never comes here.
 */
export function toldIn(words: string): Told | null {
  const text = words.toLowerCase();
  if (/\b(?:concurren(?:t|cy)|parallel|simultaneous)\b/.test(text))
    return { unit: "sessions", limit: first(text, atOnce), perMs: null };
  const unit: Unit | null = /\btokens?\b|\bi?tpm\b/.test(text)
    ? "tokens"
    : /\brequests?\b|\bcalls?\b|\brpm\b/.test(text)
      ? "calls"
      : null;
  const perMs = spanIn(text);
  const limit =
    first(text, /\blimit(?: of|:)?\s*(\d[\d,_]*)/) ??
    first(text, /(\d[\d,_]*)\s+(?:[a-z]+\s+){0,2}?(?:requests?|calls?|tokens?)\b/);
  return unit === null || perMs === null || limit === null || limit === 0 ? null : { unit, limit, perMs };
}

const atOnce = /\b(?:limit|maximum|max|up to|of)(?: of|:| is)?\s*(\d[\d,_]*)/;

const spans = {
  s: 1_000,
  sec: 1_000,
  second: 1_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  day: 86_400_000,
};

function spanIn(text: string): number | null {
  const found = /(?:\bper|\/|\bin|\bevery)\s*(\d+)?\s*(seconds?|secs?|minutes?|min|hours?|days?|[smh])\b/.exec(text);
  if (found === null) return /\b(?:r|i?t)pm\b/.test(text) ? spans.min : null;
  const one = spans[(found[2] ?? "").replace(/(?<=..)s$/, "") as keyof typeof spans];
  return one * Number(found[1] ?? "1");
}

function first(text: string, pattern: RegExp): number | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found.replaceAll(/[,_]/g, ""));
}
