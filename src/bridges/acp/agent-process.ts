import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { Readable, Writable } from "node:stream";
import { type Stream, ndJsonStream } from "@agentclientprotocol/sdk";

export interface AgentProcess {
  readonly stream: Stream;
  /** When it has ended, or could not start. */
  readonly over: Promise<AgentOver>;
  /** Politely first. */
  end(): Promise<void>;
}

export type AgentOver =
  | { readonly kind: "no-program"; readonly program: string }
  | { readonly kind: "not-started"; readonly reason: string }
  /** `exitCode`: as a shell reports it, 128 + signal. */
  | { readonly kind: "ended"; readonly words: string; readonly exitCode: number };

/**
 * In the bridge's process group, so that both end together. Its stderr is the bridge's, for the patterns of its
 * profile.
 */
export function startAgent(argv: readonly [string, ...string[]], cwd: string): AgentProcess {
  const [program, ...args] = argv;
  const child = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
  // `over` reports its end.
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
      const words = signal === null ? `with exit code ${code}` : `by ${signal}`;
      resolve({ kind: "ended", words, exitCode: signal === null ? (code ?? 1) : 128 + constants.signals[signal] });
    });
  });
}

const politeMs = 1_000;

async function endChild(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (await isGoneSoon(child)) return;
    child.kill(signal);
  }
  await isGoneSoon(child);
}

function isGoneSoon(child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), politeMs);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

/**
 * Passes on only messages. Agents and wrappers print greetings and warnings on stdout; the protocol would answer each
 * with an error, which confuses some agents.
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
  try {
    return (JSON.parse(line) as { readonly jsonrpc?: unknown } | null)?.jsonrpc === "2.0";
  } catch {
    return false;
  }
}
