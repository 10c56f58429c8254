import { z } from "zod";
import { listPrunable } from "../../../isolation/contexts/prune.ts";
import type { PruneItem } from "../../contract/context.ts";
import { look } from "../method.ts";
import { folder } from "../shared.ts";

/** The contexts that `context.prune` would clear. */
export const contextPrunable = look({
  params: { folder },
  result: z.custom<readonly PruneItem[]>(),
  run: ({ contexts }, asked) => listPrunable(contexts, asked.folder),
});
