import { z } from "zod";
import { findNamed } from "../../../conductor/report/views/named.ts";
import type { Found } from "../../contract/job.ts";
import { look } from "../method.ts";
import { path } from "../shared.ts";

/** What a person means by the name of a job or a sheet. */
export const jobFind = look({
  params: { folder: path, job: z.string().max(200).optional(), sheet: z.string().max(1000).optional() },
  result: z.custom<readonly Found[]>(),
  run: ({ report }, asked) => findNamed(report, asked),
});
