import type { ScoreSource } from "../../build/source.ts";
import { type Diagnosis, diagnoseScore } from "../../parse.ts";
import { builtInNames } from "../../resolve/scene.ts";
import { type ScoreDocument, readDocument } from "../../source/document.ts";
import { isSlip } from "../../source/nearest.ts";
import type { KeyPath } from "../../source/place.ts";
import { type Problem, isError, pathText } from "../../source/problem.ts";
import { meantKey } from "../../source/shape.ts";
import { mixUpsIn, withoutMixUps } from "../tags.ts";
import { type Change, type Edit, type Effect, withEdits, withEffects } from "./edit.ts";

export interface FixedScore {
  readonly text: string;
  /** In the order in which they were made; empty when there was nothing that could be repaired. */
  readonly changes: readonly Change[];
}

// A repair may uncover the next problem; a score needs two or three rounds.
const maxRounds = 50;

/** Repairs what can be repaired for certain. Everything else in the text stays as it is, to the letter. */
export function fixScore(text: string, source: ScoreSource): FixedScore {
  const spaced = withoutTabs(text);
  let current: FixedScore = spaced ?? { text, changes: [] };
  const refused = new Set<string>();
  for (let round = 0; round < maxRounds; round++) {
    const opened = readDocument(current.text);
    if (opened.kind === "unreadable") break;
    const { document } = opened;
    const diagnosis = diagnoseScore(current.text, source);
    const edits = editsFor(diagnosis, current.text, document).filter((edit) => !refused.has(keyOf(edit)));
    if (edits.length === 0) break;
    const parts = { text: current.text, document, source };
    const sound = soundOf(edits, parts);
    for (const edit of sound.refused) refused.add(keyOf(edit));
    current = {
      text: withEdits(current.text, sound.made),
      changes: [...current.changes, ...sound.made.map(({ change }) => change)],
    };
  }
  return current;
}

function editsFor({ problems, read }: Diagnosis, text: string, document: ScoreDocument): readonly Edit[] {
  const names = new Set([...builtInNames, ...(read?.variables.keys() ?? [])]);
  const edits = problems.flatMap(
    (problem) => keyEdit(problem, text, document) ?? bracesEdit(problem, document, { text, names }) ?? [],
  );
  // Each name in a text is a problem of its own, and one edit is for all of them.
  return [...new Map(edits.toReversed().map((edit) => [keyOf(edit), edit])).values()].reverse();
}

interface Parts {
  readonly text: string;
  readonly document: ScoreDocument;
  readonly source: ScoreSource;
}

/**
 * All of them together; where that does not go, those that don't go alone are given up, and the others wait for the
 * next round.
 */
function soundOf(
  edits: readonly Edit[],
  parts: Parts,
): { readonly made: readonly Edit[]; readonly refused: readonly Edit[] } {
  if (isSound(edits, parts)) return { made: edits, refused: [] };
  const refused = edits.filter((edit) => !isSound([edit], parts));
  return { made: refused.length === 0 ? edits.slice(0, 1) : [], refused };
}

/**
 * The text must say exactly what it said before but for the repair, and nothing may be wrong with what was repaired.
 */
function isSound(edits: readonly Edit[], parts: Parts): boolean {
  const text = withEdits(parts.text, edits);
  const opened = readDocument(text);
  if (opened.kind === "unreadable") return false;
  const effects = edits.map(({ effect }) => effect);
  if (JSON.stringify(opened.document.value) !== JSON.stringify(withEffects(parts.document.value, effects)))
    return false;
  const wrong = diagnoseScore(text, parts.source).problems.filter(isError);
  return effects.every((effect) => !wrong.some((problem) => isAt(problem, pathAfter(effect))));
}

function isAt({ path }: Problem, place: KeyPath): boolean {
  return place.every((step, index) => String(path[index]) === String(step));
}

function pathAfter(effect: Effect): KeyPath {
  return effect.kind === "rename" ? [...effect.path.slice(0, -1), effect.name] : effect.path;
}

function keyOf({ effect }: Edit): string {
  return JSON.stringify([effect.path, effect.kind === "rename" ? effect.name : ""]);
}

