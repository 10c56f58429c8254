import { join } from "node:path";
import type { Playground } from "../playground.ts";
import { listFolder } from "../walk.ts";

/** Tutti's own repositories beside the user's: where captures are, and on what worktrees hang. */
export function storesOf(ground: Pick<Playground, "home">): {
  readonly stores: readonly string[];
  readonly hubs: readonly string[];
} {
  const folder = join(ground.home, "repositories");
  const all = listFolder(folder).flatMap((name) =>
    listFolder(join(folder, name)).map((store) => join(folder, name, store)),
  );
  return {
    stores: all.filter((path) => path.endsWith("/store.git")),
    hubs: all.filter((path) => path.endsWith("/worktrees.git")),
  };
}
