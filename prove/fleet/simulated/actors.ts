import type { CommitSha, ContextId, JobId, SheetId } from "../../../src/base/ids.ts";
import type { Attempt, Hands } from "../../../src/conductor/hands.ts";
import type { Context } from "../../../src/isolation/context.ts";
import type { CaptureProof } from "../../../src/isolation/capture/capture.ts";
import type { ClaimName } from "../../../src/fleet/claims/claim.ts";
import type { Calls } from "../../../src/fleet/claims/messages.ts";
import { FleetTaken } from "../../../src/fleet/claims/taken.ts";
import type { Order } from "../../../src/fleet/database/order.ts";
import { type Desk, makeDesk } from "../../../src/fleet/remote/desk.ts";
import type { HeldClaim } from "../../../src/fleet/remote/held.ts";
import type { ServeParts } from "../../../src/fleet/worker/serve-claim.ts";
import { type Worker, runWorker } from "../../../src/fleet/worker/worker.ts";
import type { Actor, Clockwork } from "./clockwork.ts";
import type { JournalEntry, SimulatedServer } from "./server.ts";

const job = "job" as JobId;
const commit = "0".repeat(40) as CommitSha;

/** A real worker over simulated agents and git. Comes back when it has ended, as one that was removed. */
export async function beWorker(clockwork: Clockwork, server: SimulatedServer, actor: Actor): Promise<void> {
  const held: { worker?: Worker } = {};
  server.listen(actor, "workers", () => held.worker?.wake());
  for (;;) {
    const line = server.line(actor);
    try {
      held.worker = await runWorker({
        ...{ world: actor.world, line, about: { labels: [], slots: 2, version: "1" }, notice: () => undefined },
        open: (claim) => (attempt) => Promise.resolve(playingOf(clockwork, server, { actor, claim, attempt })),
      });
      await held.worker.over;
    } catch {
      // As its unit does: it starts again.
      await clockwork.pass(actor, 1_000);
    }
  }
}

interface Work {
  readonly actor: Actor;
  readonly claim: Parameters<SimulatedServer["push"]>[1];
  readonly attempt: Calls["enter"]["asks"];
}

type Playing = Awaited<ReturnType<ServeParts["open"]>>;

function playingOf(clockwork: Clockwork, server: SimulatedServer, { actor, claim, attempt }: Work): Playing {
  const pass = (ms: number): Promise<void> => clockwork.pass(actor, ms);
  let strokes = 0;
  const id = `${claim.sheet}-${String(claim.attempt)}` as ContextId;
  const context = { id, path: "/simulated", base: commit, level: "clone" } as unknown as Context;
  const hands = {
    enterContext: async () => {
      await pass(50);
      return { ...context, index: "", state: "", branch: null, fallback: null };
    },
    prepare: async () => {
      await pass(10);
      return { kind: "ready" };
    },
    play: async (_: Attempt, __: Context, { cancel }: { readonly cancel: AbortSignal }) => {
      for (; strokes < 4 && !cancel.aborted; strokes += 1) await pass(1_500);
      const end = cancel.aborted ? { kind: "cancelled" } : { kind: "exited", code: 0 };
      return { end, trouble: null, usage: null, words: null, outlived: false };
    },
    capture: async () => {
      await pass(40);
      return { context } as unknown as CaptureProof;
    },
    validate: async () => {
      await pass(100);
      return { kind: "unvalidated" };
    },
    leaveContext: () => pass(10),
    destroy: () => pass(10),
  };
  return {
    attempt,
    hands: hands as unknown as Hands,
    feed: { look: () => Promise.resolve(), stop: () => undefined },
    push: async () => {
      await server.push(actor, claim, strokes === 4 ? `whole by ${actor.name}, ${String(claim.epoch)}` : "half");
      return { envelope: commit, leftOut: [], unfiltered: [] };
    },
  };
}

export interface ConductorActor {
  readonly actor: Actor;
  readonly sheets: readonly string[];
}

/** One of several conductors: it stands by until it leads, and again when another one does. */
export async function beConductor(clockwork: Clockwork, server: SimulatedServer, who: ConductorActor): Promise<void> {
  const { actor } = who;
  for (;;) {
    const epoch = await clockwork.request(actor, server.takeLease).catch(() => null);
    if (epoch === null) await clockwork.pass(actor, 500);
    else await leadWith(clockwork, server, { ...who, epoch }).catch(ignoreFenced);
  }
}

