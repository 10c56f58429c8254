import { createConnection } from "node:net";
import { TuttiError } from "../../base/error.ts";
import { type Connected, type Introduction, type Line, type LineEnd, connect } from "../client/connect.ts";
import { makeLines, textOf } from "../lines.ts";
import { requireSocketPath } from "../socket-path.ts";

/** Connects to a conductor over its socket. */
export function dial({ socket, ...introduction }: Introduction & { readonly socket: string }): Promise<Connected> {
  return connect((end) => openLine(socket, end), introduction);
}

async function openLine(path: string, end: LineEnd): Promise<Line> {
  requireSocketPath(path);
  const socket = createConnection({ path });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", (error) => reject(unreachable(path, error)));
  });
  let cause: Error | null = null;
  socket.removeAllListeners("error");
  socket.on("error", (error) => {
    cause = error;
  });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  void closed.then(() => end.closed(cause));
  const lines = makeLines();
  socket.on("data", (chunk) => {
    lines.push(chunk);
    for (let line = lines.next(Infinity); line !== null && line !== "over"; line = lines.next(Infinity))
      end.message(textOf(line) ?? "");
  });
  return {
    send: (message) => void socket.write(`${message}\n`),
    async close() {
      socket.destroySoon();
      const timer = setTimeout(() => socket.destroy(), closeMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

const closeMs = 1000;

function unreachable(path: string, error: NodeJS.ErrnoException): TuttiError {
  const isGone = error.code === "ENOENT" || error.code === "ECONNREFUSED" || error.code === "ENOTSOCK";
  if (isGone) {
    return new TuttiError("conductor.not_running", `no conductor listens on ${path}`, {
      audience: "environment",
      hint: "Start one: tutti start.",
      cause: error,
    });
  }
  return new TuttiError("conductor.lost", `the conductor can't be reached on ${path}: ${error.message}`, {
    audience: "environment",
    hint: "Look at it with: tutti conductor-status.",
    cause: error,
  });
}
