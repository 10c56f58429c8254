import { TuttiError, codeOf } from "../../base/error.ts";
import type { Entry, FleetChange } from "../entry.ts";
import type { JournalRow } from "../row.ts";
import type { Item, Written } from "../sql/journal.ts";
import type { Writing } from "../sql/statements/write-entry.ts";
import { fence } from "./lease.ts";
import type { Outlet, Session } from "./outlet.ts";

/** The journal's transaction, for those who write beside it. */
export interface Transaction {
  query(
    text: string,
    values: readonly unknown[],
  ): Promise<{ readonly rows: readonly object[]; readonly changes: number }>;
}

/** Writes what a fleet keeps. If it throws `fleet.stale`, the entries that came with it are refused, and no others. */
export type WriteFleet = (transaction: Transaction, change: FleetChange) => Promise<void>;

export interface Transacting {
  readonly session: Session;
  readonly outlet: Outlet;
  readonly writing: Writing;
  readonly writeFleet: WriteFleet;
  readonly epoch: number;
  /** Of this transaction, among those of this writer. */
  readonly number: number;
  /** Called before the commit is sent: from here on it may be done. */
  readonly onCommit: (written: Written) => void;
}

/** Without a fleet's entries everything is sent at once, and waited for once. */
export async function transact(group: readonly Item[], transacting: Transacting): Promise<Written> {
  const { session, outlet, writing, epoch, number, onCommit } = transacting;
  session.send({ text: "begin" });
  session.send({ text: fence, name: "fence" }, [number, epoch]);
  outlet.know(await recorded(group, session));
  const rows: JournalRow[] = [];
  const ends: (number | TuttiError)[] = [];
  const before = writing.position();
  for (const { entries } of group) {
    const end = entries.some(isFleet)
      ? await writeApart(entries, transacting, rows)
      : writePlain(entries, transacting, rows);
    ends.push(end);
  }
  flush(transacting);
  if (writing.position() !== before)
    session.send({ text: "update lease set position = $1", name: "position" }, [writing.position()]);
  const written = { rows, ends };
  onCommit(written);
  session.send({ text: "commit" });
  await session.done();
  return written;
}

function isFleet({ about }: Entry): boolean {
  return about === "fleet";
}

function writePlain(entries: readonly Entry[], { writing }: Transacting, rows: JournalRow[]): number {
  let position = 0;
  for (const entry of entries) {
    const row = writing.write(entry);
    if (row === undefined) continue;
    rows.push(row);
    ({ position } = row);
  }
  return position;
}

/** With a way back for these entries alone. */
async function writeApart(
  entries: readonly Entry[],
  transacting: Transacting,
  rows: JournalRow[],
): Promise<number | TuttiError> {
  const { session, outlet, writing, writeFleet } = transacting;
  flush(transacting);
  const start = { position: writing.position(), known: outlet.known() };
  session.send({ text: "savepoint item" });
  const own: JournalRow[] = [];
  let position = 0;
  try {
    for (const entry of entries) {
      if (entry.about === "fleet") {
        flush(transacting);
        await writeFleet(session, entry.change);
      } else position = writePlain([entry], transacting, own) || position;
    }
    flush(transacting);
    session.send({ text: "release savepoint item" });
    rows.push(...own);
    return position;
  } catch (error) {
    if (!(error instanceof TuttiError) || codeOf(error) !== "fleet.stale") throw error;
    outlet.take();
    outlet.know(start.known);
    writing.rewind(start.position);
    session.send({ text: "rollback to savepoint item" });
    return error;
  }
}

function flush({ session, outlet, writing }: Transacting): void {
  writing.finish();
  for (const { statement, values } of outlet.take()) session.send(statement, values);
}

/** Of the successors that the group is about. */
async function recorded(group: readonly Item[], session: Session): Promise<readonly string[]> {
  const ids = group.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.about === "successor" ? [entry.successor.id] : [])),
  );
  if (ids.length === 0) return [];
  const { rows } = await session.query("select id from successor where id = any($1)", [ids]);
  return (rows as { id: string }[]).map(({ id }) => id);
}
