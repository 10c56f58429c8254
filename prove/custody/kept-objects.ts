import { existsSync } from "node:fs";
import { askIn } from "../contexts/raw-git.ts";

/** Whether an object can still be reached from a ref, a log or an index of any of these repositories. */
export function keptObjects(places: readonly string[]): (name: string) => boolean {
  let known: ReadonlySet<string> | undefined;
  return (name) => {
    known ??= new Set(places.filter((place) => existsSync(place)).flatMap(objectsIn));
    return known.has(name);
  };
}

/** Asked one by one: with a HEAD that names nothing yet, git says nothing at all to a question of several parts. */
function objectsIn(place: string): readonly string[] {
  return ["--all", "--reflog", "--indexed-objects", "HEAD"].flatMap((from) => {
    const listed = askIn(place, ["--no-replace-objects", "rev-list", "--objects", from]) ?? "";
    return listed.split("\n").map((line) => line.split(" ", 1)[0] ?? "");
  });
}
