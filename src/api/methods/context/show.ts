import { z } from "zod";
import { readDetail } from "../../../isolation/contexts/list.ts";
import type { ContextDetail } from "../../contract/context.ts";
import { look } from "../method.ts";
import { contextId } from "../shared.ts";

/** One context. */
export const contextShow = look({
  params: { id: contextId },
  result: z.custom<ContextDetail>(),
  run: ({ contexts }, { id }) => readDetail(contexts, id),
});
