import { z } from "zod";
import { lookAtRadar } from "../../../landing/radar/radar.ts";
import type { RadarView } from "../../contract/landing.ts";
import { look } from "../method.ts";
import { whichJob } from "../shared.ts";

/** Which live sheets collide; without a job, those of all unfinished jobs of the folder's repository. */
export const radarLook = look({
  params: whichJob,
  result: z.custom<RadarView>(),
  run: ({ report, merges }, asked) => lookAtRadar(report, merges, asked),
});
