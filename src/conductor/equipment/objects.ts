import { type Objects, openObjects } from "../../git/objects/objects.ts";
import type { Equipment, Queues } from "./equipment.ts";

/** The objects of a store or of the user's repository, by a git that stays. */
export function objectsIn(
  { objects }: Queues,
  { git, store }: Pick<Equipment, "git" | "store">,
  gitDir: string,
): Objects {
  const { objectFormat: format } = store.repository;
  const known =
    objects.get(gitDir) ??
    openObjects(git, gitDir, gitDir === store.gitDir ? { format, takesAll: true } : { format, isUsers: true });
  objects.set(gitDir, known);
  return known;
}
