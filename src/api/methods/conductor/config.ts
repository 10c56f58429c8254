import { z } from "zod";
import type { ConfigRow } from "../../contract/conductor.ts";
import { act } from "../method.ts";

/** The settings of the conductor, and where each comes from. */
export const conductorConfig = act({
  params: {},
  result: z.custom<readonly ConfigRow[]>(),
  keyed: false,
  run: ({ conductor }) => Promise.resolve(conductor.config()),
});
