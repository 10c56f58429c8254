import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { fresh } from "../../../sheet/state.ts";
import type { Entry } from "../../entry.ts";
import { type After, type Journaled, type JournalRow, afterOf, rowOf } from "../../row.ts";
import { prepareDeliveries } from "./deliveries.ts";
import { prepareFixes } from "./fixes.ts";
import { prepareOutcomes } from "./outcomes.ts";
import { preparePatterns } from "./patterns.ts";
import { prepareQueues } from "./queues.ts";
import { prepareForgetting } from "./retention.ts";
import { prepareSchedules } from "./schedules.ts";
import { prepareSuccessors } from "./successors.ts";
import { prepareTallies } from "./tallies.ts";
import { prepareVerdicts } from "./verdicts.ts";

export interface Writing {
  /** `undefined`: not journaled. */
  readonly write: (entry: Entry) => JournalRow | undefined;
  /** Call it before the commit: journal rows are written many at a time. */
  readonly finish: () => void;
}

/** Statements are prepared once: building costs more than running, and every attempt comes through here. */
export function prepareWriting(database: DatabaseSync): Writing {
  const journal = prepareJournal(database);
  const sheet = database.prepare("update sheet set state = ?, body = ? where job = ? and id = ?");
  // The first answer counts.
  const request = database.prepare(
    "insert into request (key, method, at, result) values (?, ?, ?, ?) on conflict do nothing",
  );
  const gate = database.prepare(
    "insert into gate (key, body) values (?, ?) on conflict (key) do update set body = excluded.body",
  );
  const writeJob = prepareJob(database);
  const writeVerdict = prepareVerdicts(database);
  const writeQueue = prepareQueues(database);
  const addTallies = prepareTallies(database);
  const saveFix = prepareFixes(database);
  const writeOutcome = prepareOutcomes(database);
  const writePattern = preparePatterns(database);
  const forget = prepareForgetting(database);
  const putDeliveries = prepareDeliveries(database);
  const saveSchedule = prepareSchedules(database);
  const saveSuccessor = prepareSuccessors(database);
  const write = (entry: Entry): JournalRow | undefined => {
    if (entry.about === "request") {
      request.run(entry.key, entry.method, entry.at, JSON.stringify(entry.result ?? null));
      return undefined;
    }
    if (entry.about === "verdict") {
      writeVerdict(entry.change);
      return undefined;
    }
    if (entry.about === "queue" || entry.about === "trial") {
      writeQueue(entry);
      return undefined;
    }
    if (entry.about === "tallies") {
      addTallies(entry.tallies);
      return undefined;
    }
    if (entry.about === "outcome") {
      writeOutcome(entry.change);
      return undefined;
    }
    if (entry.about === "pattern") {
      writePattern(entry.change);
      return undefined;
    }
    if (entry.about === "forgotten") {
      forget(entry.what);
      return undefined;
    }
    if (entry.about === "deliveries") {
      putDeliveries(entry);
      return undefined;
    }
    if (entry.about === "fix") {
      saveFix(entry);
      return undefined;
    }
    // The same end may be recorded twice: what follows it is told of once.
    if (entry.about === "successor" && !saveSuccessor(entry)) return undefined;
    if (entry.about === "chain-end") {
      saveSuccessor(entry);
      return undefined;
    }
    if (entry.about === "schedule") saveSchedule(entry);
    if (entry.about === "gate") gate.run(entry.key, JSON.stringify(entry.gate));
    if (!isJournaled(entry)) return undefined;
    const { kind, at, ...body } = entry.event;
    const after = afterOf(entry);
    const position = journal.add(
      // The column takes no null: empty means the conductor.
      entry.about === "gate" || entry.about === "schedule" ? "" : (entry.job ?? ""),
      entry.about === "job" || entry.about === "gate" || entry.about === "schedule" ? null : entry.sheet,
      kind,
      at,
      JSON.stringify(body),
      after === null ? null : textOf(after),
    );
    if (entry.about === "job") writeJob.write(entry, position);
    if (entry.about === "sheet" && entry.isSame !== true) {
      sheet.run(entry.next.kind, JSON.stringify(entry.next), entry.job, entry.sheet);
      writeJob.goesOn(entry.job);
    }
    return rowOf(entry, { position, body, after });
  };
  return { write, finish: journal.finish };
}

