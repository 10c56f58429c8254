import { join } from "node:path";
import type { EpochMs } from "../../base/ids.ts";
import type { ContextItem, ContextOutcome, TrashItem } from "../cleanup/policy.ts";
import { measureUse } from "../use/measure.ts";
import { listTrash } from "../cleanup/trash.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import { type ContextRecord, listContexts } from "../records/record.ts";
import { readArtefacts } from "../use/artefacts.ts";
import type { Job } from "../../sheet/job.ts";
import type { SheetState } from "../../sheet/state.ts";
import type { ContextParts } from "./parts.ts";
import { readRow } from "./rows.ts";

/** Every context with files of its own, as clean-up sees it. */
export async function readInventory(parts: ContextParts): Promise<readonly ContextItem[]> {
  const items: ContextItem[] = [];
  for (const record of await listContexts(parts.places)) {
    if (isInPlace(record.context.level)) continue;
    const row = await readRow(parts, record);
    if (row.state === "gone") continue;
    items.push({
      id: row.id,
      path: row.path,
      job: row.job,
      sheet: row.sheet === null ? null : record.sheet,
      outcome: await outcomeFor(parts, record, row.sheet === null),
      bytes: row.bytes ?? 0,
      artefactBytes: (await readArtefacts(parts.git, record).catch(() => ({ bytes: 0 }))).bytes,
      lastUsedAt: Math.max(row.madeAt, row.usedAt ?? 0) as EpochMs,
      isLocked: row.state !== "idle" || row.users === null,
    });
  }
  return items;
}

export async function readTrash({ places }: ContextParts): Promise<readonly TrashItem[]> {
  const items: TrashItem[] = [];
  for (const entry of await listTrash(places.trash))
    items.push({ ...entry, bytes: (await measureUse(join(places.trash, entry.name))).bytes });
  return items;
}

async function outcomeFor(
  parts: ContextParts,
  { job: id, sheet }: ContextRecord,
  isShared: boolean,
): Promise<ContextOutcome> {
  const job = await parts.store?.job(id);
  if (job === undefined) return "unknown";
  return outcomeOf(job, {
    isPlayed: await parts.isPlayed(job),
    state: isShared ? null : (await parts.store?.sheets(id))?.get(sheet),
  });
}

/** What became of the work in a context. A state of `null` asks for the job as a whole. */
export function outcomeOf(
  job: Pick<Job, "status" | "plan">,
  facts: { isPlayed: boolean; state: SheetState | null | undefined },
): ContextOutcome {
  const { isPlayed, state } = facts;
  if (isPlayed) return "live";
  switch (state?.kind) {
    case "landed":
    case "done":
    case "skipped":
      // Kept on purpose: it goes when its time is up, as those of failed sheets do.
      return job.plan.isolation.cleanupOnSuccess ? "done" : "failed";
    case "failed":
    case "cancelled":
      return "failed";
    case "waiting":
    case "running":
    case "captured":
    case "landing":
    case "proposed":
      // It goes on from here when its job does, also one that was interrupted.
      return isOver(job) ? "failed" : "paused";
    case undefined:
      if (state === undefined) return "unknown";
      if (!isOver(job)) return "paused";
      return job.status.kind === "finished" && job.status.failed === 0 && job.plan.isolation.cleanupOnSuccess
        ? "done"
        : "failed";
  }
}

function isOver({ status }: Pick<Job, "status">): boolean {
  return status.kind === "finished" || status.kind === "cancelled";
}
