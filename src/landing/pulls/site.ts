import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import type { Forge, ForgePlace } from "../../forge/forge.ts";
import { openForge } from "../../forge/open-forge.ts";
import { forgeOf } from "../../forge/place.ts";
import { readRemoteAddress } from "../../git/remote/remotes.ts";
import type { ForgeKind, PullRequestPlan } from "../../score/plan/landing-plan.ts";
import { type Job, landingRef } from "../../sheet/job.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import type { CommitSha } from "../../base/ids.ts";
import { fetchRef } from "../../git/remote/fetch.ts";
import { readCommit } from "../../git/refs/refs.ts";
import type { Head } from "../ground.ts";
import type { LandingHands } from "../hands.ts";

/** The remote that branches are pushed to, and the server of the pull requests. */
export interface PullSite {
  readonly equipment: Equipment;
  readonly job: Job;
  readonly plan: PullRequestPlan;
  /** Full name of the ref that they are for, here and there. */
  readonly ref: string;
  /** The remote that has that ref for everybody. */
  readonly home: string;
  readonly forge: Forge;
  /** The repository of the branches, where it is another one. */
  readonly fork: ForgePlace | null;
}

/** Throws `forge.*` without such a server, or a login for it. */
export async function openSite(equipment: Equipment, job: Job, plan: PullRequestPlan): Promise<PullSite> {
  const home = plan.upstream ?? plan.remote;
  const place = await placeOf(equipment, home, plan.forge);
  const fork = home === plan.remote ? null : await placeOf(equipment, plan.remote, plan.forge);
  const forge = await openForge(place, {
    run: equipment.programs.run,
    world: equipment.world,
    env: definedIn(equipment.programs.client),
  });
  return { equipment, job, plan, ref: requireTarget(job), home, forge, fork };
}

export function requireTarget(job: Job): string {
  const ref = landingRef(job);
  if (ref === null)
    throw new TuttiError("bug.unexpected", `${job.id} lands nothing, but has something to propose`, {
      audience: "bug",
    });
  return ref;
}

/** Where objects lie that only Tutti's store has. */
export function objectsOf({ store }: Equipment): string {
  return join(store.gitDir, "objects");
}

async function placeOf({ git, store }: Equipment, remote: string, kind: ForgeKind | null): Promise<ForgePlace> {
  const address = await readRemoteAddress(git, store.repository.commonDir, remote);
  if (address !== undefined) return forgeOf(address, kind);
  throw new TuttiError(
    "forge.unknown",
    `the repository has no remote ${remote} that pull requests could be opened at`,
    {
      audience: "user",
      hint: `Add it (git remote add ${remote} ADDRESS), or name another one in the score: landing.pull_request.remote. Then run: tutti resume`,
    },
  );
}

function definedIn(env: Equipment["programs"]["client"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The remote's target; the local one while the remote has no such branch. */
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

/** The result is kept. */
export function notReached(what: string): TuttiError {
  return new TuttiError("landing.push_failed", what, {
    audience: "environment",
    hint: "The result is kept. When the remote answers again, run: tutti resume",
  });
}
