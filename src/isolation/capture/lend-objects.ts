import { TuttiError } from "../../base/error.ts";
import { findOddObjects } from "./nested/odd-git.ts";

/**
 * Lets a call of Tutti's git find objects in a folder that somebody else may have written. Refuses where git would wait
 * for ever at one of them; `known`: folders of objects that are in order.
 */
export async function lendObjects(
  objects: string,
  known: ReadonlySet<string>,
): Promise<Readonly<Record<string, string>>> {
  const odd = await findOddObjects(objects, known);
  if (odd !== undefined)
    throw new TuttiError("git.failed", `${odd} is no file that git can read, so nothing is read from there`, {
      audience: "environment",
    });
  return { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects) };
}
