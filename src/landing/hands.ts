import type { World } from "../base/world.ts";
import type { Git } from "../git/git.ts";
import type { ObjectStore } from "../isolation/object-store.ts";
import type { Job } from "../sheet/job.ts";
import type { Verdict } from "../sheet/verdict.ts";
import type { Stacked } from "./candidate.ts";

/** What landing works with. */
export interface LandingHands {
  readonly git: Git;
  readonly store: ObjectStore;
  readonly world: World;
  /** A folder of Tutti's for short-lived files. */
  readonly scratch: string;
  /** Which Tutti this is; marks locks that it takes in the user's checkout. */
  readonly owner: string;
  /** Runs a sheet's validations on the commit that is to land, in a folder made for it. */
  validate(job: Job, stacked: Stacked, cancel: AbortSignal): Promise<Verdict>;
}
