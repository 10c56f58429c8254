import { fresh } from "../../../sheet/state.ts";
import type { Entry } from "../../entry.ts";
import { type After, type Journaled, type JournalRow, afterOf, rowOf } from "../../row.ts";
import { prepareSchedules } from "./schedules.ts";
import { prepareSuccessors } from "./successors.ts";
import type { Dialect, Value } from "../dialect.ts";
import { isSilent, prepareSilent } from "./silent.ts";

export interface Writing {
  /** `undefined`: not journaled. */
  readonly write: (entry: Entry) => JournalRow | undefined;
  /** Call it before the commit: journal rows are written many at a time. */
  readonly finish: () => void;
  /** Of the last row. */
  readonly position: () => number;
  /** Rows after this position are rolled back. */
  readonly rewind: (position: number) => void;
}

/** Statements are prepared once: building costs more than running, and every attempt comes through here. */
export function prepareWriting(dialect: Dialect, lastPosition: number): Writing {
  const { prepare } = dialect;
  const journal = prepareJournal(dialect, lastPosition);
  const sheet = prepare("update sheet set state = ?, body = ? where job = ? and id = ?");
  const gate = prepare(
    "insert into gate (key, body) values (?, ?) on conflict (key) do update set body = excluded.body",
  );
  const writeJob = prepareJob(dialect);
  const writeSilent = prepareSilent(dialect);
  const saveSchedule = prepareSchedules(dialect);
  const saveSuccessor = prepareSuccessors(dialect);
  const write = (entry: Entry): JournalRow | undefined => {
    if (isSilent(entry)) {
      writeSilent[entry.about](entry as never);
      return undefined;
    }
    // The same end may be recorded twice: its successors are reported once.
    if (entry.about === "successor" && !saveSuccessor(entry)) return undefined;
    if (entry.about === "chain-end") {
      saveSuccessor(entry);
      return undefined;
    }
    if (entry.about === "schedule") saveSchedule(entry);
    if (entry.about === "gate") gate(entry.key, JSON.stringify(entry.gate));
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
      sheet(entry.next.kind, JSON.stringify(entry.next), entry.job, entry.sheet);
      writeJob.goesOn(entry.job);
    }
    return rowOf(entry, { position, body, after });
  };
  const rewind = (position: number): void => {
    journal.rewind(position);
    writeJob.rewind();
  };
  return { write, finish: journal.finish, position: journal.position, rewind };
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
  readonly position: () => number;
  readonly rewind: (position: number) => void;
}

const rowsAtOnce = 32;

/** Many rows at a time cost half. There is one writer, so positions are known before. */
function prepareJournal({ prepare }: Dialect, lastPosition: number): Appending {
  const insert = (rows: number): string =>
    `insert into journal (position, job, sheet, kind, at, body, after) values ${Array.from({ length: rows }, () => "(?, ?, ?, ?, ?, ?, ?)").join(", ")}`;
  const one = prepare(insert(1));
  const many = prepare(insert(rowsAtOnce));
  let position = lastPosition;
  let waiting: Value[] = [];
  return {
    add: (...columns) => {
      position += 1;
      waiting.push(position, ...columns);
      if (waiting.length === rowsAtOnce * 7) {
        many(...waiting);
        waiting = [];
      }
      return position;
    },
    finish: () => {
      for (let at = 0; at < waiting.length; at += 7) one(...waiting.slice(at, at + 7));
      waiting = [];
    },
    position: () => position,
    rewind: (to) => {
      position = to;
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
  readonly rewind: () => void;
}

function prepareJob({ prepare, list }: Dialect): WriteJob {
  const add = prepare(
    "insert into job (id, name, repository, created_at, status, body, plan_at, ending) values (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const change = prepare(
    "update job set name = ?, status = ?, body = ?, plan_at = coalesce(?, plan_at), ending = ? where id = ?",
  );
  // One statement: ten thousand calls cost three times as much. "where true" tells it from a join.
  const place = prepare(
    `insert into sheet (job, id, place, state, body) select ?, value, key, ?, ? from ${list} where true on conflict (job, id) do update set place = excluded.place`,
  );
  const putLast = prepare("update sheet set place = 1000000000 where job = ?");
  const dropEnding = prepare("update job set ending = null where id = ?");
  // Asked with every event of a sheet.
  const withoutEnding = new Set<string>();
  const goesOn = (job: string): void => {
    if (withoutEnding.has(job)) return;
    dropEnding(job);
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
    if (isNew) add(id, plan.name, rest.repository.commonDir, rest.createdAt, status.kind, body, position, whole);
    else change(plan.name, status.kind, body, isModified ? position : null, whole, id);
    if (whole === null) withoutEnding.add(id);
    else withoutEnding.delete(id);
    // A sheet that left the score stays, last: it may come back.
    if (isModified) putLast(id);
    if (isNew || isModified)
      place(id, fresh.kind, JSON.stringify(fresh), JSON.stringify(plan.sheets.map((sheet) => sheet.id)));
  };
  return {
    write,
    goesOn,
    rewind: () => {
      withoutEnding.clear();
    },
  };
}
