import type { IsolationLevel } from "./score/plan/levels.ts";
import manifest from "../package.json" with { type: "json" };
import type { Tutti } from "./api/tutti.ts";
import { reach } from "./api/local/reach.ts";
import { exists } from "./base/files/exists.ts";
import { homeFrom } from "./base/home/home.ts";
import { realWorld } from "./base/real-world.ts";
import { type ObjectStore, openObjectStore } from "./isolation/store/object-store.ts";
import { processGroup } from "./process/tree/containment.ts";
import { makeRunProcess } from "./process/run/run.ts";
import { openHome, wireGit } from "./isolation/home/home.ts";
import { type Isolation, isolateIn } from "./library/isolate.ts";
import type { IsolateParts } from "./library/isolate-make.ts";

export type { Method, Params, Result, Tutti } from "./api/tutti.ts";
export type { EventType, Follow, Following, Listener, TuttiEvent } from "./api/contract/events.ts";
export type { Accepted, JobSummary, JobView, SheetView } from "./api/contract/job.ts";
export type { CaptureProof } from "./isolation/capture/capture.ts";
export type { Context } from "./isolation/context.ts";
export type { Destruction } from "./isolation/cleanup/destroy.ts";
export type { IsolationLevel } from "./score/plan/levels.ts";
export type { Isolation } from "./library/isolate.ts";
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

export interface ConnectOptions {
  /** Tutti's own folder; default: as the command line finds it (`TUTTI_HOME`). */
  readonly home?: string;
  /** Whether a conductor is started where none runs (default); else that is an error, `conductor.not_running`. */
  readonly start?: boolean;
  /** Of the caller's Tutti; default: this package's. A conductor that is older and has nothing to do is replaced. */
  readonly version?: string;
  /** Hears what is worth knowing but no failure, such as that the conductor was replaced. */
  readonly notice?: (text: string) => void;
}

/** Connects to the conductor of a home, which plays jobs and goes on doing so when this program ends. */
export async function connect(options: ConnectOptions = {}): Promise<Tutti> {
  const { home = homeFrom(process.env), start = true, version = manifest.version, notice = () => undefined } = options;
  return reach({ home, env: process.env, version, start: start ? "auto" : "never", notice, client: "library" });
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
