import { join } from "node:path";
import type { CleanStep } from "../../api/contract/context.ts";
import { exists } from "../../base/files/exists.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import { plural } from "../../base/text.ts";
import { ageAgainst, dayMs } from "../cleanup/policy.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import { measureUse } from "../disk/measure.ts";
import { listContexts } from "../records/record.ts";
import type { ContextParts } from "./parts.ts";

type Kind = "drop-history" | "drop-logs" | "drop-answers" | "drop-notes";
export type RetentionStep = CleanStep & { readonly kind: Kind };

export function isRetention(step: CleanStep): step is RetentionStep {
  return ["drop-history", "drop-logs", "drop-answers", "drop-notes"].includes(step.kind);
}

/** Lists everything older than its retention period. A job with a context keeps everything. */
export async function planRetention(parts: ContextParts): Promise<readonly RetentionStep[]> {
  const { store } = parts;
  if (store === undefined) return [];
  const { historyDays, logsDays } = parts.limits().retention;
  const kept = new Set((await listContexts(parts.places)).map(({ job }) => job));
  const past = async (days: number | null): Promise<Awaited<ReturnType<typeof store.pastJobs>>> =>
    days === null ? [] : (await store.pastJobs(timeBefore(parts, days))).filter(({ id }) => !kept.has(id));
  const why = (endedAt: EpochMs, days: number | null): string => ageAgainst(parts.now() - endedAt, days ?? 0);
  const history = (await past(historyDays))
    .filter(({ rows }) => rows > 0)
    .map(({ id, bytes, rows, endedAt }): RetentionStep => {
      const words = `${plural(rows, "row")}, ${why(endedAt, historyDays)}`;
      return { kind: "drop-history", name: id, bytes, why: words };
    });
  const logs: RetentionStep[] = [];
  for (const { id, endedAt } of await past(logsDays)) {
    if (!(await exists(logsOf(parts, id)))) continue;
    const { bytes } = await measureUse(logsOf(parts, id));
    logs.push({ kind: "drop-logs", name: id, bytes, why: why(endedAt, logsDays) });
  }
  return [...logs, ...history, ...(await planRows(parts, "answers")), ...(await planRows(parts, "notes"))];
}

async function planRows(parts: ContextParts, what: "answers" | "notes"): Promise<readonly RetentionStep[]> {
  const days = daysOf(parts, what);
  const found = days === null ? undefined : await parts.store?.pastRows(what, timeBefore(parts, days));
  if (found === undefined || found.rows === 0 || days === null) return [];
  const why = `${plural(found.rows, "row")} over ${plural(days, "day")} old`;
  return [{ kind: `drop-${what}`, name: what, bytes: found.bytes, why }];
}

function daysOf(parts: ContextParts, what: "answers" | "notes"): number | null {
  const { answersDays, historyDays } = parts.limits().retention;
  return what === "answers" ? answersDays : historyDays;
}

/** Returns the obstacle, or `null`. Looks again first: a job may go on by now. */
export async function dropRecords(parts: ContextParts, { kind, name }: RetentionStep): Promise<string | null> {
  const { store } = parts;
  if (store?.journal === undefined) return "only the process that writes may do that";
  if (kind === "drop-answers" || kind === "drop-notes") {
    const what = kind === "drop-answers" ? "answers" : "notes";
    const days = daysOf(parts, what);
    if (days !== null)
      await store.journal.append([{ about: "forgotten", what: { kind: what, before: timeBefore(parts, days) } }]);
    return null;
  }
  const job = name as JobId;
  const fate = await store.fate(job);
  if (fate === undefined) return "there is no such job";
  const isOver = fate.status.kind === "finished" || fate.status.kind === "cancelled";
  if (!isOver || (await parts.isPlayed(fate))) return "it goes on";
  if ((await listContexts(parts.places, job)).length > 0) return "it has a context";
  if (kind === "drop-logs") await removeTree(logsOf(parts, job));
  else await store.journal.append([{ about: "forgotten", what: { kind: "history", job } }]);
  return null;
}

function timeBefore(parts: ContextParts, days: number): EpochMs {
  return Math.floor(parts.now() - days * dayMs) as EpochMs;
}

/** Prompts, output and what validations printed; the job's own file and its workspace stay. */
function logsOf({ places }: ContextParts, job: JobId): string {
  return join(places.jobs, job, "sheets");
}
