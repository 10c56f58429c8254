import { z } from "zod";
import type { AccountLimits } from "../../contract/agents.ts";
import { look } from "../method.ts";

/** The known facts of every account and model, over all homes of this user. */
export const limitsList = look({
  params: {},
  result: z.custom<readonly AccountLimits[]>(),
  run: ({ limits }) => Promise.resolve(limits()),
});
