import type { CommitSha, EpochMs, SheetId, TreeSha } from "../../src/base/ids.ts";
import type { Change } from "../../src/git/diff/changes.ts";
import type { Candidate, Landed, Layer } from "../../src/landing/candidate.ts";
import type { Gate, TestReport } from "../../src/landing/gates/gate.ts";
import {
  type Requirement,
  type SheetPromise,
  isGate,
  isPromise,
  joinedPromises,
} from "../../src/landing/promises/promise.ts";
import { isKept } from "../../src/landing/promises/standing.ts";
import type { Ground, Head, LayerOutcome } from "../../src/landing/ground.ts";
import { type Job, landingRef } from "../../src/sheet/job.ts";
import type { Verdict } from "../../src/sheet/verdict.ts";

/** Path → content. */
export type Files = Readonly<Record<string, string>>;

export interface MemoryCommit {
  readonly id: CommitSha;
  readonly tree: TreeSha;
  readonly parent: CommitSha | null;
  /** The job of the landing; `null`: another commit, or no landing. */
  readonly of: {
    readonly job: string;
    readonly sheet: string;
    readonly base: CommitSha;
    readonly capture: CommitSha;
  } | null;
}

/** git in memory: trees are maps, merges go path by path, a ref moves by compare-and-swap. It outlives its users. */
export interface MemoryGit {
  readonly commits: ReadonlyMap<CommitSha, MemoryCommit>;
  readonly refs: ReadonlyMap<string, CommitSha>;
  /** The data that `receipt` left, by commit. */
  readonly receipts: Set<CommitSha>;
  /** Every move of a ref that came to be. */
  readonly moves: readonly { readonly ref: string; readonly from: CommitSha | null; readonly to: CommitSha }[];
  filesOf(commit: CommitSha): Files;
  filesIn(tree: TreeSha): Files;
  treeOf(files: Files): TreeSha;
  commit(files: Files, more?: Partial<Pick<MemoryCommit, "parent" | "of">>): CommitSha;
  swap(ref: string, from: CommitSha | null, to: CommitSha): boolean;
  /** A commit and all before it, the newest first. */
  history(commit: CommitSha): readonly MemoryCommit[];
}

export function makeMemoryGit(files: Files): MemoryGit {
  const commits = new Map<CommitSha, MemoryCommit>();
  const refs = new Map<string, CommitSha>();
  const trees = new Map<string, Files>();
  const moves: { ref: string; from: CommitSha | null; to: CommitSha }[] = [];
  const treeOf = (of: Files): TreeSha => {
    const id = JSON.stringify(Object.entries(of).toSorted(([one], [other]) => (one < other ? -1 : 1))) as TreeSha;
    trees.set(id, of);
    return id;
  };
  const filesIn = (tree: TreeSha): Files => trees.get(tree) ?? {};
  const git: MemoryGit = {
    commits,
    refs,
    receipts: new Set(),
    moves,
    treeOf,
    filesIn,
    filesOf: (id) => filesIn(commits.get(id)?.tree ?? ("" as TreeSha)),
    commit: (of, { parent = null, of: landing = null } = {}) => {
      const id = `c${String(commits.size)}` as CommitSha;
      commits.set(id, { id, tree: treeOf(of), parent, of: landing });
      return id;
    },
    swap: (ref, from, to) => {
      if ((refs.get(ref) ?? null) !== from) return false;
      refs.set(ref, to);
      moves.push({ ref, from, to });
      return true;
    },
    history: (commit) => {
      const line: MemoryCommit[] = [];
      for (let at = commits.get(commit); at !== undefined; at = at.parent === null ? undefined : commits.get(at.parent))
        line.push(at);
      return line;
    },
  };
  git.swap("refs/heads/main", null, git.commit(files));
  return git;
}

/** A test's decisions about the ground of a queue: the verdicts on trees, the obstacles, and when each step goes on. */
export interface GroundTurns {
  /** Resolves when the step may go on; throws what it is to fail with. */
  pass(step: string): Promise<void>;
  /** Throws when the test makes this step fail; it does not wait. */
  check(step: string): void;
  /** The gates' verdict on a tree: `null` when all of them pass, else which one fails. */
  gates(what: {
    readonly ref: string;
    readonly tree: TreeSha;
    readonly head: Head;
    readonly gates: readonly Gate[];
    readonly promises: readonly SheetPromise[];
    readonly cancel: AbortSignal;
  }): Promise<string | null>;
  validate(layer: Layer, cancel: AbortSignal): Promise<boolean>;
  /** The promises of a landed sheet; absent: none. */
  promised?(sheet: Candidate): readonly SheetPromise[];
  /** Whether a tree keeps a promise. */
  keeps?(tree: TreeSha, ask: SheetPromise): boolean;
  /** Told before a target moves: what is to land where. */
  lands(ref: string, stack: readonly Landed[]): void;
  /** Why the checkout is in the way of a ref now. */
  blocks(ref: string): string | null;
  readonly isDoubtful?: boolean;
  /** Reports a request that must never happen. */
  wrong(text: string): void;
}

