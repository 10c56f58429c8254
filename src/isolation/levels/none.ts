import { TuttiError } from "../../base/error.ts";
import type { Level } from "./level.ts";

/** The user's own folder: `in-place.ts` enters it, and nothing is made. */
export const none: Level = {
  link: () =>
    Promise.reject(new TuttiError("bug.unexpected", "level none has no files of its own", { audience: "bug" })),
  agentGit: () => null,
  adminFolder: () => null,
};
