import { z } from "zod";
import type { FleetView } from "../../contract/fleet.ts";
import { act } from "../method.ts";
import { requireFleet } from "../fleet-desk.ts";

/** The workers, and what they play. */
export const fleetStatus = act({
  params: {},
  result: z.custom<FleetView>(),
  keyed: false,
  run: async ({ fleet }) => requireFleet(fleet).status(),
});
