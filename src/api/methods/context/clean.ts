import { z } from "zod";
import { clean } from "../../../isolation/contexts/clean.ts";
import { type CleanOutcome, cleanKinds } from "../../contract/context.ts";
import { act } from "../method.ts";

/** Does the steps of a plan one by one; one that fails does not stop the others. */
export const contextClean = act({
  params: {
    steps: z
      .array(
        z.strictObject({
          kind: z.enum(cleanKinds),
          name: z.string().max(1000),
          bytes: z.number(),
          why: z.string().max(10_000),
        }),
      )
      .max(100_000),
  },
  result: z.custom<readonly CleanOutcome[]>(),
  keyed: true,
  run: ({ looks }, { steps }) => clean(looks.contexts, steps),
});
