import type { Healed } from "../api/contract/answers.ts";
import type { JobId } from "../base/ids.ts";
import { notNow, requireJob } from "../conductor/find/require.ts";
import { goOn } from "../conductor/jobs/go-on.ts";
import { type JobParts, openJob, playingNow } from "../conductor/jobs/parts.ts";
import { healingView } from "../conductor/report/views/healing-view.ts";
import { type RemedyCode, remedyNames } from "../score/healing/codes.ts";
import { type HealingHands, takeBack, use } from "./heal.ts";
import { remediesFor } from "./look.ts";

interface Asked {
  readonly job: JobId;
  readonly code: RemedyCode;
}

/** A person chooses a remedy: it is used for all that it fits, and the job goes on. */
export async function applyRemedy(parts: JobParts, hands: HealingHands, { job: id, code }: Asked): Promise<Healed> {
  if ((await playingNow(parts, id)) !== undefined)
    throw notNow(`${id} is being played: remedies are for a job that rests`, `Pause it first: tutti pause ${id}`);
  const job = await requireJob(parts, id);
  const found = (await remediesFor(hands.sources, job, parts.store)).filter((proposal) => proposal.code === code);
  const [first] = found;
  if (first === undefined)
    throw notNow(`${code} (${remedyNames[code]}) does not fit ${id} as it is`, `tutti diagnose ${id} shows what does.`);
  if (first.kind === "diagnostic") throw notNow(`${first.what}: only a person can do that`, first.steps.join(" "));
  const before = (job.healings ?? []).length;
  const { position } = await goOn(parts, id, {
    parallel: null,
    say: async (book) => {
      for (const proposal of found) await use(hands, book, { proposal, cycle: null });
    },
  });
  const healings = ((await requireJob(parts, id)).healings ?? []).slice(before).map(healingView);
  return { job: id, position, healings, notes: [] };
}

/** Takes a remedy back; what landed meanwhile stays. */
export async function undoRemedy(
  parts: JobParts,
  hands: HealingHands,
  { job: id, number }: { readonly job: JobId; readonly number: number },
): Promise<Healed> {
  const { book, playing } = await openJob(parts, id);
  if (playing !== undefined)
    throw notNow(`${id} is being played: a remedy is taken back at rest`, `Pause it first: tutti pause ${id}`);
  const healing = (book.job().healings ?? []).find((one) => one.number === number);
  if (healing === undefined || healing.undo === null || healing.undoneAt !== undefined)
    throw notNow(
      `remedy ${String(number)} of ${id} ${healing === undefined ? "is not known" : "has nothing to take back"}`,
      `tutti diagnose ${id} lists the remedies that were used.`,
    );
  const notes = await takeBack(hands, book, healing);
  const healings = (book.job().healings ?? []).filter((one) => one.number === number).map(healingView);
  return { job: id, position: await parts.store.position(), healings, notes };
}
