import { branchName } from "../../base/text.ts";
import type { CommitSha, SheetId } from "../../base/ids.ts";
import { revertThatStands } from "../../git/history/reverts.ts";
import type { Job } from "../../sheet/job.ts";
import type { LostPromise, PromiseReport } from "../../sheet/promises.ts";
import type { TestReport } from "../gates/gate.ts";
import type { LandingHands } from "../hands.ts";
import { type SheetPromise, joinedPromises } from "./promise.ts";
import { type TrailCommit, revertsIn, trailFrom } from "./trail.ts";

/** The question asked when all of a job has landed. */
interface FinalQuestion {
  readonly job: Job;
  readonly ref: string;
  readonly head: CommitSha;
  /** Sheets that landed. */
  readonly landed: ReadonlySet<SheetId>;
  /** How many validations of a sheet a later tree can't answer. */
  readonly unasked: (sheet: SheetId) => number;
  readonly cancel: AbortSignal;
}

/** Checks all promises of a job's sheets on the target, and finds which commit broke one. */
export async function finalPromises(hands: LandingHands, question: FinalQuestion): Promise<PromiseReport> {
  const { job, ref, head, landed, cancel } = question;
  const isOff = (): boolean => cancel.aborted;
  const trail = await trailOf(hands, question);
  const { standing, gone } = whereLanded(trail, job, landed);
  const promises = standing.map(({ sheet, place }) => ({ sheet, place, asks: asksAt(hands, job, trail[place]) }));
  const asks = promises.map((one) => one.asks).reduce(joinedPromises, []);
  const failed = failedIn(await askAt(hands, question, { commit: head, asks }));
  if (isOff()) return stopped;
  const judged: Judged[] = [];
  for (const promise of promises) judged.push(await judge(hands, question, { trail, promise, failed }));
  if (isOff()) return stopped;
  const lost = [...gone.map((sheet) => goneFrom(ref, sheet)), ...judged.flatMap((one) => one.lost ?? [])];
  const kept = judged.filter((one) => one.lost === null && one.held > 0).length;
  const unasked = judged.reduce((sum, { sheet, never }) => sum + question.unasked(sheet) + never, 0);
  return { kind: "asked", target: ref, commit: head, promised: kept + lost.length, kept, unasked, lost };
}

const stopped: PromiseReport = { kind: "not-asked", why: "the job was stopped before that" };

/** How far back landings of a job are looked for. */
const mostCommits = 20_000;

/** As far back as landings of the job may be, newest first. */
async function trailOf(
  { objects }: LandingHands,
  { job, head, landed }: FinalQuestion,
): Promise<readonly TrailCommit[]> {
  const trail: TrailCommit[] = [];
  const missing = new Set<string>(landed);
  for await (const one of trailFrom(objects, head)) {
    trail.push(one);
    if (one.landing?.job === job.id) missing.delete(one.landing.sheet);
    if (missing.size === 0 || trail.length === mostCommits) break;
  }
  return trail;
}

interface Found {
  readonly sheet: SheetId;
  /** In the trail: the smaller, the newer. */
  readonly place: number;
}

/** A landing that a person took back promises nothing any more. */
function whereLanded(
  trail: readonly TrailCommit[],
  job: Job,
  landed: ReadonlySet<SheetId>,
): { standing: readonly Found[]; gone: readonly SheetId[] } {
  const reverts = revertsIn(trail);
  const found = [...landed].map((sheet) => ({
    sheet,
    place: trail.findIndex(({ landing }) => landing?.job === job.id && landing.sheet === sheet),
  }));
  return {
    standing: found.filter(
      ({ place }) => place !== -1 && revertThatStands(reverts, trail[place]?.commit ?? "") === undefined,
    ),
    gone: found.filter(({ place }) => place === -1).map(({ sheet }) => sheet),
  };
}

function goneFrom(ref: string, sheet: SheetId): LostPromise {
  return {
    sheet,
    how: "gone",
    by: null,
    reason: `${branchName(ref)} does not have its landing any more`,
  };
}

