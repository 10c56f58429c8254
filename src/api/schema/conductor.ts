import { z } from "zod";
import { eventTypes } from "../contract/events.ts";
import { jobId, key, position } from "./words.ts";

export const conductorMethods = {
  /** The first call on every connection: nothing else is heard before it. */
  "conductor.hello": z.strictObject({
    token: z.string().max(200),
    /** Of the wire: another one is refused. */
    protocol: z.number().int(),
    /** Of the client's Tutti. */
    version: z.string().max(100),
    /** For the log. */
    client: z.string().max(200).default(""),
  }),
  "conductor.status": z.strictObject({}),
  /** Whether it works as it should: store, disk, event loop. */
  "conductor.health": z.strictObject({}),
  /** Whether it takes jobs now. */
  "conductor.ready": z.strictObject({}),
  "conductor.config": z.strictObject({}),
  /** Reads the settings again, as SIGHUP does. */
  "conductor.reload": z.strictObject({}),
  /**
   * Stops safely: nothing starts any more, what runs is ended and captured. `ifIdle`: only when nothing is being
   * played.
   */
  "conductor.shutdown": z.strictObject({
    ifIdle: z.boolean().default(false),
    why: z.string().max(500).default(""),
    ...key,
  }),
};

export const eventMethods = {
  /**
   * From then on, notifications `events.news` come. `after`: a position of the journal to go on from; without one, only
   * what happens from now on.
   */
  "events.subscribe": z.strictObject({
    after: position.optional(),
    job: jobId.optional(),
    types: z.array(z.enum(eventTypes)).max(100).optional(),
  }),
  "events.unsubscribe": z.strictObject({ subscription: z.number().int() }),
};
