import { z } from "zod";
import { patternFrom } from "../../../learning/patterns/pattern.ts";
import type { Pattern } from "../../../learning/patterns/pattern.ts";
import { act } from "../method.ts";

const name = z.string().min(1).max(200).nullable().default(null);

/**
 * Adds a note for prompts: what was done, and for which kind of work and agent. It is cut to a few lines, and what looks
 * like a secret is taken out. A person's is compared at once, an agent's after a person accepts it.
 */
export const learnAdd = act({
  params: { text: z.string().min(1).max(20_000), work: name, agent: name, by: z.enum(["person", "agent"]) },
  result: z.custom<Pattern>(),
  keyed: true,
  run: async ({ jobs: { store, world, process } }, { text, work, agent, by }, note) => {
    const pattern = patternFrom({ text: process.redact(text), work, agent, by }, world.now());
    await store.journal.append([{ about: "pattern", change: { kind: "added", pattern } }, ...note(pattern)]);
    return pattern;
  },
});
