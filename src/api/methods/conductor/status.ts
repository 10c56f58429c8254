import { z } from "zod";
import type { ConductorStatus } from "../../contract/conductor.ts";
import { act } from "../method.ts";

/** The conductor's current work. */
export const conductorStatus = act({
  params: {},
  result: z.custom<ConductorStatus>(),
  keyed: false,
  run: ({ conductor }) => conductor.status(),
});
