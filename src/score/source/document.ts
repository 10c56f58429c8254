import { isScalar, visit } from "yaml";
import type { Document, LineCounter, Node, Scalar } from "yaml";
import { inspect } from "./inspect.ts";
import type { Fault } from "./inspect.ts";
import { nodeFinder } from "./nodes.ts";
import type { KeyPath, Position } from "./place.ts";
import { plainValue } from "./plain.ts";
import type { Problem } from "./problem.ts";
import { WholeFloat, keptFloat } from "./whole-float.ts";
import { parseYaml } from "./yaml.ts";

/** A score's text, read as YAML, that still knows where each value stands. */
export interface ScoreDocument {
  /** Plain data; keys are text. */
  readonly value: unknown;
  /** Where the value (or the key) at a path stands; where there is none, what it would be in. */
  positionOf(path: KeyPath, part?: "key" | "value"): Position;
  /**
   * The value at a path with maps as `Map`, whose keys are still the numbers they were written as; `1.0` is a
   * `WholeFloat`.
   */
  exactValue(path: KeyPath): unknown;
  /** Where a place inside the text at a path stands; where the text begins when its lines are not lines of the file. */
  positionInside(path: KeyPath, place: Position): Position;
  /** Where the key or the value at a path begins and ends in the text; `null` when there is none. */
  extentOf(path: KeyPath, part: "key" | "value"): Extent | null;
}

export interface Extent {
  readonly from: number;
  readonly to: number;
}

export type DocumentRead =
  | { readonly kind: "read"; readonly document: ScoreDocument }
  | { readonly kind: "unreadable"; readonly problems: readonly Problem[] };

/** How a text is read that is no YAML 1.2. */
export interface Dialect {
  /** What a plain word means. */
  readonly scalar: (source: string) => unknown;
  /** Whether `<<` merges maps. */
  readonly merges: boolean;
}

export function readDocument(text: string, dialect?: Dialect): DocumentRead {
  const parsed = parseYaml(text);
  const { lines } = parsed;
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const unreadable = (faults: readonly Fault[]): DocumentRead => ({
    kind: "unreadable",
    problems: faults
      .slice(0, maxFaults)
      .map(({ offset, message }) => ({ code: "V010", at: at(offset), path: [], message })),
  });
  if (parsed.kind === "too much") return unreadable([parsed]);
  const doc = parsed.document;
  const faults = [...doc.errors, ...doc.warnings];
  if (faults.length > 0) return unreadable(faults.map((fault) => ({ offset: fault.pos[0], message: inWords(fault) })));
  readScalars(doc, dialect?.scalar);
  const { aliases, faults: inspected } = inspect(doc, dialect?.merges ?? false);
  if (inspected.length > 0) return unreadable(inspected);
  return { kind: "read", document: locating({ text, lines, doc, aliases, at }) };
}

function readScalars(doc: Document, scalar: ((source: string) => unknown) | undefined): void {
  visit(doc, {
    Scalar(place, node) {
      if (node.type !== "PLAIN" || node.source === undefined) return;
      const isMeant = scalar !== undefined && node.tag === undefined;
      const value = isMeant ? scalar(node.source) : isFloat(node, node.source) ? keptFloat(node.value) : node.value;
      if (place !== "key") node.value = value;
      else if (isMeant) {
        const key = value instanceof WholeFloat ? value.value : value;
        // A key is a text or a number; what else it may mean, nothing could ask for it by.
        node.value = Number.isInteger(key) ? key : node.source;
      }
    },
  });
}

function isFloat(node: Scalar, source: string): node is Scalar<number> {
  if (typeof node.value !== "number") return false;
  return node.tag === "tag:yaml.org,2002:float" || (/[.eE]/.test(source) && !/^0[xo]/.test(source));
}

// Nobody reads more, and a hostile file has one in every line.
const maxFaults = 100;

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
  const find = nodeFinder(doc.contents, aliases);
  return {
    value: plainValue(doc.contents, aliases, "objects"),
    positionOf(path, part = "value") {
      const { key, node } = find(path);
      const place = part === "key" ? (key ?? node) : (node ?? key);
      return at(place?.range?.[0] ?? 0);
    },
    exactValue(path) {
      const { node, isWhole } = find(path);
      return isWhole && node !== null ? plainValue(node, aliases, "maps") : undefined;
    },
    positionInside(path, place) {
      const { node } = find(path);
      const start = at(node?.range?.[0] ?? 0);
      if (!isScalar(node)) return start;
      if (node.type !== "BLOCK_LITERAL") return { ...start, column: start.column + stepsInLine(node, text, place) };
      const line = start.line + place.line;
      const written = text.slice(lines.lineStarts[line - 1], lines.lineStarts[line]).trimEnd();
      const read = String(node.value).split("\n")[place.line - 1] ?? "";
      return { line, column: place.column + Math.max(0, written.length - read.trimEnd().length) };
    },
    extentOf(path, part) {
      const { key, node, isWhole } = find(path);
      const range = (part === "key" ? key : node)?.range;
      return isWhole && range ? { from: range[0], to: range[1] } : null;
    },
  };
}

/** How far a place lies from where a text of one line begins; 0 when it is not written as it is read. */
function stepsInLine(node: Scalar, text: string, place: Position): number {
  const [from = 0, to = 0] = node.range ?? [];
  const quote = node.type === "PLAIN" ? 0 : 1;
  return place.line === 1 && text.slice(from + quote, to - quote) === node.value ? quote + place.column - 1 : 0;
}

function inWords(fault: { readonly code: string; readonly message: string }): string {
  switch (fault.code) {
    case "TAB_AS_INDENT":
      return "a tab can't indent; use spaces";
    case "TAG_RESOLVE_FAILED":
      return "tags (!) are not read in a score";
    default:
      return fault.message.charAt(0).toLowerCase() + fault.message.slice(1);
  }
}
