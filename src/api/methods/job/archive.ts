import { z } from "zod";
import { archive } from "../../../isolation/contexts/archive.ts";
import type { ArchiveOutcome } from "../../contract/context.ts";
import { act } from "../method.ts";
import { jobId } from "../shared.ts";

/** Archives a job; `forget` also deletes its rows. */
export const jobArchive = act({
  params: { job: jobId, forget: z.boolean().default(false) },
  result: z.custom<ArchiveOutcome>(),
  keyed: true,
  run: ({ looks, inTurn }, asked) => inTurn(asked.job, () => archive(looks.contexts, asked)),
});
