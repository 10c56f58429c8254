/** Where in a score the cursor is: the way to the map that it stands in, by keys; `[]` is an entry of a list. */
export interface Place {
  readonly path: readonly string[];
  /** A key is written, or the value of this key. */
  readonly key: string | null;
  /** Letters of the word before the cursor. */
  readonly typed: string;
  /** Column in which the map's keys begin. */
  readonly column: number;
  /** Keys that the map has already. */
  readonly taken: ReadonlySet<string>;
}

interface Line {
  /** Columns of the dashes, and of what follows them. */
  readonly dashes: readonly number[];
  readonly column: number;
  /** `null`: an entry of a list that is no map. */
  readonly key: string | null;
  readonly value: string;
}

/** By the indentation of block style, as scores are written; `null`: within a text, a comment or another style. */
export function placeAt(text: string, offset: number): Place | null {
  const before = text.slice(0, offset).split("\n");
  const current = before.pop() ?? "";
  const now = /^((?: |- +)*)(?:([\w-]*)|([\w-]+):[ ]+([\w.-]*))$/.exec(current);
  if (now === null) return null;
  const [, head = "", word, key = null, value = ""] = now;
  const way = wayUp({ column: head.length, dashes: dashesIn(head) }, before.map(lineOf));
  if (way === null) return null;
  const rest = text.slice(offset).split("\n").slice(1).map(lineOf);
  const taken = new Set([
    ...siblings(before.map(lineOf).toReversed(), head),
    ...siblings(rest, head.replaceAll("-", " ")),
  ]);
  return { path: way, key, typed: word ?? value, column: head.length, taken };
}

function lineOf(line: string): Line | null {
  const found = /^((?: |- +)*)(?:([\w-]+):(?: +(.*))?|(.*))$/.exec(line);
  const [, head = "", key = null, value = "", other = ""] = found ?? [];
  if (key === null && (other.trim() === "" || other.startsWith("#")) && !head.includes("-")) return null;
  return { dashes: dashesIn(head), column: head.length, key, value: value.replace(/^#.*/, "").trim() };
}

function dashesIn(head: string): readonly number[] {
  return [...head.matchAll(/-/g)].map(({ index }) => index);
}

/** From the cursor's line up, each line that holds the one below it. */
function wayUp(from: Pick<Line, "column" | "dashes">, above: readonly (Line | null)[]): readonly string[] | null {
  const path: string[] = [];
  const now = { limit: from.column, isInList: false };
  const enter = (dashes: readonly number[]): void => {
    for (const dash of dashes.toReversed()) {
      path.unshift("[]");
      now.limit = dash;
      now.isInList = true;
    }
  };
  enter(from.dashes);
  for (const line of above.toReversed()) {
    if (line === null) continue;
    if (line.column === now.limit && !now.isInList && line.dashes.length > 0) enter(line.dashes);
    else if (line.column < now.limit || (now.isInList && line.column === now.limit && line.dashes.length === 0)) {
      if (line.key === null || line.value !== "") return null;
      path.unshift(line.key);
      now.limit = line.column;
      now.isInList = false;
      enter(line.dashes);
    }
  }
  return path;
}

/** Keys of the same map, from the cursor on in one direction. */
function siblings(lines: readonly (Line | null)[], head: string): readonly string[] {
  const keys: string[] = [];
  // The entry that the cursor's line begins has nothing above it.
  if (head.includes("-")) return keys;
  for (const line of lines) {
    if (line === null || line.column > head.length) continue;
    if (line.column < head.length || line.key === null) break;
    const isBelow = lines[0] !== undefined;
    if (line.dashes.length > 0 && !isBelow) break;
    keys.push(line.key);
    if (line.dashes.length > 0) break;
  }
  return keys;
}
