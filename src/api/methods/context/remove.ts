import { z } from "zod";
import { requireRecord } from "../../../isolation/contexts/list.ts";
import { takeAway } from "../../../isolation/contexts/take-away.ts";
import type { ContextOutcome } from "../../contract/context.ts";
import { act } from "../method.ts";
import { oneContext } from "../shared.ts";

/** Captures a context and removes it. */
export const contextRemove = act({
  params: oneContext,
  result: z.custom<ContextOutcome>(),
  keyed: true,
  run: async ({ looks: { contexts } }, { id, isForced }) =>
    takeAway(contexts, await requireRecord(contexts, id), isForced),
});
