import { LineCounter, isMap, isScalar, isSeq, parseDocument } from "yaml";
import type { Document, Node } from "yaml";
import { inspect } from "./inspect.ts";
import type { KeyPath, Position } from "./place.ts";
import type { Problem } from "./problem.ts";

/** A score's text, read as YAML, that still knows where each value stands. */
export interface ScoreDocument {
  /** Plain data; keys are text. */
  readonly value: unknown;
  /** Where the value (or the key) at a path stands; where there is none, what it would be in. */
  positionOf(path: KeyPath, part?: "key" | "value"): Position;
  /** The value at a path with maps as `Map`, whose keys are still the numbers they were written as. */
  exactValue(path: KeyPath): unknown;
  /** Where a place inside the text at a path stands; where the text begins when its lines are not lines of the file. */
  positionInside(path: KeyPath, place: Position): Position;
}

export type DocumentRead = { readonly kind: "read"; readonly document: ScoreDocument } | { readonly kind: "unreadable"; readonly problems: readonly Problem[] };

export function readDocument(text: string): DocumentRead {
  const lines = new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  // Keys are compared by `inspect`: the parser compares each with all others, which takes minutes for a hostile file.
  const doc = parseDocument(text, { lineCounter: lines, uniqueKeys: false, merge: false, prettyErrors: false, logLevel: "error" });
  // Once it has lost its way in the depth, what else it says is about the way back.
  const lost = doc.errors.find((error) => error.code === "RESOURCE_EXHAUSTION");
  const faults = lost === undefined ? [...doc.errors, ...doc.warnings] : [lost];
  if (faults.length > 0) {
    return { kind: "unreadable", problems: faults.map((fault) => ({ at: at(fault.pos[0]), path: [], message: inWords(fault) })) };
  }
  const { aliases, faults: inspected } = inspect(doc);
  if (inspected.length > 0) {
    return { kind: "unreadable", problems: inspected.map((fault) => ({ at: at(fault.offset), path: [], message: fault.message })) };
  }
  return { kind: "read", document: locating({ text, lines, doc, aliases, at }) };
}

/** The map at a path, with its keys as they were written; empty when there is none. */
export function exactMap(document: ScoreDocument, path: KeyPath): ReadonlyMap<string, unknown> {
  const value = document.exactValue(path);
  return value instanceof Map ? (value as Map<string, unknown>) : new Map();
}

interface Parsed {
  readonly text: string;
  readonly lines: LineCounter;
  readonly doc: Document;
  readonly aliases: ReadonlyMap<Node, Node>;
  readonly at: (offset: number) => Position;
}

function locating({ text, lines, doc, aliases, at }: Parsed): ScoreDocument {
  // The size of what aliases stand for is bounded by `inspect`.
  const limits = { maxAliasCount: -1 };
  const find = (path: KeyPath): Found => findNode(doc.contents, path, aliases);
  return {
    value: doc.toJS(limits) as unknown,
    positionOf(path, part = "value") {
      const { key, node } = find(path);
      const place = part === "key" ? (key ?? node) : (node ?? key);
      return at(place?.range?.[0] ?? 0);
    },
    exactValue(path) {
      const { node, isWhole } = find(path);
      return isWhole && node !== null ? (node.toJS(doc, { ...limits, mapAsMap: true }) as unknown) : undefined;
    },
    positionInside(path, place) {
      const { node } = find(path);
      const start = at(node?.range?.[0] ?? 0);
      if (!isScalar(node) || node.type !== "BLOCK_LITERAL") return start;
      const line = start.line + place.line;
      const written = text.slice(lines.lineStarts[line - 1], lines.lineStarts[line]).trimEnd();
      const read = String(node.value).split("\n")[place.line - 1] ?? "";
      return { line, column: place.column + Math.max(0, written.length - read.trimEnd().length) };
    },
  };
}

interface Found {
  readonly key: Node | null;
  readonly node: Node | null;
  /** Whether the path leads all the way; else the rest of it is missing. */
  readonly isWhole: boolean;
}

function findNode(root: Node | null, path: KeyPath, aliases: ReadonlyMap<Node, Node>): Found {
  let key: Node | null = null;
  let node: Node | null = root;
  for (const step of path) {
    const inside: Node | null = node === null ? null : (aliases.get(node) ?? node);
    const next = isMap(inside) ? pairOf(inside.items, step) : isSeq(inside) ? itemOf(inside.items, step) : undefined;
    if (next === undefined) return { key, node, isWhole: false };
    key = next.key;
    node = next.node;
  }
  return { key, node: node === null ? null : (aliases.get(node) ?? node), isWhole: true };
}

type Step = { readonly key: Node | null; readonly node: Node | null } | undefined;

function pairOf(pairs: readonly { readonly key: unknown; readonly value: unknown }[], step: string | number): Step {
  const pair = pairs.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  return pair === undefined ? undefined : { key: pair.key as Node, node: pair.value as Node | null };
}

function itemOf(items: readonly unknown[], step: string | number): Step {
  return typeof step === "number" && step < items.length ? { key: null, node: items[step] as Node } : undefined;
}

function inWords(fault: { readonly code: string; readonly message: string }): string {
  switch (fault.code) {
    case "TAB_AS_INDENT":
      return "a tab can't indent; use spaces";
    case "MULTIPLE_DOCS":
      return "a score is one document; there is a second one after ---";
    case "RESOURCE_EXHAUSTION":
      return "nested too deeply";
    case "TAG_RESOLVE_FAILED":
      return "tags (!) are not read in a score";
    default:
      return fault.message.charAt(0).toLowerCase() + fault.message.slice(1);
  }
}
