import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { Readable, Writable } from "node:stream";
import { type Stream, ndJsonStream } from "@agentclientprotocol/sdk";

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

/**
 * Lets only lines through that may be messages. Agents, and the wrappers that start them, print greetings and warnings
 * on stdout; the protocol would answer each with an error, which some agents take for one of theirs. They go to
 * `aside`.
 */
function onlyMessages(aside: (line: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let held = "";
  const pass = (line: string, controller: TransformStreamDefaultController<Uint8Array>) => {
    if (isMessage(line)) controller.enqueue(encoder.encode(`${line}\n`));
    else if (line.trim() !== "") aside(line);
  };
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (held + decoder.decode(chunk, { stream: true })).split("\n");
      held = lines.pop() ?? "";
      for (const line of lines) pass(line, controller);
    },
    flush(controller) {
      pass(held, controller);
    },
  });
}

function isMessage(line: string): boolean {
  if (!line.trimStart().startsWith("{")) return false;
  try {
    const value = JSON.parse(line) as { readonly jsonrpc?: unknown };
    return value.jsonrpc === "2.0";
  } catch {
    return false;
  }
}
