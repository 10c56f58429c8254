import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CommitSha } from "../base/ids.ts";
import { type FileChange, byText } from "../base/line-move.ts";
import { recordBefore } from "../checks/fingerprint.ts";
import type { CheckParts, CheckPlace, Comparison } from "../checks/place.ts";
import { waitIn } from "../checks/wait.ts";
import type { Attempt } from "../conductor/hands.ts";
import { readChanges } from "../git/changes.ts";
import { readLineChanges } from "../git/line-changes.ts";
import { readCommit, readRef } from "../git/refs.ts";
import { withScratch } from "../isolation/scratch.ts";
import type { Validation } from "../score/rule.ts";
import { type Equipment, workspaceOf } from "./equipment.ts";
import { foundBefore } from "./fix/found-before.ts";
import { judgeWith } from "./judge.ts";

/** What validations look at: a folder, and the commits that say what in it is the sheet's work. */
interface Looked {
  readonly folder: string;
  readonly base: CommitSha;
  /** The result; the base itself when nothing has been done yet. */
  readonly result: CommitSha;
  readonly leftOut: readonly string[];
  readonly cancel: AbortSignal;
}

export function checkParts({ run, world, memory }: Equipment): CheckParts {
  return { run, wait: waitIn(world), memory };
}

export async function checkPlace(equipment: Equipment, attempt: Attempt, looked: Looked): Promise<CheckPlace> {
  const { git, store, places } = equipment;
  const { job, sheet } = attempt;
  const { folder, base, result, leftOut, cancel } = looked;
  const before = await readBefore(beforePath(equipment, attempt));
  let changed: Promise<readonly string[]> | undefined;
  let lines: Promise<ReadonlyMap<string, FileChange>> | undefined;
  const env = checkEnvironment(equipment, attempt);
  return {
    folder,
    workspace: workspaceOf(equipment, job),
    env,
    leftOut,
    cancel,
    before: before ?? new Map(),
    hasBefore: before !== undefined,
    changedPaths: () =>
      (changed ??= readChanges(git, store.gitDir, { from: base, to: result }).then((changes) =>
        changes.map(({ path }) => path),
      )),
    base,
    foundBefore: (tool, files) => foundBefore(equipment, tool, { files, base }),
    lineChanges: () => (lines ??= readLineChanges(git, store.gitDir, { from: base, to: result }).then(byText)),
    unchangedSince: (ref, path) => compare(equipment, { ref, path, result }),
    atBase: (work) =>
      withScratch(
        { git, places },
        {
          store,
          job: job.id,
          sheet: sheet.id,
          attempt: attempt.attempt,
          commit: base,
          identity: job.identity,
          purpose: "base",
          borrow: job.plan.isolation.borrow,
        },
        work,
      ),
    judge: (request) => judgeWith(equipment, attempt, { ...request, folder, env, cancel }),
  };
}

async function compare(
  { git, store }: Equipment,
  what: { ref: string; path: string; result: CommitSha },
): Promise<Comparison> {
  const commit = await readCommit(git, store.repository.commonDir, what.ref);
  if (commit === undefined) return { kind: "unknown", why: `git knows no ${JSON.stringify(what.ref)}` };
  const [then, now] = await Promise.all([
    readRef(git, store.repository.commonDir, `${commit}:${what.path}`),
    readRef(git, store.gitDir, `${what.result}:${what.path}`),
  ]);
  return { kind: then === now ? "yes" : "no" };
}

/** Remembers how the files of the workspace are that a sheet's rules compare; once, before its first attempt. */
export async function rememberBefore(
  equipment: Equipment,
  attempt: Attempt,
  rules: readonly Validation[],
): Promise<void> {
  const path = beforePath(equipment, attempt);
  if ((await readBefore(path)) !== undefined) return;
  const before = await recordBefore(workspaceOf(equipment, attempt.job), rules);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, JSON.stringify([...before]));
}

function beforePath({ places }: Equipment, { job, sheet }: Attempt): string {
  return join(places.attempt(job.id, sheet.id, 1), "before.json");
}

async function readBefore(path: string): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    return new Map(JSON.parse(await readFile(path, "utf8")) as [string, string][]);
  } catch {
    // Not there, or cut short by a crash: then it is unknown how the files were, and the checks say so.
    return undefined;
  }
}

export function checkEnvironment(equipment: Equipment, attempt: Attempt): Readonly<Record<string, string>> {
  return {
    ...equipment.environment,
    TUTTI_JOB: attempt.job.id,
    TUTTI_SHEET: attempt.sheet.id,
    TUTTI_ATTEMPT: String(attempt.attempt),
    TUTTI_WORKSPACE: workspaceOf(equipment, attempt.job),
  };
}
