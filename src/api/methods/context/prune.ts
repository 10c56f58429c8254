import { z } from "zod";
import { pruneContexts } from "../../../isolation/contexts/prune.ts";
import type { ContextOutcome } from "../../contract/context.ts";
import { act } from "../method.ts";
import { folder } from "../shared.ts";

/** Clears records of contexts whose folder is gone. */
export const contextPrune = act({
  params: { folder },
  result: z.custom<readonly ContextOutcome[]>(),
  keyed: true,
  run: ({ looks }, asked) => pruneContexts(looks.contexts, asked.folder),
});
