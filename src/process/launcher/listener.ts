import { randomBytes } from "node:crypto";
import { mkdtempSync, rmdirSync, unlinkSync } from "node:fs";
import { type Server, type Socket, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Where the launcher connects the streams of programs whose output must not be copied. */
export interface Listener {
  readonly path: string;
  readonly secret: string;
  close(): void;
}

/** A socket's path has room for about a hundred bytes. */
const longestPath = 90;
const secretBytes = 16;
const idDigits = 10;
const greetingBytes = secretBytes * 2 + idDigits + 1;

/** `take`: a stream of an order, by its descriptor in the program. `null`: there can be none here. */
export async function listen(take: (id: number, position: number, socket: Socket) => void): Promise<Listener | null> {
  const secret = randomBytes(secretBytes).toString("hex");
  const server = createServer((socket) => greet(socket, { secret, take }));
  const path = makePath();
  if (path === null) return null;
  try {
    await listening(server, path);
  } catch {
    close(server, path);
    return null;
  }
  server.unref();
  return { path, secret, close: () => close(server, path) };
}

function makePath(): string | null {
  try {
    return join(mkdtempSync(join(tmpdir().length < longestPath ? tmpdir() : "/tmp", "tutti-launcher-")), "s");
  } catch {
    return null;
  }
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => void server.once("error", reject).listen(path, resolve));
}

/** The first bytes say whose stream it is; the program's own come only after all of an order are here. */
function greet(
  socket: Socket,
  { secret, take }: { secret: string; take: (id: number, position: number, socket: Socket) => void },
): void {
  let said = Buffer.alloc(0);
  socket.on("error", () => {});
  const read = (chunk: Buffer): void => {
    said = Buffer.concat([said, chunk]);
    if (said.length < greetingBytes) return;
    socket.off("data", read);
    socket.pause();
    const words = said.toString("latin1");
    if (words.length === greetingBytes && words.startsWith(secret))
      take(Number(words.slice(secret.length, -1)), Number(words.at(-1)), socket);
    else socket.destroy();
  };
  socket.on("data", read);
}

function close(server: Server, path: string): void {
  server.close();
  for (const remove of [() => unlinkSync(path), () => rmdirSync(dirname(path))]) {
    try {
      remove();
    } catch {
      // The launcher did so.
    }
  }
}
