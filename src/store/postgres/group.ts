import type { Client } from "pg";
import type { World } from "../../base/world/world.ts";
import type { WriteGroup, Written } from "../sql/journal.ts";
import { prepareWriting } from "../sql/statements/write-entry.ts";
import { Lost, pauseBefore } from "./lost.ts";
import { type Session, makeOutlet, makeSession } from "./outlet.ts";
import { type WriteFleet, transact } from "./transact.ts";

export interface Writer {
  readonly epoch: number;
  /** Of the last row. */
  readonly position: number;
  readonly connect: () => Promise<Client>;
  readonly writeFleet: WriteFleet;
  readonly world: Pick<World, "after">;
  /** The server does not answer, and is tried again; `null`: it answers again. */
  readonly onAway: (error: Error | null) => void;
}

export interface PostgresGroups extends WriteGroup {
  close(): Promise<void>;
}

/**
 * One connection, made anew when it breaks. A commit whose answer was lost is either done or not: the number of the last
 * transaction, kept with the lease, says which.
 */
export function groupWriter({ connect, world, onAway, ...writer }: Writer): PostgresGroups {
  const outlet = makeOutlet();
  const writing = prepareWriting(outlet.dialect, writer.position);
  let client: Client | undefined;
  let number = 0;
  let isClosed = false;

  const drop = (): void => {
    const broken = client;
    client = undefined;
    broken?.end().catch(() => undefined);
  };
  const open = async (): Promise<Client> => {
    try {
      return (client ??= await connect());
    } catch (error) {
      throw new Lost(error);
    }
  };
  const write: WriteGroup["write"] = async (group) => {
    number += 1;
    const start = writing.position();
    let pending: Written | undefined;
    for (let tries = 0; ; tries += 1) {
      try {
        const session = makeSession(await open());
        const isDone = pending !== undefined && (await writtenUpTo(session)) === number;
        if (tries > 0) onAway(null);
        if (isDone && pending !== undefined) return pending;
        outlet.take();
        writing.rewind(start);
        const onCommit = (written: Written): void => void (pending = written);
        return await transact(group, { session, outlet, writing, number, onCommit, ...writer });
      } catch (error) {
        drop();
        if (!(error instanceof Lost) || isClosed) throw error;
        if (tries === 0) onAway(error);
        await pauseBefore(tries, world);
      }
    }
  };
  return {
    next: () => writing.position() + 1,
    write,
    close: async () => {
      isClosed = true;
      await client?.end().catch(() => undefined);
    },
  };
}

async function writtenUpTo(session: Session): Promise<number | undefined> {
  const { rows } = await session.query("select written from lease", []);
  return (rows[0] as { written: number } | undefined)?.written;
}
