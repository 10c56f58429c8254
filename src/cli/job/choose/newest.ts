import type { Tutti } from "../../../api/tutti.ts";
import { TuttiError } from "../../../base/error.ts";
import type { JobId } from "../../../base/ids.ts";
import { aboutJob } from "./ask.ts";

/** The job that is named, else the newest of the repository around. */
export async function requireJobHere(tutti: Pick<Tutti, "call">, named: string | undefined): Promise<JobId> {
  const view = await tutti.call("job.status", aboutJob(named));
  if (view !== null) return view.id;
  throw new TuttiError(
    "job.unknown",
    named === undefined ? "there is no job of this repository" : `there is no job ${named}`,
    {
      audience: "user",
      hint: "tutti list shows the jobs there are.",
    },
  );
}
