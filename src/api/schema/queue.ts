import { z } from "zod";
import { jobId, key, path, sheetName, sheetNames } from "./words.ts";

/** Which queue: of the folder's repository, and of this branch; else the one that is checked out there. */
const which = { folder: path, target: z.string().min(1).max(500).optional() };

export const queueMethods = {
  /** What waits to land, target by target, and what waits for a person's word; `all`: of every repository. */
  "queue.list": z.strictObject({ ...which, all: z.boolean().default(false) }),
  /** Nothing lands there until it is resumed; what is being published at this moment is. */
  "queue.pause": z.strictObject({ ...which, ...key }),
  "queue.resume": z.strictObject({ ...which, ...key }),
  /** These go before all others, in this order: sheets by id, or `job/sheet` where several jobs have such a one. */
  "queue.reorder": z.strictObject({ folder: path, job: jobId.optional(), sheets: sheetNames.min(1), ...key }),
  /** Takes a result out of its queue: it is kept, and an approval puts it back. `by`: who says so. */
  "queue.eject": z.strictObject({
    folder: path,
    job: jobId.optional(),
    sheet: sheetName,
    by: z.string().min(1).max(200).optional(),
    ...key,
  }),
};
