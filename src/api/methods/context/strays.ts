import { z } from "zod";
import { listStrays } from "../../../isolation/contexts/adopt.ts";
import type { StrayList } from "../../contract/context.ts";
import { look } from "../method.ts";
import { strays } from "../shared.ts";

/** Worktrees and clones that others made. */
export const contextStrays = look({
  params: strays,
  result: z.custom<StrayList>(),
  run: ({ contexts }, asked) => listStrays(contexts, asked),
});
