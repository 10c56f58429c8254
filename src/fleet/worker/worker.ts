import { messageOf } from "../../base/error.ts";
import type { World } from "../../base/world/world.ts";
import { ClaimLost, type FleetLine, type Standing, type TakenClaim } from "../database/worker-side.ts";
import { makeLooking } from "../looking.ts";
import { makeOutbox } from "./outbox.ts";
import { type ClaimService, type ServeParts, serveClaim } from "./serve-claim.ts";

export interface WorkerParts {
  readonly world: World;
  readonly line: FleetLine;
  readonly about: { readonly labels: readonly string[]; readonly slots: number; readonly version: string };
  readonly notice: (text: string) => void;
  /** The means to play a claim; `now`: the fleet as it was last heard. */
  readonly open: (claim: TakenClaim, now: () => Standing, send: ServeParts["outbox"]) => ServeParts["open"];
}

export interface Worker {
  /** The database notified. */
  wake(): void;
  /** Takes nothing more, and ends what runs; resolves when it is over. */
  stop(): Promise<void>;
  /** Rejects when the worker was removed. */
  readonly over: Promise<unknown>;
}

interface Serving {
  readonly claim: TakenClaim;
  readonly service: ClaimService;
  /** The number of the last call that came. */
  heard: number;
}

/** Without a word of the database for so long, no lease is left: another worker plays the sheet. */
const deafMs = 30_000;

/** Joins the fleet, takes claims and plays them. */
export async function runWorker(parts: WorkerParts): Promise<Worker> {
  const { world, line, about, notice } = parts;
  const first = await line.join(about);
  notice(
    `joined as ${first.name}: ${String(about.slots)} slots${about.labels.length === 0 ? "" : `, labels ${about.labels.join(", ")}`}`,
  );
  let now: Standing = first;
  let lastBeat = world.ticks();
  let isStopping = false;
  let isDeaf = false;
  const serving = new Map<string, Serving>();
  const over = Promise.withResolvers<undefined>();
  over.promise.catch(() => undefined);

  const give = async (token: string): Promise<void> => {
    const one = serving.get(token);
    serving.delete(token);
    await one?.service.abandon();
  };
  const begin = (claim: TakenClaim): void => {
    const { token } = claim;
    const outbox = makeOutbox({ line, token, world, onLost: () => void give(token) });
    const service = serveClaim({ claim, outbox, notice, open: parts.open(claim, () => now, outbox) });
    serving.set(token, { claim, service, heard: 0 });
    notice(`took ${claim.job}, sheet ${claim.sheet}, attempt ${String(claim.attempt)}`);
    void service.over.then(() => {
      serving.delete(token);
      wake();
    });
  };
  const hear = async (one: Serving): Promise<void> => {
    for (const { n, body } of await line.hear(one.claim.token, one.heard)) {
      one.heard = Math.max(one.heard, n);
      if ("cancel" in body) one.service.cancel(body.cancel, body.why);
      else one.service.call(body.call, body.name, body.asks);
    }
  };
  const look = async (): Promise<void> => {
    const tokens = [...serving.keys()];
    const beat = await line.beat(tokens);
    now = beat;
    lastBeat = world.ticks();
    if (isDeaf) notice("the fleet's database answers again");
    isDeaf = false;
    const alive = new Set(beat.alive);
    for (const token of tokens) if (!alive.has(token)) void give(token);
    if (now.state === "draining") for (const { service } of serving.values()) service.stop();
    const isTaking = !isStopping && now.state === "active";
    if (isTaking && serving.size < about.slots)
      for (const claim of await line.take(about.slots - serving.size)) begin(claim);
    for (const [token, one] of serving)
      await hear(one).catch((error: unknown) => {
        if (!(error instanceof ClaimLost)) throw error;
        void give(token);
      });
  };
  const failed = (error: unknown): void => {
    if (error instanceof ClaimLost) {
      over.reject(error);
      return;
    }
    if (!isDeaf) notice(`the fleet's database does not answer: ${messageOf(error)}`);
    isDeaf = true;
    if (world.ticks() - lastBeat > Math.max(deafMs, 3 * now.leaseMs))
      for (const token of serving.keys()) void give(token);
  };
  const looking = makeLooking(
    world,
    () => Math.max(100, now.leaseMs / 4),
    () => look().catch(failed),
  );
  const wake = (): void => {
    looking.wake();
  };
  wake();
  return {
    wake,
    over: over.promise,
    stop: async () => {
      isStopping = true;
      for (const { service } of serving.values()) service.stop();
      await Promise.all([...serving.values()].map(({ service }) => service.over));
      await looking.end();
    },
  };
}