/** A real desk; it plays its sheets as the loop does, and ends when another one leads. */
async function leadWith(
  clockwork: Clockwork,
  server: SimulatedServer,
  { actor, sheets, epoch }: ConductorActor & { readonly epoch: number },
): Promise<void> {
  const insist = async <T>(effect: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await effect();
      } catch (error) {
        if (error instanceof FleetTaken) throw error;
        await clockwork.pass(actor, 400);
      }
    }
  };
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => undefined);
  const renew = (): void => {
    clockwork
      .request(actor, () => server.renewLease(epoch))
      .then(
        (isOurs) => (isOurs ? actor.world.after(750, renew) : lost.reject(new FleetTaken())),
        () => actor.world.after(750, renew),
      );
  };
  renew();
  const leader = await insist(() => clockwork.request(actor, () => server.lead(epoch)));
  const tables = server.tables(actor, leader);
  const desk = makeDesk({
    ...{ tables: () => tables, world: actor.world, leaseMs: server.leaseMs },
    ...{ notice: () => undefined, onSlots: () => undefined },
  });
  server.listen(actor, "conductor", () => desk.wake());
  const parts: Conducting = { clockwork, server, actor, desk, tables, holder: { epoch, leader }, insist };
  try {
    const history = await insist(() => clockwork.request(actor, () => [...server.journal]));
    const plays = sheets.map((sheet) => playSheet(parts, sheet, history));
    await Promise.race([Promise.all(plays).then(() => lost.promise), lost.promise]);
  } finally {
    await desk.stop();
  }
}

function ignoreFenced(error: unknown): void {
  if (!(error instanceof FleetTaken)) throw error;
}

interface Conducting {
  readonly clockwork: Clockwork;
  readonly server: SimulatedServer;
  readonly actor: Actor;
  readonly desk: Desk;
  readonly tables: ReturnType<SimulatedServer["tables"]>;
  readonly holder: { readonly epoch: number; readonly leader: number };
  readonly insist: <T>(effect: () => Promise<T>) => Promise<T>;
}

async function playSheet(parts: Conducting, sheet: string, history: readonly JournalEntry[]): Promise<void> {
  const own = history.filter((entry) => entry.sheet === sheet);
  const last = own.at(-1);
  if (last?.kind === "ended") return;
  if (last?.kind === "started") {
    await takeOver(parts, last);
    await write(parts, [{ ...last, kind: "interrupted" }], []);
  }
  for (let attempt = (last?.attempt ?? 0) + 1; ; attempt += 1) {
    const epoch = await parts.insist(() => parts.tables.nextEpoch());
    const name: ClaimName = { job, sheet: sheet as SheetId, attempt, epoch };
    const order: Order = { ...name, labels: [], priority: 0, ref: "", repository: "r" };
    await write(parts, [{ sheet, kind: "started", attempt, epoch }], [order]);
    const made = await playOnce(parts, name).catch((error: unknown) => {
      if (error instanceof FleetTaken) throw error;
      return null;
    });
    await write(parts, [{ sheet, kind: made === null ? "interrupted" : "ended", attempt, epoch, by: made ?? "" }], []);
    await parts.insist(() => parts.desk.finish(epoch, null));
    if (made !== null) return;
  }
}

/** As a journal does after a broken connection: it looks whether its last transaction was committed. */
async function write(
  { clockwork, server, actor, holder, insist }: Conducting,
  entries: readonly JournalEntry[],
  orders: readonly Order[],
): Promise<void> {
  const transaction = {};
  await insist(() =>
    clockwork.request(actor, () => {
      if (written.has(transaction)) return;
      server.append(holder, entries, orders);
      written.add(transaction);
    }),
  );
}

const written = new WeakSet<object>();

/** The loop's way through an attempt, with the calls of `src/fleet/remote/hands.ts`; gives what was made. */
async function playOnce({ desk, tables, server, insist }: Conducting, name: ClaimName): Promise<string | null> {
  const claim = desk.attend(name);
  await claim.taken;
  const context = await claim.call("enter", { start: {}, job: {}, sheet: {}, attempt: name.attempt } as never);
  await insist(() => tables.keepContext(name.epoch, context));
  await claim.call("prepare", null);
  await claim.call("play", {} as never);
  await claim.call("capture", { why: "end" });
  const made = server.pushed.get(name.epoch);
  await claim.call("validate", null);
  await claim.call("leave", null).catch(() => undefined);
  return made ?? null;
}

async function takeOver({ desk, insist }: Conducting, { epoch }: JournalEntry): Promise<void> {
  const inherited = (await insist(() => desk.inherited())).find((one) => one.epoch === epoch);
  if (inherited === undefined) return;
  const claim: HeldClaim = desk.attend(inherited);
  await claim.call("capture", { why: "lost" }).catch(() => undefined);
  await claim.call("leave", null).catch(() => undefined);
  await insist(() => desk.finish(epoch, null));
}
