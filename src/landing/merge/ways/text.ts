/** A word or a sign, and the blanks before it. Blanks decide nothing: a formatter may have changed them. */
export interface Token {
  readonly text: string;
  readonly blanks: string;
  /** Of the text itself, in the whole. */
  readonly at: number;
}

/** A text as tokens, and the blanks after the last. */
export interface Tokens {
  readonly list: readonly Token[];
  readonly end: string;
}

/** Numbers with points, versions and dates are one word: half of one and half of another make a third. */
const number = String.raw`\d{4}-\d\d-\d\d(?![\p{L}\p{N}_])|v?\d+(?:\.\d+)+(?:[.-]?\p{L}[\p{L}\p{N}]*(?:\.\d+)*)?`;
const word = new RegExp(String.raw`(?:${number})|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]`, "gu");

export function tokensOf(text: string): Tokens {
  const list: Token[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(word)) {
    list.push({ text: found, blanks: text.slice(end, index), at: index });
    end = index + found.length;
  }
  return { list, end: text.slice(end) };
}

/** Whether a token is the first of its line. */
export function startsLine({ blanks, at }: Token): boolean {
  return at === blanks.length || blanks.includes("\n");
}

export function isWord(text: string): boolean {
  return /^[\p{L}\p{N}_]/u.test(text);
}

/** Indexes of the first tokens of lines; the end of the list closes the last. */
export function lineStarts(tokens: readonly Token[]): readonly number[] {
  return tokens.flatMap((token, at) => (at === 0 || startsLine(token) ? [at] : []));
}

/** Tokens as lines, each by what it says without blanks. */
export function linesOf(
  tokens: readonly Token[],
): readonly { readonly from: number; readonly to: number; readonly key: string }[] {
  const starts = lineStarts(tokens);
  return starts.map((from, place) => {
    const to = starts[place + 1] ?? tokens.length;
    return {
      from,
      to,
      key: tokens
        .slice(from, to)
        .map(({ text }) => text)
        .join(" "),
    };
  });
}

export function indentOf({ blanks }: Token): string {
  return blanks.slice(blanks.lastIndexOf("\n") + 1);
}
