import { once } from "node:events";
import type { JobParts } from "../../src/conductor/jobs/parts.ts";
import type { CommitSha, SheetId } from "../../src/base/ids.ts";
import type { Throttles } from "../../src/conductor/agents/throttles.ts";
import type { Hands } from "../../src/conductor/hands.ts";
import { makeSlots } from "../../src/conductor/slots.ts";
import { makeStage } from "../../src/conductor/stage.ts";
import { placesIn } from "../../src/isolation/home/places.ts";
import type { Job } from "../../src/sheet/job.ts";
import type { SheetState } from "../../src/sheet/state.ts";
import type { Trouble } from "../../src/sheet/trouble/trouble.ts";
import type { Journal } from "../../src/store/store.ts";
import type { Store } from "../../src/store/store.ts";
import { openStore } from "../../src/store/sqlite/open.ts";
import { tempFolder } from "./folders.ts";
import { hastyWorld } from "./git.ts";
import { makeJob } from "./jobs.ts";
import { openThrottles, played } from "./performed.ts";
import { makeGround } from "./simulated-ground.ts";

/** A stage whose hands can be stopped in the middle of what they do, so that a word can come at that very moment. */
export interface HeldStage {
  readonly parts: JobParts;
  readonly job: Job;
  /**
   * Makes the next caller of this wait: a verb of the hands, or `note <kind>` and `noted <kind>` for right before and
   * after an event is written.
   */
  hold(what: string): Hold;
  begin(): Promise<void>;
  state(sheet: string): Promise<SheetState["kind"]>;
  status(): Promise<Job["status"]["kind"]>;
  /** How often agents were played. */
  played(): number;
  /** The files on the target. */
  landed(): readonly string[];
  readonly faults: unknown[];
  readonly throttles: Throttles;
}

interface Hold {
  readonly reached: Promise<unknown>;
  release(): void;
}

/**
 * How its agents do. `fails`: how many attempts at each sheet end badly. `trouble`: what every run meets. `meets`:
 * throws what a verb of the hands meets.
 */
interface Held {
  readonly meets?: (what: string) => void | Promise<void>;
  readonly job?: Partial<Job>;
  readonly fails?: number;
  readonly trouble?: Trouble;
  readonly enlist?: NonNullable<Hands["enlist"]>;
}

export async function makeHeldStage(sheets: readonly string[], how: Held = {}): Promise<HeldStage> {
  const top = tempFolder();
  const job = makeJob("held-aaaaaa", sheets, {
    repository: { commonDir: top, gitDir: top, top, objectFormat: "sha1" },
    parallel: 5,
    ...how.job,
  });
  const store = await openStore(tempFolder());
  const ground = makeGround();
  const faults: unknown[] = [];
  const holds = new Map<string, { readonly arrive: () => void; readonly released: Promise<unknown> }>();
  const at = async (what: string): Promise<void> => {
    await how.meets?.(what);
    const hold = holds.get(what);
    holds.delete(what);
    hold?.arrive();
    await hold?.released;
  };
  let played = 0;
  const hands: Hands = {
    ...quietHands(ground, {
      enlist: how.enlist,
      at,
      fails: how.fails ?? 0,
      trouble: how.trouble ?? null,
      onPlay: () => (played += 1),
    }),
    journal: heldJournal(store, at),
  };
  const stage = makeStage({
    world: hastyWorld,
    journal: hands.journal,
    slots: makeSlots(() => 10),
    limits: { patienceMs: Infinity, maxJobs: () => 10 },
    equip: () => Promise.resolve(hands),
    says: {
      fault: (_, error) => void faults.push(error),
      notice: () => undefined,
      broken: (error) => void faults.push(error),
    },
  });
  const parts = {
    stage,
    store,
    world: hastyWorld,
    places: placesIn(tempFolder()),
    agents: { ask: hands.throttles.ask.bind(hands.throttles), remember: () => undefined },
    process: { keepFailed: true, goesOn: true, notice: () => undefined },
  } as unknown as JobParts;
  return {
    parts,
    job,
    faults,
    throttles: hands.throttles,
    hold: (what) => {
      const { promise: reached, resolve: arrive } = Promise.withResolvers<undefined>();
      const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
      holds.set(what, { arrive: () => arrive(undefined), released });
      return { reached, release: () => release(undefined) };
    },
    begin: async () => {
      await stage.enter({ job, states: new Map(), first: { kind: "submitted", at: job.createdAt, job } });
    },
    state: async (sheet) => (await store.sheets(job.id)).get(sheet as SheetId)?.kind ?? "waiting",
    status: async () => (await store.job(job.id))?.status.kind ?? "running",
    played: () => played,
    landed: () => ground.target(),
  };
}

