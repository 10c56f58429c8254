import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { KeptVerdict, Quarantine, VerdictChange, VerdictKey } from "../../verdict.ts";
import type { Dialect } from "../dialect.ts";

/** An older tree comes back rarely, and costs one run. */
const mostVerdicts = 10_000;
const mostQuarantines = 1000;

export async function readVerdict(
  db: Kysely<Schema>,
  { tree, digest, toolchain, against }: VerdictKey,
): Promise<KeptVerdict | undefined> {
  const row = await db
    .selectFrom("verdict")
    .select("body")
    .where("tree", "=", tree)
    .where("digest", "=", digest)
    .where("toolchain", "=", toolchain)
    .where("against", "=", against ?? "")
    .executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.body) as KeptVerdict);
}

/** `null`: of all gates. */
export async function countVerdicts(db: Kysely<Schema>, digests: readonly string[] | null): Promise<number> {
  if (digests?.length === 0) return 0;
  const row = await db
    .selectFrom("verdict")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .$if(digests !== null, (query) => query.where("digest", "in", digests ?? []))
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** The oldest first. */
export async function readQuarantine(db: Kysely<Schema>): Promise<readonly Quarantine[]> {
  const rows = await db.selectFrom("quarantine").select("body").orderBy("place").execute();
  return rows.map(({ body }) => JSON.parse(body) as Quarantine);
}

export function prepareVerdicts({ prepare }: Dialect): (change: VerdictChange) => void {
  // Said again, it is the newest.
  const unsay = prepare("delete from verdict where tree = ? and digest = ? and toolchain = ? and against = ?");
  const say = prepare("insert into verdict (tree, digest, toolchain, against, body) values (?, ?, ?, ?, ?)");
  const dropOldest = prepare("delete from verdict where place <= (select max(place) from verdict) - ?");
  const forget = prepare("delete from verdict where digest = ?");
  const forgetAll = prepare("delete from verdict");
  const put = prepare(
    "insert into quarantine (digest, body) values (?, ?) on conflict (digest) do update set body = excluded.body",
  );
  const take = prepare("delete from quarantine where digest = ?");
  const takeOldest = prepare("delete from quarantine where place <= (select max(place) from quarantine) - ?");
  return (change) => {
    switch (change.kind) {
      case "said": {
        const { tree, digest, toolchain, against } = change.verdict;
        const key = [tree, digest, toolchain, against ?? ""] as const;
        unsay(...key);
        say(...key, JSON.stringify(change.verdict));
        dropOldest(mostVerdicts);
        return;
      }
      case "quarantine":
        if (change.quarantine === null) take(change.digest);
        else put(change.digest, JSON.stringify(change.quarantine));
        takeOldest(mostQuarantines);
        return;
      case "forgotten":
        if (change.digests === null) forgetAll();
        for (const digest of change.digests ?? []) forget(digest);
    }
  };
}
