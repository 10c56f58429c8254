import { basename, join } from "node:path";
import type { ContextId } from "../../base/ids.ts";
import type { AgentRun, Attempt, Hands, Start } from "../../conductor/hands.ts";
import { type Context, contextIdOf } from "../../isolation/context.ts";
import type { LiveAgent } from "../../sheet/live-agent.ts";
import type { Performance } from "../../sheet/performance.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import { claimEntry } from "../database/entry.ts";
import type { Order } from "../database/order.ts";
import { captureRemote } from "./capture.ts";
import { type AttemptFiles, attemptFiles } from "./files.ts";
import { type RemoteParts, close, give, keyOf, orderFor } from "./give.ts";
import { type HeldClaim, lost } from "./held.ts";

/** A claim whose attempt is played. */
interface Played {
  readonly claim: HeldClaim;
  readonly attempt: Attempt;
  readonly files: AttemptFiles;
  readonly worker: string;
  /** The messages that it hears while its agent runs. */
  run: AgentRun | null;
  live: RemoteAgent | null;
}

interface RemoteAgent extends LiveAgent {
  readonly state: { unheard: readonly string[]; isOpen: boolean };
}

/** Sheets that workers have played, by sheet: a session lies where it began. */
const lastWorkers = new Map<string, string>();

/** The hands of a job whose sheets play on workers. */
export function remoteHands(parts: RemoteParts): Hands {
  const { hands, desk, equipment } = parts;
  const played = new Map<ContextId, Played>();
  const ordered = new Map<string, Order>();
  const find = (context: Context): Played | undefined => played.get(context.id);
  return {
    ...hands,
    // Validations and agents are those of the workers.
    tryBase: () => Promise.resolve({ problems: [], told: ["sheets play on workers: the base is not tried before"] }),
    foresee: () => undefined,
    // Room on this machine is not what it takes.
    enlist: () => () => undefined,
    mayStart: () => (desk.slots() > 0 ? null : "no worker of the fleet takes sheets (tutti fleet status)"),
    ...(parts.isWithJournal
      ? {
          order: async (attempt) => {
            const order = await orderFor(parts, attempt);
            // One whose start was not recorded is replaced by the next of the same attempt.
            ordered.set(keyOf(attempt), order);
            return [claimEntry(order)];
          },
        }
      : {}),
    enterContext: async (attempt, start, cancel) => {
      const key = keyOf(attempt);
      const written = ordered.get(key);
      ordered.delete(key);
      const claim = await give(parts, attempt, { start, written });
      try {
        const one = await begin(parts, { attempt, claim, cancel });
        const context = await enter(parts, one, { start, cancel });
        played.set(context.id, one);
        return context;
      } catch (error) {
        await close(parts, claim, String(cancel.aborted ? cancel.reason : error));
        throw error;
      }
    },
    prepare: (_, context, cancel) => requirePlayed(find(context)).claim.call("prepare", null, cancel),
    play: (attempt, context, run) => play(parts, requirePlayed(find(context)), { attempt, run }),
    capture: (attempt, context, why) => captureRemote(parts, find(context)?.claim, { attempt, context, why }),
    validate: async (attempt, proof, cancel) => {
      const one = requirePlayed(find(proof.context));
      const verdict = await one.claim.call("validate", null, cancel);
      await one.files.settled();
      return withLogsHere(verdict, equipment.places.outputs(attempt.job.id, attempt.sheet.id, attempt.attempt));
    },
    leaveContext: async (context) => {
      const one = find(context);
      if (one === undefined) return;
      played.delete(context.id);
      await one.claim.call("leave", null).catch(() => undefined);
      await one.files.settled();
      await close(parts, one.claim, null);
    },
    // Its worker removes it when the attempt is over.
    destroy: (proof) => (isRemote(proof.context) ? Promise.resolve("destroyed") : hands.destroy(proof)),
    findContext: async (id) => {
      const inherited = (await desk.inherited()).find(({ context }) => (context as Context | null)?.id === id);
      if (inherited === undefined) return hands.findContext(id);
      const { job, sheet, attempt } = inherited;
      return { job, sheet, attempt, context: inherited.context as Context };
    },
  };
}

function requirePlayed(one: Played | undefined): Played {
  if (one === undefined) throw lost("its claim is over");
  return one;
}

/** As people copy files between machines. */
function isRemote({ path }: Context): boolean {
  return !path.startsWith("/");
}

