import type { FailedWork, Hands } from "../../conductor/hands.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Candidate, Layer } from "../candidate.ts";
import type { Head } from "../ground.ts";
import { describeFailure } from "../../sheet/describe.ts";
import type { Job } from "../../sheet/job.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { type PullGround, inLine, openPullGround } from "./propose.ts";
import { withEquipment } from "../equipped/land.ts";
import { type PullHistory, historyOf } from "./history.ts";
import { publish } from "./publish.ts";
import { fetchTarget, headAt } from "./site.ts";

/** Publishes the work of failed sheets as drafts, where the score wants that, once per result. Their state stays. */
export function failureShower(equipment: Equipment): Hands["showFailed"] {
  return async (job, failed, record) => {
    const { pullRequest: plan } = job.plan.landing;
    if (plan?.forFailed !== true || failed.length === 0) return;
    const left: { readonly work: FailedWork; readonly candidate: Candidate }[] = [];
    for (const work of failed) {
      const history = historyOf((await equipment.records.past.events(job.id, work.sheet.id)).map(({ event }) => event));
      if (!history.isShown && history.base !== null)
        left.push({ work, candidate: candidateOf(job, work, { ...history, base: history.base }) });
    }
    if (left.length === 0) return;
    const on = await openPullGround(equipment, job, plan);
    await withEquipment(equipment, job, async () => {
      for (const { work, candidate } of left) {
        const say = (events: Parameters<typeof record>[1]): Promise<void> => record(work.sheet.id, events);
        await showOne(on, { work, candidate, record: say });
      }
    });
  };
}

function candidateOf(
  job: Job,
  { sheet, state, agent }: FailedWork,
  { base, verdict }: PullHistory & { readonly base: CommitSha },
): Candidate {
  const { attempt, counts, kept: capture } = state;
  // A draft is for people to look at: no path needs approval first.
  return { job, sheet, attempt, base, capture, verdict, agent, spent: counts.spent, isReviewed: true, intent: null };
}

interface Showing {
  readonly work: FailedWork;
  readonly candidate: Candidate;
  readonly record: Parameters<typeof publish>[1]["record"];
}

async function showOne(on: PullGround, { work, candidate, record }: Showing): Promise<void> {
  const { site, hands } = on;
  const { equipment } = site;
  const laid = await layFor(on, candidate);
  if (laid === undefined) return;
  const proven = { layer: laid.layer, level: "unvalidated" as const, gates: [] };
  const failed = describeFailure(work.state.reason);
  await inLine(equipment, "pulls", () =>
    publish(site, { hands, head: laid.head, proven, failed, wants: () => true, record }),
  );
}

/** On the target, else on its base: a conflict can be looked at all the same. `undefined`: nothing to show. */
async function layFor(
  { site, ground, hands }: PullGround,
  candidate: Candidate,
): Promise<{ readonly head: Head; readonly layer: Layer } | undefined> {
  for (const commit of [await fetchTarget(site.equipment, site.job, site.home), candidate.base]) {
    const head = await headAt(hands, commit);
    const outcome = await ground.layer(candidate, { below: head.tree, head });
    if (outcome.kind === "layer") return { head, layer: outcome.layer };
    if (outcome.kind === "absorbed") return undefined;
  }
  return undefined;
}
