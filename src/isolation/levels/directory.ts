import { ownGitFolder } from "./clone.ts";
import type { Level } from "./level.ts";

/** The files of a commit in a folder without git. */
export const directory: Level = {
  link: () => Promise.resolve(null),
  // Its agent may have made it a repository.
  agentGit: ownGitFolder,
  adminFolder: () => null,
};
