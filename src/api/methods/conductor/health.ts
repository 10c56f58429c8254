import { z } from "zod";
import type { Health } from "../../contract/conductor.ts";
import { act } from "../method.ts";

/** Whether store, disk and event loop work as they should. */
export const conductorHealth = act({
  params: {},
  result: z.custom<Health>(),
  keyed: false,
  run: ({ conductor }) => conductor.health(),
});
