import { z } from "zod";
import type { JsonSchema } from "../../../score/schema/editor/json-schema.ts";
import { look } from "../method.ts";

/** The JSON Schema of scores in Tutti's own shape, for editors. */
export const scoreSchema = look({
  params: {},
  result: z.custom<JsonSchema>(),
  run: async () => (await import("../../../score/schema/editor/json-schema.ts")).scoreJsonSchema(),
});
