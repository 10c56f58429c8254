import { createHash } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { TuttiError } from "../../base/error.ts";
import type { Schema } from "./schema.ts";

type Table = keyof Schema;
type Row = Readonly<Record<string, unknown>>;

/** Every table, with the columns that name a row. */
const keys: { readonly [T in Table]: readonly (keyof Schema[T] & string)[] } = {
  journal: ["position"],
  job: ["id"],
  sheet: ["job", "id"],
  request: ["key"],
  gate: ["key"],
  verdict: ["place"],
  quarantine: ["place"],
  queue: ["repository", "target"],
  trial: ["checkout"],
  finding_tallies: ["tool", "code", "strategy", "agent"],
  outcome: ["job", "sheet", "attempt"],
  pattern: ["place"],
  fixes: ["job"],
  delivery: ["place"],
  successor: ["place"],
  chain_end: ["root"],
  schedule: ["place"],
  meta: ["key"],
};

const tables = Object.keys(keys) as readonly Table[];

/** Those whose rows count up by themselves. */
export const counted = tables.filter((table) => keys[table].includes("place" as never));

export interface Copied {
  readonly table: Table;
  readonly rows: number;
  readonly hash: string;
}

/** The keys in which a store describes itself; no other one takes them over. */
const own = ["version", "epoch", "moved"];
const rowsAtOnce = 200;

/** Copies all rows, then reads them again and compares. In a transaction of the target: all of it, or nothing. */
export async function copyTables(from: Kysely<Schema>, to: Kysely<Schema>): Promise<readonly Copied[]> {
  const done: Copied[] = [];
  for (const table of tables) {
    const sum = makeSum();
    for await (const page of pagesOf(from, table)) {
      for (const row of page) sum.add(row);
      await to.insertInto(table).values(page).execute();
    }
    const copied = { table, ...sum.end() };
    const found = await sumOf(to, table);
    if (found.rows !== copied.rows || found.hash !== copied.hash) throw differs(copied, found);
    done.push(copied);
  }
  return done;
}

export async function emptyTables(db: Kysely<Schema>): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)} where ${isShared(table)}`.execute(db);
}

/** By table: how many rows, and what they say. */
export async function sumTables(db: Kysely<Schema>): Promise<readonly Copied[]> {
  const sums: Copied[] = [];
  for (const table of tables) sums.push({ table, ...(await sumOf(db, table)) });
  return sums;
}

async function sumOf(db: Kysely<Schema>, table: Table): Promise<Omit<Copied, "table">> {
  const sum = makeSum();
  for await (const page of pagesOf(db, table)) for (const row of page) sum.add(row);
  return sum.end();
}

async function* pagesOf(db: Kysely<Schema>, table: Table): AsyncGenerator<readonly Row[]> {
  const names = keys[table] as readonly string[];
  const order = sql.join(names.map((name) => sql.ref(name)));
  let last: Row | undefined;
  for (;;) {
    const after = last;
    const isNext = after === undefined ? sql`1 = 1` : sql`(${order}) > (${sql.join(names.map((name) => after[name]))})`;
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${isShared(table)} and ${isNext}
      order by ${order} limit ${rowsAtOnce}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1);
  }
}

function isShared(table: Table): RawBuilder<unknown> {
  return table === "meta" ? sql`key not in (${sql.join(own)})` : sql`1 = 1`;
}

/** The same sum for each order of the rows: databases sort texts differently. */
function makeSum(): { add: (row: Row) => void; end: () => Omit<Copied, "table"> } {
  let rows = 0;
  let sum = 0n;
  return {
    add: (row) => {
      rows += 1;
      const names = Object.keys(row).toSorted();
      const text = JSON.stringify(names.map((name) => [name, row[name]]));
      sum = BigInt.asUintN(256, sum + BigInt(`0x${createHash("sha256").update(text).digest("hex")}`));
    },
    end: () => ({ rows, hash: sum.toString(16).padStart(64, "0") }),
  };
}

function differs(copied: Copied, found: Omit<Copied, "table">): TuttiError {
  return new TuttiError(
    "store.move_failed",
    `the copy of ${copied.table} is not the same: ${String(copied.rows)} rows went in, ${String(found.rows)} came back`,
    { audience: "bug", hint: "Nothing was moved: the store stays where it was." },
  );
}
