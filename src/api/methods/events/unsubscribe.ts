import { z } from "zod";
import { ofConnection } from "../method.ts";

/** Ends a subscription. */
export const eventsUnsubscribe = ofConnection({
  params: { subscription: z.number().int() },
  result: z.custom<{ readonly ended: boolean }>(),
});
