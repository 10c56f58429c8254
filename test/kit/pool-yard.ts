import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommitSha, JobId, SheetId } from "../../src/base/ids.ts";
import { realWorld } from "../../src/base/world/real-world.ts";
import { makeBackground } from "../../src/conductor/background.ts";
import { makeGit } from "../../src/git/git.ts";
import { openRepository } from "../../src/git/repository.ts";
import { type CaptureProof, captureContext } from "../../src/isolation/capture/capture.ts";
import { type Context, contextIdOf, contextPath } from "../../src/isolation/context.ts";
import { destroyScratch } from "../../src/isolation/cleanup/destroy.ts";
import { type Places, placesIn } from "../../src/isolation/home/places.ts";
import { createContext } from "../../src/isolation/levels/create.ts";
import { type Pool, makePool } from "../../src/isolation/pool/pool.ts";
import type { WarmTrees } from "../../src/isolation/pool/warm.ts";
import { makeStillContexts } from "../../src/isolation/snapshots/still/still-contexts.ts";
import { type ObjectStore, openObjectStore } from "../../src/isolation/store/object-store.ts";
import { makeCalls } from "../../src/process/calls.ts";
import { openProcesses } from "../../src/process/open.ts";
import { ownerId } from "../../src/process/tree/marker.ts";
import type { PreparationChoice } from "../../src/score/plan/preparation.ts";
import { type Preparing, type PreparingParts, makePreparing } from "../../src/isolation/prepare/installed/open.ts";
import { makeViews } from "../../src/isolation/prepare/installed/views.ts";
import { cleanerFor } from "../../src/redact/redactor.ts";
import type { IsolationLevel } from "../../src/score/plan/levels.ts";

const closed = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Yard",
  GIT_AUTHOR_EMAIL: "yard@tutti.invalid",
  GIT_COMMITTER_NAME: "Yard",
  GIT_COMMITTER_EMAIL: "yard@tutti.invalid",
};

const yardJob = "yard" as JobId;
const identity = { name: "Yard", email: "yard@tutti.invalid" };

export interface ContextWish {
  readonly commit: CommitSha;
  readonly level?: IsolationLevel;
  /** Made on the spot. */
  readonly isCold?: true;
  /** Instead of the pool's own. */
  readonly warm?: WarmTrees;
}

/** A home beside a repository, with a pool; programs run in contexts as a conductor runs them. */
export interface PoolYard {
  readonly pool: Pool;
  readonly places: Places;
  readonly store: ObjectStore;
  /** Whether nothing that a program starts outlives it here. */
  readonly isContained: boolean;
  make(name: string, wish: ContextWish): Promise<Context>;
  /** Its exit code counts for nothing. */
  act(context: Context, script: string): Promise<string>;
  leave(context: Context): Promise<void>;
  snapshot(context: Context): Promise<unknown>;
  /** Until one tree of this commit waits, and no other. */
  refill(commit: CommitSha): Promise<void>;
  /** When nothing is done behind the scenes any more. */
  settled(): Promise<void>;
}

interface YardWish {
  /** How many may wait. */
  readonly trees: number;
  /** How contexts get what is installed in the checkout; absent: they get nothing of it. */
  readonly way?: PreparationChoice;
  /** For programs in contexts and for git. */
  readonly environment?: Readonly<Record<string, string>>;
}

