import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { JobId } from "../../base/ids.ts";
import { successorEntry } from "../../conductor/book.ts";
import type { Once } from "../../conductor/jobs/once.ts";
import type { JobParts } from "../../conductor/jobs/parts.ts";
import { requireJob } from "../../conductor/find/require.ts";
import { submit } from "../../conductor/jobs/submit/submit.ts";
import { openScore } from "../../score/load.ts";
import type { FilledScore } from "../../score/follow/fill.ts";
import type { Job } from "../../sheet/job.ts";
import type { Successor } from "../successor.ts";

export interface StartParts {
  readonly jobs: JobParts;
  readonly once: Once;
  /** Cancels unfinished jobs and archives their contexts. */
  readonly putAway: (jobs: readonly JobId[]) => Promise<void>;
}

/**
 * Makes the next job of a chain. That it was started is recorded in one transaction with the job: after a crash there
 * is either both or neither.
 */
export async function startScore(parts: StartParts, successor: Successor, step: FilledScore): Promise<void> {
  const { jobs, once, putAway } = parts;
  const parent = await requireJob(jobs, successor.job);
  const path = await realpath(step.path).catch(() => step.path);
  const environment = await jobs.agents.terminal(parent.id);
  const score = { path, baseDir: dirname(path), text: openScore(path).text };
  await once({ method: "job.submit", key: `successor ${successor.id}` }, (note) =>
    submit(
      jobs,
      {
        score,
        folder: step.folder,
        priority: parent.priority,
        managed: step.folder === (parent.repository.top ?? parent.repository.commonDir) ? parent.managed : undefined,
        fresh: step.fresh,
        environment,
        ...(path === parent.score ? sameWishes(parent) : {}),
        chained: {
          place: { root: successor.root, parent: parent.id, depth: successor.depth },
          variables: step.variables,
          workspace: step.workspace,
        },
      },
      {
        note: (accepted) => [
          ...note(accepted),
          successorEntry({ ...successor, state: { kind: "started", job: accepted.job } }, jobs.world.now(), false),
        ],
        clear: async () => {
          if (step.fresh) await putAway(await unfinishedOf(jobs, path, parent));
        },
      },
    ),
  );
}

/** A score that runs itself again runs as a person wanted it to run the first time. */
function sameWishes({ levelAsked, perAsked, pullsAsked, ...same }: Job): object {
  const { managed, defaults, validateBase, parallel } = same;
  return { isolation: levelAsked, per: perAsked, pullRequest: pullsAsked, managed, defaults, validateBase, parallel };
}

async function unfinishedOf({ store }: JobParts, score: string, parent: Job): Promise<readonly JobId[]> {
  const jobs = await store.unfinished(parent.repository.commonDir);
  return jobs.flatMap((job) => (job.score === score && job.id !== parent.id ? [job.id] : []));
}
