import { z } from "zod";
import { checkGates } from "../../../landing/gates/manage/act.ts";
import type { GateCheck } from "../../contract/landing/gates.ts";
import { act } from "../method.ts";
import { environment, whichGates } from "../shared.ts";

/** Runs the gates on the target as it is now; `anew`: also those that judged the same tree before. */
export const gatesCheck = act({
  params: { ...whichGates, anew: z.boolean().default(false), environment },
  result: z.custom<GateCheck>(),
  keyed: true,
  run: ({ gates }, asked) => checkGates(gates, asked),
});
