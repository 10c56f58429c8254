import { spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { Readable, Writable } from "node:stream";
import { ndJsonStream, type Stream } from "@agentclientprotocol/sdk";
import { onlyMessages } from "./json-lines.ts";

export interface AgentProcess {
  readonly stream: Stream;
  /** In words, when it is over; it may never have started. */
  readonly over: Promise<AgentOver>;
  /** Asks it to go, then makes it. */
  end(): Promise<void>;
}

export type AgentOver =
  | { readonly kind: "no-program"; readonly program: string }
  | { readonly kind: "not-started"; readonly reason: string }
  /** `exitCode`: as a shell tells it, with 128 and the number of the signal. */
  | { readonly kind: "ended"; readonly words: string; readonly exitCode: number };

/**
 * In the bridge's own process group, so that whoever ends the bridge ends the agent. Its stderr is the bridge's: what
 * it complains of there is read by the patterns of its profile.
 */
export function startAgent(argv: readonly [string, ...string[]], cwd: string): AgentProcess {
  const [program, ...args] = argv;
  const child = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
  // It may be gone when it is written to; that it is gone is told by `over`.
  child.stdin.on("error", () => undefined);
  const aside = (line: string) => void process.stderr.write(`${line}\n`);
  const messages = (Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>).pipeThrough(onlyMessages(aside));
  return {
    stream: ndJsonStream(Writable.toWeb(child.stdin) as WritableStream<Uint8Array>, messages),
    over: overOf(child),
    end: () => endChild(child),
  };
}

function overOf(child: ChildProcess): Promise<AgentOver> {
  return new Promise((resolve) => {
    child.on("error", (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === "ENOENT"
          ? { kind: "no-program", program: child.spawnfile }
          : { kind: "not-started", reason: error.message },
      ),
    );
    child.on("exit", (code, signal) => {
      const words = signal === null ? `with exit code ${String(code)}` : `by ${signal}`;
      resolve({ kind: "ended", words, exitCode: signal === null ? (code ?? 1) : 128 + constants.signals[signal] });
    });
  });
}

const politeMs = 1_000;

async function endChild(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (await goneIn(child, politeMs)) return;
  child.kill("SIGTERM");
  if (await goneIn(child, politeMs)) return;
  child.kill("SIGKILL");
  await goneIn(child, politeMs);
}

function goneIn(child: ChildProcess, patienceMs: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), patienceMs);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
