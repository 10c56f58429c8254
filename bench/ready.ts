import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PreparedYard, environment as plain, openYard } from "../prove/prepare/yard.ts";
import { measure, median } from "./measure.ts";
import type { Part } from "./part.ts";

const contenders = ["tutti", "worktree add + npm ci", "worktree add + cp -a"] as const;
type Contender = (typeof contenders)[number];
const crowds = [1, 4, 16] as const;
/** Sixteen times `npm ci` takes minutes: more rounds of it would take longer than all other parts together. */
const roundsOf = (atOnce: number, rounds: number): number => (atOnce === 16 ? 1 : rounds);

/** What an agent waits before it can run the tests of a JavaScript project, beside what people do without Tutti. */
export const ready: Part = {
  name: "ready",
  summary:
    "a context with 300 installed packages, 1, 4 and 16 at once, beside `git worktree add` with `npm ci` or `cp -a`",
  defaultRounds: 3,
  run: async ({ rounds, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    try {
      const repository = makeProject(join(folder, "repository"));
      const installed = Object.keys(lockOf(repository)).length;
      say(
        `Node ${process.versions.node}, ${String(rounds)} rounds by turns (one of 16 at once), ${String(installed)} packages; medians in seconds, until a program in each of them has read a package`,
      );
      say(`| at once | ${contenders.join(" | ")} | tutti to npm ci | tutti to cp -a | extra disk a context |`);
      say(`|---|${"---|".repeat(contenders.length + 3)}`);
      const worst = await measureAll({ folder, repository }, { rounds, say });
      return { ratio: worst, target: { atMost: 0.05 } };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Place {
  readonly folder: string;
  readonly repository: string;
}

async function measureAll(
  place: Place,
  { rounds, say }: { rounds: number; say: (line: string) => void },
): Promise<number> {
  const yard = await openYard(place.folder, place.repository, "auto");
  // The layer is made once for each state of the checkout, and a process tries once how it can mount: later contexts of
  // all jobs find both.
  requireRead(await yard.act(await yard.make("first"), read));
  let worst = 0;
  for (const atOnce of crowds) {
    const disk: number[] = [];
    const times = await measure(
      Object.fromEntries(
        contenders.map((name) => [name, () => makeAll({ ...place, yard, disk }, name, atOnce)]),
      ) as Record<Contender, () => Promise<void>>,
      { rounds: roundsOf(atOnce, rounds), warmUps: 0, between: () => clear(place) },
    );
    const middle = (name: Contender): number => median(times[name]) / 1_000;
    const [tutti, npm, copy] = contenders.map(middle) as [number, number, number];
    worst = Math.max(worst, tutti / npm);
    const cells = [
      atOnce,
      ...[tutti, npm, copy].map((time) => time.toFixed(2)),
      (tutti / npm).toFixed(3),
      (tutti / copy).toFixed(3),
    ];
    say(`| ${cells.join(" | ")} | ${(median(disk) / 1e6).toFixed(2)} MB |`);
  }
  return worst;
}

/** npm may need a proxy or certificates to reach its registry. */
const environment = { ...process.env, ...plain };

/** Gives what it printed. */
function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { ...options, encoding: "utf8" }, (error, printed) => {
      if (error === null) resolve(printed);
      else reject(new Error(error.message, { cause: error }));
    });
  });
}

const read = "cat node_modules/eslint/package.json >/dev/null && node_modules/.bin/tsc --version";
let made = 0;

async function makeAll(
  at: Place & { yard: PreparedYard; disk: number[] },
  name: Contender,
  atOnce: number,
): Promise<void> {
  const paths = await Promise.all(
    Array.from({ length: atOnce }, async () => {
      made += 1;
      if (name === "tutti") {
        const context = await at.yard.make(`task-${String(made)}`);
        requireRead(await at.yard.act(context, read));
        return context.path;
      }
      const path = join(at.folder, "made", `task-${String(made)}`);
      await addWorktree(at.repository, path);
      if (name === "worktree add + npm ci")
        await run("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: path, env: environment });
      else await run("cp", ["-a", join(at.repository, "node_modules"), join(path, "node_modules")]);
      requireRead(await run("/bin/sh", ["-c", read], { cwd: path, env: environment }));
      return path;
    }),
  );
  if (name === "tutti") at.disk.push(bytesOf(paths[0] ?? ""));
}

/** A context without packages is made sooner. */
function requireRead(printed: string): void {
  if (!printed.startsWith("Version ")) throw new Error(`no program of the packages ran: ${printed}`);
}

const mostTries = 50;

/** Several at once get in each other's way, and a failed one leaves its folder. */
async function addWorktree(repository: string, path: string): Promise<void> {
  const args = ["worktree", "add", "-q", "-f", "--detach", path];
  for (let tries = 1; ; tries += 1) {
    try {
      await run("git", args, { cwd: repository, env: environment });
      return;
    } catch (error) {
      if (tries === mostTries) throw error;
      await rm(path, { recursive: true, force: true });
    }
  }
}

/** With its repository and the files of its commit. */
function bytesOf(context: string): number {
  return Number(execFileSync("du", ["-s", "--block-size=1", context], { encoding: "utf8" }).split("\t")[0]);
}

async function clear({ folder, repository }: Place): Promise<void> {
  const home = join(folder, "home");
  for (const path of [
    join(folder, "made"),
    join(home, "jobs"),
    join(home, "contexts"),
    join(home, "views"),
    join(repository, ".git", "worktrees"),
  ])
    await rm(path, { recursive: true, force: true });
}

const dependencies = {
  eslint: "9",
  prettier: "3",
  typescript: "5",
  jest: "29",
  express: "4",
  webpack: "5",
  mocha: "11",
};

/** Real packages from the registry, installed once, as a user has done. */
function makeProject(path: string): string {
  mkdirSync(path, { recursive: true });
  writeFileSync(
    join(path, "package.json"),
    JSON.stringify({ name: "ready", version: "1.0.0", private: true, dependencies }),
  );
  writeFileSync(join(path, ".gitignore"), "node_modules/\n");
  execFileSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: path, env: environment, stdio: "ignore" });
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=B", "-c", "user.email=b@tutti.invalid", ...args], {
      cwd: path,
      env: environment,
    });
  git("init", "-q", "-b", "main");
  git("add", "--all");
  git("commit", "-q", "-m", "all");
  return path;
}

function lockOf(path: string): Record<string, unknown> {
  const lock = JSON.parse(readFileSync(join(path, "package-lock.json"), "utf8")) as {
    packages: Record<string, unknown>;
  };
  return Object.fromEntries(Object.entries(lock.packages).filter(([name]) => name !== ""));
}
