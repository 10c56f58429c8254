import { z } from "zod";
import type { AgentRun, Attempt, Readiness, Start } from "../../conductor/hands.ts";
import type { FixRecord } from "../../fix/model.ts";
import type { Context } from "../../isolation/context.ts";
import type { SnapshotWhy } from "../../isolation/snapshots/names.ts";
import type { Pattern } from "../../learning/patterns/pattern.ts";
import type { Performance } from "../../sheet/performance.ts";
import type { Verdict } from "../../sheet/verdict.ts";

/** The requests of the conductor to the worker that holds a claim. */
export interface Calls {
  enter: {
    /** `store`: where git finds the conductor's store; `null`: at the endpoint that the fleet tells. */
    asks: Attempt & { readonly start: Start; readonly fix: FixRecord | null; readonly store: string | null };
    gives: Context;
  };
  prepare: { asks: null; gives: Readiness };
  play: {
    asks: Omit<AgentRun, "cancel" | "onAlive" | "onLive" | "onSpent"> & { readonly patterns: readonly Pattern[] };
    gives: Performance;
  };
  capture: { asks: { readonly why: SnapshotWhy }; gives: SentCapture };
  validate: { asks: null; gives: Verdict };
  /** Words for the agent that runs. */
  tell: { asks: { readonly text: string; readonly weight?: "note" }; gives: null };
  /** The attempt is over: its context goes, if all of it has arrived. */
  leave: { asks: null; gives: null };
}

export type CallName = keyof Calls;

/** To a worker. */
export type ToWorker =
  | { readonly call: number; readonly name: CallName; readonly asks: unknown }
  | { readonly cancel: number; readonly why: string };

/** A failure that crossed, as it was thrown there. */
const failure = z.object({
  code: z.string().max(100),
  message: z.string().max(10_000),
  audience: z.enum(["user", "environment", "bug"]),
});
export type Failure = z.infer<typeof failure>;

const usage = z.looseObject({});

/** From a worker, which may send anything. */
export const fromWorker = z.union([
  z.object({ answer: z.number(), gives: z.unknown() }),
  z.object({ answer: z.number(), fails: failure }),
  z.object({ file: z.string().max(300), at: z.number().int().nonnegative() }),
  z.object({ alive: z.object({ session: z.string().max(1000).nullable(), model: z.string().max(1000).nullable() }) }),
  z.object({ spent: usage, turnUsd: z.number().nullable() }),
  z.object({ live: z.enum(["claude", "bridge"]) }),
  /** Words that its agent has not confirmed to have read; `null`: it takes no more. */
  z.object({ unheard: z.array(z.string().max(1_000_000)).max(1000).nullable() }),
  z.object({
    activity: z.object({
      action: z.string().max(1000),
      bytes: z.number(),
      usd: z.number().nullable(),
      use: z.object({ cpuMs: z.number(), peakBytes: z.number(), processes: z.number() }).exactOptional(),
    }),
  }),
  z.object({ notice: z.string().max(10_000) }),
]);
export type FromWorker = z.infer<typeof fromWorker>;

const name = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

/** The capture that a worker pushed. */
export const sentCapture = z.object({
  /** Its parents are the capture and the agent's own commits. */
  envelope: name,
  leftOut: z
    .array(
      z.object({
        path: z.string(),
        reason: z.enum([
          "ignored",
          "ignored by a rule of its own",
          "special file",
          "special file in place of a tracked one",
          "unreadable",
          "too large",
          "nested repository's history",
          "submodule",
          "refused by git",
          "in a prepared folder",
          "link of a prepared folder",
          "unreadable history",
        ]),
        bytes: z.number().nullable(),
        detail: z.string().exactOptional(),
      }),
    )
    .max(100_000),
  unfiltered: z.array(z.string()).max(100_000),
});
export type SentCapture = z.infer<typeof sentCapture>;

/** The shape of what is recorded; a worker judges the work itself, so what it says of it is its word. */
export const answers = {
  enter: z.looseObject({
    id: z.string(),
    path: z.string().max(4096),
    base: name,
    level: z.string(),
    index: z.string(),
    state: z.string(),
    branch: z.string().nullable(),
    fallback: z.string().nullable(),
  }),
  prepare: z.union([
    z.object({ kind: z.literal("ready") }),
    z.object({ kind: z.literal("skip"), why: z.string() }),
    z.looseObject({ kind: z.literal("not-met"), failed: z.array(z.string()) }),
  ]),
  play: z.looseObject({
    end: z.looseObject({
      kind: z.enum([
        "exited",
        "signalled",
        "timed-out",
        "idle",
        "silent",
        "cancelled",
        "limited",
        "over-budget",
        "not-started",
      ]),
    }),
    trouble: z.looseObject({ code: z.string(), detail: z.string(), resetAt: z.number().nullable() }).nullable(),
    usage: usage.nullable().optional(),
    words: z.string().nullable(),
    outlived: z.boolean(),
  }),
  capture: sentCapture,
  validate: z.union([
    z.object({ kind: z.literal("unvalidated") }),
    z.object({
      kind: z.literal("judged"),
      results: z.array(
        z.looseObject({ index: z.number(), description: z.string(), passed: z.boolean(), reason: z.string() }),
      ),
    }),
  ]),
  tell: z.null(),
  leave: z.null(),
} as const satisfies Record<CallName, z.ZodType>;

/** The path of a file below the attempt's folder; nothing else may be written. */
export function isAttemptFile(path: string): boolean {
  return /^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.-]+(?:\/[\w.-]+){0,3}$/.test(path);
}
