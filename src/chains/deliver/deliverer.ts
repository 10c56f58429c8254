import type { EpochMs, JobId } from "../../base/ids.ts";
import { makeLooker } from "../../base/looker.ts";
import type { World } from "../../base/world/world.ts";
import { makeInTurn } from "../../conductor/jobs/once.ts";
import type { Store } from "../../store/store.ts";
import { type Before, deedFor } from "../next.ts";
import type { Successor } from "../successor.ts";
import { type Steps, type TakeParts, endChain, record, settleLost, take } from "./take.ts";

/** Takes the steps that follow ends, also those that an earlier process left. */
export interface Deliverer {
  /** Looks at what there is, and from then on at whatever comes. */
  begin(): Promise<void>;
  /** How many steps are still to be taken without a person. */
  open(): number;
  /** Nothing more follows in a chain: what waits is refused, and its commands are ended. */
  cancel(root: JobId): Promise<void>;
  /** Starts nothing more, and ends running commands. */
  stop(): Promise<void>;
}

export interface DeliverParts {
  readonly store: Store;
  readonly world: World;
  readonly steps: Steps;
  readonly notice: (text: string) => void;
  /** Whether steps that an earlier process recorded are left to the next one. */
  readonly onlyOwn: boolean;
}

/** A step that is being taken. */
interface UnderWay {
  readonly root: JobId;
  readonly halt: AbortController;
  readonly done: Promise<void>;
}

const retryMs = 5_000;

export function makeDeliverer({ store, world, steps, notice, onlyOwn }: DeliverParts): Deliverer {
  const underWay = new Map<string, UnderWay>();
  const foreign = new Set<string>();
  let [open, isStopping] = [0, false];
  let unfollow: () => void = () => undefined;
  const parts: TakeParts = { store, world, steps, inTurn: makeInTurn(), isStopping: () => isStopping };
  const start = (successor: Successor): void => {
    const halt = new AbortController();
    const done = take(parts, successor, halt.signal)
      .catch(() => "later" as const)
      .then((how) => {
        underWay.delete(successor.id);
        looker.look(how === "later" ? retryMs : 0);
      });
    underWay.set(successor.id, { root: successor.root, halt, done });
  };
  const looker = makeLooker({
    world,
    notice,
    what: "what follows finished jobs",
    lookOnce: async () => {
      if (isStopping) return null;
      const waiting = (await store.successors({ open: true })).filter(({ id }) => !foreign.has(id));
      open = openIn(waiting);
      let wakeAt: EpochMs | null = null;
      for (const successor of waiting) {
        if (underWay.has(successor.id)) continue;
        const until = await consider(parts, successor, start);
        if (until !== null && (wakeAt === null || until < wakeAt)) wakeAt = until;
      }
      return wakeAt;
    },
  });
  return {
    begin: async () => {
      // A step that is held is taken by the process in which a person lets it go on.
      if (onlyOwn)
        for (const { id, state } of await store.successors({ open: true })) if (state.kind !== "held") foreign.add(id);
      unfollow = store.follow((rows) => {
        if (rows.some(({ kind }) => kind === "successor" || kind === "finished" || kind === "cancelled")) looker.look();
      });
      looker.look();
    },
    // A look that is under way may find more.
    open: () => (looker.isLooking() ? Math.max(1, open) : open),
    cancel: async (root) => {
      await endChain(parts, root);
      for (const one of underWay.values()) if (one.root === root) one.halt.abort();
      looker.look();
      await looker.settled();
    },
    stop: async () => {
      isStopping = true;
      unfollow();
      for (const { halt } of underWay.values()) halt.abort();
      await Promise.all([...underWay.values()].map(({ done }) => done));
      await looker.settled();
      looker.stop();
    },
  };
}

/** No process stays for steps that a person holds up, nor for those after them. */
function openIn(waiting: readonly Successor[]): number {
  const held = new Set<string>();
  for (const { id, after, state } of waiting)
    if (state.kind === "held" || (after !== null && held.has(after))) held.add(id);
  return waiting.length - held.size;
}

/** When to look at it again; `null`: something else will ask for that. */
async function consider(
  parts: TakeParts,
  successor: Successor,
  start: (successor: Successor) => void,
): Promise<EpochMs | null> {
  const { store, world } = parts;
  if (successor.state.kind === "running") {
    await settleLost(parts, successor);
    return null;
  }
  const isCancelled = await store.isChainCancelled(successor.root);
  const deed = deedFor(successor, { now: world.now(), before: await readBefore(store, successor), isCancelled });
  if (deed.kind === "wait") return deed.until;
  if (deed.kind === "take") start(successor);
  else await record(parts, successor, { ...deed, kind: "refused" });
  return null;
}

async function readBefore(store: Store, { after }: Successor): Promise<Before | null> {
  if (after === null) return null;
  const [successor] = await store.successors({ ids: [after] });
  if (successor === undefined) return null;
  const { state } = successor;
  return { successor, job: state.kind === "started" ? ((await store.job(state.job))?.status ?? null) : null };
}