function heldJournal({ journal }: Store, at: (what: string) => Promise<void>): Journal {
  return {
    append: async (entries) => {
      const kinds = entries.flatMap((entry) => (!("event" in entry) || entry.event === null ? [] : [entry.event.kind]));
      for (const kind of kinds) await at(`note ${kind}`);
      const position = await journal.append(entries);
      for (const kind of kinds) await at(`noted ${kind}`);
      return position;
    },
  };
}

interface Manner {
  readonly at: (what: string) => Promise<void>;
  readonly fails: number;
  readonly trouble: Trouble | null;
  readonly enlist: Held["enlist"] | undefined;
  readonly onPlay: () => void;
}

/** Hands over simulated ground; each verb that may be held says so first. */
function quietHands(
  ground: ReturnType<typeof makeGround>,
  { at, fails, trouble, enlist, onPlay }: Manner,
): Omit<Hands, "journal"> {
  return {
    world: hastyWorld,
    notice: () => undefined,
    ...(enlist === undefined ? {} : { enlist }),
    mayStart: () => null,
    lookAtPulls: () => Promise.resolve([]),
    showFailed: () => Promise.resolve(),
    pausedQueue: () => null,
    chooseResult: (_, [first]) => Promise.resolve({ winner: first?.sheet.id ?? null, why: "the first" }),
    conclude: () => at("conclude").then(() => undefined),
    findTakenOut: () => Promise.resolve([]),
    readBase: (job) => at("readBase").then(() => ground.readBase(job)),
    enterContext: (attempt, start) => at("enterContext").then(() => ground.enter(attempt, start)),
    leaveContext: () => Promise.resolve(),
    findContext: (id) => Promise.resolve(ground.find(id)),
    listContexts: (job) => at("listContexts").then(() => ground.list(job.id)),
    prepare: () => at("prepare").then(() => ({ kind: "ready" })),
    throttles: openThrottles(hastyWorld),
    readUsage: () => Promise.resolve(undefined),
    play: async ({ sheet, attempt }, context, { cancel }) => {
      onPlay();
      ground.stroke(context.id, `${sheet.id}@${String(attempt)}`);
      await Promise.race([at(`play ${sheet.id}`), once(cancel, "abort")]);
      return played(cancel.aborted ? { kind: "cancelled" } : { kind: "exited", code: attempt <= fails ? 1 : 0 }, {
        trouble,
      });
    },
    capture: ({ sheet }, context) => at(`capture ${sheet.id}`).then(() => ground.capture(context)),
    validate: () => at("validate").then(() => ({ kind: "unvalidated" })),
    settle: async ({ job }, proof, isGood) => {
      await at("settle");
      ground.settle(job, proof, isGood);
    },
    forget: async (context) => {
      ground.forget(context.id);
      await Promise.resolve();
    },
    destroy: async (proof) => {
      await at("destroy");
      ground.destroy(proof);
      return "destroyed";
    },
    tidy: () => undefined,
    repair: () => at("repair"),
    land: async (_, candidates, record) => {
      await at("land");
      const meant = candidates.filter(({ intent }) => intent !== null);
      // As the real one: first what git says of those that were meant to land before; here it has none of them.
      if (meant.length > 0)
        await record.sheets(
          meant.map((candidate) => ({ candidate, event: { kind: "withdrawn", at: hastyWorld.now(), why: "" } })),
        );
      for (const candidate of record.stop.aborted ? [] : candidates) {
        const commit = `commit of ${candidate.sheet.id}` as CommitSha;
        const event = {
          kind: "landing",
          at: hastyWorld.now(),
          commit,
          parent: "parent" as CommitSha,
          target: "main",
          level: "unvalidated",
        } as const;
        await record.sheets([{ candidate, event }]);
        await at("publish");
        ground.land(candidate);
        await record.sheets([{ candidate, event: { kind: "landed", at: hastyWorld.now(), commit } }]);
      }
    },
  };
}
