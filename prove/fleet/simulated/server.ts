import { ClaimLost, type FleetLine, type TakenClaim } from "../../../src/fleet/database/worker-side.ts";
import type { FleetTables, Said } from "../../../src/fleet/database/conductor-side.ts";
import type { Order } from "../../../src/fleet/database/order.ts";
import { FleetTaken } from "../../../src/fleet/claims/taken.ts";
import type { ToWorker } from "../../../src/fleet/claims/messages.ts";
import type { FleetWorker, LiveClaim } from "../../../src/fleet/claims/claim.ts";
import type { Actor, Clockwork } from "./clockwork.ts";

/** As the tables and functions of `src/fleet/database/schema.ts` keep it; one clock, the server's. */
interface ClaimRow extends Order {
  state: "open" | "held" | "over";
  worker: string | null;
  token: string;
  context: unknown;
  calls: { readonly n: number; readonly body: ToWorker }[];
  said: Said[];
  beatAt: number;
}

interface WorkerRow {
  readonly name: string;
  session: string;
  slots: number;
  seenAt: number;
}

/** What is written in one transaction by the leader. */
export interface JournalEntry {
  readonly sheet: string;
  readonly kind: "started" | "ended" | "interrupted";
  readonly attempt: number;
  readonly epoch: number;
  /** Of an end: who made the result. */
  readonly by?: string;
}

export interface SimulatedServer {
  readonly journal: JournalEntry[];
  readonly claims: Map<number, ClaimRow>;
  /** Results that arrived, by the ref of their claim. */
  readonly pushed: Map<number, string>;
  readonly refused: { count: number };
  readonly leaseMs: number;
  /** The lease of the store, if no other one has it; gives its epoch. */
  readonly takeLease: () => number | null;
  /** `false`: another one has it. */
  renewLease(epoch: number): boolean;
  /** The holder of the lease leads the fleet; what no worker has begun is over. */
  lead(epoch: number): number;
  /** The journal's transaction, with the claims of its starts. */
  append(
    holder: { readonly epoch: number; readonly leader: number },
    entries: readonly JournalEntry[],
    orders: readonly Order[],
  ): void;
  tables(actor: Actor, leader: number): FleetTables;
  line(actor: Actor): FleetLine;
  /** What git does with the push of a worker. */
  push(actor: Actor, claim: TakenClaim, made: string): Promise<void>;
  listen(actor: Actor, channel: "conductor" | "workers", heard: () => void): void;
}

/** As `src/store/postgres/lease.ts` has it. */
const storeLeaseMs = 3_000;

export function makeServer(clockwork: Clockwork, leaseMs: number): SimulatedServer {
  const { now, request } = clockwork;
  const state = makeState(clockwork);
  const { claims, journal, pushed, refused, lease, counts, ears, tell, requireLeader, order, finish, held } = state;
  const served = { state, clockwork, leaseMs };
  return {
    ...{ journal, claims, pushed, refused, leaseMs },
    tables: (actor, mine) => tablesOf(served, actor, mine),
    line: (actor) => lineOf(served, actor),
    takeLease: () => {
      if (lease.renewedAt > now() - storeLeaseMs) return null;
      lease.epoch += 1;
      lease.renewedAt = now();
      return lease.epoch;
    },
    renewLease: (epoch) => {
      if (epoch !== lease.epoch) return false;
      lease.renewedAt = now();
      return true;
    },
    lead: (epoch) => {
      if (counts.storeEpoch > epoch) throw new FleetTaken();
      counts.storeEpoch = epoch;
      counts.leader += 1;
      for (const claim of claims.values())
        if (claim.state === "open" || (claim.state === "held" && claim.context === null)) finish(claim.epoch);
      return counts.leader;
    },
    append: (holder, entries, orders) => {
      if (holder.epoch !== lease.epoch) throw new FleetTaken();
      if (orders.length > 0) requireLeader(holder.leader);
      orders.forEach(order);
      journal.push(...entries);
      if (orders.length > 0) tell("workers");
    },
    push: (actor, { epoch, token }, made) =>
      request(actor, () => {
        held(actor.name, token);
        pushed.set(epoch, made);
      }),
    listen: (actor, channel, heard) => void ears.push({ actor, channel, heard }),
  };
}

type State = ReturnType<typeof makeState>;

