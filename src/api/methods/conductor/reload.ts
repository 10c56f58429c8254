import { z } from "zod";
import { act } from "../method.ts";

/** Reads the settings again, as SIGHUP does. */
export const conductorReload = act({
  params: {},
  result: z.custom<{ readonly changed: readonly string[]; readonly needRestart: readonly string[] }>(),
  keyed: false,
  run: ({ conductor }) => conductor.reload(),
});
