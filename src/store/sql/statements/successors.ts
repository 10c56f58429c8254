import type { Kysely } from "kysely";
import type { Successor } from "../../../chains/successor.ts";
import type { Entry } from "../../entry.ts";
import type { SuccessorsAsked } from "../../store.ts";
import type { Schema } from "../schema.ts";
import type { Dialect } from "../dialect.ts";

export async function readSuccessors(db: Kysely<Schema>, asked: SuccessorsAsked): Promise<readonly Successor[]> {
  const all = db.selectFrom("successor").select("body").orderBy("place");
  const some =
    "job" in asked
      ? all.where("job", "=", asked.job)
      : "ids" in asked
        ? all.where("id", "in", [...asked.ids])
        : all.where("state", "in", ["waiting", "held", "running"]);
  return (await some.execute()).map(({ body }) => JSON.parse(body) as Successor);
}

export async function isChainCancelled(db: Kysely<Schema>, root: string): Promise<boolean> {
  return (await db.selectFrom("chain_end").select("at").where("root", "=", root).executeTakeFirst()) !== undefined;
}

/** False: it is there already, and nothing was written. */
export function prepareSuccessors({
  prepare,
  successors,
}: Dialect): (entry: Extract<Entry, { about: "successor" | "chain-end" }>) => boolean {
  const add = prepare("insert into successor (id, job, state, body) values (?, ?, ?, ?) on conflict (id) do nothing");
  const change = prepare("update successor set state = ?, body = ? where id = ?");
  const end = prepare("insert into chain_end (root, at) values (?, ?) on conflict do nothing");
  return (entry) => {
    if (entry.about === "chain-end") {
      end(entry.root, entry.at);
      return true;
    }
    const { id, job, state } = entry.successor;
    if (successors.has(id) === entry.isNew) return false;
    const body = JSON.stringify(entry.successor);
    if (entry.isNew) add(id, job, state.kind, body);
    else change(state.kind, body, id);
    successors.add(id);
    return true;
  };
}
