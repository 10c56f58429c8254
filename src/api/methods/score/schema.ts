import { z } from "zod";
import { look } from "../method.ts";

/** The JSON Schema of scores in Tutti's own shape, for editors. */
export const scoreSchema = look({
  params: {},
  result: z.custom<Readonly<Record<string, unknown>>>(),
  run: async () =>
    (await import("../../../score/schema/editor/json-schema.ts")).scoreJsonSchema() as Readonly<
      Record<string, unknown>
    >,
});
