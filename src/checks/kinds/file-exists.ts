import { leftOutFailure, missingFailure, rootOf } from "../file-place.ts";
import type { RunCheck } from "../place.ts";
import { findInside } from "../read-inside.ts";

export const runFileExists: RunCheck<"file_exists"> = async ({ path }, place) => {
  const found = await findInside(rootOf(place, path), path.path);
  return found.kind === "missing" || found.kind === "outside"
    ? missingFailure(place, path)
    : leftOutFailure(place, path);
};
