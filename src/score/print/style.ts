import { Scalar, isMap, isScalar, isSeq, visit } from "yaml";
import type { Document, Node, Pair, YAMLSeq } from "yaml";
import { TuttiError } from "../../base/error.ts";
import { maxScoreBytes } from "../parse.ts";

/** Gives every text and list the form in which it is easiest to read and still the same when it is read. */
export function setStyles(doc: Document): void {
  let length = 0;
  visit(doc, {
    Scalar(key, node) {
      if (typeof node.value !== "string") return;
      length += node.value.length;
      // A small file can stand for much: its aliases share a text, and what is printed can't.
      if (length > maxScoreBytes)
        throw new TuttiError("score.invalid", "the score would be larger than 1 MB when it is written out", {
          audience: "user",
        });
      const style = styleOf(node.value, key === "key");
      if (style !== undefined) node.type = style;
    },
    Seq(_, node) {
      node.flow = isShort(node);
    },
  });
  if (!isMap(doc.contents)) return;
  const pairs = doc.contents.items as Pair<Node, Node | null>[];
  setApart(pairs.map(({ key, value }) => ({ start: key, body: value })));
  const sheets = doc.get("sheets", true);
  if (isSeq(sheets)) setApart((sheets.items as Node[]).map((sheet) => ({ start: sheet, body: sheet })));
}

/**
 * Characters that other readers of YAML take for ends of lines, or not at all. Control characters the library quotes by
 * itself.
 */
const hidden = /[\u2028\u2029\uFEFF\uFFFE\uFFFF]/;

function styleOf(text: string, isKey: boolean): Scalar.Type | undefined {
  if (hidden.test(text)) return Scalar.QUOTE_DOUBLE;
  if (!/[\n\t]/.test(text)) return undefined;
  // A block of blanks shows nothing.
  const isBlock = !isKey && text.includes("\n") && text.trim() !== "";
  return isBlock ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
}

/** In double quotes such characters have a spelling, and nowhere else in what is printed do they stand. */
export function escapeHidden(text: string): string {
  return text.replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

/** A list of a few words stands on one line. */
function isShort(list: YAMLSeq): boolean {
  let length = 0;
  for (const item of list.items) {
    if (!isScalar(item)) return false;
    const text = String(item.value);
    if (text.includes("\n")) return false;
    length += text.length + 2;
  }
  return length <= 120;
}

interface Part {
  readonly start: Node;
  readonly body: Node | null;
}

/** A blank line around what takes several lines. */
function setApart(parts: readonly Part[]): void {
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    if (before !== undefined && (isTall(part.body) || isTall(before.body))) part.start.spaceBefore = true;
  }
}

function isTall(node: Node | null): boolean {
  if (isScalar(node)) return node.type === Scalar.BLOCK_LITERAL;
  return (isMap(node) && node.items.length > 0) || (isSeq(node) && node.flow !== true);
}
