import { spawn } from "node:child_process";
import { closeSync, openSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Playground } from "./playground.ts";

const program = fileURLToPath(new URL("../bin/tutti", import.meta.url));

export interface Running {
  readonly pid: number;
  readonly ended: Promise<End>;
}

export interface End {
  /** `null` when it was killed. */
  readonly code: number | null;
  /** Everything it said, on both channels. */
  readonly said: string;
}

/**
 * Starts the built program as a process of its own. What it says goes to a numbered file in the playground's folder.
 */
export function startTutti(ground: Playground, args: readonly string[]): Running {
  const log = join(ground.folder, `${String(logsOf(ground).length + 1).padStart(2, "0")}-${args[0] ?? ""}.log`);
  const output = openSync(log, "wx");
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ground.repository,
    env: ground.env,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const ended = new Promise<End>((resolve, reject) => {
    child.once("error", reject).once("exit", (code) => {
      void readFile(log, "utf8").then((said) => {
        resolve({ code, said });
      }, reject);
    });
  });
  return { pid: child.pid ?? 0, ended };
}

export function runTutti(ground: Playground, args: readonly string[]): Promise<End> {
  return startTutti(ground, args).ended;
}

/** What every start of Tutti in this playground said, in order. */
export function logsOf(ground: Playground): readonly string[] {
  return readdirSync(ground.folder)
    .filter((name) => name.endsWith(".log"))
    .sort()
    .map((name) => join(ground.folder, name));
}

/** The last line that a command with `--json` said; `undefined` when it did not come to that. */
export function lastJson(end: End): unknown {
  const line = end.said.trimEnd().split("\n").at(-1) ?? "";
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