type Columns = readonly [
  job: string,
  sheet: string | null,
  kind: string,
  at: number,
  body: string,
  after: string | null,
];

interface Appending {
  /** Returns the position of the row. */
  readonly add: (...columns: Columns) => number;
  readonly finish: () => void;
}

const rowsAtOnce = 32;

/** Many rows at a time cost half. There is one writer, so positions are known before. */
function prepareJournal(database: DatabaseSync): Appending {
  const insert = (rows: number): string =>
    `insert into journal (position, job, sheet, kind, at, body, after) values ${Array.from({ length: rows }, () => "(?, ?, ?, ?, ?, ?, ?)").join(", ")}`;
  const one = database.prepare(insert(1));
  const many = database.prepare(insert(rowsAtOnce));
  const last = database.prepare("select seq from sqlite_sequence where name = 'journal'").get() as
    | { readonly seq: number }
    | undefined;
  let position = last?.seq ?? 0;
  let waiting: SQLInputValue[] = [];
  return {
    add: (...columns) => {
      position += 1;
      waiting.push(position, ...columns);
      if (waiting.length === rowsAtOnce * 7) {
        many.run(...waiting);
        waiting = [];
      }
      return position;
    },
    finish: () => {
      for (let at = 0; at < waiting.length; at += 7) one.run(...waiting.slice(at, at + 7));
      waiting = [];
    },
  };
}

function isJournaled(
  entry: Extract<Entry, { about: "job" | "sheet" | "note" | "gate" | "successor" | "schedule" }>,
): entry is Journaled {
  return entry.event !== null;
}

const known = new Map<string, string>();

/** Most sheets are in one of a few states. */
function textOf(after: After): string {
  if (after.why !== null) return JSON.stringify(after);
  const text = known.get(after.state) ?? JSON.stringify(after);
  known.set(after.state, text);
  return text;
}

interface WriteJob {
  readonly write: (entry: Extract<Entry, { about: "job" }>, position: number) => void;
  /** Its ending is not true any more. */
  readonly goesOn: (job: string) => void;
}

function prepareJob(database: DatabaseSync): WriteJob {
  const add = database.prepare(
    "insert into job (id, name, repository, created_at, status, body, plan_at, ending) values (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const change = database.prepare(
    "update job set name = ?, status = ?, body = ?, plan_at = coalesce(?, plan_at), ending = ? where id = ?",
  );
  // One statement: ten thousand calls cost three times as much. "where true" tells it from a join.
  const place = database.prepare(
    "insert into sheet (job, id, place, state, body) select ?, value, key, ?, ? from json_each(?) where true on conflict (job, id) do update set place = excluded.place",
  );
  const putLast = database.prepare("update sheet set place = 1000000000 where job = ?");
  const dropEnding = database.prepare("update job set ending = null where id = ?");
  // Asked with every event of a sheet.
  const withoutEnding = new Set<string>();
  const goesOn = (job: string): void => {
    if (withoutEnding.has(job)) return;
    dropEnding.run(job);
    withoutEnding.add(job);
  };
  const write: WriteJob["write"] = ({ event, next, ending }, position) => {
    // Plans may be megabytes: the row names the event that has it.
    const { plan, ...rest } = next;
    const { id, status } = rest;
    const isNew = event.kind === "submitted" || event.kind === "inferred";
    const isModified = "plan" in event;
    const whole = ending === undefined ? null : JSON.stringify(ending);
    const body = JSON.stringify(rest);
    if (isNew) add.run(id, plan.name, rest.repository.commonDir, rest.createdAt, status.kind, body, position, whole);
    else change.run(plan.name, status.kind, body, isModified ? position : null, whole, id);
    if (whole === null) withoutEnding.add(id);
    else withoutEnding.delete(id);
    // A sheet that left the score stays, last: it may come back.
    if (isModified) putLast.run(id);
    if (isNew || isModified)
      place.run(id, fresh.kind, JSON.stringify(fresh), JSON.stringify(plan.sheets.map((sheet) => sheet.id)));
  };
  return { write, goesOn };
}
