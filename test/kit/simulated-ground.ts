import type { CommitSha, ContextId, JobId, SheetId, TreeSha } from "../../src/base/ids.ts";
import type { Attempt, Standing, Start } from "../../src/conductor/hands.ts";
import type { CaptureProof } from "../../src/isolation/capture/capture.ts";
import type { Context } from "../../src/isolation/context.ts";
import { isInPlace } from "../../src/score/plan/isolation.ts";
import type { Job } from "../../src/sheet/job.ts";

/** The content of a folder: the strokes of work that agents did there. */
type Work = readonly string[];

/** All data that outlives a power cut, and the inviolable rules of custody. */
export interface Ground {
  /** The strokes on the target. */
  target(): Work;
  /** The strokes in the user's own folder. */
  folder(): Work;
  land(landed: { readonly base: CommitSha; readonly capture: CommitSha }): void;
  readBase(job: Job): CommitSha;
  enter(attempt: Attempt, start: Start): Context;
  find(id: ContextId): Standing | undefined;
  list(job: JobId): readonly Standing[];
  stroke(id: ContextId, text: string): void;
  capture(context: Context): CaptureProof;
  settle(job: Job, proof: CaptureProof, isGood: boolean): void;
  destroy(proof: CaptureProof): void;
  /** Tutti drops its notes of a context in place. */
  forget(id: ContextId): void;
  /** A program other than Tutti removes a context. */
  take(id: ContextId): void;
  /** Everything that was ever done. */
  readonly strokes: Work;
  /** Events that should not have happened. */
  readonly wrongs: string[];
  /** Strokes that were done and that no capture has. */
  lost(): Work;
}

interface Stand {
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly attempt: number;
  context: Context;
  work: Work;
  /** The effect of good attempts on a context that sheets share. */
  accepted: Work;
}

export function makeGround(): Ground {
  let target: Work = [];
  let folder: Work = ["the user's own"];
  const strokes: string[] = [];
  const wrongs: string[] = [];
  const names = new Map<string, CommitSha>();
  const commits = new Map<CommitSha, Work>();
  const stands = new Map<ContextId, Stand>();

  const commitOf = (work: Work): CommitSha => {
    const key = work.join("\n");
    const commit = names.get(key) ?? (`commit ${names.size}` as CommitSha);
    names.set(key, commit);
    commits.set(commit, work);
    return commit;
  };
  const isIn = (commit: CommitSha | null, work: Work): boolean =>
    commit !== null && names.get(work.join("\n")) === commit;
  const workOf = (commit: CommitSha): Work => commits.get(commit) ?? [];
  const contentOf = (stand: Stand): Work => (isInPlace(stand.context.level) ? folder : stand.work);

  const make = ({ job, sheet, attempt }: Attempt, start: Start, base: CommitSha): Context => {
    if (stands.has(start.context)) wrongs.push(`${start.context} is made twice`);
    const work = workOf(start.continueFrom ?? base);
    const { level, fallback } = job.isolation;
    const context: Context = {
      id: start.context,
      level,
      path: `/${start.context}`,
      base,
      index: "",
      branch: null,
      state: "",
      fallback,
    };
    stands.set(start.context, { job: job.id, sheet: sheet.id, attempt, context, work, accepted: work });
    return context;
  };
  const enterFolder = (attempt: Attempt, start: Start): Context => {
    const found = stands.get(start.context);
    if (found !== undefined && start.reuse) return found.context;
    if (start.reuse) stands.delete(start.context);
    return make(attempt, { ...start, continueFrom: null }, commitOf(folder));
  };
  const enterShared = (attempt: Attempt, start: Start): Context => {
    const found = stands.get(start.context);
    if (found === undefined) return make(attempt, start, start.base);
    commitOf(found.work);
    found.work = start.continueFrom === null ? found.accepted : workOf(start.continueFrom);
    found.context = { ...found.context, base: start.continueFrom === null ? commitOf(found.accepted) : start.base };
    return found.context;
  };

  return {
    wrongs,
    strokes,
    target: () => target,
    folder: () => folder,
    land: ({ base, capture }) => {
      // As a merge has it: what is in the base and not in the result was taken out by it.
      const [before, after] = [new Set(workOf(base)), new Set(workOf(capture))];
      const kept = target.filter((stroke) => after.has(stroke) || !before.has(stroke));
      target = [...kept, ...workOf(capture).filter((stroke) => !before.has(stroke))];
    },
    readBase: (job) => commitOf(isInPlace(job.isolation.level) ? folder : target),
    enter: (attempt, start) => {
      const { level, per } = attempt.job.isolation;
      if (isInPlace(level)) return enterFolder(attempt, start);
      if (per === "job") return enterShared(attempt, start);
      const found = start.reuse ? stands.get(start.context) : undefined;
      if (found !== undefined && !isIn(start.continueFrom, found.work))
        wrongs.push(`${start.context} is not what was captured`);
      return found?.context ?? make(attempt, start, start.base);
    },
    find: (id) => stands.get(id),
    list: (job) => [...stands.values()].filter((stand) => stand.job === job),
    stroke: (id, text) => {
      const stand = stands.get(id);
      if (stand === undefined) return wrongs.push(`${id} was taken away from its agent`);
      strokes.push(text);
      if (isInPlace(stand.context.level)) folder = [...folder, text];
      else stand.work = [...stand.work, text];
    },
    capture: (context) => {
      const stand = stands.get(context.id);
      if (stand === undefined) wrongs.push(`${context.id} is captured although it is gone`);
      const commit = commitOf(stand === undefined ? [] : contentOf(stand));
      const proof = {
        context,
        commit,
        tree: commit as string as TreeSha,
        ref: "",
        number: 0,
        changed: commit !== context.base,
        leftOut: [],
        unfiltered: [],
      };
      return proof as unknown as CaptureProof;
    },
    settle: (job, proof, isGood) => {
      const stand = stands.get(proof.context.id);
      if (stand === undefined) return;
      if (isGood && job.isolation.per === "job") stand.accepted = stand.work;
    },
    destroy: ({ context, commit }) => {
      const stand = stands.get(context.id);
      if (stand !== undefined && !isInPlace(context.level) && !isIn(commit, stand.work))
        wrongs.push(`${context.id} goes with work that its proof does not have`);
      stands.delete(context.id);
    },
    forget: (id) => stands.delete(id),
    take: (id) => stands.delete(id),
    lost: () => {
      const kept = new Set([...commits.values()].flat());
      return strokes.filter((stroke) => !kept.has(stroke));
    },
  };
}
