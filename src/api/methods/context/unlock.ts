import { z } from "zod";
import { unlock } from "../../../isolation/contexts/list.ts";
import type { Unlocking } from "../../contract/context.ts";
import { act } from "../method.ts";
import { oneContext } from "../shared.ts";

/** Removes a lock whose owner is gone. */
export const contextUnlock = act({
  params: oneContext,
  result: z.custom<Unlocking>(),
  keyed: true,
  run: ({ looks }, asked) => unlock(looks.contexts, asked),
});
