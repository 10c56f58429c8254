import { z } from "zod";
import { listContexts } from "../../../isolation/contexts/list.ts";
import type { ContextList } from "../../contract/context.ts";
import { look } from "../method.ts";
import { folder } from "../shared.ts";

/** Contexts, and the worktrees of the folder's repository. */
export const contextList = look({
  params: { folder },
  result: z.custom<ContextList>(),
  run: ({ contexts }, asked) => listContexts(contexts, asked),
});
