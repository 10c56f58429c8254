import { z } from "zod";
import { act } from "../method.ts";
import { requireFleet } from "../fleet-desk.ts";

/** Makes a worker known. It takes no key: its answer is a secret, and answers to keys are kept. */
export const fleetAdd = act({
  params: { name: z.string().max(40) },
  result: z.custom<{ readonly token: string }>(),
  keyed: false,
  run: async ({ fleet }, { name }) => ({ token: await requireFleet(fleet).add(name) }),
});
