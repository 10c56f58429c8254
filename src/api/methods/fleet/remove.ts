import { z } from "zod";
import { act } from "../method.ts";
import { requireFleet, requireKnown } from "../fleet-desk.ts";

/** A worker is not known any more: its token is worth nothing, and its sheets go on elsewhere. */
export const fleetRemove = act({
  params: { name: z.string().max(40) },
  result: z.custom<{ readonly name: string }>(),
  keyed: true,
  run: async ({ fleet }, { name }) => {
    requireKnown(await requireFleet(fleet).remove(name), name);
    return { name };
  },
});
