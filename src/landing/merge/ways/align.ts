import { type Match, matchSequences } from "./match.ts";
import { isWord, linesOf, type Token } from "./text.ts";

/** Which tokens of a side are those of the base. */
export type Align = (base: readonly Token[], side: readonly Token[]) => Match;

/** Whole lines only, with any indentation. */
export function alignLines(base: readonly Token[], side: readonly Token[]): Match {
  return matched(base, side).match;
}

/** Lines first; between them, token by token. */
export function alignTokens(base: readonly Token[], side: readonly Token[]): Match {
  const { match, gaps } = matched(base, side);
  for (const { mine, yours } of gaps) {
    const [one, other] = [base.slice(mine.from, mine.to), side.slice(yours.from, yours.to)];
    const inner = matchSequences(
      one.map(({ text }) => text),
      other.map(({ text }) => text),
    );
    dropChance(inner, one, other.length);
    for (const [at, to] of inner.entries()) if (to >= 0) match[mine.from + at] = yours.from + to;
  }
  return match;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Gap {
  readonly mine: Span;
  readonly yours: Span;
}

function matched(base: readonly Token[], side: readonly Token[]): { match: Match; gaps: readonly Gap[] } {
  const [mine, yours] = [linesOf(base), linesOf(side)];
  const lines = matchSequences(
    mine.map(({ key }) => key),
    yours.map(({ key }) => key),
  );
  const match = new Int32Array(base.length).fill(-1);
  const gaps: Gap[] = [];
  let [end, endYours] = [0, 0];
  const close = (to: number, toYours: number): void => {
    if (to > end && toYours > endYours) gaps.push({ mine: { from: end, to }, yours: { from: endYours, to: toYours } });
  };
  for (const [at, found] of lines.entries()) {
    const [line, other] = [mine[at], yours[found]];
    if (line === undefined || other === undefined) continue;
    close(line.from, other.from);
    for (let token = line.from; token < line.to; token += 1) match[token] = other.from + (token - line.from);
    [end, endYours] = [line.to, other.to];
  }
  close(base.length, side.length);
  return { match, gaps };
}

/** Runs of signs in the midst of other words are equal by chance. */
function dropChance(match: Match, tokens: readonly Token[], end: number): void {
  for (let from = 0; from < match.length; ) {
    let to = from;
    while (to < match.length && (match[to] ?? -1) >= 0 && (to === from || match[to] === (match[to - 1] ?? 0) + 1))
      to += 1;
    const run = to - from;
    const isAtBorder = (from === 0 && match[from] === 0) || (to === match.length && match[to - 1] === end - 1);
    if (run > 0 && !isAtBorder && !tokens.slice(from, to).some(({ text }) => isWord(text))) match.fill(-1, from, to);
    from = Math.max(to, from + 1);
  }
}
