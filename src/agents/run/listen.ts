import type { World } from "../../base/world.ts";
import { type Usage, usageWithout } from "../../sheet/cost/usage.ts";
import type { Agent } from "../agent.ts";
import type { AgentEvent } from "../agent-event.ts";
import { type Heard, type HeardLimit, makeHearing } from "./heard.ts";

/**
 * Hears a run while it goes on, tells whoever wants to know, and ends it where waiting for its own end would be wrong.
 */
export interface Listening {
  line(text: string): void;
  hear(event: AgentEvent): void;
  readonly heard: Heard;
  /** What this run used; `null`: it did not tell. */
  readonly usage: Usage | null;
  /** Ends the run: because somebody asked for it, or by what was heard. */
  readonly cancel: AbortSignal;
  /** Why we ended it; `null`: we did not. */
  readonly ended: "limit" | "budget" | null;
  /** Nothing more is heard from it. */
  stop(): void;
}

/**
 * An agent that waits for a limit to end longer than this is not waited for: its sheet is parked, its place is free for
 * another, and it goes on from what it did when the limit is over.
 */
const longestLimitMs = 60_000;

/** Who is to be heard, and who is told. */
export interface Ears {
  readonly agent: Agent;
  readonly budgetUsd: number | null;
  /** What the session had used before this run, where the agent tells of the whole session. */
  readonly before: Usage | null;
  readonly cancel: AbortSignal;
  readonly onAlive: (sign: { readonly session: string | null; readonly model: string | null }) => void;
  readonly onSpent: (usage: Usage, largestTurnUsd: number | null) => void;
}

export function listen(world: World, asked: Ears): Listening {
  const { agent, budgetUsd, onAlive, onSpent } = asked;
  const reader = agent.reader(() => world.now());
  const hearing = makeHearing();
  const cancel = new AbortController();
  let ended: Listening["ended"] = null;
  const onCancel = (): void => cancel.abort(asked.cancel.reason);
  asked.cancel.addEventListener("abort", onCancel);
  if (asked.cancel.aborted) onCancel();

  const end = (why: "limit" | "budget"): void => {
    ended ??= cancel.signal.aborted ? null : why;
    cancel.abort(why);
  };
  const limit = watchLimit(world, () => {
    end("limit");
  });
  let isAlive = false;
  const live = (): void => {
    if (isAlive) return;
    isAlive = true;
    onAlive({ session: hearing.heard.session, model: hearing.heard.model });
  };
  const hear = (event: AgentEvent): void => {
    hearing.hear(event, world.now());
    const { heard } = hearing;
    if (heard.isStarted) live();
    if (event.kind === "spent") {
      const used = usage();
      if (used !== null) onSpent(used, heard.largestTurnUsd);
      if (budgetUsd !== null && (used?.usd ?? 0) >= budgetUsd) end("budget");
    }
    limit.look(heard.limit);
  };
  const usage = (): Usage | null =>
    hearing.heard.usage === null ? null : usageWithout(hearing.heard.usage, asked.before);
  return {
    hear,
    line: (text) => {
      // For one that has no events, whatever it prints is a sign of life.
      if (!agent.abilities.events && agent.isFree !== true) live();
      for (const event of reader.line(text)) hear(event);
    },
    get usage() {
      return usage();
    },
    get heard() {
      return hearing.heard;
    },
    cancel: cancel.signal,
    get ended() {
      return ended;
    },
    stop: () => {
      for (const event of reader.end()) hear(event);
      asked.cancel.removeEventListener("abort", onCancel);
      limit.stop();
    },
  };
}

interface LimitWatch {
  look(limit: HeardLimit | null): void;
  stop(): void;
}

/** Looks at the limit that a run waits for, and says when that takes too long. */
function watchLimit(world: World, onTooLong: () => void): LimitWatch {
  let callOff: (() => void) | null = null;
  const stop = (): void => {
    callOff?.();
    callOff = null;
  };
  return {
    stop,
    look: (limit) => {
      if (limit === null) {
        stop();
        return;
      }
      const waitMs = limit.waitMs ?? (limit.resetAt === null ? 0 : limit.resetAt - world.now());
      if (waitMs > longestLimitMs) onTooLong();
      // One that does not say how long it waits may wait for an hour.
      else callOff ??= world.after(longestLimitMs, onTooLong);
    },
  };
}
