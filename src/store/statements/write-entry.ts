import type { Transaction } from "kysely";
import type { Entry } from "../entry.ts";
import { fresh } from "../../sheet/state.ts";
import type { Schema } from "../schema.ts";

/** Appends the event and brings the row it is about up to date. */
export async function writeEntry(transaction: Transaction<Schema>, entry: Entry): Promise<void> {
  const { kind, at, ...body } = entry.event;
  await transaction
    .insertInto("journal")
    .values({ job: entry.job, sheet: entry.about === "sheet" ? entry.sheet : null, kind, at, body: JSON.stringify(body) })
    .execute();
  if (entry.about === "job") await writeJob(transaction, entry);
  else {
    await transaction
      .updateTable("sheet")
      .set({ state: entry.next.kind, body: JSON.stringify(entry.next) })
      .where("job", "=", entry.job)
      .where("id", "=", entry.sheet)
      .execute();
  }
}

async function writeJob(transaction: Transaction<Schema>, entry: Extract<Entry, { about: "job" }>): Promise<void> {
  const job = entry.next;
  const row = { status: job.status.kind, body: JSON.stringify(job) };
  if (entry.event.kind !== "submitted" && entry.event.kind !== "inferred") {
    await transaction.updateTable("job").set(row).where("id", "=", job.id).execute();
    return;
  }
  await transaction
    .insertInto("job")
    .values({ id: job.id, name: job.plan.name, repository: job.repository.commonDir, created_at: job.createdAt, ...row })
    .execute();
  for (const [place, sheet] of job.plan.sheets.entries()) {
    await transaction
      .insertInto("sheet")
      .values({ job: job.id, id: sheet.id, place, state: fresh.kind, body: JSON.stringify(fresh) })
      .execute();
  }
}
