import type { CommitSha, SheetId } from "../../base/ids.ts";
import { duration } from "../../base/text.ts";
import type { Git } from "../../git/git.ts";
import { listRefs, readCommit } from "../../git/refs/refs.ts";
import { type TreePair, readManyChanges } from "../../git/diff/many-changes.ts";
import { type CommitFacts, readCommits } from "../../git/history/read-commits.ts";
import { readSnapshotMessage, snapshotNumber, snapshotRefs } from "../../isolation/snapshots/names.ts";
import type { Target, Work } from "./collisions.ts";
import { type Reach, reachOf } from "../line/reach.ts";
import { type Job, landingRef } from "../../sheet/job.ts";
import type { SheetState } from "../../sheet/state.ts";

export interface LiveSheet {
  readonly job: Job;
  readonly sheet: SheetId;
  readonly state: SheetState;
  readonly ref: string;
  readonly live: LiveWork;
  readonly at: CommitFacts["at"] | null;
  /** `null` where nothing is known. */
  readonly work: Work | null;
}

/** One repository of the user's, and Tutti's store beside it. */
interface RadarPlace {
  readonly git: Git;
  readonly commonDir: string;
  readonly gitDir: string;
}

export interface JobSheets {
  readonly job: Job;
  readonly states: ReadonlyMap<SheetId, SheetState>;
}

type Lead = Omit<LiveSheet, "at" | "work">;

/** In the order of jobs and scores, with a handful of processes. */
export async function readLive(place: RadarPlace, jobs: readonly JobSheets[]): Promise<readonly LiveSheet[]> {
  const leads = await findLeads(place, jobs);
  const heads = await readHeads(place, leads);
  const commits = await readCommits(place.git, place.gitDir, [
    ...leads.flatMap(({ live }) => (live.from === null ? [] : [live.commit, live.base])),
    ...heads.values(),
  ]);
  const known = leads.map((lead) => ({ lead, facts: factsOf(lead, commits) }));
  const reaches = await readReaches(place, [
    ...known.flatMap(({ facts }) => facts ?? []),
    ...sinceBases(known, heads, commits),
  ]);
  const targets = new Map(
    [...new Set(leads.map(({ ref }) => ref))].map((ref) => [ref, targetOf(ref, { known, heads, commits, reaches })]),
  );
  return known.map(({ lead, facts }) => {
    const target = targets.get(lead.ref);
    const reach = facts === null ? undefined : reaches.get(pairKey(facts));
    if (facts === null || target === undefined || reach === undefined || lead.live.from === null)
      return { ...lead, live: gone(lead.live), at: null, work: null };
    const { commit, base } = lead.live;
    return { ...lead, at: facts.at, work: { commit, base, tree: facts.to, reach, target } };
  });
}

interface Known {
  readonly lead: Lead;
  readonly facts: (TreePair & { readonly at: CommitFacts["at"] }) | null;
}

function gone(live: LiveWork): LiveWork {
  return live.from === null
    ? live
    : { from: null, why: "what is kept of it, or its base, is no more in Tutti's store" };
}

function factsOf({ live }: Lead, commits: ReadonlyMap<CommitSha, CommitFacts>): Known["facts"] {
  if (live.from === null) return null;
  const [work, base] = [commits.get(live.commit), commits.get(live.base)];
  return work === undefined || base === undefined ? null : { from: base.tree, to: work.tree, at: work.at };
}

async function findLeads(place: RadarPlace, jobs: readonly JobSheets[]): Promise<readonly Lead[]> {
  const newest = await readNewestOf(place, jobs);
  return jobs.flatMap(({ job, states }) => {
    const ref = landingRef(job);
    if (ref === null) return [];
    return job.plan.sheets.flatMap(({ id }): readonly Lead[] => {
      const state = states.get(id);
      const live =
        state === undefined
          ? null
          : liveWork(state, newest.get(snapshotRefs(job.id, id)), job.plan.isolation.snapshotEveryMs);
      return state === undefined || live === null ? [] : [{ job, sheet: id, state, ref, live }];
    });
  });
}

/** By the prefix of its refs. */
async function readNewestOf(
  { git, gitDir }: RadarPlace,
  jobs: readonly JobSheets[],
): Promise<ReadonlyMap<string, NewestSnapshot>> {
  const prefixes = jobs.flatMap(({ job, states }) =>
    [...states].flatMap(([sheet, state]) => (state.kind === "running" ? [snapshotRefs(job.id, sheet)] : [])),
  );
  const tips = new Map<string, { readonly number: number; readonly commit: CommitSha }>();
  const running = new Set(prefixes);
  const refs =
    running.size === 0
      ? []
      : await listRefs(git, gitDir, [
          ...new Set(prefixes.map((prefix) => `${prefix.slice(0, prefix.lastIndexOf("/"))}/`)),
        ]);
  for (const [ref, commit] of refs) {
    const prefix = ref.slice(0, ref.lastIndexOf("/"));
    const number = snapshotNumber(prefix, ref);
    if (number === undefined || !running.has(prefix) || number < (tips.get(prefix)?.number ?? 0)) continue;
    tips.set(prefix, { number, commit: commit as CommitSha });
  }
  const commits = await readCommits(
    git,
    gitDir,
    [...tips.values()].map(({ commit }) => commit),
  );
  return new Map(
    [...tips].flatMap(([prefix, { commit }]) => {
      const facts = commits.get(commit);
      const attempt = facts === undefined ? undefined : readSnapshotMessage(facts.message)?.attempt;
      return facts === undefined || attempt === undefined
        ? []
        : [[prefix, { commit, attempt, base: facts.parents[0] ?? null }] as const];
    }),
  );
}

