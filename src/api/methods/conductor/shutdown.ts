import { z } from "zod";
import { act } from "../method.ts";
import { key } from "../shared.ts";

/**
 * Stops safely: nothing new starts, running sheets are ended and captured. `ifIdle`: only when no job is played. It takes a
 * key as every call with an effect does, and needs none: a second stop changes nothing.
 */
export const conductorShutdown = act({
  params: { ifIdle: z.boolean().default(false), why: z.string().max(500).default(""), ...key },
  result: z.custom<{ readonly stopping: boolean; readonly why: string | null }>(),
  keyed: false,
  run: ({ conductor }, asked) => Promise.resolve(conductor.shutdown(asked)),
});
