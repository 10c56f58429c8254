import type { Candidate, Layer } from "../candidate.ts";
import type { Ground, Head, LayerOutcome, Proven } from "../ground.ts";
import { gitGround } from "../ground/git-ground.ts";
import type { LandingHands } from "../hands.ts";
import { levelOf } from "../line/level.ts";
import { needsOwn } from "../queue/line.ts";
import { gateVerdict, refusedEvent } from "../queue/offer.ts";
import type { Offer } from "../queue/offer.ts";
import { redTarget } from "../queue/turn.ts";
import type { PullRequestPlan } from "../../score/plan/landing-plan.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Job } from "../../sheet/job.ts";
import { type Verdict, mayLand } from "../../sheet/verdict.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { landingHands } from "../queues/hands.ts";
import { publish } from "./publish.ts";
import { type PullSite, openSite, requireTarget } from "./site.ts";
import { fetchTarget, headAt } from "./site.ts";
import { oneByOne } from "../queues/queues.ts";

/** The ground that a job's pull requests are made on: its target as the remote has it. */
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

/**
 * Offers results as pull requests, one after the other. Throws what keeps all of them from it; what was done by then is
 * written down.
 */
export async function propose(
  equipment: Equipment,
  job: Job,
  { plan, candidates, record }: Offer & { readonly plan: PullRequestPlan },
): Promise<void> {
  // Without a login nothing is tried: the work would be for nothing.
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
  if (outcome.kind !== "layer") return refuse(on, { outcome, head, say });
  const proof = await inLine(equipment, "tests", () =>
    wants() ? prove(ground, { head, layer: outcome.layer }, stop) : calledOff,
  );
  if (proof.kind === "rejected")
    await say([
      {
        kind: "rejected",
        at: equipment.world.now(),
        verdict: proof.verdict,
        onto: head.commit,
        chance: equipment.world.random(),
      },
    ]);
  if (proof.kind !== "proven" || !wants()) return;
  await inLine(equipment, "pulls", () =>
    wants()
      ? publish(site, { hands, head, proven: proof.proven, failed: null, wants, record: say })
      : Promise.resolve(),
  );
}

const calledOff = Promise.resolve({ kind: "called-off" } as const);

interface Refusal {
  readonly outcome: Exclude<LayerOutcome, { readonly kind: "layer" }>;
  readonly head: Head;
  readonly say: (events: readonly SheetEvent[]) => Promise<void>;
}

function refuse({ site }: PullGround, { outcome, head, say }: Refusal): Promise<void> {
  return say([refusedEvent(outcome, { at: site.equipment.world.now(), head })]);
}

/**
 * Tests of one repository are run one after the other, and so is what its server is asked; neither waits for the other.
 */
export function inLine<T>({ shared, store }: Equipment, what: "tests" | "pulls", work: () => Promise<T>): Promise<T> {
  return oneByOne(shared.landing, `${store.gitDir}\n${what}`, work);
}

type Proof =
  | { readonly kind: "proven"; readonly proven: Proven }
  | { readonly kind: "rejected"; readonly verdict: Verdict }
  | { readonly kind: "called-off" };

/**
 * Asks of a merged tree what a landing would have to pass: its sheet's validations, and the target's gates. Throws when
 * the target itself is red.
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
  // Nobody is blamed for what fails without them as well.
  const before = await ground.test({ tree: head.tree, head, requirements: gates, cancel });
  if (isOff()) return { kind: "called-off" };
  if (before.some(({ passed }) => !passed)) throw redTarget(ground.ref, before);
  return { kind: "rejected", verdict: gateVerdict(reports) };
}
