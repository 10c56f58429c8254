import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gitignoreMatcher } from "../../base/ignore/gitignore.ts";
import type { CommitSha } from "../../base/ids.ts";
import { type FileChange, byText } from "../../base/line-move.ts";
import { recordBefore } from "../../checks/fingerprint.ts";
import type { AskedTool, CheckParts, CheckPlace, Comparison } from "../../checks/place.ts";
import { waitIn } from "../../checks/wait.ts";
import type { Attempt } from "../hands.ts";
import type { Finding } from "../../findings/finding.ts";
import { readChanges } from "../../git/diff/changes.ts";
import { readLineChanges } from "../../git/diff/line-changes.ts";
import { readCommit, readForkPoint, readRef } from "../../git/refs/refs.ts";
import type { PreparedTool } from "../../fix/model.ts";
import { newRunLog, validationLog } from "../../base/files/run-log.ts";
import type { Review } from "../../sheet/verdict.ts";
import { agentsAround } from "./judge/judging.ts";
import type { Validation } from "../../score/plan/rule.ts";
import { withCopy } from "./copies/copies.ts";
import { type Equipment, resolverOf, workspaceOf } from "./equipment.ts";
import { runValidations } from "../../checks/validate.ts";
import { runFor } from "./sandbox.ts";
import { emptyScene } from "../../score/resolve/scene.ts";

/** The ground of validations: a folder, and the commits that tell which changes in it are the sheet's work. */
interface Looked {
  readonly folder: string;
  readonly base: CommitSha;
  /** The result; the base itself when nothing has been done yet. */
  readonly result: CommitSha;
  readonly leftOut: readonly string[];
  readonly cancel: AbortSignal;
  /** They are preconditions. */
  readonly isBefore?: true;
  /** A reviewer's verdict on the same change on another tree. */
  readonly reviewed?: Review | null;
}

/** Validations run the sheet's work: they are confined as its agent is. */
export async function checkParts(equipment: Equipment, { job, sheet }: Attempt, folder: string): Promise<CheckParts> {
  const { world, records } = equipment;
  const run = await runFor(equipment, job, { write: [folder], read: [], sheet: sheet.id });
  return { run, wait: waitIn(world), memory: records.memory };
}

export async function checkPlace(equipment: Equipment, attempt: Attempt, looked: Looked): Promise<CheckPlace> {
  const { git, store } = equipment;
  const { job } = attempt;
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
    since: {
      before: before ?? null,
      changedPaths: () =>
        (changed ??= readChanges(git, store.gitDir, { from: base, to: result }).then((changes) =>
          changes.map(({ path }) => path),
        )),
      base,
      foundBefore: (tool, files) => foundBefore(equipment, tool, { files, base }),
      lineChanges: () => (lines ??= readLineChanges(git, store.gitDir, { from: base, to: result }).then(byText)),
      lineChangesSince: (revision) => linesSince(equipment, { revision, result }),
      unchangedSince: (ref, path) => compare(equipment, { ref, path, result }),
      atBase: (use) => withCopy(equipment, attempt, { commit: base, purpose: "base", use, cancel }),
    },
    keepOutput: async (index) => ({
      path: await newRunLog(equipment.places.outputs(job.id, attempt.sheet.id, attempt.attempt), {
        name: looked.isBefore === true ? `precondition-${String(index + 1)}` : validationLog(index),
        at: equipment.world.now(),
      }),
      // No variable with a secret is handed to validations: what looks like one is taken out all the same.
      cleaner: equipment.programs.cleanerFor([]),
    }),
    agents: agentsAround(equipment, attempt, { folder, env, cancel, reviewed: looked.reviewed ?? null }),
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

async function linesSince(
  { git, store }: Equipment,
  { revision, result }: { revision: string; result: CommitSha },
): Promise<ReadonlyMap<string, FileChange> | null> {
  const other = await readCommit(git, store.repository.commonDir, revision);
  const from = other === undefined ? undefined : await readForkPoint(git, store.gitDir, [other, result]);
  return from === undefined ? null : byText(await readLineChanges(git, store.gitDir, { from, to: result }));
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
  // Few sheets have rules that compare.
  if (!existsSync(path)) return undefined;
  try {
    return new Map(JSON.parse(await readFile(path, "utf8")) as [string, string][]);
  } catch {
    // Not there, or cut short by a crash: then it is unknown how the files were, and the checks say so.
    return undefined;
  }
}

export function checkEnvironment(equipment: Equipment, attempt: Attempt): Readonly<Record<string, string>> {
  return {
    ...equipment.programs.environment,
    TUTTI_JOB: attempt.job.id,
    TUTTI_SHEET: attempt.sheet.id,
    TUTTI_ATTEMPT: String(attempt.attempt),
    TUTTI_WORKSPACE: workspaceOf(equipment, attempt.job),
  };
}

interface Asked {
  readonly files: readonly string[];
  readonly base: CommitSha;
}

/**
 * The findings collected when the job was made are still a file tool's findings as long as neither the files nor the
 * tool's configuration have changed: the tool need not run on a checkout of the base. A run on the result tells whether
 * something was introduced.
 */
export async function foundBefore(
  equipment: Equipment,
  { tool, command, configs }: AskedTool,
  { files, base }: Asked,
): Promise<readonly Finding[] | null> {
  const record = await equipment.records.fixRecord();
  const isKnown = record?.tools.some((one) => one.name === tool && isSame(one, command.argv)) === true;
  if (record === undefined || record.commit === null || record.isCut === true || !isKnown) return null;
  const changes =
    record.commit === base
      ? []
      : await readChanges(equipment.git, equipment.store.gitDir, { from: record.commit, to: base });
  const asked = new Set(files);
  const isConfig = gitignoreMatcher(configs);
  const isOther = changes
    .map(({ path }) => Buffer.from(path, "latin1").toString("utf8"))
    .some((path) => asked.has(path) || isConfig(path));
  return isOther ? null : record.findings.filter((finding) => finding.tool === tool && asked.has(finding.file));
}

/** Variables may stand before it. */
function isSame({ argv, reach }: PreparedTool, asked: readonly string[]): boolean {
  return (
    reach === "file" &&
    argv.length <= asked.length &&
    argv.every((word, place) => word === asked[asked.length - argv.length + place])
  );
}

/** Runs a sheet's validations on a folder. */
export async function validate(
  equipment: Equipment,
  attempt: Attempt,
  looked: Parameters<typeof checkPlace>[2],
): ReturnType<typeof runValidations> {
  const scene = emptyScene(workspaceOf(equipment, attempt.job), looked.folder);
  const validations = resolverOf(attempt.job.plan).validations(attempt.sheet, scene);
  const parts = await checkParts(equipment, attempt, looked.folder);
  return runValidations(parts, validations, await checkPlace(equipment, attempt, looked));
}
