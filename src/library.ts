import type { IsolationLevel } from "./score/plan/levels.ts";
import { exists } from "./base/files/exists.ts";
import { homeFrom } from "./base/home/home.ts";
import { realWorld } from "./base/world/real-world.ts";
import { type ObjectStore, openObjectStore } from "./isolation/store/object-store.ts";
import { processGroup } from "./process/tree/containment.ts";
import { makeRunProcess } from "./process/run/run.ts";
import { openHome, wireGit } from "./isolation/home/home.ts";
import { type Isolation, isolateIn } from "./library/isolate.ts";
import type { IsolateParts } from "./library/isolate-make.ts";
import type { FixOptions } from "./library/fix-types.ts";
import type { FixReport } from "./fix/report/shape.ts";
import type { PlanOptions, PlanResult } from "./library/plan-types.ts";

export type { Method, Params, Result, Tutti } from "./api/tutti.ts";
export type { EventType, Follow, Following, Listener, TuttiEvent } from "./api/contract/events.ts";
export type { Accepted, JobSummary, JobView, SheetView } from "./api/contract/job.ts";
export type { CaptureProof } from "./isolation/capture/capture.ts";
export type { Context } from "./isolation/context.ts";
export type { Destruction } from "./isolation/cleanup/destroy.ts";
export type { IsolationLevel } from "./score/plan/levels.ts";
export type { Isolation } from "./library/isolate.ts";
export { connect } from "./library/connect.ts";
export type { ConnectOptions } from "./library/connect.ts";
export { execute } from "./library/execute.ts";
export type { Cancellation, ExecuteOptions, ExecuteTask, TaskResult } from "./library/execute-types.ts";
export type { FixOptions } from "./library/fix-types.ts";
export type { FixReport } from "./fix/report/shape.ts";
export type { PlannedTask, PlanOptions, PlanResult } from "./library/plan-types.ts";
export { route } from "./learning/routing/route.ts";
export type { Route, RouteOptions, RouteRule, RouteTask } from "./learning/routing/route.ts";

export interface IsolateOptions {
  /** Tutti's own folder; default: as the command line finds it (`TUTTI_HOME`). */
  readonly home?: string;
  /**
   * Where contexts' files lie, as `<directories>/tasks/<id>`; default: in Tutti's own folder. A relative path is one
   * from the current folder. Never inside the checkout.
   */
  readonly directories?: string;
  /** Whether a clone borrows objects (default) or has copies. */
  readonly objects?: "shared" | "copy";
  /** The commit, branch or tag to start from; default: HEAD. */
  readonly from?: string;
}

/**
 * Gives one task a context of its own. The same base, id and level give the same context again, from any process.
 *
 * @param base a folder in a git repository; for the levels `none` and `directory`, any folder
 * @param id names the task; lower case, digits and single hyphens appear in paths and branches as they are
 */
// oxlint-disable-next-line max-params -- the three that name a context, and what is rarely needed
export async function isolate(
  base: string,
  id: string,
  level: IsolationLevel,
  options: IsolateOptions = {},
): Promise<Isolation> {
  return isolateIn(await partsFor(options.home ?? homeFrom(process.env)), { base, id, level, ...options });
}

/** Fixes findings of linters, type checkers and tests, as `tutti fix` does, and reports what became of them. */
export async function fix(options: FixOptions = {}): Promise<FixReport> {
  return (await import("./library/fix-project.ts")).fixProject(options);
}

/**
 * Turns requirements into a score, as `tutti plan` does: an agent proposes tasks, and the plan is proven to fit the
 * repository. Throws `plan.refused` where it does not. Nothing is written or run.
 */
export async function plan(requirements: string, options: PlanOptions = {}): Promise<PlanResult> {
  return (await import("./library/plan-work.ts")).planWork(requirements, options);
}

/** Homes that this process has opened: the same questions need not be asked again for each of a hundred contexts. */
const opened = new Map<string, Promise<IsolateParts>>();

function partsFor(home: string): Promise<IsolateParts> {
  const known = opened.get(home) ?? openParts(home);
  opened.set(home, known);
  // What went wrong once may go well the next time.
  known.catch(() => opened.delete(home));
  return known;
}

async function openParts(home: string): Promise<IsolateParts> {
  const places = await openHome(home);
  const git = await wireGit(
    places,
    makeRunProcess({ containment: processGroup, owner: "library", clock: realWorld }),
    process.env,
  );
  const stores = new Map<string, Promise<ObjectStore>>();
  return {
    git,
    places,
    world: realWorld,
    openStore: async (repository) => {
      const key = JSON.stringify(repository);
      const known = await stores.get(key)?.catch(() => undefined);
      if (known !== undefined && (await exists(known.gitDir))) return known;
      const store = openObjectStore(git, places.repositories, repository);
      stores.set(key, store);
      return store;
    },
  };
}
