import { TuttiError } from "../../base/error.ts";
import type { IsolationLevel } from "../../score/plan/levels.ts";
import { clone, ownGitFolder } from "./clone.ts";
import type { Level } from "./level.ts";
import { worktree } from "./worktree.ts";

/** The user's own folder: `in-place.ts` enters it and makes nothing. */
const none: Level = {
  link: () =>
    Promise.reject(new TuttiError("bug.unexpected", "level none has no files of its own", { audience: "bug" })),
  agentGit: () => null,
  adminFolder: () => null,
};

/** The files of a commit in a folder without git; its agent may have made it a repository. */
const directory: Level = { link: () => Promise.resolve(null), agentGit: ownGitFolder, adminFolder: () => null };

/** The implementation of each level. `src/score/plan/levels.ts` has its promises. */
export const levelTable: Readonly<Record<IsolationLevel, Level>> = {
  none,
  directory,
  branch: clone,
  worktree,
  clone,
  full: clone,
  container: clone,
};
