import { z } from "zod";
import { requireRecord } from "../../../isolation/contexts/list.ts";
import { readRefusal } from "../../../isolation/contexts/take-away.ts";
import type { ContextOutcome } from "../../contract/context.ts";
import { look } from "../method.ts";
import { oneContext } from "../shared.ts";

/** Why `context.remove` would refuse, when that is plain at a look. */
export const contextRefusal = look({
  params: oneContext,
  result: z.custom<ContextOutcome | null>(),
  run: async ({ contexts }, { id, isForced }) => readRefusal(contexts, await requireRecord(contexts, id), isForced),
});
