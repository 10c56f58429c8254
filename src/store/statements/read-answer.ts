import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** What a call with this key was answered; `undefined` when it had no effect. */
export async function readAnswer(
  db: Kysely<Schema>,
  key: string,
): Promise<{ readonly method: string; readonly result: unknown } | undefined> {
  const row = await db.selectFrom("request").select(["method", "result"]).where("key", "=", key).executeTakeFirst();
  return row === undefined ? undefined : { method: row.method, result: JSON.parse(row.result) as unknown };
}
