import type { HealingView, RemedyView } from "../api/contract/answers.ts";
import type { JobId } from "../base/ids.ts";
import type { Viewer } from "../conductor/find/viewer.ts";
import { healingView } from "../conductor/report/views/healing-view.ts";
import { remedyNames } from "../score/healing/codes.ts";
import type { Job } from "../sheet/job.ts";
import type { Rest } from "../sheet/rest/rest.ts";
import { proposalsFor } from "./choose.ts";
import { readFacts, type Sources } from "./facts.ts";
import { healingSources } from "./hands.ts";
import type { Proposal } from "./remedy.ts";

/** The proposals of rules for a job, and the remedies that they used. */
export async function readRemedies(
  { store, places, now }: Viewer,
  id: JobId,
): Promise<{ readonly remedies: readonly RemedyView[]; readonly healings: readonly HealingView[] }> {
  const job = await store?.job(id);
  if (job === undefined || store === undefined) return { remedies: [], healings: [] };
  const sources = healingSources({ store, places, disk: () => now.disk() });
  return {
    remedies: (await remediesFor(sources, job, store)).map(({ act: _, ...shown }) => ({
      ...shown,
      name: remedyNames[shown.code],
    })),
    healings: (job.healings ?? []).map(healingView),
  };
}

/** None for a job that is over and good, or under way. */
export async function remediesFor(
  sources: Sources,
  job: Job,
  store: Pick<NonNullable<Viewer["store"]>, "sheets">,
): Promise<readonly Proposal[]> {
  const { status } = job;
  if (!isRest(status) || isGood(job)) return [];
  return proposalsFor(await readFacts(sources, job, { states: await store.sheets(job.id), rest: status }));
}

function isRest(status: Job["status"]): status is Rest {
  return status.kind === "paused" || status.kind === "finished";
}

/** Work that landed on another branch than its target still needs a person. */
function isGood({ status, diverted }: Job): boolean {
  return status.kind === "finished" && status.failed === 0 && diverted === null;
}