/** What the server keeps, and the rules of its functions. */
function makeState({ notify }: Clockwork) {
  const claims = new Map<number, ClaimRow>();
  const workers = new Map<string, WorkerRow>();
  const journal: JournalEntry[] = [];
  const pushed = new Map<number, string>();
  const refused = { count: 0 };
  const ears: { readonly actor: Actor; readonly channel: string; readonly heard: () => void }[] = [];
  const lease = { epoch: 0, renewedAt: Number.NEGATIVE_INFINITY };
  const counts = { storeEpoch: 0, leader: 0, epochs: 0, tokens: 0 };
  const tell = (channel: string): void => {
    for (const ear of ears) if (ear.channel === channel && !ear.actor.isDead) notify(ear.actor, ear.heard);
  };
  const requireLeader = (asked: number): void => {
    if (asked !== counts.leader) throw new FleetTaken();
  };
  const order = (one: Order): void => {
    const isThere = [...claims.values()].some(
      ({ state, job, sheet, attempt }) =>
        state !== "over" && job === one.job && sheet === one.sheet && attempt === one.attempt,
    );
    if (isThere) throw new Error("claims_live");
    const empty = { worker: null, token: "", context: null, calls: [], said: [], beatAt: 0 };
    claims.set(one.epoch, { ...one, ...empty, state: "open" });
  };
  const finish = (epoch: number): boolean => {
    const claim = claims.get(epoch);
    if (claim === undefined || claim.state === "over") return false;
    claim.state = "over";
    claim.calls = [];
    tell("workers");
    return true;
  };
  const held = (name: string, token: string): ClaimRow => {
    const claim = [...claims.values()].find(
      (one) => one.token === token && one.state === "held" && one.worker === name,
    );
    if (claim !== undefined) return claim;
    refused.count += 1;
    throw new ClaimLost("the claim is not held any more");
  };
  const joined = (name: string, session: string): WorkerRow => {
    const worker = workers.get(name);
    if (worker === undefined || worker.session !== session) throw new ClaimLost("another process joined as it");
    return worker;
  };
  return {
    claims,
    workers,
    journal,
    pushed,
    refused,
    lease,
    counts,
    ears,
    tell,
    requireLeader,
    order,
    finish,
    held,
    joined,
  };
}

interface Served {
  readonly state: State;
  readonly clockwork: Clockwork;
  readonly leaseMs: number;
}

function tablesOf({ state, clockwork }: Served, actor: Actor, mine: number): FleetTables {
  const { claims, workers, counts, tell, requireLeader, order, finish } = state;
  const { now, request } = clockwork;
  const ask = <T>(effect: () => T): Promise<T> => request(actor, effect);
  const lead = <T>(effect: () => T): Promise<T> =>
    ask(() => {
      requireLeader(mine);
      return effect();
    });
  return {
    leader: mine,
    nextEpoch: () => ask(() => (counts.epochs += 1)),
    order: (orders) => lead(() => orders.forEach(order)),
    orderWithin: () => Promise.resolve(),
    call: (epoch, body) =>
      lead(() => {
        const claim = claims.get(epoch);
        if (claim?.state !== "held") return false;
        claim.calls.push({ n: claim.calls.length + 1, body });
        tell("workers");
        return true;
      }),
    finish: (epoch) => lead(() => finish(epoch)),
    keepContext: (epoch, context) => lead(() => void Object.assign(claims.get(epoch) ?? {}, { context })),
    live: () =>
      ask(() =>
        [...claims.values()].flatMap((one): LiveClaim[] =>
          one.state === "over"
            ? []
            : [{ ...one, state: one.state, silentMs: one.state === "held" ? now() - one.beatAt : 0 }],
        ),
      ),
    said: () => ask(() => [...claims.values()].flatMap((one) => one.said).slice(0, 500)),
    drop: (read) =>
      lead(() => {
        for (const { epoch, n } of read) {
          const claim = claims.get(epoch);
          if (claim !== undefined) claim.said = claim.said.filter((one) => one.n !== n);
        }
      }),
    workers: () =>
      ask(() =>
        [...workers.values()].map(({ name, slots, seenAt }): FleetWorker => {
          return { name, state: "active", labels: [], slots, version: "1", silentMs: now() - seenAt };
        }),
      ),
    addWorker: () => Promise.resolve(""),
    setWorker: () => Promise.resolve(true),
    removeWorker: () => Promise.resolve(true),
    admit: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  };
}

function lineOf({ state, clockwork, leaseMs }: Served, actor: Actor): FleetLine {
  const { claims, workers, counts, tell, held, joined } = state;
  const { now, request } = clockwork;
  const standing = { state: "active", leaseMs, endpoint: { url: "http://simulated", ca: null } } as const;
  const { name } = actor;
  const session = `${name} ${String((counts.tokens += 1))}`;
  return {
    join: ({ slots }) =>
      request(actor, () => {
        workers.set(name, { name, session, slots, seenAt: now() });
        tell("conductor");
        return { ...standing, name };
      }),
    beat: (asked) =>
      request(actor, () => {
        joined(name, session).seenAt = now();
        const alive = [...claims.values()].filter(
          (one) => one.state === "held" && one.worker === name && asked.includes(one.token),
        );
        for (const claim of alive) claim.beatAt = now();
        return { ...standing, alive: alive.map(({ token }) => token) };
      }),
    take: (most) =>
      request(actor, () => {
        const worker = joined(name, session);
        const busy = [...claims.values()].filter((one) => one.state === "held" && one.worker === name).length;
        const open = [...claims.values()].filter((one) => one.state === "open");
        return open.slice(0, Math.max(0, Math.min(most, worker.slots - busy))).map((claim): TakenClaim => {
          counts.tokens += 1;
          Object.assign(claim, { state: "held", worker: name, token: `token ${String(counts.tokens)}`, beatAt: now() });
          tell("conductor");
          return { ...claim };
        });
      }),
    hear: (token, after) => request(actor, () => held(name, token).calls.filter(({ n }) => n > after)),
    say: (token, first, messages) =>
      request(actor, () => {
        const claim = held(name, token);
        for (const [index, { body, bytes }] of messages.entries()) {
          const n = first + index;
          if (!claim.said.some((one) => one.n === n)) claim.said.push({ epoch: claim.epoch, n, body, bytes });
        }
        claim.beatAt = now();
        tell("conductor");
      }),
    close: () => Promise.resolve(),
  };
}
