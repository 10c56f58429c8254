import { lstatSync, statSync, unlinkSync } from "node:fs";
import { type Server, createServer } from "node:net";
import { dirname } from "node:path";
import { TuttiError, messageOf } from "../../base/error.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import type { Handlers } from "../methods/table.ts";
import type { Bus } from "../events/bus.ts";
import { requireSocketPath } from "../socket-path.ts";
import { type Caps, usualCaps } from "./caps.ts";
import { type Connection, type WireLog, openConnection, turnAway } from "./connection.ts";
import type { Greeting } from "./greet.ts";

export interface Serving {
  readonly path: string;
  readonly handlers: Handlers;
  readonly bus: Bus;
  readonly greeting: Greeting;
  readonly log: WireLog;
  readonly caps?: Partial<Caps>;
}

export interface Served {
  connections(): number;
  /** Bytes said to clients that they have not read. */
  unsent(): number;
  /** Admits no one new, answers open calls, and removes the socket. */
  close(): Promise<void>;
}

/**
 * Answers clients on a Unix socket. Only the holder of the writer lock may: a socket left there by another is removed.
 */
export async function serve({ path, caps: wanted, ...rest }: Serving): Promise<Served> {
  const caps = { ...usualCaps, ...wanted };
  const parts = { ...rest, caps };
  const open = new Set<Connection>();
  let turnedAway = 0;
  // Half-open: a client may say its last word and still wait for the answer.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (open.size >= caps.connections) {
      // Those are told why, unless they come in such numbers that telling them would cost what the cap is there to
      // save.
      turnedAway += 1;
      socket.once("close", () => (turnedAway -= 1));
      if (turnedAway > caps.connections) socket.destroy();
      else turnAway(socket, caps);
      return;
    }
    const connection = openConnection(socket, parts);
    open.add(connection);
    socket.once("close", () => open.delete(connection));
  });
  await clearSocketPlace(path);
  await listen(server, path);
  server.on("error", (error) => rest.log(`the socket: ${messageOf(error)}`, "error"));
  return {
    connections: () => open.size,
    unsent: () => [...open].reduce((sum, connection) => sum + connection.unsent(), 0),
    close: () => close(server, open),
  };
}

const backlog = 1024;

async function listen(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(noSocket(`nothing can listen on ${path}: ${messageOf(error)}`, error)));
    server.once("listening", resolve);
    // The socket is made within `listen` itself: a mode set afterwards would leave a moment in which others could
    // connect.
    const before = process.umask(0o177);
    try {
      server.listen({ path, backlog });
    } finally {
      process.umask(before);
    }
  });
  server.removeAllListeners("error");
}

async function close(server: Server, open: ReadonlySet<Connection>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await Promise.all([...open].map((connection) => connection.finish()));
  await closed;
}

/**
 * Makes a path fit to listen on: in a folder that only we can enter, with nothing there. Only the holder of the writer
 * lock may call it: a socket that is there then has no conductor any more.
 */
async function clearSocketPlace(path: string): Promise<void> {
  requireSocketPath(path);
  await makeFolder(dirname(path)).catch((error: unknown) => {
    throw noSocket(`the folder for the socket can't be made: ${messageOf(error)}`, error);
  });
  requireOwnFolder(dirname(path));
  removeStale(path);
}

function noSocket(message: string, cause?: unknown): TuttiError {
  return new TuttiError("conductor.no_socket", message, {
    audience: "environment",
    hint: "It must be in a folder that only you can enter (mode 0700): set XDG_RUNTIME_DIR or TUTTI_HOME to one. Or use --local, which needs no socket.",
    cause,
  });
}

/** One that others may enter is never narrowed: it may be everybody's, like /tmp. */
function requireOwnFolder(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (process.getuid !== undefined && uid !== process.getuid())
    throw noSocket(`the folder for the socket belongs to another user: ${folder}`);
  if ((mode & 0o077) !== 0)
    throw noSocket(`others can enter the folder for the socket: ${folder} has mode ${(mode & 0o777).toString(8)}`);
}

function removeStale(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) throw noSocket(`something that is no socket lies at ${path}`);
  unlinkSync(path);
}
