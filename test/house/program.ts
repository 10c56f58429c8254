import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { write } from "./tree.ts";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly end: Promise<Ended>;
  /** Settles once stderr has the text; rejects when the program ends without it. */
  readonly says: (text: string) => Promise<void>;
}

export function startNode(args: readonly string[], place: { cwd: string; env?: NodeJS.ProcessEnv }): Started {
  const child = spawn(process.execPath, args, {
    cwd: place.cwd,
    env: { PATH: process.env["PATH"], ...place.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  onTestFinished(() => endGroup(child));
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const end = once(child, "close").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }));
  const says = async (text: string) => {
    while (!stderr.includes(text)) {
      const isOver = await Promise.race([once(child.stderr, "data").then(() => false), end.then(() => true)]);
      if (isOver && !stderr.includes(text)) throw new Error(`ended without saying "${text}": ${stderr}`);
    }
  };
  return { child, end, says };
}

/** A test that failed must leave nothing running; after one that passed there is nothing. */
function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // No one is left in the group.
  }
}

export function runNode(args: readonly string[], place: { cwd: string; env?: NodeJS.ProcessEnv }): Promise<Ended> {
  return startNode(args, place).end;
}

/** Makes any Node say that it is this version, so that old ones can be tried where there are none. */
export function pretendNode(root: string, version: string): NodeJS.ProcessEnv {
  write(
    root,
    "pretend.cjs",
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });
     Object.defineProperty(process, "version", { value: "v${version}" });`,
  );
  return { NODE_OPTIONS: `--require ${JSON.stringify(join(root, "pretend.cjs"))}` };
}
