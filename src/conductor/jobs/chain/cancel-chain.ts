import type { JobId } from "../../../base/ids.ts";
import type { Job } from "../../../sheet/job.ts";
import { requireJob } from "../../find/require.ts";
import { cancelSoon } from "../control.ts";
import type { InTurn } from "../once.ts";
import type { JobParts } from "../parts.ts";

interface ChainParts {
  readonly jobs: JobParts;
  readonly inTurn: InTurn;
  /** Nothing more follows in the chain when this resolves. */
  readonly endChain: (root: JobId) => Promise<void>;
}

/** Ends a chain before its jobs: one that ended first could be followed by another. */
export async function cancelChain(
  { jobs, inTurn, endChain }: ChainParts,
  id: JobId,
): Promise<{ readonly root: JobId; readonly jobs: readonly JobId[] }> {
  const root = rootOf(await requireJob(jobs, id));
  await endChain(root);
  const members = (await jobs.store.unfinished()).filter((job) => rootOf(job) === root).map((job) => job.id);
  await Promise.all(members.map((job) => cancelSoon(jobs, { job }, inTurn)));
  return { root, jobs: members };
}

function rootOf({ id, chain }: Job): JobId {
  return chain?.root ?? id;
}
