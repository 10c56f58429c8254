import type { Git } from "../../git/git.ts";
import { countPacks, joinPacks, countLoose, packLoose } from "../../git/storage/pack-loose.ts";
import { packRefs } from "../../git/refs/refs.ts";
import type { ObjectStore } from "./object-store.ts";

export interface MaintenanceRequest {
  /** Whether any context of the store is there, in use or kept. */
  readonly isAnyContextAlive: () => Promise<boolean>;
  /** From how many loose objects on it is worth the work. */
  readonly threshold?: number;
  /** From how many packs on they are joined: many a capture leaves a small one. */
  readonly packLimit?: number;
}

/** `postponed`: contexts live · `tidy`: there is nothing to do · `packed`: so many loose objects became a pack. */
export type Maintenance =
  | { readonly kind: "postponed" }
  | { readonly kind: "tidy" }
  | { readonly kind: "packed"; readonly objects: number };

/**
 * Does for a store what git would do by itself, which is off there: packs loose objects and refs. Nothing is ever
 * dropped. Only while no context lives, so that no agent's git is slowed down by it.
 */
export async function maintainStore(git: Git, store: ObjectStore, request: MaintenanceRequest): Promise<Maintenance> {
  const { isAnyContextAlive, threshold = 2000, packLimit = 50 } = request;
  const { gitDir } = store;
  if ((await countLoose(gitDir)) < threshold && (await countPacks(gitDir)) < packLimit) return { kind: "tidy" };
  return store.writers(async () => {
    if (await isAnyContextAlive()) return { kind: "postponed" };
    const objects = await packLoose(git, gitDir);
    await packRefs(git, gitDir);
    if ((await countPacks(gitDir)) >= packLimit) await joinPacks(git, gitDir);
    return { kind: "packed", objects };
  });
}
