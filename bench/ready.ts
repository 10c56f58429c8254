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
    "a context with 300 installed packages, 1, 4 and 16 at once, beside `git worktree add` with `npm ci` or `cp -a`; TypeScript's start after it",
  defaultRounds: 3,
  run: async ({ rounds, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    try {
      const repository = makeProject(join(folder, "repository"));
      const installed = Object.keys(lockOf(repository)).length;
      say(
        `Node ${process.versions.node}, ${String(rounds)} rounds by turns (one of 16 at once), ${String(installed)} packages; medians in seconds, until a program in each of them has read a package, and (in brackets) until TypeScript has also started in each`,
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
  requirePackage(await yard.act(await yard.make("first"), read));
  let worst = 0;
  for (const atOnce of crowds) {
    const disk: number[] = [];
    const starts = Object.fromEntries(contenders.map((name) => [name, [] as number[]])) as Record<Contender, number[]>;
    let made: readonly Ready[] = [];
    const makeAll = async (name: Contender): Promise<void> => {
      made = await Promise.all(Array.from({ length: atOnce }, () => make({ ...place, yard }, name)));
    };
    const finish = async (): Promise<void> => {
      const { name, path } = made[0] as Ready;
      if (name === "tutti") disk.push(bytesOf(path));
      const from = performance.now();
      await Promise.all(made.map(async ({ act }) => requireVersion(await act(start))));
      starts[name].push(performance.now() - from);
      await clear(place);
    };
    const times = await measure(
      Object.fromEntries(contenders.map((name) => [name, () => makeAll(name)])) as Record<
        Contender,
        () => Promise<void>
      >,
      { rounds: roundsOf(atOnce, rounds), warmUps: 0, between: finish },
    );
    const ready = contenders.map((name) => median(times[name]) / 1_000) as [number, number, number];
    const started = contenders.map((name, at) => (ready[at] ?? 0) + median(starts[name]) / 1_000);
    const [toNpm, toCopy] = sharesOf(ready);
    const [startedToNpm, startedToCopy] = sharesOf(started);
    worst = Math.max(worst, Number(toNpm), Number(toCopy));
    const cells = [
      atOnce,
      ...ready.map((time, at) => `${time.toFixed(2)} (${(started[at] ?? 0).toFixed(2)})`),
      `${toNpm} (${startedToNpm})`,
      `${toCopy} (${startedToCopy})`,
    ];
    say(`| ${cells.join(" | ")} | ${(median(disk) / 1e6).toFixed(2)} MB |`);
  }
  return worst;
}

function sharesOf([tutti = 0, npm = 0, copy = 0]: readonly number[]): readonly [string, string] {
  return [(tutti / npm).toFixed(3), (tutti / copy).toFixed(3)];
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

/** The first program in a context: it costs nothing beside the context itself. */
const read = "cat node_modules/eslint/package.json && test -x node_modules/.bin/tsc && echo found";
/** A large program starts half as fast in a folder where it was never started before, however the folder was made. */
const start = "node_modules/.bin/tsc --version";
let count = 0;

interface Ready {
  readonly name: Contender;
  readonly path: string;
  readonly act: (script: string) => Promise<string>;
}

async function make(at: Place & { readonly yard: PreparedYard }, name: Contender): Promise<Ready> {
  count += 1;
  const task = `task-${String(count)}`;
  const ready = name === "tutti" ? await makeByTutti(at.yard, task) : await makeByHand(at, name, task);
  requirePackage(await ready.act(read));
  return ready;
}

async function makeByTutti(yard: PreparedYard, task: string): Promise<Ready> {
  const context = await yard.make(task);
  return { name: "tutti", path: context.path, act: (script) => yard.act(context, script) };
}

async function makeByHand({ folder, repository }: Place, name: Contender, task: string): Promise<Ready> {
  const path = join(folder, "made", task);
  await addWorktree(repository, path);
  if (name === "worktree add + npm ci")
    await run("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: path, env: environment });
  else await run("cp", ["-a", join(repository, "node_modules"), join(path, "node_modules")]);
  return { name, path, act: (script) => run("/bin/sh", ["-c", script], { cwd: path, env: environment }) };
}

/** A context without packages is made sooner. */
function requirePackage(printed: string): void {
  if (!/"name": "eslint"[^]*found\n$/.test(printed)) throw new Error(`no program has read a package: ${printed}`);
}

function requireVersion(printed: string): void {
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
