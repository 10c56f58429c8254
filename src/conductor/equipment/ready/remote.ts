import { type TuttiError, messageOf } from "../../../base/error.ts";
import type { CommitSha } from "../../../base/ids.ts";
import { visible } from "../../../base/text.ts";
import { tryPush } from "../../../git/remote/push.ts";
import { remoteOf } from "../../../git/remote/remotes.ts";
import { type Job, landingRef } from "../../../sheet/job.ts";
import type { Unready } from "../../../sheet/rest/unready.ts";
import type { Equipment } from "../equipment.ts";

/** Opens the server of a job's pull requests; throws without one, or without a login for it. */
export type OpenServer = (job: Job) => Promise<unknown>;

interface Looking {
  readonly commit: CommitSha;
  readonly openServer: OpenServer;
}

/** Whether results could be pushed, and pull requests opened; nothing is sent. */
export async function lookAtRemote(
  { git, store }: Equipment,
  job: Job,
  { commit, openServer }: Looking,
): Promise<readonly Unready[]> {
  const { pullRequest, push } = job.plan.landing;
  const target = landingRef(job);
  const named = pullRequest?.remote ?? push;
  if (named === null || target === null) return [];
  const gitDir = store.repository.commonDir;
  const remote = named === true ? await remoteOf(git, gitDir, target) : named;
  if (remote === undefined) return [];
  const ref = pullRequest === null ? target : `refs/heads/tutti/${job.id}`;
  const [pushed, server] = await Promise.all([
    tryPush(git, { gitDir, remote, commit, ref }),
    pullRequest === null
      ? null
      : openServer(job).then(
          () => null,
          (error: unknown) => error as TuttiError,
        ),
  ]);
  const where = pullRequest === null ? "every landing, which is pushed" : "the pull request of every sheet";
  return [
    ...(pushed.kind === "reached"
      ? []
      : [
          {
            code: "ready.no_remote" as const,
            what: `the remote ${visible(remote)}`,
            where,
            why: "it can't be pushed to",
            output: pushed.words,
            next: `Make this work: git push --dry-run ${visible(remote)}`,
          },
        ]),
    ...(server === null
      ? []
      : [
          {
            code: "ready.no_remote" as const,
            what: `pull requests at ${visible(remote)}`,
            where,
            why: messageOf(server),
            output: "",
            next: server.hint ?? "See docs/pull-requests.md.",
          },
        ]),
  ];
}
