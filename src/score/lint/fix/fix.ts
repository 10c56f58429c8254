import type { ScoreSource } from "../../build/source.ts";
import { diagnoseScore } from "../../parse.ts";
import type { Diagnosis } from "../../parse.ts";
import { builtInNames } from "../../resolve/scene.ts";
import { readDocument } from "../../source/document.ts";
import type { ScoreDocument } from "../../source/document.ts";
import type { KeyPath } from "../../source/place.ts";
import { isError } from "../../source/problem.ts";
import type { Problem } from "../../source/problem.ts";
import { bracesEdit } from "./braces.ts";
import type { Change, Edit, Effect } from "./edit.ts";
import { withEdits, withEffects } from "./edit.ts";
import { keyEdit } from "./keys.ts";
import { withoutTabs } from "./tabs.ts";

export interface FixedScore {
  readonly text: string;
  /** In the order in which they were made; empty when there was nothing that could be repaired. */
  readonly changes: readonly Change[];
}

// What is repaired may bring to light what it hid; a score needs two or three rounds.
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
