import { z } from "zod";
import { jobId, key, path } from "./words.ts";

const id = z.string().min(1).max(500);
const one = z.strictObject({ id, isForced: z.boolean().default(false) });
const folder = path.nullable().default(null);
const strays = {
  folder: path,
  search: z.array(path).max(1000).nullable().default(null),
  paths: z.array(path).max(10_000).nullable().default(null),
  isForced: z.boolean().default(false),
};
const amount = z.number().min(0).nullable().default(null);

export const contextMethods = {
  "context.list": z.strictObject({ folder }),
  "context.show": z.strictObject({ id }),
  /** Why `context.remove` would leave it as it is, when that is plain at a look. */
  "context.refusal": one,
  "context.remove": z.strictObject({ ...one.shape, ...key }),
  "context.unlock": z.strictObject({ ...one.shape, ...key }),
  "context.strays": z.strictObject(strays),
  "context.adopt": z.strictObject({
    ...strays,
    names: z.array(z.string().max(1000)).max(10_000),
    keep: z.boolean().default(false),
    ...key,
  }),
  "context.prunable": z.strictObject({ folder }),
  "context.prune": z.strictObject({ folder, ...key }),
  "context.plan-cleaning": z.strictObject({
    olderThanDays: amount,
    maxContexts: amount,
    maxBytes: amount,
    allTrash: z.boolean().default(false),
  }),
  /** Does the steps of a plan one by one; one that fails does not keep the others. */
  "context.clean": z.strictObject({
    steps: z
      .array(
        z.strictObject({
          kind: z.enum(["empty-trash", "drop-artefacts", "remove-context"]),
          name: z.string().max(1000),
          bytes: z.number(),
          why: z.string().max(10_000),
        }),
      )
      .max(100_000),
    ...key,
  }),
  "context.plan-archive": z.strictObject({ job: jobId }),
};
