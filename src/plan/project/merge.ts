import { type Document, isMap, isNode, isScalar, parse, parseDocument } from "yaml";

/** A file of a person with what Tutti proposes for it. */
export interface Merged {
  readonly text: string;
  /** Keys of the person's that stay, though Tutti proposes something else. */
  readonly kept: readonly string[];
}

/**
 * Adds the keys that a file lacks; those that it has stay as they are, and so do its comments. `null`: it is no map of
 * YAML.
 */
export function mergedText(old: string, proposed: string): Merged | null {
  const document = parseDocument(old);
  if (document.errors.length > 0 || !(document.contents === null || isMap(document.contents))) return null;
  const wanted = parseDocument(proposed);
  const whole = compare(document, wanted);
  if (whole.missing.length === 0) return { text: old, kept: whole.kept };
  const blocks = proposed.trimEnd().split("\n\n");
  const added = whole.missing.filter(({ isNew }) => isNew);
  const nested = whole.missing.filter(({ isNew }) => !isNew);
  for (const { path, value } of nested) {
    carryComments(document.getIn(path, true), value);
    document.setIn(path, value);
  }
  const begun = nested.length === 0 ? old : textOf(document, old);
  const fresh = blocks.filter((block) => added.some(({ path }) => keysIn(block).includes(path[0] ?? "")));
  const text = [...(begun.trim() === "" ? [] : [begun.trimEnd()]), ...fresh, ""].join("\n\n").replace(/\n+$/, "\n");
  if (isWhole(text, [...keysIn(old), ...added.map(({ path }) => path[0] ?? "")])) return { text, kept: whole.kept };
  // Nothing can be written behind some forms of YAML, such as a map in braces.
  for (const { path, value } of added) document.setIn(path, value);
  return { text: textOf(document, old), kept: whole.kept };
}

interface Missing {
  readonly path: readonly string[];
  readonly value: unknown;
  /** A key of the top that the file does not have at all. */
  readonly isNew: boolean;
}

interface Comparison {
  readonly missing: readonly Missing[];
  readonly kept: readonly string[];
}

function compare(document: Document, wanted: Document): Comparison {
  const missing: Missing[] = [];
  const kept: string[] = [];
  const walk = (path: readonly string[], value: unknown): void => {
    const own = path.length === 0 ? document.contents : document.getIn(path, true);
    // A key whose values are all commented out is there, and has none.
    const isEmpty = isScalar(own) && own.value === null;
    if (own === undefined || isEmpty) missing.push({ path, value, isNew: path.length === 1 && !isEmpty });
    else if (isMap(value) && (isMap(own) || path.length === 0))
      for (const { key, value: inner } of value.items) walk([...path, String(key)], inner);
    else if (JSON.stringify(plain(own)) !== JSON.stringify(plain(value))) kept.push(path.join("."));
  };
  walk([], wanted.contents);
  return { missing, kept };
}

function carryComments(from: unknown, to: unknown): void {
  if (!isNode(from) || !isNode(to)) return;
  const words = [from.commentBefore, from.comment].filter((text) => typeof text === "string");
  if (words.length > 0) to.commentBefore = words.join("\n");
}

function plain(node: unknown): unknown {
  return isNode(node) ? node.toJSON() : node;
}

function keysIn(text: string): readonly string[] {
  try {
    const value: unknown = parse(text);
    return typeof value === "object" && value !== null ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

function isWhole(text: string, keys: readonly string[]): boolean {
  const found = new Set(keysIn(text));
  return found.size === new Set(keys).size && keys.every((key) => found.has(key));
}

function textOf(document: Document, old: string): string {
  const indent = /^( +)[^\s#-]/m.exec(old)?.[1]?.length ?? 2;
  return document.toString({ lineWidth: 0, indent: Math.min(indent, 8) });
}

/** Lines with a sign: `+` is added, `-` goes, a space stays; what is far from a change is left out. */
export function differenceOf(old: string, text: string, around = 2): readonly string[] {
  const [before, after] = [old, text].map((one) => one.replace(/\n$/, "").split("\n")) as [string[], string[]];
  const lines = alignedLines(before, after);
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - around), at + around + 1).some((line) => !line.startsWith(" "));
  return lines.flatMap((line, at) => (isNear(at) ? [line] : at > 0 && isNear(at - 1) ? ["  …"] : []));
}

/** By the longest common part. */
function alignedLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const common: number[][] = Array.from({ length: before.length + 1 }, () => Array<number>(after.length + 1).fill(0));
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      (common[row] ?? [])[column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: string[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    if (row < before.length && before[row] === after[column]) {
      lines.push(`  ${before[row] ?? ""}`);
      row += 1;
      column += 1;
    } else if (column < after.length && (row === before.length || at(row, column + 1) > at(row + 1, column))) {
      lines.push(`+ ${after[column] ?? ""}`);
      column += 1;
    } else {
      lines.push(`- ${before[row] ?? ""}`);
      row += 1;
    }
  }
  return lines;
}
