import { seeded } from "../chance.ts";
import type { PatternStatus } from "./compare.ts";
import { mostInPrompt, type Pattern } from "./pattern.ts";

/** A pattern that prompts may hold now. */
export interface Note extends Pick<Pattern, "id" | "text" | "work" | "agent"> {
  readonly status: PatternStatus;
}

/** Share of the sheets that get it; the others show whether it still helps. */
const shares: Partial<Record<PatternStatus, number>> = { promoted: 0.9, trial: 0.5 };

export interface Drawing {
  readonly work: string;
  readonly agent: string;
  /** Names the sheet: the same one draws the same. */
  readonly seed: string;
  readonly most: number;
}

/**
 * Which notes a sheet's prompt gets. Those that apply are taken in order, promoted ones first; then chance decides for
 * each of them whether it is shown or held back.
 */
export function drawNotes(
  notes: readonly Note[],
  { work, agent, seed, most }: Drawing,
): { readonly shown: readonly string[]; readonly held: readonly string[] } | undefined {
  const fit = notes
    .filter((note) => shares[note.status] !== undefined)
    .filter((note) => (note.work ?? work) === work && (note.agent ?? agent) === agent)
    .toSorted((a, b) => (shares[b.status] ?? 0) - (shares[a.status] ?? 0))
    .slice(0, Math.min(most, mostInPrompt));
  if (fit.length === 0) return undefined;
  const isShown = (note: Note): boolean => seeded(`${seed}/${note.id}`)() < (shares[note.status] ?? 0);
  const sides = Map.groupBy(fit, isShown);
  const ids = (side: boolean): readonly string[] => (sides.get(side) ?? []).map(({ id }) => id);
  return { shown: ids(true), held: ids(false) };
}
