import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import type { Tutti } from "../../src/api/tutti.ts";
import { reach } from "../../src/api/local/reach.ts";
import { type Running, readLiving } from "../../src/api/local/running.ts";
import { type ConductorPlaces, conductorPlaces } from "../../src/base/home/conductor-places.ts";
import { isOsLockHeld } from "../../src/lock/os-lock.ts";
import { afterwards } from "./afterwards.ts";
import { type CliEnd, program, runBuilt } from "./built.ts";
import { tempFolder } from "./folders.ts";

/**
 * A home of Tutti's, and the built command line that works in it. A conductor that remains there after a test is ended.
 */
export interface ConductorKit {
  readonly places: ConductorPlaces;
  readonly env: Readonly<Record<string, string | undefined>>;
  cli(...args: readonly string[]): CliEnd;
  /** The command line in a process of its own. */
  begin(...args: readonly string[]): Begun;
  /** The same, in a terminal that has more variables. */
  with(more: Readonly<Record<string, string>>): Pick<ConductorKit, "begin">;
  /** The conductor that runs there, once there is one. */
  running(): Promise<Running>;
  /** A client of that one. */
  client(): Promise<Tutti>;
  /** The lines of its log. */
  log(): readonly { readonly what: string; readonly level: string }[];
  /** Returns when the home is free. */
  free(): Promise<void>;
}

export interface Begun {
  readonly pid: number;
  readonly stderr: NodeJS.ReadableStream;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<CliEnd>;
}

const used: ConductorPlaces[] = [];
afterwards("each test", async () => {
  for (const places of used.splice(0)) {
    const left = readLiving(places);
    if (left !== undefined) process.kill(left.pid, "SIGKILL");
    await untilFree(places);
  }
});

/** `name`: of the home, in a folder of its own; `more`: for its environment. */
export function makeConductorKit({
  name = "home",
  more = {},
}: {
  name?: string;
  more?: Readonly<Record<string, string>>;
} = {}): ConductorKit {
  const root = tempFolder();
  const places = conductorPlaces(join(root, name));
  used.push(places);
  const env = {
    PATH: process.env["PATH"],
    HOME: root,
    TUTTI_CONTAINMENT: process.env["TUTTI_CONTAINMENT"],
    TUTTI_SANDBOX: "off",
    TUTTI_HOME: places.home,
    ...more,
  };
  return {
    places,
    env,
    cli: (...args) => runBuilt({ folder: root, env }, args),
    begin: (...args) => begin({ folder: root, env }, args),
    with: (added) => ({ begin: (...args) => begin({ folder: root, env: { ...env, ...added } }, args) }),
    running: () => until(() => Promise.resolve(readLiving(places))),
    client: () => reach({ home: places.home, env, version: "0.0.0", start: "never", notice: () => undefined }),
    log: () =>
      readFileSync(places.log, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { what: string; level: string }),
    free: () => untilFree(places),
  };
}

/** Waits for a fact. */
export async function until<T>(ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  return vi.waitFor(
    async () => {
      const answer = await ask();
      if (answer === undefined) throw new TypeError("not yet");
      return answer;
    },
    { timeout: 300_000, interval: 10 },
  );
}

async function untilFree(places: ConductorPlaces): Promise<void> {
  await until(() => (existsSync(places.home) && isOsLockHeld(places.writerLock) ? undefined : true));
}

function begin({ folder, env }: { folder: string; env: ConductorKit["env"] }, args: readonly string[]): Begun {
  const child = spawn(process.execPath, ["--no-warnings", program, ...args], {
    cwd: folder,
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { out: "", err: "" };
  child.stdout.on("data", (data: Buffer) => (texts.out += data.toString()));
  child.stderr.on("data", (data: Buffer) => (texts.err += data.toString()));
  return {
    pid: child.pid ?? 0,
    stderr: child.stderr,
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.once("close", (code) => resolve({ code, ...texts }))),
  };
}
