import type { DatabaseSync } from "node:sqlite";
import { fresh } from "../../sheet/state.ts";
import type { Entry } from "../entry.ts";
import { type Journaled, type JournalRow, afterOf, rowOf } from "../row.ts";

/** Appends the event and brings the row it is about up to date; `undefined` for what is no part of the journal. */
export type WriteEntry = (entry: Entry) => JournalRow | undefined;

/**
 * Every attempt of every sheet comes through here several times. Statements are prepared once: building each anew
 * costs several times as much as running it.
 */
export function prepareWriting(database: DatabaseSync): WriteEntry {
  const journal = database.prepare("insert into journal (job, sheet, kind, at, body, after) values (?, ?, ?, ?, ?, ?)");
  const sheet = database.prepare("update sheet set state = ?, body = ? where job = ? and id = ?");
  // Who asks a second time gets the first answer.
  const request = database.prepare("insert into request (key, method, at, result) values (?, ?, ?, ?) on conflict do nothing");
  const gate = database.prepare("insert into gate (key, body) values (?, ?) on conflict (key) do update set body = excluded.body");
  const writeJob = prepareJob(database);
  return (entry) => {
    if (entry.about === "request") {
      request.run(entry.key, entry.method, entry.at, JSON.stringify(entry.result ?? null));
      return undefined;
    }
    if (entry.about === "gate") gate.run(entry.key, JSON.stringify(entry.gate));
    if (!isJournaled(entry)) return undefined;
    const { kind, at, ...body } = entry.event;
    const after = afterOf(entry);
    const { lastInsertRowid } = journal.run(
      // The column takes no null: this stands for what is of the conductor itself.
      entry.about === "gate" ? "" : (entry.job ?? ""),
      entry.about === "job" || entry.about === "gate" ? null : entry.sheet,
      kind,
      at,
      JSON.stringify(body),
      after === null ? null : JSON.stringify(after),
    );
    if (entry.about === "job") writeJob(entry);
    if (entry.about === "sheet") sheet.run(entry.next.kind, JSON.stringify(entry.next), entry.job, entry.sheet);
    return rowOf(entry, { position: Number(lastInsertRowid), body, after });
  };
}

function isJournaled(entry: Exclude<Entry, { about: "request" }>): entry is Journaled {
  return entry.event !== null;
}

function prepareJob(database: DatabaseSync): (entry: Extract<Entry, { about: "job" }>) => void {
  const add = database.prepare("insert into job (id, name, repository, created_at, status, body) values (?, ?, ?, ?, ?, ?)");
  const change = database.prepare("update job set name = ?, status = ?, body = ? where id = ?");
  // All in one: ten thousand calls cost three times as much. A select before "on conflict" needs a "where" to be told from a join.
  const place = database.prepare(
    "insert into sheet (job, id, place, state, body) select ?, value, key, ?, ? from json_each(?) where true on conflict (job, id) do update set place = excluded.place",
  );
  const putLast = database.prepare("update sheet set place = 1000000000 where job = ?");
  return ({ event, next }) => {
    const { id, plan, status } = next;
    const body = JSON.stringify(next);
    const isNew = event.kind === "submitted" || event.kind === "inferred";
    if (isNew) add.run(id, plan.name, next.repository.commonDir, next.createdAt, status.kind, body);
    else change.run(plan.name, status.kind, body, id);
    // One that is not in the score any more stays behind the others: should it come back, it goes on where it was.
    if (event.kind === "modified") putLast.run(id);
    if (!isNew && event.kind !== "modified") return;
    place.run(id, fresh.kind, JSON.stringify(fresh), JSON.stringify(plan.sheets.map((sheet) => sheet.id)));
  };
}
