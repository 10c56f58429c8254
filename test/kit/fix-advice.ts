import type { AdviceBook } from "../../src/fix/ask/advice/advice.ts";
import { readShippedAdvice } from "../../src/fix/collect/project-files.ts";

/** As in a project that has none of its own. */
export const shippedAdvice: AdviceBook = { own: new Map(), shipped: await readShippedAdvice() };
