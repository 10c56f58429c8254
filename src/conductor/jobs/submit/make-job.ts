import { branchName } from "../../../base/text.ts";
import { TuttiError } from "../../../base/error.ts";
import type { World } from "../../../base/world/world.ts";
import type { Git } from "../../../git/git.ts";
import { readIdentity } from "../../../git/identity.ts";
import { readCommit, readHeadRef, readTip, resolveRef } from "../../../git/refs/refs.ts";
import { readPushUrl, remoteOf } from "../../../git/remote/remotes.ts";
import type { Repository } from "../../../git/repository.ts";
import { requireOutside } from "../../../isolation/home/outside.ts";
import { readGateFile } from "../../../landing/gates/file.ts";
import { isInPlace } from "../../../score/plan/isolation.ts";
import type { LandingPlan } from "../../../score/plan/landing-plan.ts";
import type { Plan } from "../../../score/plan/plan.ts";
import { type Job, type JobIsolation, trialWords } from "../../../sheet/job.ts";
import { newJobId } from "../../find/job-id.ts";

/** Where a job is to play: a repository, or a folder that is none. */
export interface JobPlace {
  readonly repository: Repository;
  /** Why it is no repository that git is willing to open; `null` when it is one. */
  readonly noRepository: string | null;
}

export interface JobRequest {
  readonly plan: Plan;
  readonly place: JobPlace;
  readonly folder: string;
  readonly parallel: number;
  readonly priority?: number;
  readonly score?: string | null;
  readonly epoch: number;
}

/**
 * Makes a job of a plan: where it lands, how its sheets are kept apart and in whose name is settled here, once, before
 * anything runs.
 */
export async function makeJob(git: Git, world: World, request: JobRequest): Promise<Job> {
  const { plan, place } = request;
  requireAgents(plan);
  const isolation = settleIsolation(plan, place);
  if (isInPlace(isolation.level) && place.repository.top === null) throw noFolder(place.repository);
  const lands = isolation.level !== "none";
  if (lands && plan.isolation.folder !== null) await requireOutside(plan.isolation.folder, place.repository);
  if (lands && plan.isolation.sourceBranch !== null)
    await findTarget(git, place.repository, { named: plan.isolation.sourceBranch, key: "source_branch" });
  const target = lands ? await findTarget(git, place.repository, { named: plan.target, key: "target" }) : null;
  if (target !== null) await requireLandable(git, place.repository, { target, landing: plan.landing });
  return {
    id: newJobId(plan.name, world),
    plan,
    repository: place.repository,
    target,
    isolation,
    diverted: null,
    // Work that is only snapshotted needs no name of the user's.
    identity: lands
      ? await readIdentity(git, request.folder)
      : await readIdentity(git, request.folder).catch(() => unknownPerson),
    parallel: request.parallel,
    priority: request.priority ?? 0,
    score: request.score ?? null,
    status: { kind: "running" },
    epoch: request.epoch,
    createdAt: world.now(),
  };
}

const unknownPerson = { name: "Tutti", email: "tutti@localhost" };

function noFolder({ commonDir }: Repository): TuttiError {
  return new TuttiError("context.create_failed", `${commonDir} is a bare repository: there is no folder to work in`, {
    audience: "user",
    hint: "Use a level of isolation that makes folders of its own: --isolation clone",
  });
}

/**
 * The level that the score asks for, where there is a repository for it; else the folder itself, if the score allows
 * that.
 */
function settleIsolation(plan: Plan, { noRepository }: JobPlace): JobIsolation {
  const { level, per, fallback } = plan.isolation;
  // Sheets that work in the folder itself share it in any case, one after the other.
  if (noRepository === null || level === "none")
    return { level, per: isInPlace(level) ? "sheet" : per, fallback: null };
  if (!fallback)
    throw new TuttiError("git.no_repository", noRepository, {
      audience: "user",
      hint: "Run tutti inside a git repository (git init makes one), name one with --repo, or work in the folder itself: --no-isolation",
    });
  return { level: "none", per: "sheet", fallback: noRepository };
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

/** A branch as the score names it, else the one checked out. `key`: where the score does. */
async function findTarget(
  git: Git,
  repository: Repository,
  { named, key }: { named: string | null; key: "target" | "source_branch" },
): Promise<string> {
  const ref = named === null ? await readHeadRef(git, repository.gitDir) : `refs/heads/${branchName(named)}`;
  if (ref === undefined) {
    const isTried = (await readTip(git, repository.gitDir, "HEAD"))?.message.includes(trialWords) === true;
    throw new TuttiError(
      "git.no_target",
      `HEAD is detached${isTried ? " (a result is being tried here)" : ""}, so there is no branch to land on`,
      {
        audience: "user",
        hint: isTried
          ? "Go back to your branch first: tutti review --back"
          : "Check out a branch, or name one in the score: target: main",
      },
    );
  }
  const real = await resolveRef(git, repository.commonDir, ref);
  if ((await readCommit(git, repository.commonDir, real)) !== undefined) return real;
  const what = named === null ? `${ref} has no commit to start from` : `there is no branch ${named}`;
  throw new TuttiError("git.no_commit", what, {
    audience: "user",
    hint: named === null ? "Make a first commit." : `Name a branch of this repository in the score: ${key}: main`,
  });
}

/**
 * Before an agent is paid, finds the causes that would keep every result from landing: gates that can't be read, a
 * missing remote.
 */
async function requireLandable(
  git: Git,
  { commonDir }: Repository,
  { target, landing }: { target: string; landing: LandingPlan },
): Promise<void> {
  const commit = await readCommit(git, commonDir, target);
  if (commit !== undefined) await readGateFile(git, commonDir, commit);
  const named = landing.pullRequest?.remote ?? landing.push;
  if (named === null) return;
  const remote = named === true ? await remoteOf(git, commonDir, target) : named;
  if (remote !== undefined && (await readPushUrl(git, commonDir, remote)) !== undefined) return;
  const what = remote === undefined ? `no remote for ${target}` : `no remote ${JSON.stringify(remote)}`;
  throw new TuttiError(
    "landing.push_failed",
    `the repository has ${what}, so nothing could be pushed; nothing was started`,
    {
      audience: "user",
      hint: "Add one (git remote add origin …), or name another in the score.",
    },
  );
}
