import type { Tutti } from "../api/tutti.ts";
import { notRunning } from "../api/local/problems.ts";
import { isArchived } from "../isolation/contexts/archive.ts";
import { makeDirect } from "../api/direct/direct.ts";
import type { LookDesk } from "../api/methods/method.ts";
import { makeBus } from "../api/feed/bus.ts";
import { lookHandlers, looks } from "../api/methods/looks.ts";
import { makeMergeMemory } from "../landing/radar/trial-merges.ts";
import type { ViewerParts } from "../conductor/find/viewer-parts.ts";
import type { DiskTrouble } from "../base/home/disk-trouble.ts";
import { exists } from "../base/files/exists.ts";
import { realWorld } from "../base/real-world.ts";
import type { Throttles } from "../conductor/agents/throttles.ts";
import type { Git } from "../git/git.ts";
import { diskLimitsFrom } from "../isolation/disk/govern.ts";
import { objectStorePath } from "../isolation/store/object-store.ts";
import type { Places } from "../isolation/home/places.ts";
import type { QueueControl } from "../landing/queue/look.ts";
import { isOsLockHeld } from "../lock/os-lock.ts";
import type { Calls } from "../process/calls.ts";
import { processGroup } from "../process/tree/containment.ts";
import type { RunProcess } from "../process/process.ts";
import { makeRunProcess } from "../process/run/run.ts";
import { type Throttle, isShutAt } from "../schedule/throttle/throttle.ts";
import { type Job, isOngoing } from "../sheet/job.ts";
import { openReader } from "../store/sqlite/open.ts";
import { lookAtDisk } from "../conductor/governor/disk.ts";
import { openHome, wireGit } from "../isolation/home/home.ts";
import { writerLock } from "./engine.ts";
import type { Setting } from "./setting.ts";

/** Tutti for those who only look, where no conductor runs: no lock, and nothing is changed. */
export async function openLooker(setting: Setting): Promise<Tutti> {
  const places = await openHome(setting.home, setting.locks);
  // Its processes carry no mark: an engine that starts meanwhile must not take them for orphans.
  const run = makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld });
  const git = await wireGit(places, run, setting.env);
  const store = await openReader(places.home);
  const isPlayed = async (job: Job): Promise<boolean> =>
    isOngoing(job) && isOsLockHeld(writerLock(places)) && job.epoch === (await store?.epoch());
  const desk = lookDesk({ git, run, places, store, isPlayed, env: setting.env, held: () => null });
  const bus = makeBus({
    store: {
      rows: (asked) => store?.rows(asked) ?? Promise.resolve([]),
      position: () => store?.position() ?? Promise.resolve(0),
      follow: () => () => undefined,
    },
    titleOf: () => null,
  });
  // Every other method needs the process with the writer lock.
  const served = { methods: looks, handlers: lookHandlers(desk), bus, refuse: () => notRunning({ home: places.home }) };
  return makeDirect(served, async () => {
    bus.close();
    await store?.close();
  });
}

interface LookParts {
  readonly git: Git;
  readonly run: RunProcess;
  readonly places: Places;
  readonly store: ViewerParts["store"];
  readonly isPlayed: (job: Job) => Promise<boolean>;
  /** What is waited for now, by whoever plays. */
  readonly calls?: Pick<Calls, "list">;
  readonly env: Setting["env"];
  /** Why no sheet may start now. */
  readonly held: () => string | null;
  /** What is wrong with the disk, by whoever watches it. */
  readonly disk?: () => DiskTrouble | null;
  /** What nothing is sent to now, by whoever plays; else what the journal says of it. */
  readonly shut?: Throttles["shut"];
  /** What is in queues, by whoever lands. */
  readonly queue?: Pick<QueueControl, "look">;
}

export function lookDesk(look: LookParts): LookDesk {
  const { git, run, places, store, isPlayed, env, held } = look;
  return {
    report: {
      ...viewerPartsOf(look),
      held,
      shut: look.shut ?? (() => shutIn(store)),
      unverified: (job) => unverifiedIn(env, job),
    },
    contexts: { git, places, store, env, now: () => realWorld.now(), isPlayed },
    queue: { git, store, ...(look.queue === undefined ? {} : { look: look.queue.look }) },
    merges: makeMergeMemory(),
    // Loaded when it is asked for: to read profiles takes more than all other answers.
    agents: async ({ folder, environment = env, names }) =>
      (await import("./agents.ts")).agentsView({ run, env: environment, folder, names }),
  };
}

async function shutIn(store: ViewerParts["store"]): Promise<ReturnType<Throttles["shut"]>> {
  const throttles = (await store?.throttles()) ?? new Map<string, Throttle>();
  return [...throttles].flatMap(([key, { shut }]) => (isShutAt(shut, realWorld.now()) ? [{ key, shut }] : []));
}

async function unverifiedIn(env: Setting["env"], job: Job): Promise<readonly string[]> {
  return (await import("./known-agents.ts")).unverifiedAgents(env, job);
}

function viewerPartsOf({ git, places, store, isPlayed, env, calls, disk }: LookParts): ViewerParts {
  return {
    git,
    store,
    scratch: places.scratch,
    isArchived: (job) => isArchived(places, job),
    logs: (job, sheet, attempt) => places.attempt(job, sheet, attempt),
    isPlayed,
    // One git of another job may be what both wait for: the queue of a target is theirs together.
    calls: (job) =>
      (calls?.list() ?? []).flatMap((call) =>
        call.job === job || call.role === "git" ? [{ ...call, isOwn: call.job === job }] : [],
      ),
    uncounted: async (job) => (await import("./known-agents.ts")).uncountedAgents(job.plan, env, job.repository.top),
    // Where nobody watches it, the disk is looked at when somebody asks.
    disk: async () => (disk === undefined ? lookAtDisk(places.home, diskLimitsFrom(env)) : disk()),
    objectStore: async (repository) => {
      const path = objectStorePath(places.repositories, repository);
      return (await exists(path)) ? path : undefined;
    },
  };
}
