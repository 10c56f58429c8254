import { oneLine } from "../../base/text.ts";
import type { World } from "../../base/world/world.ts";
import { type Usage, usageWithout } from "../../sheet/cost/usage.ts";
import type { Agent, FormReader } from "../agent.ts";
import type { AgentEvent } from "../agent-event.ts";
import { type Feedback, type LimitNotice, foldFeedback } from "./feedback.ts";

/** Follows a run, reports it, and ends it if waiting would be wrong. */
export interface Listening {
  line(text: string): void;
  hear(event: AgentEvent): void;
  readonly feedback: Feedback;
  readonly form: FormReader["form"];
  /** Its last action, in one line; empty: nothing yet. */
  readonly action: string;
  /** `null`: unknown. */
  readonly usage: Usage | null;
  /** Ends the run, on request or because of an event. */
  readonly cancel: AbortSignal;
  /** Why Tutti ended it; `null`: it did not. */
  readonly ended: "limit" | "budget" | null;
  stop(): void;
}

/**
 * An agent that waits longer for a limit is ended: its sheet is parked, its slot is free, and it continues after the
 * limit.
 */
const longestLimitMs = 60_000;

export interface Ears {
  readonly agent: Agent;
  readonly budgetUsd: number | null;
  /** Usage of the session before this run, if the agent reports it in full. */
  readonly before: Usage | null;
  readonly cancel: AbortSignal;
  readonly onAlive: (sign: { readonly session: string | null; readonly model: string | null }) => void;
  readonly onSpent: (usage: Usage, largestTurnUsd: number | null) => void;
  readonly onEvent?: (event: AgentEvent) => void;
}

export function listen(world: World, asked: Ears): Listening {
  const { agent, budgetUsd, onAlive, onSpent } = asked;
  const reader = agent.reader(() => world.now());
  const fold = foldFeedback();
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
    onAlive({ session: fold.feedback.session, model: fold.feedback.model });
  };
  let action = "";
  const hear = (event: AgentEvent): void => {
    action = actionIn(event) ?? action;
    asked.onEvent?.(event);
    fold.add(event, world.now());
    const { feedback } = fold;
    if (feedback.isStarted) live();
    if (event.kind === "spent") {
      const used = usage();
      if (used !== null) onSpent(used, feedback.largestTurnUsd);
      if (budgetUsd !== null && (used?.usd ?? 0) >= budgetUsd) end("budget");
    }
    limit.look(feedback.limit);
  };
  const usage = (): Usage | null =>
    fold.feedback.usage === null ? null : usageWithout(fold.feedback.usage, asked.before);
  return {
    hear,
    form: reader.form,
    get action() {
      return action;
    },
    line: (text) => {
      // Prose has no events: its last line is all there is.
      if (reader.form.format === "text" && text.trim() !== "") action = oneLine(text, longestAction);
      // Without events, any output is a sign of life.
      if (!agent.abilities.events && agent.isFree !== true) live();
      for (const event of reader.line(text)) hear(event);
    },
    get usage() {
      return usage();
    },
    get feedback() {
      return fold.feedback;
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

const longestAction = 200;

/** `null`: it is no action. */
function actionIn(event: AgentEvent): string | null {
  switch (event.kind) {
    case "did":
      return oneLine(`${event.tool} ${event.detail}`, longestAction);
    case "said":
    case "thought":
      return oneLine(event.text.slice(0, 2 * longestAction), longestAction);
    case "limited":
      return oneLine(`waits for a limit: ${event.message}`, longestAction);
    case "failed":
      return oneLine(`failed: ${event.problem.message}`, longestAction);
    default:
      return null;
  }
}

interface LimitWatch {
  look(limit: LimitNotice | null): void;
  stop(): void;
}

/** Reports a wait that takes too long. */
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
      // An unstated wait may last an hour.
      else callOff ??= world.after(longestLimitMs, onTooLong);
    },
  };
}
