import { TuttiError } from "../../base/error.ts";
import type { JobId, SheetId } from "../../base/ids.ts";
import type { World } from "../../base/world/world.ts";
import { type Address, openPool, schema, unreachable } from "./connect.ts";
import { isLost, pauseBefore } from "./lost.ts";

/** The objects of a capture, for a conductor with another home. */
export interface SharedCapture {
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly attempt: number;
  readonly ref: string;
  readonly commit: string;
  /** Commits that the agent made. */
  readonly own: readonly string[];
  readonly pack: Buffer;
}

export interface Captures {
  share(capture: SharedCapture): Promise<void>;
  /** Of a job, made in other homes, oldest first; `known`: commits that this home has. */
  others(job: JobId, known: (commit: string) => Promise<boolean>): AsyncIterable<SharedCapture>;
  /** Removes those of jobs that are over. */
  prune(): Promise<void>;
  close(): Promise<void>;
}

/** As for the journal's readers: a server that is away longer ends what waits for it. */
const patienceMs = 60_000;

const table = `create table if not exists ${schema}.capture (place bigint generated always as identity,
  job text not null, sheet text not null, attempt integer not null, ref text not null, commit text not null,
  own text[] not null, home text not null, pack bytea not null, primary key (job, ref, commit))`;

/** `home`: by a name that no other home has. */
export async function openCaptures(
  address: Address,
  { home, world }: { readonly home: string; readonly world: Pick<World, "after" | "ticks"> },
): Promise<Captures> {
  const pool = openPool(address, 2);
  const ask = async <T extends object>(text: string, values: readonly unknown[] = []): Promise<readonly T[]> => {
    const begun = world.ticks();
    for (let tries = 0; ; tries += 1) {
      try {
        return (await pool.query<T>(text, [...values])).rows;
      } catch (error) {
        if (!isLost(error)) throw failed(error);
        if (world.ticks() - begun >= patienceMs) throw unreachable(address, error);
        await pauseBefore(tries, world);
      }
    }
  };
  try {
    await ask(table);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    share: async ({ job, sheet, attempt, ref, commit, own, pack }) => {
      await ask(
        `insert into capture (job, sheet, attempt, ref, commit, own, home, pack) values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict do nothing`,
        [job, sheet, attempt, ref, commit, own, home, pack],
      );
    },
    async *others(job, known) {
      const rows = await ask<{ place: number; commit: string }>(
        "select place, commit from capture where job = $1 and home <> $2 order by place",
        [job, home],
      );
      for (const { place, commit } of rows) {
        if (await known(commit)) continue;
        // One at a time: packs may be large.
        yield* await ask<SharedCapture>(
          "select job, sheet, attempt, ref, commit, own, pack from capture where place = $1",
          [place],
        );
      }
    },
    prune: async () => {
      await ask("delete from capture where job in (select id from job where ending is not null)");
    },
    close: () => pool.end(),
  };
}

function failed(error: unknown): TuttiError {
  return new TuttiError("store.write_failed", `a capture could not be shared: ${String(error)}`, {
    audience: "environment",
    cause: error,
  });
}
