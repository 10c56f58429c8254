import { shown } from "../file-place.ts";
import type { RunCheck } from "../place.ts";
import { absenceOf, isAsBefore } from "./compare.ts";

export const runFileModified: RunCheck<"file_modified"> = async ({ path }, place) => {
  const absence = await absenceOf(place, path);
  if (absence !== undefined) return absence;
  const same = await isAsBefore(place, path);
  switch (same.kind) {
    case "no":
      return undefined;
    case "yes":
      return { reason: `${shown(path)} is as it was before the sheet`, hint: `Change ${path.path} as the task asks` };
    case "unknown":
      return { reason: `whether ${shown(path)} was changed is not known: ${same.why}` };
  }
};
