import { firstFew, plural } from "../../base/text.ts";
import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import type { Attempt } from "../../conductor/hands.ts";
import { type CaptureProof, captureContext } from "../capture/capture.ts";
import type { LeftOut } from "../capture/survey/left-out.ts";
import type { Context } from "../context.ts";
import { levelTable } from "../levels/table.ts";
import { hasView } from "../prepare/installed/views.ts";
import { shownPath } from "../raw-path.ts";
import type { SnapshotRequest } from "../snapshots/keep.ts";
import type { SnapshotWhy } from "../snapshots/names.ts";
import { makeStillContexts } from "../snapshots/still/still-contexts.ts";
import { snapshotWorkspace } from "../snapshots/workspace.ts";
import { type Equipment, workspaceOf } from "../../conductor/equipment/equipment.ts";

/** Agents think for minutes: most snapshots of a large context would find it as the last one did. */
const still = makeStillContexts<CaptureProof>({ folders: 8_192, believed: 5 });

/**
 * Whether the kernel reports every change of the files that a capture reads. They lie in the context's folder, which
 * only programs of the context write. An overlay does not qualify: only watchers of the overlay see its writes.
 */
function canBeWatched({ store, places }: Equipment, context: Context): boolean {
  const own = levelTable[context.level].agentGit(context, store);
  return own?.gitDir.startsWith(`${context.path}/`) === true && !hasView(places, context.path);
}

/** Captures a context; at the end of an attempt also the job's workspace. */
export async function takeSnapshot(
  equipment: Equipment,
  attempt: Attempt,
  what: { context: Context; why: SnapshotWhy },
): Promise<CaptureProof> {
  const { git, store, places, world } = equipment;
  const { job, sheet } = attempt;
  const about = {
    store,
    scratch: places.scratch,
    job: job.id,
    sheet: sheet.id,
    attempt: attempt.attempt,
    why: what.why,
    by: job.identity,
    at: world.now(),
  };
  const capture = (): Promise<CaptureProof> => captureContext(git, what.context, about);
  const key = JSON.stringify([what.context.id, sheet.id, attempt.attempt]);
  if (what.why === "periodic" && canBeWatched(equipment, what.context))
    return still.captured({ key, path: what.context.path, scratch: places.scratch }, capture);
  // A capture at the end of an attempt checks every file.
  still.forget(key);
  const proof = await capture();
  if (what.why !== "periodic" && what.why !== "deletion") await keepWorkspace(equipment, attempt, about);
  return proof;
}

/** One at a time: the sheets of a job share the workspace and its index. */
async function keepWorkspace(equipment: Equipment, { job }: Attempt, snapshot: SnapshotRequest): Promise<void> {
  const { git, places } = equipment;
  const request = {
    snapshot,
    folder: workspaceOf(equipment, job),
    indexPath: join(places.jobs, job.id, "workspace.index"),
  };
  const mine = equipment.records.workspace.last.then(() => snapshotWorkspace(git, request));
  equipment.records.workspace.last = mine.catch(() => undefined);
  const outcome = await mine.catch((error: unknown) => ({ kind: "skipped" as const, why: messageOf(error) }));
  if (outcome?.kind === "skipped") sayOnce(equipment, outcome.why, outcome.why);
  if (outcome?.kind === "kept" && outcome.leftOut.length > 0)
    sayOnce(equipment, `left out of ${job.id}`, leftOutWords(request.folder, outcome.leftOut));
}

function sayOnce({ records: { workspace }, notice }: Equipment, key: string, text: string): void {
  if (workspace.said.has(key)) return;
  workspace.said.add(key);
  notice(text);
}

const mostNamed = 3;

function leftOutWords(folder: string, leftOut: readonly LeftOut[]): string {
  const named = leftOut.map(({ path, reason }) => `${shownPath(path)} (${reason})`);
  return `snapshots of the workspace ${folder} leave out ${plural(leftOut.length, "path")}: ${firstFew(named, mostNamed)}`;
}
