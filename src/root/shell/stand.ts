import { exists } from "../../base/files/exists.ts";
import { messageOf } from "../../base/error.ts";
import type { World } from "../../base/world.ts";
import { type Served, type Serving, serve } from "../../api/wire/serve.ts";
import type { Log } from "../../log/rotating.ts";

export interface StandParts {
  /** Where to listen, made ready. */
  readonly place: () => Promise<string>;
  /** Tells clients where, before it answers there. */
  readonly announce: (socket: string) => Promise<void>;
  readonly serving: Omit<Serving, "path">;
  readonly log: Pick<Log, "write">;
  readonly world: Pick<World, "after">;
  readonly lookMs?: number;
}

/** Where clients are answered. */
export interface Stand {
  socket(): string;
  readonly connections: () => number;
  close(): Promise<void>;
}

/**
 * Listens, and sees to it that it can be found: the runtime folder goes away when its user logs out, and tidy programs
 * clear old files. A conductor without a socket would hold its home for ever and answer nobody.
 */
export async function makeStand(parts: StandParts): Promise<Stand> {
  const { log, world, lookMs = 10_000 } = parts;
  let { socket, served } = await listen(parts);
  const all = [served];
  let isClosed = false;
  const look = async (): Promise<void> => {
    if (!(await exists(socket)) && !isClosed) {
      log.write("warn", "the socket was gone: listening again", { socket });
      ({ socket, served } = await listen(parts));
      all.push(served);
    }
  };
  const again = (): void => {
    cancel = world.after(lookMs, () => {
      void look()
        .catch((error: unknown) => log.write("error", messageOf(error)))
        .finally(() => {
          if (!isClosed) again();
        });
    });
  };
  let cancel: () => void = () => undefined;
  again();
  return {
    socket: () => socket,
    connections: () => all.reduce((sum, one) => sum + one.connections(), 0),
    close: async () => {
      isClosed = true;
      cancel();
      await Promise.all(all.map((one) => one.close()));
    },
  };
}

async function listen({ place, announce, serving }: StandParts): Promise<{ socket: string; served: Served }> {
  const socket = await place();
  await announce(socket);
  return { socket, served: await serve({ ...serving, path: socket }) };
}
