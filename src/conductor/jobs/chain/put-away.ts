import type { JobId } from "../../../base/ids.ts";
import { archive } from "../../../isolation/contexts/archive.ts";
import type { ContextParts } from "../../../isolation/contexts/parts.ts";
import { cancelSoon } from "../control.ts";
import type { InTurn } from "../once.ts";
import type { JobParts } from "../parts.ts";

interface PutAwayParts {
  readonly jobs: JobParts;
  readonly contexts: ContextParts;
  readonly inTurn: InTurn;
}

/** Cancels jobs and archives their contexts, so that another takes their place. */
export async function putAway({ jobs, contexts, inTurn }: PutAwayParts, replaced: readonly JobId[]): Promise<void> {
  for (const job of replaced) {
    await cancelSoon(jobs, { job }, inTurn);
    await inTurn(job, () => archive(contexts, { job, forget: false }));
  }
}
