import { execFile, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { killWhole } from "../../prove/census.ts";
import type { Connected } from "../../src/api/client/connect.ts";
import { askConductor } from "../../src/api/local/answer.ts";
import { readLiving } from "../../src/api/local/running.ts";
import { type ConductorPlaces, conductorPlaces } from "../../src/base/home/conductor-places.ts";
import { version } from "../../src/cli/version.ts";
import { git } from "../context/repository.ts";

/** A home of Tutti's and a small repository, with nothing of the user's own settings. */
export interface BenchHome {
  readonly places: ConductorPlaces;
  readonly repository: string;
  readonly env: Readonly<Record<string, string>>;
}

export const program = fileURLToPath(new URL("../../bin/tutti", import.meta.url));

export async function makeBenchHome(folder: string, more: Readonly<Record<string, string>> = {}): Promise<BenchHome> {
  const repository = join(folder, "repository");
  mkdirSync(repository, { recursive: true });
  writeFileSync(join(repository, "README.md"), "# small\n");
  await git(repository, ["init", "-q", "-b", "main"]);
  await git(repository, ["config", "user.name", "B"]);
  await git(repository, ["config", "user.email", "b@tutti.invalid"]);
  await git(repository, ["add", "--all"]);
  await git(repository, ["commit", "-q", "-m", "all"]);
  const places = conductorPlaces(join(folder, "home"));
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    TUTTI_HOME: places.home,
    ...unlimited,
    ...more,
  };
  return { places, repository, env };
}

/** How full this machine is must not matter. */
const unlimited = { TUTTI_DISK_WARNING_GB: "0", TUTTI_DISK_FLOOR_GB: "0", TUTTI_LIMITS_MEMORY_FLOOR: "0" };

/** The conductor itself, as a child of this process that is not awaited. */
export function startConductor({ env }: BenchHome): void {
  spawn(process.execPath, [program, "start", "--foreground"], { cwd: "/", env, stdio: "ignore" });
}

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export function runTutti({ env, repository }: BenchHome, args: readonly string[]): Promise<Said> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: repository, env, maxBuffer: Infinity },
      (error, stdout, stderr) => {
        resolve({
          code: error === null ? 0 : typeof error.code === "number" ? error.code : -1,
          out: stdout,
          err: stderr,
        });
      },
    );
  });
}

export async function requireTutti(home: BenchHome, args: readonly string[]): Promise<string> {
  const { code, out, err } = await runTutti(home, args);
  if (code !== 0) throw new Error(`tutti ${args.join(" ")} ended with ${String(code)}: ${`${out}${err}`.slice(-2000)}`);
  return out;
}

/** A connection to the conductor, as soon as it answers. */
export async function reachConductor({ places }: BenchHome): Promise<Connected> {
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    const answer = await askConductor(places, { version, client: "bench" });
    if (answer.kind === "answers") return answer.tutti;
    if (answer.kind === "refused") throw answer.error;
    await pause(2);
  }
  throw new Error(`the conductor of ${places.home} does not answer`);
}

/** kill -9 of the conductor, if one runs, and of all it started. */
export async function killAll({ places }: BenchHome): Promise<void> {
  const living = readLiving(places);
  if (living !== undefined) await killWhole(living.pid, places.home);
}
