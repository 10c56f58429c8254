import { seeded } from "../../src/learning/chance.ts";
import { type Comparison, compare } from "../../src/learning/patterns/compare.ts";
import { drawNotes } from "../../src/learning/patterns/draw.ts";
import type { EpochMs } from "../../src/base/ids.ts";

export interface NoteTrial {
  readonly found: Comparison;
  /** Sheets until a decision; `null`: none within all of them. */
  readonly decidedAfter: number | null;
}

const pattern = { acceptedAt: 1 as EpochMs };
const note = { id: "p", text: "", work: null, agent: null, status: "trial" } as const;

/** A note whose presence changes the share of first attempts that land by `effect`, drawn for sheets as Tutti draws. */
export function tryNote(
  effect: number,
  { sheets, seed }: { readonly sheets: number; readonly seed: string },
): NoteTrial {
  const chance = seeded(seed);
  const arms = { shown: [] as boolean[], held: [] as boolean[] };
  let found = compare(pattern, arms);
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    const drawn = drawNotes([note], { work: "w", agent: "a", seed: `${seed}/${String(sheet)}`, most: 3 });
    const isShown = drawn?.shown.includes(note.id) === true;
    arms[isShown ? "shown" : "held"].push(chance() < 0.6 + (isShown ? effect : 0));
    if (sheet % 20 !== 0 && sheet !== sheets) continue;
    found = compare(pattern, arms);
    if (found.status !== "trial") return { found, decidedAfter: sheet };
  }
  return { found, decidedAfter: null };
}
