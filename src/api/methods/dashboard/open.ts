import { z } from "zod";
import { act } from "../method.ts";

/** Serves the dashboard, and gives an address that logs one browser in, once. */
export const dashboardOpen = act({
  params: {},
  result: z.custom<{ readonly url: string }>(),
  keyed: false,
  run: async ({ conductor }) => ({ url: await conductor.dashboard() }),
});