/** The ground of one target, for one life of its queue. */
export function memoryGround(
  git: MemoryGit,
  turns: GroundTurns,
  target: { readonly ref: string; readonly origin: string },
): Ground {
  const { ref, origin } = target;
  return {
    ref,
    inTurn: async ({ cancel }, work) => {
      await turns.pass("turn");
      return cancel.aborted ? undefined : work();
    },
    open: async () => {
      await turns.pass("open");
      const start = git.refs.get(origin);
      if (!git.refs.has(ref) && start !== undefined) git.swap(ref, null, start);
      const commit = git.refs.get(ref);
      if (commit === undefined) throw new Error(`${ref} is gone`);
      return headOf(git, commit);
    },
    settle: async (head, candidates) => {
      await turns.pass("settle");
      const landed = candidates.flatMap((candidate) => landingOf(git, head, candidate) ?? []);
      const found = new Set(landed.map(({ candidate }) => candidate));
      return {
        landed,
        withdrawn: candidates.filter((candidate) => candidate.intent !== null && !found.has(candidate)),
      };
    },
    changes: ({ base, capture }) => Promise.resolve(changesOf(git.filesOf(base), git.filesOf(capture))),
    layer: (candidate, { below }) =>
      Promise.resolve().then(() => {
        turns.check("layer");
        turns.check(`layer ${candidate.sheet.id}`);
        return layerOf(git, candidate, below);
      }),
    gates: (_, { job }) =>
      Promise.resolve().then(() => {
        turns.check("gates");
        return gatesOf(job);
      }),
    standing: (head, candidate) => Promise.resolve(standingIn(git, turns, { head, candidate })),
    promised: (candidate) => turns.promised?.(candidate) ?? [],
    validate: async (layer, cancel) => verdictOf(await turns.validate(layer, cancel)),
    test: async ({ tree, head, requirements, cancel, heard }) => {
      const real = requirements.filter(isGate);
      const asked = requirements.filter(isPromise);
      const failed = await turns.gates({ ref, tree, head, gates: real, promises: asked, cancel });
      const promises =
        failed === null ? asked.map((ask) => promiseReport(tree, ask, turns.keeps?.(tree, ask) ?? true)) : [];
      const reports = [...reportsOf(tree, real, failed), ...promises];
      for (const report of reports) heard?.(report);
      return reports;
    },
    commit: async (head, stack) => {
      await turns.pass("commit");
      for (const { layer } of stack) turns.check(`store ${layer.candidate.sheet.id}`);
      const landed: Landed[] = [];
      for (const { layer, level, gates, promises = [] } of stack) {
        const { candidate, tree } = layer;
        const parent = landed.at(-1)?.commit ?? head.commit;
        if (layer.below !== (landed.at(-1)?.tree ?? head.tree))
          turns.wrong(`${candidate.sheet.id} lands on another tree than it was stacked on`);
        const of = {
          job: candidate.job.id,
          sheet: candidate.sheet.id,
          base: candidate.base,
          capture: candidate.capture,
        };
        const commit = git.commit(git.filesIn(tree), { parent, of });
        landed.push({ candidate, tree, commits: [commit], commit, parent, level, gates, promises, flags: [] });
      }
      return landed;
    },
    publish: async (head, stack, cancel) => {
      await turns.pass("publish");
      const why = turns.blocks(ref);
      if (cancel.aborted) return { kind: "called-off" };
      if (why !== null) return { kind: "blocked", why, ...(turns.isDoubtful === true ? { isDoubtful: true } : {}) };
      const last = stack.at(-1)?.commit;
      if (last === undefined || stack[0]?.parent !== head.commit)
        turns.wrong("what is published is not on top of the target");
      turns.lands(ref, stack);
      const isSwapped = last !== undefined && git.swap(ref, head.commit, last);
      await turns.pass("published");
      return isSwapped ? { kind: "published" } : { kind: "moved" };
    },
    fallbackBranch: (job) => Promise.resolve(`tutti/${job.id}`),
    receipt: async (stack) => {
      await turns.pass("receipt");
      for (const { commit } of stack) git.receipts.add(commit);
      await turns.pass("receipted");
    },
  };
}

function headOf(git: MemoryGit, commit: CommitSha): Head {
  return { commit, tree: git.treeOf(git.filesOf(commit)) };
}

