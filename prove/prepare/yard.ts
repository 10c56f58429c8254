import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { JobId, SheetId } from "../../src/base/ids.ts";
import { realWorld } from "../../src/base/real-world.ts";
import { makeGit } from "../../src/git/git.ts";
import { openRepository } from "../../src/git/repository.ts";
import { type Context, contextIdOf, contextPath } from "../../src/isolation/context.ts";
import { placesIn } from "../../src/isolation/home/places.ts";
import { createContext } from "../../src/isolation/levels/create.ts";
import { makeInstall } from "../../src/isolation/prepare/installed/install.ts";
import { makeShowInstalled } from "../../src/isolation/prepare/installed/show.ts";
import { makeViews } from "../../src/isolation/prepare/installed/views.ts";
import { openObjectStore } from "../../src/isolation/store/object-store.ts";
import { makeRunProcess } from "../../src/process/run/run.ts";
import { processGroup } from "../../src/process/tree/containment.ts";
import { ownerId } from "../../src/process/tree/marker.ts";
import type { PreparationChoice } from "../../src/score/plan/preparation.ts";

export const environment = {
  PATH: process.env["PATH"] ?? "",
  HOME: process.env["HOME"] ?? "/",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

/** A home beside a checkout, in which contexts are made and programs run in them, as a conductor does it. */
export interface PreparedYard {
  make(name: string): Promise<Context>;
  /** What a program in a context prints; its exit code counts for nothing. */
  act(context: Context, script: string): Promise<string>;
}

export async function openYard(root: string, repository: string, way: PreparationChoice): Promise<PreparedYard> {
  const places = placesIn(join(root, "home"));
  const emptyHome = join(root, "empty");
  for (const folder of [places.scratch, places.contexts, places.repositories, emptyHome])
    mkdirSync(folder, { recursive: true });
  const setting = { containment: processGroup, owner: ownerId(randomUUID(), 1), clock: realWorld };
  const plain = makeRunProcess(setting);
  const copying = { run: plain, path: environment.PATH };
  const views = makeViews({ ...copying, places });
  const git = makeGit({ run: plain, emptyHome, userEnvironment: environment });
  const store = await openObjectStore(git, places.repositories, await openRepository(git, repository));
  const install = makeInstall(
    { run: plain, environment, mode: () => "offline", timeoutMs: () => 60_000 },
    places.layers,
  );
  const showInstalled = makeShowInstalled({ git, views, places, world: realWorld, copying, way: () => way, install });
  const run = makeRunProcess({ ...setting, viewAt: views.at });
  const base = execFileSync("git", ["-C", repository, "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  return {
    make: (name) => {
      const whose = { job: "yard" as JobId, sheet: name as SheetId, attempt: 1 };
      return createContext(git, places, {
        id: contextIdOf(whose.job, whose.sheet, 1),
        whose,
        isolation: { level: "clone", fallback: null },
        folders: { path: contextPath(places.jobs, whose), state: places.state(whose.job) },
        start: { base: base as Context["base"], continueFrom: null },
        head: { checkedOut: "main", branch: null },
        git: { store, objects: "shared", lock: true, identity: { name: "Yard", email: "yard@tutti.invalid" } },
        needs: { showInstalled },
        at: realWorld.now(),
      });
    },
    act: async ({ path }, script) => {
      const end = await run({
        argv: ["/bin/sh", "-c", script],
        cwd: path,
        env: environment,
        output: { kind: "memory", capBytes: 1_000_000 },
        limits: { timeoutMs: 120_000 },
        tree: "contained",
      });
      if (end.how.kind !== "exited") throw new Error(`${JSON.stringify(end.how)}: ${end.stderr.toString()}`);
      return end.stdout.toString();
    },
  };
}
