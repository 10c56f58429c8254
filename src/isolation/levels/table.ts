import type { IsolationLevel } from "../../score/plan/levels.ts";
import { clone } from "./clone.ts";
import { directory } from "./directory.ts";
import type { Level } from "./level.ts";
import { none } from "./none.ts";
import { worktree } from "./worktree.ts";

/** What each level does. What it promises: `src/score/plan/levels.ts`. */
export const levelTable: Readonly<Record<IsolationLevel, Level>> = {
  none,
  directory,
  branch: clone,
  worktree,
  clone,
  full: clone,
};
