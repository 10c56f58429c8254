import { WholeFloat } from "@tutti/jinja";
import {
  type Document,
  type LineCounter,
  type Node,
  type Scalar,
  type YAMLMap,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  visit,
} from "yaml";
import { type Fault, inspect } from "./inspect.ts";
import type { KeyPath, Position } from "./place.ts";
import type { Problem } from "./problem.ts";
import { keptFloat } from "./whole-float.ts";
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
  /** The value of a plain word. */
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

// More would not be read, and a hostile file has one in every line.
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

/** The values of nodes: plain data, or maps as `Map` with the numbers they were written with, also those in `1.0`. */
type Maps = "objects" | "maps";

/**
 * The value of a node. The library's own way looks through all anchors again for each alias. An alias has the same
 * value each time; earlier checks make sure that the value is not too large, and that nothing contains itself.
 */
function plainValue(root: Node | null, aliases: ReadonlyMap<Node, Node>, maps: Maps): unknown {
  const known = new Map<Node, unknown>();
  const valueOf = (node: unknown): unknown => {
    const meant = isAlias(node) ? aliases.get(node) : node;
    if ((!isSeq(meant) && !isMap(meant)) || meant.anchor === undefined) return made(meant);
    if (!known.has(meant)) known.set(meant, made(meant));
    return known.get(meant);
  };
  const made = (node: unknown): unknown => {
    if (isScalar(node)) return maps === "objects" && node.value instanceof WholeFloat ? node.value.value : node.value;
    if (isSeq(node)) return node.items.map(valueOf);
    if (!isMap(node)) return null;
    const entries = node.items.map(({ key, value }): [unknown, unknown] => [
      isScalar(key) ? key.value : null,
      valueOf(value),
    ]);
    return maps === "maps" ? new Map(entries) : Object.fromEntries(entries.map(([key, value]) => [String(key), value]));
  };
  return valueOf(root);
}

interface Found {
  readonly key: Node | null;
  readonly node: Node | null;
  /** Whether the path leads all the way; else the rest of it is missing, and this is where it would be. */
  readonly isWhole: boolean;
}

/**
 * Finds nodes by their path. Each map is walked once for any number of questions: a hostile file may ask for all its
 * keys.
 */
function nodeFinder(root: Node | null, aliases: ReadonlyMap<Node, Node>): (path: KeyPath) => Found {
  const indexes = new Map<YAMLMap, ReadonlyMap<string, Step>>();
  const meant = (node: Node | null): Node | null => (node === null ? null : (aliases.get(node) ?? node));
  const stepInto = (node: Node | null, step: string | number): Step | undefined => {
    if (isSeq(node))
      return typeof step === "number" && step < node.items.length
        ? { key: null, node: node.items[step] as Node }
        : undefined;
    if (!isMap(node)) return undefined;
    const index = indexes.get(node) ?? indexOf(node);
    indexes.set(node, index);
    return index.get(String(step));
  };
  return (path) => {
    let found: Step = { key: null, node: root };
    for (const step of path) {
      const next = stepInto(meant(found.node), step);
      if (next === undefined) return { ...found, isWhole: false };
      found = next;
    }
    return { key: found.key, node: meant(found.node), isWhole: true };
  };
}

interface Step {
  readonly key: Node | null;
  readonly node: Node | null;
}

function indexOf(map: YAMLMap): ReadonlyMap<string, Step> {
  return new Map(
    map.items.flatMap(({ key, value }) =>
      isScalar(key) ? [[String(key.value), { key, node: value as Node | null }]] : [],
    ),
  );
}