function asksAt(hands: LandingHands, job: Job, at: TrailCommit | undefined): readonly SheetPromise[] {
  const sheet = job.plan.sheets.find(({ id }) => id === at?.landing?.sheet);
  return sheet === undefined ? [] : hands.sheets.promised({ job, sheet, attempt: at?.landing?.attempt ?? 1 });
}

async function askAt(
  hands: LandingHands,
  { job, ref, cancel }: FinalQuestion,
  { commit, asks }: { readonly commit: CommitSha; readonly asks: readonly SheetPromise[] },
): Promise<readonly TestReport[]> {
  if (asks.length === 0) return [];
  const { tree } = await hands.objects.readCommit(commit);
  const atOnce = job.plan.landing.batch.parallel;
  return hands.gates.test({
    commit,
    tree,
    target: { ref, tree },
    requirements: asks,
    changed: () => Promise.resolve([]),
    cancel,
    atOnce,
  });
}

function failedIn(reports: readonly TestReport[]): ReadonlyMap<string, TestReport> {
  return new Map(reports.filter(({ passed }) => !passed).map((report) => [report.digest, report]));
}

interface Judged {
  readonly sheet: SheetId;
  readonly lost: LostPromise | null;
  /** Parts that hold. */
  readonly held: number;
  /** They failed on the landed tree itself: they need more than a tree, so no later one can answer them. */
  readonly never: number;
}

interface Judging {
  readonly trail: readonly TrailCommit[];
  readonly promise: Found & { readonly asks: readonly SheetPromise[] };
  /** The promises that the target does not keep, by digest. */
  readonly failed: ReadonlyMap<string, TestReport>;
}

async function judge(
  hands: LandingHands,
  question: FinalQuestion,
  { trail, promise, failed }: Judging,
): Promise<Judged> {
  const { sheet, place, asks } = promise;
  const held = asks.filter(({ digest }) => !failed.has(digest)).length;
  const holdsAt = async (ask: SheetPromise, at: number): Promise<boolean> => {
    const commit = trail[at]?.commit ?? question.head;
    return failedIn(await askAt(hands, question, { commit, asks: [ask] })).size === 0;
  };
  let never = 0;
  for (const ask of asks.filter(({ digest }) => failed.has(digest))) {
    const by = place === 0 ? undefined : await breakerOf(place, (at) => holdsAt(ask, at));
    if (by !== undefined)
      return {
        sheet,
        held,
        never,
        lost: lossBy(trail, { sheet, place, by, reason: failed.get(ask.digest)?.reason ?? "" }),
      };
    never += ask.count;
  }
  return { sheet, held, never, lost: null };
}

/**
 * Finds the commit that broke a promise by bisection: it fails at 0, the newest. `landing`: where it was made.
 * `undefined`: it fails even there, so no later commit broke it.
 */
export async function breakerOf(
  landing: number,
  holdsAt: (place: number) => Promise<boolean>,
): Promise<number | undefined> {
  if (!(await holdsAt(landing))) return undefined;
  let [broken, kept] = [0, landing];
  while (kept - broken > 1) {
    const middle = Math.floor((broken + kept) / 2);
    if (await holdsAt(middle)) kept = middle;
    else broken = middle;
  }
  return broken;
}

interface Loss {
  readonly sheet: SheetId;
  /** Indexes of the trail, the newest is 0. */
  readonly place: number;
  readonly by: number;
  readonly reason: string;
}

/** A sheet that started from the other's work may replace it; any other broke it. */
export function lossBy(trail: readonly TrailCommit[], { sheet, place, by, reason }: Loss): LostPromise {
  const breaker = trail[by];
  if (breaker === undefined) return { sheet, how: "broken", by: null, reason };
  const base = trail.findIndex(({ commit }) => commit === breaker.landing?.base);
  const hadSeen = base !== -1 && base <= place;
  return {
    sheet,
    how: hadSeen ? "superseded" : "broken",
    by: { commit: breaker.commit, sheet: breaker.landing?.sheet ?? null },
    reason,
  };
}