async function begin(
  { equipment }: RemoteParts,
  { attempt, claim, cancel }: { attempt: Attempt; claim: HeldClaim; cancel: AbortSignal },
): Promise<Played> {
  const { places, world, notice, shared } = equipment;
  const { job, sheet } = attempt;
  const of = { job: job.id, sheet: sheet.id, attempt: attempt.attempt };
  const worker = await Promise.race([claim.taken, untilAborted(cancel)]);
  const files = attemptFiles(places.attempt(of.job, of.sheet, of.attempt), (error) => {
    notice(`${of.sheet}: a file of its attempt could not be written: ${String(error)}`);
  });
  const one: Played = { claim, attempt, files, worker, run: null, live: null };
  claim.listen((remark, bytes) => {
    if ("file" in remark) files.put(remark.file, remark.at, bytes ?? Buffer.alloc(0));
    else if ("notice" in remark) notice(`${worker}: ${remark.notice}`);
    else if ("activity" in remark) shared.activity.note({ ...of, at: world.now(), ...remark.activity });
    else if ("alive" in remark) one.run?.onAlive(remark.alive);
    else if ("spent" in remark) one.run?.onSpent(remark.spent as unknown as Usage, remark.turnUsd);
    else if ("live" in remark) one.run?.onLive((one.live = talkingTo(claim, remark.live)));
    else if (one.live !== null) {
      one.live.state.isOpen = remark.unheard !== null;
      one.live.state.unheard = remark.unheard ?? one.live.state.unheard;
    }
  });
  return one;
}

function untilAborted(cancel: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(lost(`it was ended (${String(cancel.reason)}) before a worker took it`));
    if (cancel.aborted) abort();
    cancel.addEventListener("abort", abort, { once: true });
  });
}

function talkingTo(claim: HeldClaim, form: LiveAgent["form"]): RemoteAgent {
  const state = { unheard: [] as readonly string[], isOpen: true };
  return {
    form,
    state,
    say: (text, weight) => {
      if (!state.isOpen) return false;
      if (weight !== "note") state.unheard = [...state.unheard, text];
      claim.call("tell", { text, ...(weight === undefined ? {} : { weight }) }).catch(() => undefined);
      return true;
    },
    unheard: () => state.unheard,
  };
}

async function enter(
  { equipment, tables, storeUrl }: RemoteParts,
  { claim, attempt, worker }: Played,
  { start, cancel }: { start: Start; cancel: AbortSignal },
): Promise<Context> {
  const { job, sheet } = attempt;
  // One sheet of the plan is enough: a plan of hundreds is not sent hundreds of times.
  const sent = { ...attempt, job: { ...job, plan: { ...job.plan, sheets: [sheet] } } };
  const fix = (await equipment.records.fixRecord()) ?? null;
  const made = await claim.call("enter", { ...sent, start, fix, store: storeUrl }, cancel);
  const { id, base, level, path } = made;
  const isAsked = id === contextIdOf(job.id, sheet.id, attempt.attempt) || (start.reuse && id === start.context);
  if (!isAsked || base !== start.base || level !== job.isolation.level)
    throw lost(`${worker} made another context than it was asked for`);
  const context: Context = { ...made, path: `${worker}:${path}` };
  await tables().keepContext(claim.epoch, context);
  return context;
}

async function play(
  { equipment }: RemoteParts,
  one: Played,
  { attempt, run }: { attempt: Attempt; run: AgentRun },
): Promise<Performance> {
  const { cancel, onAlive: _alive, onLive: _live, onSpent: _spent, ...asked } = run;
  const key = `${attempt.job.id} ${attempt.sheet.id}`;
  const session = lastWorkers.get(key) === one.worker ? asked.session : null;
  lastWorkers.set(key, one.worker);
  const patterns = asked.notes.length === 0 ? [] : await equipment.records.past.patterns();
  one.run = run;
  try {
    const of = { job: attempt.job.id, sheet: attempt.sheet.id };
    const performance = await one.claim
      .call("play", { ...asked, session, upstream: { finished: [], skipped: [] }, patterns }, cancel)
      .finally(() => equipment.shared.activity.over(of));
    await one.files.settled();
    return performance;
  } finally {
    one.run = null;
    one.live = null;
  }
}

/** Files of the worker lie here under the same names. */
function withLogsHere(verdict: Verdict, folder: string): Verdict {
  if (verdict.kind === "unvalidated") return verdict;
  return {
    ...verdict,
    results: verdict.results.map((result) =>
      result.log === undefined ? result : { ...result, log: join(folder, basename(result.log)) },
    ),
  };
}