/** Targets are in the user's repository; the store sees their objects. */
async function readHeads(
  { git, commonDir }: RadarPlace,
  leads: readonly Lead[],
): Promise<ReadonlyMap<string, CommitSha>> {
  const heads = new Map<string, CommitSha>();
  for (const ref of new Set(leads.map((lead) => lead.ref))) {
    const head = await readCommit(git, commonDir, ref);
    if (head !== undefined) heads.set(ref, head);
  }
  return heads;
}

/** The changes of others since each base. */
function sinceBases(
  known: readonly Known[],
  heads: ReadonlyMap<string, CommitSha>,
  commits: ReadonlyMap<CommitSha, CommitFacts>,
): readonly TreePair[] {
  return known.flatMap(({ lead, facts }) => {
    const head = commits.get(heads.get(lead.ref) ?? ("" as CommitSha));
    return facts === null || head === undefined ? [] : [{ from: facts.from, to: head.tree }];
  });
}

async function readReaches(
  { git, gitDir }: RadarPlace,
  pairs: readonly TreePair[],
): Promise<ReadonlyMap<string, Reach>> {
  const wanted = new Map(pairs.map(({ from, to }) => [pairKey({ from, to }), { from, to }]));
  const changes = await readManyChanges(git, gitDir, [...wanted.values()]);
  return new Map([...wanted.keys()].map((key, place) => [key, reachOf(changes[place] ?? [])]));
}

function pairKey({ from, to }: TreePair): string {
  return `${from} ${to}`;
}

interface Read {
  readonly known: readonly Known[];
  readonly heads: ReadonlyMap<string, CommitSha>;
  readonly commits: ReadonlyMap<CommitSha, CommitFacts>;
  readonly reaches: ReadonlyMap<string, Reach>;
}

function targetOf(ref: string, { known, heads, commits, reaches }: Read): Target {
  const commit = heads.get(ref);
  const facts = commit === undefined ? undefined : commits.get(commit);
  if (commit === undefined || facts === undefined) return { ref, head: null, since: new Map() };
  const since = known.flatMap(({ lead, facts: own }) => {
    const reach =
      own === null || lead.ref !== ref ? undefined : reaches.get(pairKey({ from: own.from, to: facts.tree }));
    return reach === undefined || lead.live.from === null ? [] : [[lead.live.base, reach] as const];
  });
  return { ref, head: { commit, tree: facts.tree, at: facts.at }, since: new Map(since) };
}

/** Where what a live sheet has done so far is found. */
export type LiveWork =
  | { readonly from: "snapshot" | "capture" | "kept"; readonly commit: CommitSha; readonly base: CommitSha }
  /** In work, with no snapshot yet. */
  | { readonly from: null; readonly why: string };

export interface NewestSnapshot {
  readonly commit: CommitSha;
  readonly attempt: number;
  readonly base: CommitSha | null;
}

/** `null`: nothing that may still land. `everyMs`: the interval of snapshots. */
export function liveWork(
  state: SheetState,
  newest: NewestSnapshot | undefined,
  everyMs: number | null,
): LiveWork | null {
  // It waits for its turn, a person, or its landing.
  if ("capture" in state) return { from: "capture", commit: state.capture, base: state.base };
  if (state.kind === "waiting")
    return state.continueFrom === null || state.continueBase === null
      ? null
      : { from: "kept", commit: state.continueFrom, base: state.continueBase };
  if (state.kind !== "running" || !state.lands) return null;
  if (newest?.attempt === state.attempt)
    return { from: "snapshot", commit: newest.commit, base: newest.base ?? state.base };
  if (state.continueFrom !== null) return { from: "kept", commit: state.continueFrom, base: state.base };
  return { from: null, why: unseen(state.attempt, everyMs) };
}

function unseen(attempt: number, everyMs: number | null): string {
  const what = `there is no snapshot of attempt ${String(attempt)}`;
  return everyMs === null
    ? `${what}, and none is taken before it ends (isolation.snapshot_minutes is 0)`
    : `${what} yet; one is taken every ${duration(everyMs)}`;
}
