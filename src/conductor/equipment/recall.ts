import { armsOf, compare } from "../../learning/patterns/compare.ts";
import type { Note } from "../../learning/patterns/draw.ts";
import { notesText } from "../../learning/patterns/pattern.ts";
import type { Job } from "../../sheet/job.ts";
import type { Recall } from "../hands.ts";
import type { Equipment } from "./equipment.ts";

/** Comparisons of notes look at so many of the newest attempts. */
const mostCompared = 10_000;

type Past = Equipment["records"]["past"];

/**
 * The facts that choices for a job's next attempts may depend on. Notes are judged once for each job: few results
 * change that.
 */
export function makeRecall({ records: { past } }: Equipment): (job: Job) => Promise<Recall> {
  let known: Promise<readonly Note[]> | undefined;
  return async ({ plan }) => ({
    figures: plan.routing === undefined ? [] : await past.workFigures(),
    notes: plan.learning?.prompts === true ? await (known ??= readNotes(past)) : [],
  });
}

async function readNotes(past: Past): Promise<readonly Note[]> {
  const patterns = await past.patterns();
  if (patterns.length === 0) return [];
  const arms = armsOf(await past.outcomes(mostCompared));
  return patterns.map((pattern) => ({
    ...pattern,
    status: compare(pattern, arms.get(pattern.id) ?? { shown: [], held: [] }).status,
  }));
}

/** The text of these notes for a prompt; notes that were forgotten since are omitted. */
export async function readNotesText({ records: { past } }: Equipment, ids: readonly string[]): Promise<string | null> {
  if (ids.length === 0) return null;
  const texts = (await past.patterns()).filter(({ id }) => ids.includes(id)).map(({ text }) => text);
  return texts.length === 0 ? null : notesText(texts);
}
