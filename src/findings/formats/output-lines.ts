/** Longer lines are cut, not passed over: they may be findings all the same. */
const maxLineLength = 10_000;

// Tools print colours even into a pipe.
const colours = /\u001b\[[\d;]*[A-Za-z]/g;

/** The lines of an output, without those that are empty. */
export function* outputLines(output: string): Generator<string> {
  let start = 0;
  while (start < output.length) {
    const found = output.indexOf("\n", start);
    const end = found === -1 ? output.length : found;
    if (end > start)
      yield output
        .slice(start, Math.min(end, start + maxLineLength))
        .replace(/\r$/, "")
        .replaceAll(colours, "");
    start = end + 1;
  }
}

/** A line or a column as text has it; they count from 1, and 0 is what tools write when they know none. */
export function numberIn(text: string | null | undefined): number | null {
  const number = typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number === 0 ? null : number;
}
