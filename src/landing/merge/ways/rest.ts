import { matchSequences } from "./match.ts";

/** A text in which everything is merged but some regions, which both sides are in, between git's marks. */
export interface Rest {
  readonly text: string;
  readonly regions: number;
  /** Of both sides, in all regions. */
  readonly lines: number;
}

/** Of two texts that differ only in what is open: each difference becomes a region. */
export function restOf(ours: string, theirs: string): Rest {
  const [mine, yours] = [linesIn(ours), linesIn(theirs)];
  const match = matchSequences(mine, yours);
  const out: string[] = [];
  const count = { regions: 0, lines: 0 };
  let [at, atYours] = [0, 0];
  const close = (to: number, toYours: number): void => {
    const [own, other] = [mine.slice(at, to), yours.slice(atYours, toYours)];
    if (own.length + other.length === 0) return;
    out.push("<<<<<<< ours\n", ...own.map(ended), "=======\n", ...other.map(ended), ">>>>>>> theirs\n");
    count.regions += 1;
    count.lines += own.length + other.length;
  };
  for (const [place, there] of match.entries()) {
    if (there < 0) continue;
    close(place, there);
    out.push(mine[place] ?? "");
    [at, atYours] = [place + 1, there + 1];
  }
  close(mine.length, yours.length);
  return { text: out.join(""), ...count };
}

/** Lines with their ends. */
function linesIn(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function ended(line: string): string {
  return line.endsWith("\n") ? line : `${line}\n`;
}
