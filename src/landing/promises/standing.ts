import type { CommitSha } from "../../base/ids.ts";
import { promiseScope } from "../../score/plan/landing-plan.ts";
import type { Job } from "../../sheet/job.ts";
import type { Candidate } from "../candidate.ts";
import type { Head } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { type SheetPromise, type Promiser, joinedPromises } from "./promise.ts";
import { type Reverts, readReverts, revertThatStands } from "../../git/history/reverts.ts";
import { readLandings } from "../../git/history/trailers.ts";
import { type TrailCommit, revertsIn, trailFrom } from "./trail.ts";

/**
 * Promises of sheets that landed while a result was made. An attempt that was sent back for one starts from its work
 * and has to keep it too: where the first attempt started counts.
 */
export async function standingFor(
  hands: LandingHands,
  { head, unseen: unseenSince }: Since,
  candidate: Candidate,
): Promise<readonly SheetPromise[]> {
  if (!mayStand(candidate.job)) return [];
  const base = await hands.sheets.startedFrom(candidate);
  if (base === head.commit) return [];
  const wanted = (await unseenSince(base)).filter(({ job, sheet }) => isKept(candidate, { job, sheet }));
  const asks: (readonly SheetPromise[])[] = [];
  for (const landing of wanted) {
    const promiser = await promiserOf(hands, candidate.job, landing);
    if (promiser !== undefined) asks.push(hands.sheets.promised(promiser));
  }
  return asks.reduce(joinedPromises, []);
}

interface Since {
  readonly head: Head;
  /** The landings between a base and the head. */
  readonly unseen: (base: CommitSha) => Promise<readonly Unseen[]>;
}

/** Without validations in a job there is nothing to look for. */
function mayStand({ plan }: Job): boolean {
  const scope = promiseScope(plan.landing);
  return scope === "target" || (scope === "job" && plan.sheets.some(({ validations }) => validations.length > 0));
}

export function isKept({ job, sheet }: Candidate, other: { readonly job: string; readonly sheet: string }): boolean {
  const scope = promiseScope(job.plan.landing);
  if (other.job !== job.id) return scope === "target";
  return scope !== "none" && other.sheet !== sheet.id;
}

/** `undefined`: unknown to this home, or gone from its score. */
export async function promiserOf(
  hands: LandingHands,
  own: Job,
  { job: id, sheet: name, attempt }: Pick<Unseen, "job" | "sheet" | "attempt">,
): Promise<Promiser | undefined> {
  const job = id === own.id ? own : await hands.sheets.job(id);
  const sheet = job?.plan.sheets.find((one) => one.id === name);
  return job === undefined || sheet === undefined ? undefined : { job, sheet, attempt };
}

/** A landing that a target has and a base has not. */
export interface Unseen {
  readonly job: string;
  readonly sheet: string;
  readonly attempt: number;
  readonly commit: CommitSha;
}

interface Range {
  readonly base: CommitSha;
  readonly head: CommitSha;
}

/** Beyond this git is faster. */
const mostSteps = 1_024;

/** Landings between a base and the target, oldest first, each sheet once; reverted ones are omitted. */
export async function unseenLandings(hands: LandingHands, range: Range): Promise<readonly Unseen[]> {
  const { landings, reverts } = (await walk(hands, range)) ?? (await ask(hands, range));
  // Of several commits, a revert names the last.
  const each = [...new Map(landings.map((landing) => [`${landing.job}\n${landing.sheet}`, landing])).values()];
  return each.filter(({ commit }) => revertThatStands(reverts, commit) === undefined);
}

interface Found {
  readonly landings: readonly Unseen[];
  readonly reverts: Reverts;
}

/** `undefined`: the base is not a first parent, or too far. */
async function walk({ objects }: LandingHands, { base, head }: Range): Promise<Found | undefined> {
  const trail: TrailCommit[] = [];
  for await (const one of trailFrom(objects, head)) {
    if (one.commit === base) {
      const landings = trail.flatMap(({ commit, landing }) => (landing === null ? [] : [{ ...landing, commit }]));
      return { landings: landings.reverse(), reverts: revertsIn(trail) };
    }
    if (one.isOdd || trail.length === mostSteps) return undefined;
    trail.push(one);
  }
  return undefined;
}

async function ask({ git, store }: LandingHands, { base, head }: Range): Promise<Found> {
  const found = await readLandings(git, store.gitDir, [head, `^${base}`]);
  const reverts = await readReverts(git, store.gitDir, { ref: head, behind: base });
  return {
    landings: found.map(({ commit, job, sheet, attempt }) => ({ commit, job, sheet, attempt: Number(attempt) })),
    reverts,
  };
}
