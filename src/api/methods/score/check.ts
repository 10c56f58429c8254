import { z } from "zod";
import { checkScore } from "../../../conductor/report/score.ts";
import type { ScoreAnswer } from "../../contract/score.ts";
import { look } from "../method.ts";
import { newScore, path } from "../shared.ts";

/** The plan of a score in a folder, and its faults. */
export const scoreCheck = look({
  params: { score: newScore, folder: path },
  result: z.custom<ScoreAnswer>(),
  run: async ({ scoreOptions }, { score, folder }) => checkScore(score, await scoreOptions(folder)),
});
