import { TuttiError, codeOf, messageOf } from "../../base/error.ts";
import { isFault } from "../../base/fault.ts";
import type { Hands } from "../../conductor/hands.ts";
import type { CaptureProof } from "../../isolation/capture/capture.ts";
import type { Context } from "../../isolation/context.ts";
import type { LiveAgent } from "../../sheet/live-agent.ts";
import type { TakenClaim } from "../database/worker-side.ts";
import type { CallName, Calls, Failure, SentCapture } from "../claims/messages.ts";
import type { FileFeed } from "./files.ts";
import type { Outbox } from "./outbox.ts";

/** The parts with which this machine plays an attempt. */
export interface Playing {
  readonly attempt: Calls["enter"]["asks"];
  readonly hands: Hands;
  readonly feed: FileFeed;
  /** Brings a capture, and the agent's own commits, to the conductor. */
  push(proof: CaptureProof): Promise<SentCapture>;
}

export interface ServeParts {
  readonly claim: TakenClaim;
  readonly outbox: Outbox;
  /** Fetches the base and opens the job's hands. `play`: what its prompt may need. */
  readonly open: (asks: Calls["enter"]["asks"], play: () => Calls["play"]["asks"] | null) => Promise<Playing>;
  readonly notice: (text: string) => void;
}

/** Answers the calls of one claim. */
export interface ClaimService {
  call(number: number, name: CallName, asks: unknown): void;
  cancel(number: number, why: string): void;
  /** Its worker ends: the agent is ended, and the sheet goes on elsewhere from what it did. */
  stop(): void;
  /** The claim is given up: the work stays here. Resolves when it is captured. */
  abandon(): Promise<void>;
  /** Resolves when the attempt is over. */
  readonly over: Promise<unknown>;
}

/** One attempt, as far as it is played. */
interface Progress {
  playing: Playing | null;
  context: Context | null;
  /** Of what has arrived at the conductor. */
  proof: CaptureProof | null;
  live: LiveAgent | null;
  play: Calls["play"]["asks"] | null;
  agentOver: Promise<unknown>;
  isStopping: boolean;
}

export function serveClaim(parts: ServeParts): ClaimService {
  const { claim, outbox, notice } = parts;
  const over = Promise.withResolvers<undefined>();
  const cancels = new Map<number, AbortController>();
  const now: Progress = {
    ...{ playing: null, context: null, proof: null, live: null, play: null },
    agentOver: Promise.resolve(),
    isStopping: false,
  };
  const endAgent = async (): Promise<void> => {
    for (const cancel of cancels.values()) cancel.abort("shutdown");
    await now.agentOver;
  };
  const does = callsOf(parts, now, endAgent);
  const answer = async (number: number, name: CallName, asks: unknown): Promise<void> => {
    const cancel = new AbortController();
    cancels.set(number, cancel);
    if (now.isStopping && (name === "play" || name === "validate" || name === "enter")) cancel.abort("shutdown");
    try {
      const gives = await (does[name] as (asks: unknown, cancel: AbortSignal) => Promise<unknown>)(asks, cancel.signal);
      await now.playing?.feed.look();
      outbox.put({ answer: number, gives });
    } catch (error) {
      await now.playing?.feed.look();
      outbox.put({ answer: number, fails: failureOf(error) });
    } finally {
      cancels.delete(number);
    }
    if (name !== "leave") return;
    now.playing?.feed.stop();
    await outbox.sent().catch(() => undefined);
    over.resolve(undefined);
  };
  let abandoned: Promise<void> | null = null;
  const abandon = async (): Promise<void> => {
    now.playing?.feed.stop();
    await endAgent();
    const where = await keepHere(now);
    if (where !== null) notice(`${claimWords(claim)}: the claim was given up; its work stays here, ${where}`);
    over.resolve(undefined);
  };
  return {
    call: (number, name, asks) => void answer(number, name, asks),
    cancel: (number, why) => cancels.get(number)?.abort(why),
    stop: () => {
      now.isStopping = true;
      for (const cancel of cancels.values()) cancel.abort("shutdown");
    },
    abandon: () => (abandoned ??= abandon()),
    over: over.promise,
  };
}

