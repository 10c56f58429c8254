import { createHash } from "node:crypto";
import { chmod, lstat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { longestSocketPath, requireSocketPath } from "../../api/socket-path.ts";
import { type Served, type Serving, serve } from "../../api/wire/serve.ts";
import { messageOf } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import type { ConductorPlaces } from "../../base/home/conductor-places.ts";
import type { World } from "../../base/world/world.ts";
import type { Log } from "../../log/rotating.ts";

export interface StandParts {
  /** Where to listen, made ready. */
  readonly place: () => Promise<string>;
  /** Publishes the address before the first answer. */
  readonly announce: (socket: string) => Promise<void>;
  readonly serving: Omit<Serving, "path">;
  readonly log: Pick<Log, "write">;
  readonly world: Pick<World, "after">;
  readonly lookMs?: number;
}

/** The listening socket. */
export interface Stand {
  socket(): string;
  readonly connections: () => number;
  close(): Promise<void>;
}

/**
 * Listens, and listens again when the socket disappears: the runtime folder goes when its user logs out, and cleaners
 * remove old files. A conductor without a socket would hold its home for ever and answer no client.
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

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A path that fits, in a folder that only this user can enter. The runtime folder is preferred: its paths are short,
 * and it is on no network disk.
 */
export async function readyToListen(places: ConductorPlaces, env: Environment): Promise<string> {
  const path = (await inRuntimeFolder(places, env)) ?? places.socket;
  requireSocketPath(path);
  await makeFolder(dirname(path));
  await chmod(dirname(path), 0o700);
  return path;
}

/** `undefined` if there is no runtime folder, if others can enter it, or if the path is too long there too. */
async function inRuntimeFolder({ home }: ConductorPlaces, env: Environment): Promise<string | undefined> {
  const runtime = env["XDG_RUNTIME_DIR"] ?? "";
  const path = join(runtime, "tutti", `${createHash("sha256").update(home).digest("hex").slice(0, 16)}.sock`);
  if (!isAbsolute(runtime) || Buffer.byteLength(path) > longestSocketPath(process.platform)) return undefined;
  const [above, own] = [await look(runtime), await look(dirname(path))];
  return above === "ours" && own !== "not ours" ? path : undefined;
}

async function look(path: string): Promise<"ours" | "not ours" | "nothing"> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return "nothing";
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0 ? "ours" : "not ours";
}
