import type { EpochMs } from "../../base/ids.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { AgentEvent, AgentProblem } from "../agent-event.ts";

/** What is known of one run from its events, so far. Its size does not grow with the run. */
export interface Heard {
  /** At least one event came that could be read: the agent is alive. */
  readonly isStarted: boolean;
  readonly session: string | null;
  readonly model: string | null;
  /**
   * `null`: it told nothing. Its `usd` is `null` when any part has no price: half a price would pass for a whole one.
   */
  readonly usage: Usage | null;
  readonly largestTurnUsd: number | null;
  /** Its own last word on how it went. */
  readonly result: { readonly isGood: boolean; readonly text: string | null } | null;
  /** What it did not get over: the last final one, or else the last one that nothing good came after. */
  readonly problem: AgentProblem | null;
  /** The limit that it waits for, until it goes on. */
  readonly limit: HeardLimit | null;
  /** When it told of that problem or limit; `null`: it told of none, or nobody looked at the clock. */
  readonly metAt: EpochMs | null;
  /** Lines that are not in its format. */
  readonly unread: number;
  /** Its last words, clipped, for people. */
  readonly lastText: string | null;
}

export interface HeardLimit {
  readonly status: number | null;
  readonly message: string;
  readonly resetAt: EpochMs | null;
  readonly waitMs: number | null;
}

/** Folds the events of one run. */
export interface Hearing {
  /** `at`: when it was told. */
  hear(event: AgentEvent, at?: EpochMs): void;
  readonly heard: Heard;
}

export function makeHearing(): Hearing {
  let memory: Memory = { heard: nothingHeard, isFinal: false, hasTotal: false };
  return {
    hear: (event, at) => {
      const { heard, ...rest } = after(memory, event);
      const isMet = event.kind === "limited" || event.kind === "failed";
      memory = { ...rest, heard: isMet ? { ...heard, metAt: at ?? null } : heard };
    },
    get heard() {
      return memory.heard;
    },
  };
}

interface Memory {
  readonly heard: Heard;
  /** Whether the problem is one that the agent gave up at. */
  readonly isFinal: boolean;
  readonly hasTotal: boolean;
}

const nothingHeard: Heard = {
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
  if (event.kind === "unread") return { ...memory, heard: { ...memory.heard, unread: memory.heard.unread + 1 } };
  const alive: Memory = { ...memory, heard: { ...memory.heard, isStarted: true } };
  const { heard } = alive;
  switch (event.kind) {
    case "started":
      return {
        ...alive,
        heard: { ...heard, session: nameOf(event.session) ?? heard.session, model: nameOf(event.model) ?? heard.model },
      };
    case "said":
      return wentOn({ ...alive, heard: { ...heard, lastText: clipped(event.text) } });
    case "did":
      return wentOn(alive);
    case "spent":
      return withSpent(alive, event);
    case "limited":
      return { ...alive, heard: { ...heard, limit: { ...limitOf(event), message: clipped(event.message) } } };
    case "failed":
      return withProblem(alive, event);
    case "ended":
      return withEnd(alive, event);
  }
}

/** It got over what it met, unless it had given up at it. */
function wentOn(memory: Memory): Memory {
  const { heard, isFinal } = memory;
  return { ...memory, heard: { ...heard, limit: null, problem: isFinal ? heard.problem : null } };
}

function withSpent(memory: Memory, { scope, usage }: Extract<AgentEvent, { kind: "spent" }>): Memory {
  const spent = sane(usage);
  // A total is the bill, which also comes after the last failure; only a turn shows that the provider answered.
  if (scope === "total") return { ...memory, hasTotal: true, heard: { ...memory.heard, usage: spent } };
  const { heard, hasTotal } = wentOn(memory);
  const largestTurnUsd = spent.usd === null ? heard.largestTurnUsd : Math.max(spent.usd, heard.largestTurnUsd ?? 0);
  // Agents that tell totals tell turns besides: who adds both counts twice.
  const sum = hasTotal || heard.usage === null ? (heard.usage ?? spent) : sumOf(heard.usage, spent);
  return { ...memory, heard: { ...heard, usage: sum, largestTurnUsd } };
}

function withProblem(memory: Memory, { problem, isFinal }: Extract<AgentEvent, { kind: "failed" }>): Memory {
  if (memory.isFinal && !isFinal) return memory;
  const kept = { ...problem, type: nameOf(problem.type), message: clipped(problem.message) };
  return { ...memory, isFinal, heard: { ...memory.heard, problem: kept } };
}

function withEnd(memory: Memory, { isGood, text }: Extract<AgentEvent, { kind: "ended" }>): Memory {
  const words = text === null ? null : clipped(text);
  const heard: Heard = { ...memory.heard, result: { isGood, text: words }, lastText: words ?? memory.heard.lastText };
  return isGood ? wentOn({ ...memory, isFinal: false, heard }) : { ...memory, heard };
}

function limitOf({ status, message, resetAt, waitMs }: HeardLimit): HeardLimit {
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

/** Nothing needs no price. */
function isNothing({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, usd }: Usage): boolean {
  return usd === null && inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens === 0;
}

/** An agent may print any number; one below zero would make room under a cap. */
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

function clipped(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1).toWellFormed()}…`;
}

/** A clipped id would be another one. */
function nameOf(name: string | null): string | null {
  return name === null || name.length > longestName ? null : name;
}