function landingOf(git: MemoryGit, head: Head, candidate: Candidate): Landed | undefined {
  const found = git
    .history(head.commit)
    .find(({ of }) => of?.job === candidate.job.id && of.sheet === candidate.sheet.id);
  if (found === undefined) return undefined;
  const { id: commit, tree, parent } = found;
  return {
    candidate,
    tree,
    commits: [commit],
    commit,
    parent: parent ?? commit,
    level: "unvalidated",
    gates: [],
    flags: [],
  };
}

/** A path that only a person's word lets through. */
export const guarded = "guarded";

function layerOf(git: MemoryGit, candidate: Candidate, below: TreeSha): LayerOutcome {
  const [base, ours, theirs] = [git.filesOf(candidate.base), git.filesIn(below), git.filesOf(candidate.capture)];
  const changes = changesOf(base, theirs);
  if (!candidate.isReviewed && changes.some(({ path }) => path === guarded))
    return { kind: "protected", paths: [guarded] };
  const clashes = changes
    .filter(({ path }) => ours[path] !== base[path] && ours[path] !== theirs[path])
    .map(({ path }) => path);
  if (clashes.length > 0) return { kind: "conflict", conflict: { paths: clashes, brief: null } };
  const merged = withChanges(
    ours,
    changes.map(({ path }) => [path, theirs[path]]),
  );
  const tree = git.treeOf(merged);
  if (tree === below) return { kind: "absorbed" };
  return {
    kind: "layer",
    layer: { candidate, tree, below, changes, steps: [], isCaptured: tree === git.treeOf(theirs) },
  };
}

export function withChanges(files: Files, changes: readonly (readonly [string, string | undefined])[]): Files {
  const next: Record<string, string> = { ...files };
  for (const [path, content] of changes) {
    if (content === undefined) Reflect.deleteProperty(next, path);
    else next[path] = content;
  }
  return next;
}

function changesOf(from: Files, to: Files): readonly Change[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((path) => from[path] !== to[path])
    .map((path) => {
      const status = from[path] === undefined ? "A" : to[path] === undefined ? "D" : "M";
      return { path, status, oldMode: "100644", mode: "100644", oldBlob: from[path] ?? "", blob: to[path] ?? "" };
    });
}

function gatesOf({ plan: { landing } }: Job): readonly Gate[] {
  return landing.gates.map(({ name, command, timeoutMs, files, borrow }) => {
    const isQuick = landing.tests === "quick";
    return {
      name,
      command,
      timeoutMs,
      isQuick,
      files,
      borrow,
      toolchain: [],
      from: "score",
      digest: `${name}${isQuick ? " quick" : ""}`,
    };
  });
}

function promiseReport(tree: TreeSha, ask: SheetPromise, passed: boolean): TestReport {
  const promisedBy = ask.by.map(({ job, sheet }) => ({ job: job.id, sheet: sheet.id }));
  return { ...reportOf(tree, ask, passed), promisedBy };
}

/** Changes that landed since the candidate's base, as far as its score wants them kept. */
function standingIn(
  git: MemoryGit,
  turns: GroundTurns,
  { head, candidate }: { readonly head: Head; readonly candidate: Candidate },
): readonly SheetPromise[] {
  const seen = new Set(git.history(candidate.base).map(({ id }) => id));
  const landings = git.history(head.commit).flatMap(({ id, of }) => (of === null || seen.has(id) ? [] : [of]));
  return landings
    .filter((landing) => isKept(candidate, landing))
    .map(({ sheet }) => turns.promised?.({ ...candidate, sheet: { ...candidate.sheet, id: sheet as SheetId } }) ?? [])
    .reduce(joinedPromises, []);
}

function reportsOf(tree: TreeSha, gates: readonly Gate[], failed: string | null): readonly TestReport[] {
  const end = failed === null ? gates.length : gates.findIndex(({ name }) => name === failed) + 1;
  return gates.slice(0, end).map((gate) => reportOf(tree, gate, gate.name !== failed));
}

function reportOf(tree: TreeSha, { name, digest }: Requirement, passed: boolean): TestReport {
  return {
    name,
    digest,
    toolchain: "",
    tree,
    passed,
    isFlaky: false,
    isCached: false,
    ms: 1,
    at: 0 as EpochMs,
    reason: passed ? "" : "it fails",
  };
}

function verdictOf(passed: boolean): Verdict {
  return { kind: "judged", results: [{ index: 0, description: "works", passed, reason: passed ? "" : "it does not" }] };
}

/** Where a job's results land now. */
export function refOf(job: Job): string {
  return landingRef(job) ?? "";
}