type Does = { [Name in CallName]: (asks: Calls[Name]["asks"], cancel: AbortSignal) => Promise<Calls[Name]["gives"]> };

function callsOf({ outbox, open }: ServeParts, now: Progress, endAgent: () => Promise<void>): Does {
  const unheard = (): void => {
    if (now.live !== null) outbox.put({ unheard: [...now.live.unheard()] });
  };
  return {
    enter: async (asks, cancel) => {
      now.playing = await open(asks, () => now.play);
      now.context = await now.playing.hands.enterContext(now.playing.attempt, asks.start, cancel);
      return now.context;
    },
    prepare: (_, cancel) => {
      const { one, where } = needed(now);
      return one.hands.prepare(one.attempt, where, cancel);
    },
    play: async (asks, cancel) => {
      const { one, where } = needed(now);
      now.play = asks;
      const run = one.hands.play(one.attempt, where, {
        ...asks,
        cancel,
        onAlive: (alive) => outbox.put({ alive: { ...alive } }),
        onSpent: (spent, turnUsd) => outbox.put({ spent: { ...spent }, turnUsd }),
        onLive: (agent) => {
          now.live = agent;
          outbox.put({ live: agent.form });
        },
      });
      now.agentOver = run.catch(() => undefined);
      const performance = await run;
      unheard();
      if (now.isStopping) throw fault("its worker stops");
      return performance;
    },
    capture: async ({ why }) => {
      const { one, where } = needed(now);
      // The conductor that had it played is gone: what it writes from now on would be lost.
      if (why === "lost") await endAgent();
      const made = await one.hands.capture(one.attempt, where, why);
      const sent = await one.push(made);
      // With it the context may go: what it proves has arrived.
      now.proof = made;
      return sent;
    },
    validate: (_, cancel) => {
      const { one } = needed(now);
      if (now.proof === null) throw fault("its result was not captured");
      return one.hands.validate(one.attempt, now.proof, cancel);
    },
    tell: ({ text, weight }) => {
      const isHeard = now.live?.say(text, weight) === true;
      if (weight === "note") return Promise.resolve(null);
      if (isHeard) unheard();
      else outbox.put({ unheard: null });
      return Promise.resolve(null);
    },
    leave: async () => {
      if (now.playing === null || now.context === null) return null;
      await endAgent();
      await now.playing.hands.leaveContext(now.context);
      if (now.proof !== null) await now.playing.hands.destroy(now.proof);
      return null;
    },
  };
}

function needed({ playing, context }: Progress): { readonly one: Playing; readonly where: Context } {
  if (playing === null || context === null) throw fault("its context was not made");
  return { one: playing, where: context };
}

/** Captures what a claim that was given up left, in this machine's own store. `null`: nothing was begun. */
async function keepHere({ playing, context }: Progress): Promise<string | null> {
  if (playing === null || context === null) return null;
  const kept = await playing.hands.capture(playing.attempt, context, "lost").catch(messageOf);
  await playing.hands.leaveContext(context);
  return `in ${context.path}, ${typeof kept === "string" ? `and could not be captured (${kept})` : `captured as ${kept.commit}`}`;
}

function claimWords({ job, sheet, attempt }: TakenClaim): string {
  return `${job}, sheet ${sheet}, attempt ${String(attempt)}`;
}

function fault(why: string): TuttiError {
  return new TuttiError("fleet.claim_lost", why, { audience: "environment" });
}

/** As it is thrown at the conductor: what passes by itself here passes there. */
function failureOf(error: unknown): Failure {
  const message = messageOf(error).slice(0, 10_000);
  if (error instanceof TuttiError) return { code: error.code, message, audience: error.audience };
  return isFault(error)
    ? { code: "fleet.claim_lost", message, audience: "environment" }
    : { code: codeOf(error) ?? "bug.unexpected", message, audience: "bug" };
}
