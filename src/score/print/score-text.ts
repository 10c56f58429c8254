import { Document, Scalar } from "yaml";
import type { ReadScore } from "../build/build.ts";
import { score as schema } from "../schema/score.ts";
import { printed } from "../source/shape.ts";
import { WholeFloat } from "../source/whole-float.ts";
import { escapeHidden, setStyles } from "./style.ts";

export interface PrintOptions {
  /** To stand above the score. */
  readonly comments?: readonly string[];
  /** What is the same in many places is written once, with a name (an anchor) that the others refer to. */
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

/** `1.0` is written with its digit, or it would be read as `1`. What was shared stays shared. */
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

/** What is shorter takes no less room as a reference. */
const shortest = 32;

/**
 * The same value, in which lists and maps that are the same in several places are one: the printer writes it once, and
 * names it elsewhere. For scores that nobody writes by hand, with hundreds of sheets that differ in little.
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
