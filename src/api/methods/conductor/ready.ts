import { z } from "zod";
import { act } from "../method.ts";

/** Whether the conductor takes jobs now. */
export const conductorReady = act({
  params: {},
  result: z.custom<{ readonly ready: boolean; readonly why: string | null }>(),
  keyed: false,
  run: ({ conductor }) => Promise.resolve(conductor.ready()),
});
