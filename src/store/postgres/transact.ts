import type { Entry, FleetChange } from "../entry.ts";
import type { JournalRow } from "../row.ts";
import type { Item, Written } from "../sql/journal.ts";
import type { Writing } from "../sql/statements/write-entry.ts";
import { fence } from "./lease.ts";
import type { Outlet, Session } from "./outlet.ts";

/** The journal's transaction, for those who write beside it. */
export interface Transaction {
  /** Does not wait for the answer: one that fails breaks the whole transaction. */
  send(statement: { readonly text: string; readonly name?: string }, values?: readonly unknown[]): void;
}

/** Writes what a fleet keeps, all of a group at once. It sends statements and waits for nothing else. */
export type WriteFleet = (transaction: Transaction, changes: readonly FleetChange[]) => Promise<void>;

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

/** Everything is sent at once, and waited for once. */
export async function transact(group: readonly Item[], transacting: Transacting): Promise<Written> {
  const { session, outlet, writing, writeFleet, epoch, number, onCommit } = transacting;
  session.send({ text: "begin" });
  session.send({ text: fence, name: "fence" }, [number, epoch]);
  outlet.know(await recorded(group, session));
  const rows: JournalRow[] = [];
  const before = writing.position();
  const ends = group.map(({ entries }) => writeAll(entries, writing, rows));
  flush(transacting);
  const changes = group.flatMap(({ entries }) => entries.flatMap((one) => (one.about === "fleet" ? [one.change] : [])));
  if (changes.length > 0) await writeFleet(session, changes);
  if (writing.position() !== before)
    session.send({ text: "update lease set position = $1", name: "position" }, [writing.position()]);
  const written = { rows, ends };
  onCommit(written);
  session.send({ text: "commit" });
  await session.done();
  return written;
}

/** Gives the position of the last row; 0: none. */
function writeAll(entries: readonly Entry[], writing: Writing, rows: JournalRow[]): number {
  let position = 0;
  for (const entry of entries) {
    const row = entry.about === "fleet" ? undefined : writing.write(entry);
    if (row === undefined) continue;
    rows.push(row);
    ({ position } = row);
  }
  return position;
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
