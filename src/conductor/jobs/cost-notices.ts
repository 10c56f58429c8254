import type { Job } from "../../sheet/job.ts";
import type { Entry } from "../../store/entry.ts";
import { uncountedWords } from "../../api/contract/cost.ts";
import type { JobParts } from "./parts.ts";

/** Says of a job with a cost limit, before anything of it is run, which agents that limit can't hold. */
export async function costNotices(
  parts: Pick<JobParts, "agents" | "world">,
  { id, plan, repository }: Job,
  environment: Readonly<Record<string, string>> | undefined,
): Promise<readonly Entry[]> {
  const text = uncountedWords(await parts.agents.uncounted(plan, repository.top, environment));
  return text === null
    ? []
    : [{ about: "note", job: id, sheet: null, event: { kind: "notice", at: parts.world.now(), text } }];
}
