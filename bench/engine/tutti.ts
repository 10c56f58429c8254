import { makeBus } from "../../src/api/events/bus.ts";
import type { Sink } from "../../src/api/events/follower.ts";
import type { CommitSha } from "../../src/base/ids.ts";
import { realWorld } from "../../src/base/world/real-world.ts";
import { makeAccounts } from "../../src/conductor/agents/accounts.ts";
import { makeThrottles } from "../../src/conductor/agents/throttles.ts";
import type { Hands } from "../../src/conductor/hands.ts";
import { makeSlots } from "../../src/conductor/slots.ts";
import { makeStage } from "../../src/conductor/stage.ts";
import type { CaptureProof } from "../../src/isolation/capture/capture.ts";
import type { Context } from "../../src/isolation/context.ts";
import { noRules } from "../../src/schedule/accounts/rules.ts";
import { makeLedger } from "../../src/store/ledger.ts";
import { openPostgres } from "../../src/store/postgres/open.ts";
import type { Journal, Store } from "../../src/store/store.ts";
import { openStore } from "../../src/store/sqlite/open.ts";
import { makeJob } from "../../test/kit/jobs.ts";
import { startServer } from "../../test/kit/postgres.ts";
import type { Order, Worked } from "./order.ts";

/**
 * Plays a job whose sheets do nothing through the whole engine (scheduler, decisions, journal on disk, loop), from
 * handing it over until it rests. What is left out is git, the agents' processes and the conductor's socket.
 */
export async function workWithTutti({ isPostgres = false, ...order }: Order): Promise<Worked> {
  if (!isPostgres) return playIn(await openStore(order.folder), order, "SQLite, WAL, synchronous=FULL");
  const server = await startServer({ isDurable: true });
  try {
    const address = { url: await server.database(), env: {} };
    const quiet = { home: order.folder, notice: () => undefined, onWait: () => undefined };
    return await playIn(await openPostgres(address, quiet), order, "PostgreSQL, fsync on, synchronous_commit on");
  } finally {
    await server.stop();
  }
}

async function playIn(store: Store, { count, atOnce, followers = 0 }: Order, how: string): Promise<Worked> {
  let commits = 0;
  store.follow(() => (commits += 1));
  const sheets = Array.from({ length: count }, (_, index) => `s${index}`);
  const job = makeJob("bench", sheets, { parallel: atOnce, epoch: store.epoch });
  const stage = makeStage({
    world: realWorld,
    journal: store.journal,
    slots: makeSlots(() => atOnce),
    limits: { patienceMs: 0, maxJobs: () => 1 },
    equip: () => Promise.resolve(idleHands(store.journal)),
    says: {
      notice: () => undefined,
      fault: (_job, error) => {
        throw error;
      },
      broken: (error) => {
        throw error;
      },
    },
  });
  const bus = makeBus({ store, titleOf: (of, sheet) => stage.titleOf(of, sheet) });
  const ear = makeEar();
  for (let index = 0; index < followers; index += 1) await bus.follow({}, ear.sink);
  const from = performance.now();
  const playing = await stage.enter({ job, states: new Map(), first: { kind: "submitted", at: realWorld.now(), job } });
  const rest = await playing.rest;
  const ms = performance.now() - from;
  // Read back from the disk.
  const done = [...(await store.sheets(job.id)).values()].filter(({ kind }) => kind === "done").length;
  const each = (sum: number, digits: number): string => (sum / count).toFixed(digits);
  const written = `${each(await store.position(), 1)} rows and ${each(commits, 3)} commits a sheet`;
  const told = followers === 0 ? "" : `, ${each(ear.heard() / followers, 1)} events a sheet to each of ${followers}`;
  const megabytes = Math.round(process.memoryUsage.rss() / 1e6);
  await store.close();
  return {
    ms,
    done: rest.kind === "finished" ? done : 0,
    how: `${how}, ${written}${told}, ${megabytes} MB at the end`,
  };
}

/** Hears everything at once and does nothing with it. */
function makeEar(): { readonly sink: Sink; heard(): number } {
  let heard = 0;
  const nothing = (): void => undefined;
  const write: Sink["write"] = (events) => {
    heard += events.length;
    return true;
  };
  return { sink: { write, onDrain: nothing, missed: nothing, lost: nothing }, heard: () => heard };
}

const base = "0".repeat(40) as CommitSha;

/** Hands that do nothing, and say at once that it went well. */
function idleHands(journal: Journal): Hands {
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    world: realWorld,
    journal,
    readBase: () => Promise.resolve(base),
    pausedQueue: () => null,
    chooseResult: (_, [first]) => Promise.resolve({ winner: first?.sheet.id ?? null, why: "the first" }),
    lookAtPulls: () => Promise.resolve([]),
    showFailed: nothing,
    conclude: () => Promise.resolve(undefined),
    findTakenOut: () => Promise.resolve([]),
    enterContext: (_attempt, { context: id }) =>
      Promise.resolve<Context>({
        id,
        level: "clone",
        path: `/${id}`,
        base,
        index: "",
        branch: null,
        state: "",
        fallback: null,
      }),
    leaveContext: nothing,
    findContext: () => Promise.resolve(undefined),
    listContexts: () => Promise.resolve([]),
    prepare: () => Promise.resolve({ kind: "ready" }),
    throttles: makeThrottles({
      world: realWorld,
      journal,
      known: new Map(),
      policy: () => ({ failures: 5, recoveryMs: 300_000 }),
      accounts: makeAccounts({ world: realWorld, ledger: makeLedger(), rules: () => noRules }),
    }),
    readUsage: () => Promise.resolve(undefined),
    play: () =>
      Promise.resolve({
        end: { kind: "exited", code: 0 },
        trouble: null,
        usage: undefined,
        words: null,
        outlived: false,
      }),
    capture: (_attempt, context) => Promise.resolve(proofOf(context)),
    validate: () => Promise.resolve({ kind: "unvalidated" }),
    settle: nothing,
    destroy: () => Promise.resolve("destroyed"),
    forget: nothing,
    mayStart: () => null,
    tidy: () => undefined,
    notice: () => undefined,
    repair: nothing,
    land: nothing,
  };
}

/** Of a context in which nothing was changed: there is nothing to land. */
function proofOf(context: Context): CaptureProof {
  return {
    context,
    commit: base,
    tree: base,
    ref: "",
    number: 0,
    changed: false,
    leftOut: [],
    unfiltered: [],
  } as unknown as CaptureProof;
}
