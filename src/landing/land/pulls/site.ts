import { join } from "node:path";
import { TuttiError } from "../../../base/error.ts";
import type { Forge } from "../../../forge/forge.ts";
import { openForge } from "../../../forge/open-forge.ts";
import { type ForgeKind, type ForgePlace, forgeOf } from "../../../forge/place.ts";
import { readRemoteAddress } from "../../../git/remote/remotes.ts";
import type { PullRequestPlan } from "../../../score/plan/landing-plan.ts";
import { type Job, landingRef } from "../../../sheet/job.ts";
import type { Equipment } from "../../../attempt/equipment.ts";

/**
 * Where the pull requests of a job are: the remote that branches are pushed to, and the server that they are opened at.
 */
export interface PullSite {
  readonly equipment: Equipment;
  readonly job: Job;
  readonly plan: PullRequestPlan;
  /** Full name of the ref that they are for, here and there. */
  readonly ref: string;
  /** The remote that has that ref for everybody. */
  readonly home: string;
  readonly forge: Forge;
  /** The repository that branches are in, where that is another one. */
  readonly fork: ForgePlace | null;
}

/** Throws `forge.*` when there is no such place, or no login for it. */
export async function openSite(equipment: Equipment, job: Job, plan: PullRequestPlan): Promise<PullSite> {
  const home = plan.upstream ?? plan.remote;
  const place = await placeOf(equipment, home, plan.forge);
  const fork = home === plan.remote ? null : await placeOf(equipment, plan.remote, plan.forge);
  const forge = await openForge(place, {
    run: equipment.run,
    world: equipment.world,
    env: definedIn(equipment.client),
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

function definedIn(env: Equipment["client"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
