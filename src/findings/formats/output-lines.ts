/** Longer lines are cut, not skipped: they may be findings. */
const maxLineLength = 10_000;

// Tools print colours even into a pipe.
const colours = /\u001b\[[\d;]*[A-Za-z]/g;

/** Non-empty lines. */
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
