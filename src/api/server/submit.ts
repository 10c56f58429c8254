import { TuttiError } from "../../base/error.ts";
import type { World } from "../../base/world.ts";
import type { Git } from "../../git/git.ts";
import { readIdentity } from "../../git/identity.ts";
import { readCommit, readHeadRef, resolveRef } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import type { Plan } from "../../score/plan.ts";
import type { Job } from "../../sheet/job.ts";
import { newJobId } from "./job-id.ts";

/** Makes a job of a plan: where it lands and in whose name is settled here, once, before anything runs. */
export async function makeJob(
  git: Git,
  world: World,
  request: { plan: Plan; repository: Repository; folder: string; parallel: number; epoch: number },
): Promise<Job> {
  const { plan, repository } = request;
  requireAgents(plan);
  const target = await findTarget(git, repository, plan.target);
  const identity = await readIdentity(git, request.folder);
  return {
    id: newJobId(plan.name, world),
    plan,
    repository,
    target,
    diverted: null,
    identity,
    parallel: request.parallel,
    status: { kind: "running" },
    epoch: request.epoch,
    createdAt: world.now(),
  };
}

/** A job that could never play some of its sheets is not begun. */
function requireAgents(plan: Plan): void {
  const judges = plan.rules.flatMap(({ check }) => (check.kind === "llm_judge" ? [check.agent] : []));
  const missing = [...plan.sheets.map(({ agent }) => agent), ...judges].find((agent) => agent.kind === "unavailable");
  if (missing?.kind !== "unavailable") return;
  throw new TuttiError("agent.unavailable", `this version of Tutti has no agent ${JSON.stringify(missing.name)}`, {
    audience: "user",
    hint: "tutti import writes the score in Tutti's own shape, where agents can name any program: agent: { command: [claude, -p] }",
  });
}

/** The branch results land on: the one the score names, else the one checked out. */
async function findTarget(git: Git, repository: Repository, named: string | null): Promise<string> {
  const ref = named === null ? await readHeadRef(git, repository.gitDir) : `refs/heads/${named.replace(/^refs\/heads\//, "")}`;
  if (ref === undefined) {
    throw new TuttiError("git.no_target", "HEAD is detached, so there is no branch to land on", {
      audience: "user",
      hint: "Check out a branch, or name one in the score: target: main",
    });
  }
  const real = await resolveRef(git, repository.commonDir, ref);
  if ((await readCommit(git, repository.commonDir, real)) !== undefined) return real;
  const what = named === null ? `${ref} has no commit to start from` : `there is no branch ${named}`;
  throw new TuttiError("git.no_commit", what, {
    audience: "user",
    hint: named === null ? "Make a first commit." : "Name a branch of this repository in the score: target: main",
  });
}
