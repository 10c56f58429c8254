import type { FilePlace } from "../../score/plan/command.ts";
import { plainPath, shown } from "../file-place.ts";
import type { CheckPlace, Comparison, RunCheck } from "../place.ts";
import { absenceOf, isAsBefore } from "./compare.ts";

/** A missing file is not unchanged: its name is probably wrong. */
export const runFileUnchangedSince: RunCheck<"file_unchanged_since"> = async ({ path, since }, place) => {
  const absence = await absenceOf(place, path);
  if (absence !== undefined) return absence;
  const same = await isAsIn(place, path, since);
  switch (same.kind) {
    case "yes":
      return undefined;
    case "no":
      return { reason: `${shown(path)} was changed since ${since}`, hint: `Put ${path.path} back as it was` };
    case "unknown":
      return { reason: `whether ${shown(path)} was changed since ${since} is not known: ${same.why}` };
  }
};

async function isAsIn(place: CheckPlace, path: FilePlace, since: string): Promise<Comparison> {
  if (since === "base") return isAsBefore(place, path);
  if (path.root === "context") return place.since.unchangedSince(since, plainPath(path.path));
  return { kind: "unknown", why: "the workspace has no history; it can only be compared with base" };
}
