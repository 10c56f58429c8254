import type { Pool, PoolClient } from "pg";
import type { World } from "../../base/world/world.ts";

/** Between two tries to listen again. */
const againMs = 250;

/**
 * Hears notifications of a channel. They save time and nothing depends on them: who listens also looks by itself.
 * Gives the end of it.
 */
export function listen(
  pool: Pool,
  world: Pick<World, "after">,
  { channel, heard }: { readonly channel: string; readonly heard: (payload: string) => void },
): () => void {
  let isOver = false;
  let current: PoolClient | null = null;
  let callOff = (): void => undefined;
  const again = (): void => {
    if (!isOver) callOff = world.after(againMs, begin);
  };
  const begin = (): void => {
    pool.connect().then(
      (client) => {
        current = client;
        const drop = (): void => {
          if (current !== client) return;
          current = null;
          client.release(true);
          again();
        };
        if (isOver) {
          client.release(true);
          return;
        }
        client.on("error", drop);
        client.on("end", drop);
        client.on("notification", ({ payload }) => heard(payload ?? ""));
        // A look finds the rows that came before.
        client.query(`listen ${channel}`).then(() => heard(""), drop);
      },
      () => again(),
    );
  };
  begin();
  return () => {
    isOver = true;
    callOff();
    current?.release(true);
    current = null;
  };
}
