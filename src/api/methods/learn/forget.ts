import { z } from "zod";
import type { EpochMs } from "../../../base/ids.ts";
import { requirePattern } from "../../../learning/patterns/pattern.ts";
import type { Entry } from "../../../store/entry.ts";
import type { LearnForgotten } from "../../contract/learn.ts";
import { act } from "../method.ts";

/** Deletes a note, or the records of attempts that started before a moment; the journal is not touched. */
export const learnForget = act({
  params: { pattern: z.string().min(1).max(40).optional(), before: z.int().min(0).optional() },
  result: z.custom<LearnForgotten>(),
  keyed: true,
  run: async ({ jobs: { store } }, { pattern: id, before }, note) => {
    if (id !== undefined) requirePattern(await store.patterns(), id);
    const old = before === undefined ? [] : (await store.outcomes(1e9)).filter(({ startedAt }) => startedAt < before);
    const forgotten = { patterns: id === undefined ? 0 : 1, attempts: old.length };
    const entries: readonly Entry[] = [
      ...(id === undefined ? [] : [{ about: "pattern", change: { kind: "forgotten", id } } as const]),
      ...(before === undefined
        ? []
        : [{ about: "outcome", change: { kind: "forgotten", before: before as EpochMs } } as const]),
    ];
    await store.journal.append([...entries, ...note(forgotten)]);
    return forgotten;
  },
});
