import { z } from "zod";
import { act } from "../method.ts";
import { requireFleet, requireKnown } from "../fleet-desk.ts";

/** Whether a worker takes sheets, and whether it keeps those that it plays. */
export const fleetSet = act({
  params: { name: z.string().max(40), state: z.enum(["active", "cordoned", "draining"]) },
  result: z.custom<{ readonly name: string; readonly state: string }>(),
  keyed: true,
  run: async ({ fleet }, { name, state }) => {
    requireKnown(await requireFleet(fleet).set(name, state), name);
    return { name, state };
  },
});
