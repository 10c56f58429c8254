import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, statSync } from "node:fs";
import type { ProcessClock } from "../machine/awake.ts";
import { talkTo } from "./converse.ts";
import { isShortage, systemCode, withPatience } from "./patience.ts";
import type { HowEnded, ProcessRequest } from "../process.ts";
import { refusal } from "../program.ts";

export type Started =
  | { readonly kind: "started"; readonly child: RunningChild }
  | Extract<HowEnded, { kind: "not-started" | "cancelled" }>;

export type RunningChild = ChildProcess & {
  readonly pid: number;
  readonly stdout: NonNullable<ChildProcess["stdout"]>;
  readonly stderr: NonNullable<ChildProcess["stderr"]>;
};

interface Launch {
  readonly request: ProcessRequest;
  /** With its wrapper. */
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly clock: ProcessClock;
  readonly onAwaits: (isAwaited: boolean) => void;
}

/** On the main thread: a wrapper dies with the thread that started it. */
export async function startProcess(launch: Launch): Promise<Started> {
  const { request, clock } = launch;
  // The system reports a missing folder as a missing program.
  if (!isFolder(request.cwd))
    return notStarted(`${JSON.stringify(request.argv[0])} could not be started: there is no folder ${request.cwd}`);
  let input: Input = "ignore";
  try {
    input = await withPatience(clock, () => openInput(request.stdin), request.cancel);
  } catch (error) {
    return notStarted(
      `the input of ${JSON.stringify(request.argv[0])} could not be opened (${systemCode(error)})`,
      error,
    );
  }
  try {
    return await withPatience(clock, () => spawnOnce(launch, input), request.cancel);
  } catch (error) {
    return notStarted(refusal(request.argv[0], systemCode(error)), error);
  } finally {
    if (typeof input === "number") closeSync(input);
  }
}

export function notStarted(reason: string, error?: unknown): Extract<HowEnded, { kind: "not-started" }> {
  return { kind: "not-started", reason, ...(isShortage(error) ? { short: true } : {}) };
}

async function spawnOnce({ request, argv, env, onAwaits }: Launch, input: Input): Promise<Started> {
  const { cwd, stdin, cancel } = request;
  if (cancel?.aborted === true) return { kind: "cancelled" };
  // A session of its own: ended as a whole, and out of reach of Ctrl-C.
  const child = spawn(argv[0], argv.slice(1), { cwd, env, detached: true, stdio: [input, "pipe", "pipe"] });
  await new Promise<void>((resolve, reject) => child.once("spawn", resolve).once("error", reject));
  // A program need not read its input.
  child.stdin?.on("error", () => {});
  if (isBytes(stdin)) child.stdin?.end(stdin);
  if (isTalk(stdin) && child.stdin !== null) stdin.onOpen(talkTo(child, child.stdin, onAwaits));
  return { kind: "started", child: child as RunningChild };
}

type Input = "ignore" | "pipe" | number;

/** Unlike a pipe, a file can be read again through /dev/stdin and is never half written. */
function openInput(stdin: ProcessRequest["stdin"]): Input {
  if (stdin === undefined) return "ignore";
  return isBytes(stdin) || isTalk(stdin) ? "pipe" : openSync(stdin.path, "r");
}

function isTalk(stdin: ProcessRequest["stdin"]): stdin is Extract<ProcessRequest["stdin"], { onOpen: unknown }> {
  return typeof stdin === "object" && "onOpen" in stdin;
}

function isBytes(stdin: ProcessRequest["stdin"]): stdin is string | Uint8Array {
  return typeof stdin === "string" || stdin instanceof Uint8Array;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
