/**
 * About how many parts the program has that a regular expression is compiled to: a repetition stands for as many copies
 * of what it repeats. Compiling takes time and memory in proportion, so that a hundred characters can take minutes.
 */
export function patternWeight(written: string): number {
  const reading: Reading = { sums: [0], last: 0 };
  for (const [part, repetition] of written.matchAll(parts)) {
    if (repetition === undefined) add(reading, part);
    else repeat(reading, repetition);
  }
  return reading.sums.reduce((sum, inner) => sum + inner, 0);
}

// What belongs together: a quotation, a class of Unicode or of bytes, an escaped sign, a class in brackets, a
// repetition, any other sign.
const parts =
  /\\Q[^]*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\[^]|\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\{(\d{1,9}(?:,\d{0,9})?)\}|[^]/g;

interface Reading {
  /** Of the groups that are open, from the outermost. */
  readonly sums: number[];
  /** What a repetition would repeat. */
  last: number;
}

function add(reading: Reading, part: string): void {
  const { sums } = reading;
  if (part === "(") {
    sums.push(1);
    return;
  }
  // A closing bracket too many is for the parser to tell.
  reading.last = part === ")" && sums.length > 1 ? (sums.pop() ?? 0) + 1 : weightOf(part);
  sums[sums.length - 1] = (sums.at(-1) ?? 0) + reading.last;
}

function weightOf(part: string): number {
  if (part.startsWith(String.raw`\Q`)) return part.length;
  // Tables of Unicode have hundreds of ranges.
  return /\\[pP]/.test(part) ? 50 : 1;
}

function repeat(reading: Reading, repetition: string): void {
  const { sums } = reading;
  const times = Math.max(1, ...repetition.split(",").map(Number));
  sums[sums.length - 1] = (sums.at(-1) ?? 0) + reading.last * (times - 1);
  reading.last *= times;
}
