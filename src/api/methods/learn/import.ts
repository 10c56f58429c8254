import { z } from "zod";
import type { EpochMs } from "../../../base/ids.ts";
import type { Fate, Outcome } from "../../../learning/outcomes/outcome.ts";
import { patternFrom } from "../../../learning/patterns/pattern.ts";
import type { Entry } from "../../../store/entry.ts";
import { act } from "../method.ts";

/** All of them, written out: what a method takes is known without the rest of the engine. */
const fateNames = [
  ...(["running", "captured", "landed", "undone", "failed", "rejected", "dropped"] as const),
  ...(["conflicted", "done", "helped", "hindered", "interrupted"] as const),
] satisfies readonly Fate[];
const word = z.string().max(300);
const amount = z.number().min(0).nullable();
const ids = z.array(word).max(10).optional();

const pattern = z.object({
  text: z.string().min(1).max(20_000),
  work: word.nullable(),
  agent: word.nullable(),
  by: z.enum(["person", "agent"]),
});

const outcome = z.strictObject({
  job: word.min(1),
  sheet: word.min(1),
  attempt: z.int().min(0),
  startedAt: z.int().min(0),
  repository: word,
  work: word,
  agent: word,
  model: word.nullable(),
  strategy: word.nullable(),
  fate: z.enum(fateNames),
  code: word.nullable(),
  usd: amount,
  tokens: amount,
  agentMs: amount,
  settledAt: amount,
  commit: word.nullable(),
  drawn: z
    .object({
      order: z.array(z.int()).optional(),
      routed: z
        .object({ by: word, why: z.string().max(2_000), share: z.number().optional(), seed: word.optional() })
        .optional(),
      shown: ids,
      held: ids,
    })
    .nullable(),
});

/** Reads notes and records that another Tutti exported. Notes wait until a person accepts them. */
export const learnImport = act({
  params: { patterns: z.array(pattern).max(1_000), outcomes: z.array(outcome).max(1_000) },
  result: z.custom<{ readonly patterns: number; readonly attempts: number }>(),
  keyed: true,
  run: async ({ jobs: { store, world, process } }, asked, note) => {
    const added = asked.patterns.map((one): Entry => {
      const read = patternFrom({ ...one, text: process.redact(one.text) }, world.now());
      return { about: "pattern", change: { kind: "added", pattern: { ...read, acceptedAt: null } } };
    });
    const records = asked.outcomes.map((one): Entry => {
      const read = { ...one, startedAt: one.startedAt as EpochMs, repository: "" } as unknown as Outcome;
      return { about: "outcome", change: { kind: "begun", outcome: read } };
    });
    const done = { patterns: added.length, attempts: records.length };
    await store.journal.append([...added, ...records, ...note(done)]);
    return done;
  },
});
