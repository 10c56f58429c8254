import { createConnection } from "node:net";
import { TuttiError } from "../../base/error.ts";
import { makeLines, textOf } from "../lines.ts";
import { requireSocketPath } from "../socket-path.ts";

/**
 * Messages to and from a conductor, whatever carries them. This file is the only one of the client that knows it is a
 * socket.
 */
export interface Line {
  send(message: string): void;
  /** Leaves nothing open. What was sent before still goes out, if the other side takes it within a moment. */
  close(): Promise<void>;
}

export interface LineEnd {
  message(text: string): void;
  /** Nothing more comes. */
  closed(cause: Error | null): void;
}

export async function openLine(path: string, end: LineEnd): Promise<Line> {
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
