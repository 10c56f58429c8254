import type { Git } from "../../git/git.ts";
import { countPacks, joinPacks, countLoose, packLoose } from "../../git/storage/pack-loose.ts";
import { packRefs } from "../../git/refs/refs.ts";
import { dropRedo } from "../../git/storage/redo-recover.ts";
import type { ObjectStore } from "./object-store.ts";

export interface MaintenanceRequest {
  readonly isAnyContextAlive: () => Promise<boolean>;
  readonly threshold?: number;
  /** Many captures leave a small pack. */
  readonly packLimit?: number;
}

/** `postponed`: contexts live · `tidy`: nothing to do · `packed`: loose objects became a pack. */
export type Maintenance =
  | { readonly kind: "postponed" }
  | { readonly kind: "tidy" }
  | { readonly kind: "packed"; readonly objects: number };

/**
 * Packs loose objects and refs, since git's own maintenance is off. Drops nothing. Only while no context lives, so that
 * no agent's git slows down.
 */
export async function maintainStore(git: Git, store: ObjectStore, request: MaintenanceRequest): Promise<Maintenance> {
  const { isAnyContextAlive, threshold = 2000, packLimit = 50 } = request;
  const { gitDir } = store;
  if ((await countLoose(gitDir)) < threshold && (await countPacks(gitDir)) < packLimit) return { kind: "tidy" };
  return store.writers(async () => {
    if (await isAnyContextAlive()) return { kind: "postponed" };
    const objects = await packLoose(git, gitDir);
    await packRefs(git, gitDir);
    await dropRedo(gitDir);
    if ((await countPacks(gitDir)) >= packLimit) await joinPacks(git, gitDir);
    return { kind: "packed", objects };
  });
}
