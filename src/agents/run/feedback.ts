import { clip } from "../../base/text.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { AgentEvent, AgentProblem } from "../agent-event.ts";

/** The state of a run so far, by its events; bounded in size. */
export interface Feedback {
  /** A readable event came. */
  readonly isStarted: boolean;
  readonly session: string | null;
  readonly model: string | null;
  /** `null`: unknown. `usd` is `null` if any part has no price: a partial sum would look complete. */
  readonly usage: Usage | null;
  readonly largestTurnUsd: number | null;
  /** Its own claim. */
  readonly result: { readonly isGood: boolean; readonly text: string | null } | null;
  /** The last final one, else the last one without progress since. */
  readonly problem: AgentProblem | null;
  /** The limit it waits for. */
  readonly limit: LimitNotice | null;
  /** When it reported that problem or limit; `null`: none, or unknown. */
  readonly metAt: EpochMs | null;
  /** Lines in another format. */
  readonly unread: number;
  /** Clipped, for people. */
  readonly lastText: string | null;
}

export interface LimitNotice {
  readonly status: number | null;
  readonly message: string;
  readonly resetAt: EpochMs | null;
  readonly waitMs: number | null;
}

/** Folds the events of a run. */
export interface FeedbackFold {
  add(event: AgentEvent, at?: EpochMs): void;
  readonly feedback: Feedback;
}

export function foldFeedback(): FeedbackFold {
  let memory: Memory = { feedback: noFeedback, isFinal: false, hasTotal: false };
  return {
    add: (event, at) => {
      const { feedback, ...rest } = after(memory, event);
      const isMet = event.kind === "limited" || event.kind === "failed";
      memory = { ...rest, feedback: isMet ? { ...feedback, metAt: at ?? null } : feedback };
    },
    get feedback() {
      return memory.feedback;
    },
  };
}

interface Memory {
  readonly feedback: Feedback;
  /** The agent gave up at it. */
  readonly isFinal: boolean;
  readonly hasTotal: boolean;
}

const noFeedback: Feedback = {
  isStarted: false,
  session: null,
  model: null,
  usage: null,
  largestTurnUsd: null,
  result: null,
  problem: null,
  limit: null,
  metAt: null,
  unread: 0,
  lastText: null,
};

function after(memory: Memory, event: AgentEvent): Memory {
  if (event.kind === "unread")
    return { ...memory, feedback: { ...memory.feedback, unread: memory.feedback.unread + 1 } };
  const alive: Memory = { ...memory, feedback: { ...memory.feedback, isStarted: true } };
  const { feedback } = alive;
  switch (event.kind) {
    case "started":
      return {
        ...alive,
        feedback: {
          ...feedback,
          session: nameOf(event.session) ?? feedback.session,
          model: nameOf(event.model) ?? feedback.model,
        },
      };
    case "got":
    case "heard":
      return alive;
    case "thought":
      return wentOn(alive);
    case "said":
      return wentOn({ ...alive, feedback: { ...feedback, lastText: clip(event.text, longestText) } });
    case "did":
      return wentOn(alive);
    case "spent":
      return withSpent(alive, event);
    case "limited":
      return {
        ...alive,
        feedback: { ...feedback, limit: { ...limitOf(event), message: clip(event.message, longestText) } },
      };
    case "failed":
      return withProblem(alive, event);
    case "ended":
      return withEnd(alive, event);
  }
}

/** Progress clears a problem unless it was final. */
function wentOn(memory: Memory): Memory {
  const { feedback, isFinal } = memory;
  return { ...memory, feedback: { ...feedback, limit: null, problem: isFinal ? feedback.problem : null } };
}

function withSpent(memory: Memory, { scope, usage }: Extract<AgentEvent, { kind: "spent" }>): Memory {
  const spent = sane(usage);
  // A total also comes after the last failure; only a turn shows that the provider answered.
  if (scope === "total") return { ...memory, hasTotal: true, feedback: { ...memory.feedback, usage: spent } };
  const { feedback, hasTotal } = wentOn(memory);
  const largestTurnUsd =
    spent.usd === null ? feedback.largestTurnUsd : Math.max(spent.usd, feedback.largestTurnUsd ?? 0);
  // Agents with totals report turns too: do not count both.
  const sum = hasTotal || feedback.usage === null ? (feedback.usage ?? spent) : sumOf(feedback.usage, spent);
  return { ...memory, feedback: { ...feedback, usage: sum, largestTurnUsd } };
}

function withProblem(memory: Memory, { problem, isFinal }: Extract<AgentEvent, { kind: "failed" }>): Memory {
  if (memory.isFinal && !isFinal) return memory;
  const kept = { ...problem, type: nameOf(problem.type), message: clip(problem.message, longestText) };
  return { ...memory, isFinal, feedback: { ...memory.feedback, problem: kept } };
}

function withEnd(memory: Memory, { isGood, text }: Extract<AgentEvent, { kind: "ended" }>): Memory {
  const words = text === null ? null : clip(text, longestText);
  const feedback: Feedback = {
    ...memory.feedback,
    result: { isGood, text: words },
    lastText: words ?? memory.feedback.lastText,
  };
  return isGood ? wentOn({ ...memory, isFinal: false, feedback }) : { ...memory, feedback };
}

function limitOf({ status, message, resetAt, waitMs }: LimitNotice): LimitNotice {
  return { status, message, resetAt, waitMs };
}

function sumOf(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    usd: isNothing(one)
      ? other.usd
      : isNothing(other)
        ? one.usd
        : one.usd === null || other.usd === null
          ? null
          : one.usd + other.usd,
  };
}

/** Zero usage needs no price. */
function isNothing({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, usd }: Usage): boolean {
  return usd === null && inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens === 0;
}

/** A negative number would make room under a limit. */
function sane(usage: Usage): Usage {
  const isPrice = usage.usd !== null && Number.isFinite(usage.usd) && usage.usd >= 0;
  return {
    inputTokens: countOf(usage.inputTokens),
    outputTokens: countOf(usage.outputTokens),
    cacheReadTokens: countOf(usage.cacheReadTokens),
    cacheWriteTokens: countOf(usage.cacheWriteTokens),
    usd: isPrice ? usage.usd : null,
  };
}

function countOf(tokens: number): number {
  return Number.isFinite(tokens) && tokens > 0 ? tokens : 0;
}

const longestText = 2_000;
const longestName = 200;

/** A clipped id is another id. */
function nameOf(name: string | null): string | null {
  return name === null || name.length > longestName ? null : name;
}