/** Two braces where a text has one. The way it is written is kept, folded lines and quotes included. */
function bracesEdit(
  problem: Problem,
  document: ScoreDocument,
  score: { readonly text: string; readonly names: ReadonlySet<string> },
): Edit | null {
  if (problem.code !== "V202" || problem.file !== undefined) return null;
  const { path } = problem;
  const extent = document.extentOf(path, "value");
  const value = valueAt(document.value, path);
  if (extent === null || typeof value !== "string") return null;
  const isName = (name: string): boolean => score.names.has(name);
  const written = score.text.slice(extent.from, extent.to);
  const inValue = mixUpsIn(value, isName);
  const inText = mixUpsIn(written, isName);
  if (inText.length === 0) return null;
  const names = [...new Set(inValue.map(({ name }) => name))];
  return {
    ...extent,
    text: withoutMixUps(written, inText),
    effect: { kind: "value", path, value: withoutMixUps(value, inValue) },
    change: {
      at: problem.at,
      what: `${pathText(path)}: ${names.map((name) => `{${name}} → {{ ${name} }}`).join(", ")}`,
    },
  };
}

function valueAt(root: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    root,
  );
}

const widths = [2, 4, 8];

/**
 * Spaces in place of tabs that indent, when the text can be read with them; `null` when there is nothing to do or to be
 * done.
 */
function withoutTabs(text: string): { readonly text: string; readonly changes: readonly Change[] } | null {
  const faults = tabFaults(text);
  if (faults.length === 0) return null;
  for (const width of widths) {
    const spaced = spacedText(text, width);
    if (spaced !== null) return { text: spaced, changes: changedLines(text, spaced) };
  }
  return null;
}

/** Line after line, because the parser reports a tab only once it has understood the text before it. */
function spacedText(text: string, width: number): string | null {
  // No line of a score can begin with a tab and mean it: as content it would need an indentation before it.
  let lines = text.split("\n").map((line) => line.replace(/^\t+/, (tabs) => " ".repeat(tabs.length * width)));
  for (let round = 0; round <= lines.length; round++) {
    const faults = tabFaults(lines.join("\n"));
    if (faults.length === 0) break;
    const wrong = new Set(faults.map(({ at }) => at.line - 1));
    const next = lines.map((line, index) =>
      wrong.has(index) ? line.replace(/^[ \t]+/, (blank) => blank.replaceAll("\t", " ".repeat(width))) : line,
    );
    if (next.join("\n") === lines.join("\n")) return null;
    lines = next;
  }
  const result = lines.join("\n");
  return readDocument(result).kind === "read" ? result : null;
}

function tabFaults(text: string): readonly Problem[] {
  const read = readDocument(text);
  return read.kind === "read" ? [] : read.problems.filter(({ message }) => message.startsWith("a tab"));
}

function changedLines(before: string, after: string): readonly Change[] {
  const now = after.split("\n");
  return before
    .split("\n")
    .flatMap((line, index) =>
      line === now[index] ? [] : [{ at: { line: index + 1, column: 1 }, what: "tabs → spaces" }],
    );
}

/** Words of Mozart's that only have another name here: what they hold may stay as it is. */
const otherNames: Readonly<Record<"score" | "sheet" | "rule", Readonly<Record<string, string>>>> = {
  score: { instruments: "agents" },
  sheet: { depends_on: "after", dependencies: "after", cadenzas: "cadenza", description: "title" },
  rule: {
    condition: "when",
    retry_count: "retries",
    timeout_seconds: "timeout",
    command_succeeds: "command",
    working_directory: "cwd",
  },
};

/** The right key in place of one that is not known, when there is only one that can have been meant. */
function keyEdit(problem: Problem, text: string, document: ScoreDocument): Edit | null {
  if (problem.code !== "V012" && problem.code !== "V401") return null;
  const { path } = problem;
  const key = String(path.at(-1));
  const name = nameFor(problem, key);
  const extent = document.extentOf(path, "key");
  if (name === null || extent === null) return null;
  const written = text.slice(extent.from, extent.to);
  const [, quote] = /^(["']?).*\1$/s.exec(written) ?? [];
  // One that is written with escapes is left to people.
  if (quote === undefined || written !== `${quote}${key}${quote}`) return null;
  return {
    ...extent,
    text: `${quote}${name}${quote}`,
    effect: { kind: "rename", path, name },
    change: { at: problem.at, what: `${pathText(path)} → ${name}` },
  };
}

function nameFor({ code, path, message }: Problem, key: string): string | null {
  const meant = meantKey(message);
  if (meant !== null) return isSlip(key, meant) ? meant : null;
  const names = otherNames[placeOf(path)];
  return code === "V012" && Object.hasOwn(names, key) ? (names[key] ?? null) : null;
}

function placeOf(path: KeyPath): keyof typeof otherNames {
  if (path.includes("validations") || path.includes("preconditions")) return "rule";
  return path.length === 1 ? "score" : "sheet";
}
