import type { History } from "../../results.ts";
import type { Asked } from "../../schema/methods.ts";
import { eventsOf } from "../events/events-of.ts";
import { requireSheet } from "../jobs/parts.ts";
import { type AnswerParts, findKnown } from "./parts.ts";

export async function history(parts: AnswerParts, asked: Asked<"job.history">): Promise<History | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined || parts.store === undefined) return null;
  const { job } = known;
  const sheet = asked.sheet === undefined ? undefined : requireSheet(job, asked.sheet);
  const titles = new Map(job.plan.sheets.map(({ id, title }) => [id, title]));
  const rows = await parts.store.rows({
    after: asked.after ?? 0,
    limit: asked.limit,
    job: job.id,
    ...(sheet === undefined ? {} : { sheet }),
  });
  return {
    job: job.id,
    events: rows.flatMap((row) => eventsOf(row, row.sheet === null ? null : (titles.get(row.sheet) ?? null))),
    next: rows.length < asked.limit ? null : (rows.at(-1)?.position ?? null),
  };
}
