import { accountId } from "../agents/known/account.ts";
import { makeDirect } from "../api/direct.ts";
import { makeBus } from "../api/events/bus.ts";
import { notRunning } from "../api/local/problems.ts";
import { lookHandlers, looks } from "../api/methods/looks.ts";
import type { LookDesk } from "../api/methods/method.ts";
import type { Tutti } from "../api/tutti.ts";
import type { DiskTrouble } from "../base/home/disk-trouble.ts";
import { realWorld } from "../base/world/real-world.ts";
import type { ShutGate, Viewer } from "../conductor/find/viewer.ts";
import { makeLifeMemory } from "../conductor/report/timeline/lives.ts";
import { lookAtDisk } from "../conductor/governor/disk.ts";
import { limitsOf, rulesOf } from "../conductor/governor/limits.ts";
import { openHome, wireGit } from "../isolation/home/home.ts";
import type { QueueControl } from "../landing/queue/look.ts";
import { makeMergeMemory } from "../landing/radar/trial-merges.ts";
import type { Call } from "../process/calls.ts";
import type { RunProcess } from "../process/process.ts";
import { makeRunProcess } from "../process/run/run.ts";
import { processGroup } from "../process/tree/containment.ts";
import { factsOf } from "../schedule/accounts/facts.ts";
import type { Lane } from "../schedule/accounts/lane.ts";
import { isShutAt } from "../schedule/throttle/throttle.ts";
import { isOngoing, landingRef } from "../sheet/job.ts";
import { openReading, readLimits } from "./store.ts";
import { readSettings } from "../config/read.ts";
import type { Setting } from "./setting.ts";

/** Tutti without a conductor: reads only, takes no lock. */
export async function openLooker(setting: Setting): Promise<Tutti> {
  const places = await openHome(setting.home, setting.locks);
  // Its processes carry no mark: an engine that starts meanwhile must not end them as orphans.
  const run = makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld });
  const git = await wireGit(places, run, setting.env);
  const { store, writer } = await openReading(setting, places.home);
  const isPlayed: Viewer["isPlayed"] = async (job) => isOngoing(job) && job.epoch === (await writer());
  const live = {
    calls: () => [],
    held: () => null,
    disk: () => lookAtDisk(places.home, limitsOf(setting.settings()).disk),
    shut: () => shutIn(store),
    waits: () => [],
    use: () => undefined,
    lanes: await readLimits(setting),
  };
  const bus = makeBus({
    store: {
      rows: (asked) => store?.rows(asked) ?? Promise.resolve([]),
      position: () => store?.position() ?? Promise.resolve(0),
      follow: () => () => undefined,
    },
    titleOf: () => null,
  });
  const handlers = lookHandlers(lookDesk({ git, run, places, store, isPlayed, setting, live }));
  // Every other method needs the process with the writer lock.
  const served = { methods: looks, handlers, bus, refuse: () => notRunning({ home: places.home }) };
  return makeDirect(served, async () => {
    bus.close();
    await store?.close();
  });
}

/** By the journal: no process knows better. */
async function shutIn(store: Viewer["store"]): Promise<readonly ShutGate[]> {
  const throttles = [...((await store?.throttles()) ?? [])];
  return throttles.flatMap(([key, { shut }]) => (isShutAt(shut, realWorld.now()) ? [{ key, shut }] : []));
}

interface LookParts extends Pick<Viewer, "git" | "store" | "places" | "isPlayed"> {
  readonly run: RunProcess;
  readonly setting: Setting;
  readonly live: Live;
}

/** What the process that plays knows of this moment, or what can be found out without it. */
interface Live {
  readonly calls: () => readonly Call[];
  readonly held: () => string | null;
  readonly disk: () => DiskTrouble | null | Promise<DiskTrouble | null>;
  readonly shut: Viewer["now"]["shut"];
  readonly waits: Viewer["now"]["waits"];
  readonly use: Viewer["now"]["use"];
  readonly lanes: () => ReadonlyMap<string, Lane>;
  /** Absent where no queue runs. */
  readonly queue?: QueueControl["look"];
  readonly sweepContainers?: () => Promise<readonly string[]>;
}

export function lookDesk({ git, run, places, store, isPlayed, setting, live }: LookParts): LookDesk {
  const { env, settings } = setting;
  // Loaded when needed: reading profiles takes longer than every other answer.
  const known = async () => import("../agents/known/known.ts");
  return {
    report: {
      git,
      store,
      places,
      isPlayed,
      agents: {
        uncounted: async (job) => (await known()).uncountedAgents(job.plan, env, job.repository.top),
        unverified: async (job) => (await known()).unverifiedAgents(env, job),
      },
      now: {
        held: live.held,
        shut: live.shut,
        waits: live.waits,
        use: live.use,
        disk: async () => live.disk(),
        holdUp: (job) => {
          const target = landingRef(job);
          const looks = target === null ? [] : (live.queue?.({ repository: job.repository.commonDir, target }) ?? []);
          return looks.find(({ holdUp }) => holdUp !== null)?.holdUp ?? null;
        },
        // Jobs share the queue of a target: each may wait for a git call of another.
        calls: (job) =>
          live
            .calls()
            .flatMap((call) => (call.job === job || call.role === "git" ? [{ ...call, isOwn: call.job === job }] : [])),
      },
    },
    contexts: {
      ...{ git, places, store, isPlayed },
      limits: () => limitsOf(settings()),
      now: () => realWorld.now(),
      ...(live.sweepContainers === undefined ? {} : { sweepContainers: live.sweepContainers }),
    },
    queue: {
      git,
      store,
      recipe: async (folder) => (await readSettings({ env, project: folder })).recipe,
      ...(live.queue === undefined ? {} : { look: live.queue }),
    },
    merges: makeMergeMemory(),
    lives: makeLifeMemory(),
    scoreOptions: async (folder) => (await known()).knownAgents(env, folder),
    limits: () => factsOf(live.lanes(), { rulesOf: rulesOf(settings(), accountId), now: realWorld.now() }),
    notifications: async () => {
      const { notificationsView } = await import("../notify/view.ts");
      return notificationsView(
        await setting.notifications(),
        (await store?.outbox()) ?? { upTo: null, deliveries: [] },
      );
    },
    agents: async ({ folder, environment = env, names }) =>
      (await import("../agents/known/view.ts")).agentsView({ run, env: environment, folder, names }),
  };
}
