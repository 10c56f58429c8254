import type { Kysely } from "kysely";
import { TuttiError } from "../../base/error.ts";
import { up as journal } from "./migrations/001-journal.ts";
import { up as requests } from "./migrations/002-requests.ts";
import { up as gates } from "./migrations/003-gates.ts";
import { up as verdicts } from "./migrations/004-verdicts.ts";
import { up as queues } from "./migrations/005-queues.ts";
import { up as plans } from "./migrations/006-plans.ts";
import { up as tallies } from "./migrations/007-tallies.ts";
import { up as fixes } from "./migrations/008-fixes.ts";
import { up as endings } from "./migrations/009-endings.ts";
import { up as outcomes } from "./migrations/010-outcomes.ts";
import { up as deliveries } from "./migrations/011-deliveries.ts";
import { up as patterns } from "./migrations/012-patterns.ts";
import { up as chains } from "./migrations/013-chains.ts";
import { up as schedules } from "./migrations/014-schedules.ts";
import { up as newestOutcomes } from "./migrations/015-newest-outcomes.ts";
import type { DialectName } from "./dialect.ts";
import type { Schema } from "./schema.ts";

/** The position is the version. A published migration never changes. */
const migrations: readonly ((db: Kysely<never>, dialect: DialectName) => Promise<void>)[] = [
  journal,
  requests,
  gates,
  verdicts,
  queues,
  plans,
  tallies,
  fixes,
  endings,
  outcomes,
  deliveries,
  patterns,
  chains,
  schedules,
  newestOutcomes,
];

/**
 * Migrates step by step, each in one transaction. A newer store is refused: an older program can't know what it would
 * break.
 */
export async function migrate(db: Kysely<Schema>, path: string, how: Migrating = { dialect: "sqlite" }): Promise<void> {
  await db.schema
    .createTable("meta")
    .ifNotExists()
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
  const found = await readVersion(db);
  requireKnown(found, path);
  if (how.isMoving !== true) await requireHere(db, path);
  for (let version = found; version < migrations.length; version += 1) {
    await db.transaction().execute(async (step) => {
      await how.fence?.(step);
      await migrations[version]?.(step as unknown as Kysely<never>, how.dialect);
      const value = String(version + 1);
      await step
        .insertInto("meta")
        .values({ key: "version", value })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
        .execute();
    });
  }
}

export interface Migrating {
  readonly dialect: DialectName;
  /** Throws if another one writes by now. */
  readonly fence?: (step: Kysely<Schema>) => Promise<void>;
  /** A store that was moved away may be opened: it is moved back. */
  readonly isMoving?: true;
}

export async function isMigrated(db: Kysely<Schema>): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some((table) => table.name === "journal");
}

/** Throws if the store is newer than this program. */
export async function requireReadable(db: Kysely<Schema>, path: string): Promise<number> {
  const found = await readVersion(db);
  requireKnown(found, path);
  await requireHere(db, path);
  return found;
}

/** Rows from before a move are out of date: no one goes on from them by mistake. */
async function requireHere(db: Kysely<Schema>, path: string): Promise<void> {
  const moved = await readMoved(db);
  if (moved === undefined) return;
  throw new TuttiError("store.moved", `the store ${path} was moved to ${moved}`, {
    audience: "user",
    hint: `Set where it is: tutti config set store ${moved}. To move it back: tutti store migrate --to`,
  });
}

/** Where a store was moved to. */
export async function readMoved(db: Kysely<Schema>): Promise<string | undefined> {
  return (await db.selectFrom("meta").select("value").where("key", "=", "moved").executeTakeFirst())?.value;
}

async function readVersion(db: Kysely<Schema>): Promise<number> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", "version").executeTakeFirst();
  return Number(row?.value ?? "0");
}

function requireKnown(found: number, path: string): void {
  if (found <= migrations.length) return;
  throw new TuttiError(
    "store.newer",
    `${path} has version ${String(found)}; this tutti knows versions up to ${String(migrations.length)}`,
    {
      audience: "user",
      hint: "Use the newer tutti that wrote it, or another home: TUTTI_HOME=<folder>.",
    },
  );
}
