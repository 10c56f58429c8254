import type { JobId } from "../../../base/ids.ts";
import { successorEntry } from "../../book.ts";
import type { JobParts } from "../parts.ts";

/** Jobs with steps after them that wait for a person. */
export async function heldUp({ store }: Pick<JobParts, "store">): Promise<ReadonlySet<JobId>> {
  const open = await store.successors({ open: true });
  return new Set(open.flatMap(({ job, state }) => (state.kind === "held" ? [job] : [])));
}

/** Lets the steps go on that a person held up. False: there are none. */
export async function letGoOn({ store, world }: Pick<JobParts, "store" | "world">, job: JobId): Promise<boolean> {
  const held = (await store.successors({ job })).filter(({ state }) => state.kind === "held");
  if (held.length === 0) return false;
  await store.journal.append(
    held.map((successor) => successorEntry({ ...successor, state: { kind: "waiting" } }, world.now(), false)),
  );
  return true;
}
