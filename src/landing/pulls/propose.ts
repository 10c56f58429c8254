import type { EpochMs } from "../../base/ids.ts";
import type { Candidate, Layer } from "../candidate.ts";
import type { Ground, Head, Proven } from "../ground.ts";
import { gitGround } from "../ground/git-ground.ts";
import type { LandingHands } from "../hands.ts";
import { levelOf } from "../line/level.ts";
import { needsOwn } from "../queue/line.ts";
import { type Offer, gateVerdict, refusedEvent } from "../queue/offer.ts";
import { redTarget } from "../queue/turn.ts";
import type { PullRequestPlan } from "../../score/plan/landing-plan.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Job } from "../../sheet/job.ts";
import { type Verdict, mayLand } from "../../sheet/verdict.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { landingHands } from "../equipped/hands.ts";
import { publish } from "./publish.ts";
import { type PullSite, fetchTarget, headAt, openSite, requireTarget } from "./site.ts";
import { oneByOne } from "../equipped/queues.ts";

/** Ground for a job's pull requests: its target as the remote has it. */
export interface PullGround {
  readonly site: PullSite;
  readonly ground: Ground;
  readonly hands: LandingHands;
}

export async function openPullGround(equipment: Equipment, job: Job, plan: PullRequestPlan): Promise<PullGround> {
  const hands = landingHands(equipment);
  return {
    site: await openSite(equipment, job, plan),
    hands,
    ground: gitGround(hands, { ref: requireTarget(job), origin: job.target }),
  };
}

/** Offers results as pull requests, one after the other. Throws what stops all of them; finished ones are recorded. */
export async function propose(
  equipment: Equipment,
  job: Job,
  { plan, candidates, record }: Offer & { readonly plan: PullRequestPlan },
): Promise<void> {
  // Without a login, the work would be for nothing.
  const on = await openPullGround(equipment, job, plan);
  for (const candidate of candidates) await proposeOne(on, { candidate, record });
}

async function proposeOne(
  on: PullGround,
  { candidate, record }: { candidate: Candidate; record: Offer["record"] },
): Promise<void> {
  const { site, ground, hands } = on;
  const { equipment } = site;
  const { stop } = record;
  const wants = (): boolean => !stop.aborted && record.wants(candidate);
  const say = (events: readonly SheetEvent[]): Promise<void> =>
    record.sheets(events.map((event) => ({ candidate, event })));
  if (!wants()) return;
  const head = await headAt(hands, await fetchTarget(equipment, site.job, site.home));
  const outcome = await ground.layer(candidate, { below: head.tree, head });
  const at = (): EpochMs => equipment.world.now();
  if (outcome.kind !== "layer") return say([refusedEvent(outcome, { at: at(), head })]);
  const proof = await inLine(equipment, "tests", () =>
    wants() ? prove(ground, { head, layer: outcome.layer }, stop) : calledOff,
  );
  if (proof.kind === "rejected") {
    const { verdict } = proof;
    await say([{ kind: "rejected", at: at(), verdict, onto: head.commit, chance: equipment.world.random() }]);
  }
  if (proof.kind !== "proven" || !wants()) return;
  await inLine(equipment, "pulls", () =>
    wants()
      ? publish(site, { hands, head, proven: proof.proven, failed: null, wants, record: say })
      : Promise.resolve(),
  );
}

const calledOff = Promise.resolve({ kind: "called-off" } as const);

/** Tests of one repository run in turn, and so do calls to its server; neither waits for the other. */
export function inLine<T>({ shared, store }: Equipment, what: "tests" | "pulls", work: () => Promise<T>): Promise<T> {
  return oneByOne(shared.turns.landing, `${store.gitDir}\n${what}`, work);
}

type Proof =
  | { readonly kind: "proven"; readonly proven: Proven }
  | { readonly kind: "rejected"; readonly verdict: Verdict }
  | { readonly kind: "called-off" };

/**
 * As a landing: the sheet's validations and the target's gates on the merged tree. Throws when the target itself fails.
 */
async function prove(
  ground: Ground,
  { head, layer }: { head: Head; layer: Layer },
  cancel: AbortSignal,
): Promise<Proof> {
  const isOff = (): boolean => cancel.aborted;
  const own = needsOwn(layer) ? await ground.validate(layer, cancel) : null;
  if (isOff()) return { kind: "called-off" };
  if (own !== null && !mayLand(own)) return { kind: "rejected", verdict: own };
  const gates = await ground.gates(head, layer.candidate);
  const reports = gates.length === 0 ? [] : await ground.test({ tree: layer.tree, head, requirements: gates, cancel });
  if (isOff()) return { kind: "called-off" };
  if (reports.every(({ passed }) => passed))
    return { kind: "proven", proven: { layer, level: levelOf(layer, own, reports), gates: reports } };
  // A gate that fails without the result as well is not its fault.
  const before = await ground.test({ tree: head.tree, head, requirements: gates, cancel });
  if (isOff()) return { kind: "called-off" };
  if (before.some(({ passed }) => !passed)) throw redTarget(ground.ref, before);
  return { kind: "rejected", verdict: gateVerdict(reports) };
}
