import { z } from "zod";
import { type Pattern, requirePattern } from "../../../learning/patterns/pattern.ts";
import { act } from "../method.ts";

/** Lets an agent's note be compared. */
export const learnAccept = act({
  params: { pattern: z.string().min(1).max(40) },
  result: z.custom<Pattern>(),
  keyed: true,
  run: async ({ jobs: { store, world } }, { pattern: id }, note) => {
    const pattern = requirePattern(await store.patterns(), id);
    const at = pattern.acceptedAt ?? world.now();
    const accepted = { ...pattern, acceptedAt: at };
    await store.journal.append([{ about: "pattern", change: { kind: "accepted", id, at } }, ...note(accepted)]);
    return accepted;
  },
});
