/** How many columns of a terminal a text takes. */
export function cellsIn(text: string): number {
  // Nearly all text is ASCII.
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let cells = 0;
  for (const sign of text) cells += cellsOf(sign);
  return cells;
}

const nothing = /^[\p{M}\p{Cf}\p{Cc}]$/u;
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}$/u;

function cellsOf(sign: string): number {
  return nothing.test(sign) ? 0 : wide.test(sign) ? 2 : 1;
}

/** At most so many columns; `…` at the end where something was cut off. */
export function fit(text: string, cells: number): string {
  if (cellsIn(text) <= cells) return text;
  if (cells <= 0) return "";
  return `${head(text, cells - 1)}…`;
}

/** Exactly so many columns. */
export function fill(text: string, cells: number): string {
  const cut = fit(text, cells);
  return cut + " ".repeat(Math.max(0, cells - cellsIn(cut)));
}

function head(text: string, cells: number): string {
  let [taken, used] = ["", 0];
  for (const sign of text) {
    used += cellsOf(sign);
    if (used > cells) break;
    taken += sign;
  }
  return taken;
}

/** Lines of at most so many columns, broken between words where that is possible. */
export function wrap(text: string, cells: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (cellsIn(rest) > cells) {
    const whole = head(rest, Math.max(2, cells));
    const space = whole.lastIndexOf(" ");
    // A long indentation or a long word is cut where the line ends.
    const line = space > whole.length / 3 && rest[whole.length] !== " " ? whole.slice(0, space) : whole;
    lines.push(line);
    rest = rest.slice(line.length).replace(/^ /, "");
  }
  return [...lines, rest];
}
