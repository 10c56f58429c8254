import { TuttiError } from "../../../base/error.ts";
import type { CommitSha } from "../../../base/ids.ts";
import { fetchRef } from "../../../git/remote/fetch.ts";
import { readCommit } from "../../../git/refs/refs.ts";
import type { Head } from "../../ground.ts";
import type { LandingHands } from "../../hands.ts";
import type { Job } from "../../../sheet/job.ts";
import type { Equipment } from "../../../attempt/equipment.ts";
import { requireTarget } from "./site.ts";

/** Where the target stands for those whom the pull request is for; here, as long as the remote has no such branch. */
export async function fetchTarget(equipment: Equipment, job: Job, remote: string): Promise<CommitSha> {
  const { git, store } = equipment;
  const { commonDir: gitDir } = store.repository;
  const ref = requireTarget(job);
  const fetched = await fetchRef(git, { gitDir, remote, ref });
  if (fetched.kind === "fetched") return fetched.commit;
  if (fetched.kind !== "absent") throw notReached(`${ref} could not be fetched from ${remote}: ${fetched.words}`);
  const here = await readCommit(git, gitDir, ref);
  if (here !== undefined) return here;
  throw new TuttiError("git.no_target", `${ref} does not exist any more`, {
    audience: "user",
    hint: `Bring it back, then run: tutti resume ${job.id}`,
  });
}

export async function headAt({ objects }: Pick<LandingHands, "objects">, commit: CommitSha): Promise<Head> {
  return { commit, tree: (await objects.readCommit(commit)).tree };
}

/** What git could not bring to the remote, or from it. The result is kept. */
export function notReached(what: string): TuttiError {
  return new TuttiError("landing.push_failed", what, {
    audience: "environment",
    hint: "The result is kept. When the remote answers again, run: tutti resume",
  });
}
