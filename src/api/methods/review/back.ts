import { z } from "zod";
import { goBack } from "../../../landing/review/trial.ts";
import type { BackView } from "../../contract/landing/review.ts";
import { act } from "../method.ts";
import { path } from "../shared.ts";

/** Switches the checkout back to where it was. */
export const reviewBack = act({
  params: { folder: path },
  result: z.custom<BackView>(),
  keyed: true,
  run: ({ jobs }, asked) => goBack(jobs, asked),
});
