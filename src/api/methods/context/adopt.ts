import { z } from "zod";
import { adoptStrays } from "../../../isolation/contexts/adopt.ts";
import type { StrayOutcome } from "../../contract/context.ts";
import { act } from "../method.ts";
import { strays } from "../shared.ts";

/** Captures the strays that are named, and removes them unless `keep`. */
export const contextAdopt = act({
  params: {
    ...strays,
    names: z.array(z.string().max(1000)).max(10_000),
    keep: z.boolean().default(false),
  },
  result: z.custom<readonly StrayOutcome[]>(),
  keyed: true,
  run: ({ looks }, asked) => adoptStrays(looks.contexts, asked),
});