export async function openPoolYard(
  root: string,
  repository: string,
  { trees, way, environment = closed }: YardWish,
): Promise<PoolYard> {
  const places = placesIn(join(root, "home"));
  const emptyHome = join(root, "empty");
  for (const folder of [places.scratch, places.contexts, places.repositories, emptyHome])
    mkdirSync(folder, { recursive: true });
  const calls = makeCalls(realWorld);
  const views = makeViews({ run: (request) => run(request), places, path: environment["PATH"] });
  const { run, isContained } = await openProcesses({
    owner: ownerId(randomUUID(), 1),
    clock: realWorld,
    calls,
    containment: "auto",
    path: environment["PATH"],
    notice: () => undefined,
    scratch: places.scratch,
    viewAt: way === undefined ? () => Promise.resolve(null) : views.at,
  });
  const git = makeGit({ run, emptyHome, userEnvironment: environment });
  const cold = await openObjectStore(git, places.repositories, await openRepository(git, repository));
  const notice = (text: string): void => {
    throw new Error(text);
  };
  const background = makeBackground(notice);
  const limits = (): { trees: number; bytes: number } => ({ trees, bytes: 1e9 });
  const means = { git, places, world: realWorld, limits, mayFill: () => true, isContained, notice };
  const pool = makePool({ ...means, behind: background.begin });
  const store = { ...cold, warm: pool.of(cold.gitDir) };
  const still = makeStillContexts<CaptureProof>({ folders: 8_192, believed: 5 });
  const needs = way === undefined ? {} : { needs: showing({ git, run, isContained, places, views }, environment, way) };
  return {
    pool,
    places,
    store,
    isContained,
    make: (name, { commit, level = "clone", isCold, warm = store.warm }) => {
      const whose = { job: yardJob, sheet: name as SheetId, attempt: 1 };
      return createContext(git, places, {
        id: contextIdOf(whose.job, whose.sheet, 1),
        whose,
        isolation: { level, fallback: null },
        folders: { path: contextPath(places.jobs, whose), state: places.state(whose.job) },
        start: { base: commit, continueFrom: null },
        head: { checkedOut: "main", branch: null },
        git: {
          store: isCold === true ? cold : warm === store.warm ? store : { ...cold, warm },
          objects: "shared",
          lock: true,
          identity,
        },
        ...needs,
        at: realWorld.now(),
      });
    },
    act: async ({ path }, script) => {
      const end = await run({
        argv: ["/bin/sh", "-c", script],
        cwd: path,
        env: environment,
        output: { kind: "memory", capBytes: 10_000_000 },
        limits: { timeoutMs: 120_000 },
        tree: "contained",
      });
      if (end.how.kind !== "exited") throw new Error(`${JSON.stringify(end.how)}: ${end.stderr.toString()}`);
      return end.stdout.toString("latin1");
    },
    leave: (context) => destroyScratch(places, store, { scratch: context }),
    snapshot: (context) =>
      still.captured({ key: context.id, path: context.path, scratch: places.scratch }, () =>
        captureContext(git, context, {
          store,
          scratch: places.scratch,
          job: yardJob,
          sheet: "snapshot" as SheetId,
          attempt: 1,
          why: "periodic",
          by: identity,
          at: realWorld.now(),
        }),
      ),
    refill: async (commit) => {
      const claim = (): Promise<void> => Promise.reject(new Error("not wanted"));
      const nowhere = { path: join(root, "nowhere"), index: join(root, "nowhere.index") };
      while (await store.warm.take(nowhere, { commit, claim }).catch(() => true));
      store.warm.expect("yard", 1);
      await background.done();
      store.warm.expect("yard", 0);
    },
    settled: () => background.done(),
  };
}

function showing(
  parts: Pick<PreparingParts, "git" | "run" | "isContained" | "places" | "views">,
  environment: Readonly<Record<string, string>>,
  way: PreparationChoice,
): Pick<Preparing, "showInstalled"> {
  const wanted = { environment, way: () => way, mode: () => "offline" as const, timeoutMs: () => 60_000 };
  const { showInstalled } = makePreparing({ ...parts, world: realWorld, cleanerFor, wanted });
  return { showInstalled };
}

/** Commits these files; a file of `null` goes. */
export function commitFiles(repository: string, files: Readonly<Record<string, string | null>>): CommitSha {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: repository, env: closed, encoding: "utf8" }).trim();
  mkdirSync(repository, { recursive: true });
  if (!existsSync(join(repository, ".git"))) git("init", "-q", "-b", "main");
  for (const [name, text] of Object.entries(files)) {
    if (text === null) git("rm", "-q", name);
    else {
      mkdirSync(dirname(join(repository, name)), { recursive: true });
      writeFileSync(join(repository, name), text);
    }
  }
  git("add", "--all", "--force");
  git("commit", "-q", "--allow-empty", "-m", "a commit");
  return git("rev-parse", "HEAD") as CommitSha;
}
