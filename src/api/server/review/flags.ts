import { messageOf } from "../../../base/error.ts";
import { readChanges } from "../../../git/changes.ts";
import type { Git } from "../../../git/git.ts";
import { readCommit } from "../../../git/refs.ts";
import { gatesOf } from "../../../landing/gates/definition/compose.ts";
import { type GateFile, noGateFile } from "../../../landing/gates/definition/file.ts";
import { readGateFile } from "../../../landing/gates/definition/read.ts";
import { editedGates, isGateFile } from "../../../landing/gates/edited.ts";
import { type Job, landingRef } from "../../../sheet/job.ts";
import type { Captured } from "../../../sheet/state.ts";

interface Looked {
  readonly job: Job;
  readonly state: Captured;
  /** Tutti's own store, which has the result. */
  readonly store: string;
}

/**
 * What a person should know before letting a result land, a sentence each: that it changes what it is judged by, or
 * leaves nothing to judge by.
 */
export async function flagsOf(git: Git, { job, state, store }: Looked): Promise<readonly string[]> {
  const paths = (await readChanges(git, store, { from: state.base, to: state.capture })).map(({ path }) => path);
  const head = await readCommit(git, job.repository.commonDir, landingRef(job) ?? job.target ?? "HEAD");
  // One that is not valid keeps everything from landing, and says so there.
  const file =
    head === undefined
      ? noGateFile
      : await readGateFile(git, job.repository.commonDir, head).catch((): GateFile => noGateFile);
  const wrong = paths.some(isGateFile)
    ? await readGateFile(git, store, state.capture).then(() => null, messageOf)
    : null;
  return [
    ...editedGates(gatesOf({ file, plan: job.plan.landing }), paths, file),
    ...(wrong === null ? [] : [`once it has landed nothing more can land on its target: ${wrong}`]),
  ];
}
