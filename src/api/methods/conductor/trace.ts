import { z } from "zod";
import type { Trace } from "../../contract/conductor.ts";
import { act } from "../method.ts";

/** Begins to keep which programs are run, or ends that and gives them. */
export const conductorTrace = act({
  params: {
    /** The number of the trace to end; absent: one begins. */
    end: z.int().positive().optional(),
  },
  result: z.custom<Trace>(),
  keyed: false,
  run: ({ conductor }, { end }) => Promise.resolve(conductor.trace(end ?? null)),
});
