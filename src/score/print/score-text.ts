import { WholeFloat } from "@tutti/jinja";
import { type Node, type Pair, type YAMLSeq, Document, isMap, isScalar, isSeq, Scalar, visit } from "yaml";
import { TuttiError } from "../../base/error.ts";
import type { ReadScore } from "../build/build.ts";
import { maxScoreBytes } from "../parse.ts";
import { score as schema } from "../schema/score.ts";
import { printed } from "../source/shape.ts";

export interface PrintOptions {
  /** To stand above the score. */
  readonly comments?: readonly string[];
  /** Writes repeated parts once, with a name (an anchor) that the others refer to. */
  readonly shares?: boolean;
}

/** A score as its author would write it: reading the text gives the same score. */
export function scoreText(
  { score, variables }: Pick<ReadScore, "score" | "variables">,
  { comments = [], shares = false }: PrintOptions = {},
): string {
  // The variables come apart: as part of the score, the keys of their maps are text.
  const table = {
    ...(printed(schema, score) as Readonly<Record<string, unknown>>),
    ...(score.variables === undefined ? {} : { variables: withDigits(variables) }),
  };
  // With quotes where other readers of YAML would see a date or a yes.
  const doc = new Document(shares ? withShared(table) : table, { compat: "yaml-1.1" });
  setStyles(doc);
  const text = doc.toString({ lineWidth: 0, doubleQuotedAsJSON: true, flowCollectionPadding: false });
  return `${comments.map(commentLine).join("")}${escapeHidden(text)}`;
}

/** `1.0` is written with its digit, or it would be read as `1`. Shared values stay shared. */
function withDigits(root: unknown): unknown {
  const known = new Map<unknown, unknown>();
  const written = (value: unknown): unknown => {
    if (value instanceof WholeFloat) return Object.assign(new Scalar(value.value), { minFractionDigits: 1 });
    if (!Array.isArray(value) && !(value instanceof Map)) return value;
    const made =
      known.get(value) ??
      (Array.isArray(value)
        ? value.map(written)
        : new Map([...(value as Map<unknown, unknown>)].map(([key, inner]) => [key, written(inner)])));
    known.set(value, made);
    return made;
  };
  return written(root);
}

function commentLine(comment: string): string {
  return `# ${comment.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}`.trimEnd().concat("\n");
}

/** A shorter part takes no less room as a reference. */
const shortest = 32;

/**
 * The same value, in which lists and maps that are the same in several places are one: the printer writes it once, and
 * names it elsewhere. For generated scores, with hundreds of sheets that differ in little.
 */
function withShared(value: unknown): unknown {
  const known = new Map<string, unknown>();
  const shared = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null || part instanceof Map) return part;
    const key = JSON.stringify(part);
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = Array.isArray(part)
      ? part.map(shared)
      : Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, shared(inner)]));
    if (key.length >= shortest) known.set(key, made);
    return made;
  };
  return shared(value);
}

/** Gives every text and list the form in which it is easiest to read and still the same when it is read. */
function setStyles(doc: Document): void {
  let length = 0;
  visit(doc, {
    Scalar(key, node) {
      if (typeof node.value !== "string") return;
      length += node.value.length;
      // A small file can represent much: its aliases share a text, and printed text can't.
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
function escapeHidden(text: string): string {
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
