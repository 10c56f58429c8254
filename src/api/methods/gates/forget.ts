import { z } from "zod";
import { forgetGates } from "../../../landing/gates/manage/act.ts";
import { act } from "../method.ts";
import { whichGates } from "../shared.ts";

/** Deletes the verdicts of these gates, or of all gates. */
export const gatesForget = act({
  params: { ...whichGates, all: z.boolean().default(false) },
  result: z.custom<{ readonly forgotten: number }>(),
  keyed: true,
  run: ({ gates }, asked) => forgetGates(gates, asked),
});
