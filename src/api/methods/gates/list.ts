import { z } from "zod";
import { listGates } from "../../../landing/gates/manage/list.ts";
import type { GatesView } from "../../contract/landing/gates.ts";
import { look } from "../method.ts";
import { whichGates } from "../shared.ts";

/** The gates that results have to pass, and what is known of them. */
export const gatesList = look({
  params: whichGates,
  result: z.custom<GatesView>(),
  run: ({ queue }, asked) => listGates(queue, asked),
});
