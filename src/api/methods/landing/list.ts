import { z } from "zod";
import { listLandings } from "../../../conductor/report/answers.ts";
import type { LandingRow } from "../../contract/landing.ts";
import { look } from "../method.ts";
import { whichJob } from "../shared.ts";

/** The landings that the journal has. */
export const landingList = look({
  params: whichJob,
  result: z.custom<readonly LandingRow[]>(),
  run: ({ report }, asked) => listLandings(report, asked),
});
