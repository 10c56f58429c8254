import { z } from "zod";
import type { Hello } from "../../contract/conductor.ts";
import { ofConnection } from "../method.ts";

/** The first call on every connection: no other method is answered before it. */
export const conductorHello = ofConnection({
  params: {
    token: z.string().max(200),
    /** Of the wire: another one is refused. */
    protocol: z.number().int(),
    /** Of the client's Tutti. */
    version: z.string().max(100),
    /** For the log. */
    client: z.string().max(200).default(""),
  },
  result: z.custom<Hello>(),
});
