import { z } from "zod";
import { findNamed } from "../../../conductor/report/views/named.ts";
import type { Found } from "../../contract/job.ts";
import { look } from "../method.ts";
import { path } from "../shared.ts";

/** The job or sheet that a person's name for it means. */
export const jobFind = look({
  params: { folder: path, job: z.string().max(200).optional(), sheet: z.string().max(1000).optional() },
  result: z.custom<readonly Found[]>(),
  run: ({ report }, asked) => findNamed(report, asked),
});
