import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { processGroup, type Containment } from "../../src/process/tree/containment.ts";
import type { ProcessClock } from "../../src/process/machine/awake.ts";
import { ownerId } from "../../src/process/tree/marker.ts";
import { findContainment } from "../../src/process/tree/probe.ts";
import { type ProcessRow, readProcesses } from "../../src/process/tree/proc.ts";
import { readWorkers } from "../../src/process/tree/working-folders.ts";
import type { ProcessEnd, ProcessRequest, RunProcess } from "../../src/process/process.ts";
import { makeRunProcess } from "../../src/process/run/run.ts";
import { afterwards } from "./afterwards.ts";

/** The base of the tests of this folder: real time, real processes, and folders that are removed afterwards. */
export const clock: ProcessClock = {
  ticks: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};

export const run: RunProcess = makeRunProcess({ containment: processGroup, owner: ownerId(randomUUID(), 1), clock });

export function runIn(containment: Containment): RunProcess {
  return makeRunProcess({ containment, owner: ownerId(randomUUID(), 1), clock });
}

/** The kinds that hold every child on this machine, and why the others are not among them. */
export async function findNamespaces(): Promise<{ kind: string; containment: Containment | null; title: string }[]> {
  const tried = (["bwrap", "unshare"] as const).map(async (kind) => {
    try {
      return {
        kind,
        containment: await findContainment({ choice: kind, path: process.env["PATH"], run }),
        title: kind,
      };
    } catch (error) {
      return {
        kind,
        containment: null,
        title: `${kind} (skipped: ${error instanceof Error ? error.message : String(error)})`,
      };
    }
  });
  return Promise.all(tried);
}

const folders: string[] = [];
const tags: string[] = [];
afterwards("each test", () => {
  for (const tag of tags.splice(0)) for (const pid of livingWith(tag)) killQuietly(pid);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tutti-process-")));
  folders.push(folder);
  return folder;
}

/**
 * A word that a test's processes carry, so that they can be found wherever they went; they are ended after the test.
 */
export function makeTag(): string {
  const tag = randomUUID();
  tags.push(tag);
  return tag;
}

export function livingWith(tag: string): number[] {
  const rows = readProcesses() ?? [];
  return rows
    .map((row) => row.pid)
    .filter((pid) => ["environ", "cmdline"].some((file) => readQuietly(`/proc/${pid}/${file}`).includes(tag)));
}

/** Processes whose working folder is this one. */
export function livingIn(folder: string): ProcessRow[] {
  const here = new Set((readWorkers() ?? []).filter((worker) => worker.folder === folder).map(({ pid }) => pid));
  return (readProcesses() ?? []).filter(({ pid }) => here.has(pid));
}

export function shell(script: string, more: Partial<ProcessRequest> = {}): ProcessRequest {
  return {
    argv: ["sh", "-c", script],
    cwd: "/",
    output: { kind: "memory", capBytes: 1_000_000 },
    tree: "group",
    ...more,
    env: { PATH: process.env["PATH"] ?? "", ...more.env },
  };
}

export async function untilExists(path: string): Promise<void> {
  await vi.waitFor(() => expect(existsSync(path)).toBe(true), { timeout: 300_000, interval: 5 });
}

export function text(end: ProcessEnd): string {
  return end.stdout.toString();
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}
