import { appendFileSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gitIn } from "../contexts/raw-git.ts";
import type { Change, Place } from "./state.ts";

/** What agents do with the git of their context. */
export const gitChanges: readonly Change[] = [
  ["staged only", (place) => stagedOnly(place)],
  ["commits", (place) => commit(place, "committed.txt")],
  ["detached commits", (place) => detached(place)],
  ["another branch", (place) => anotherBranch(place)],
  ["stash", (place) => stash(place)],
  ["tag", (place) => quiet(place, ["tag", "-a", "-m", "a tag", `tag-${place.chance.whole(1e6)}`])],
  ["reset away", (place) => resetAway(place)],
  ["hidden edit", (place) => hiddenEdit(place)],
  ["locked", (place) => leaveLocks(place)],
  ["everything excluded", (place) => excludeAll(place)],
  ["packed", (place) => quiet(place, ["gc", "-q"])],
];

/** Changes that leave the context's git, or the context, in an unexpected place; the last one needs no git. */
export const lastChanges: readonly Change[] = [
  ["no .git", (place) => noGit(place)],
  ["another .git", (place) => anotherGit(place)],
  ["worktree locked", (place) => quiet(place, ["worktree", "lock", place.root])],
  ["moved away", (place) => moveAway(place)],
];

/** An agent's git may say no, for what it did before; it goes on. */
function quiet(place: Place, args: readonly string[]): undefined {
  try {
    gitIn(place.folder, args);
  } catch {
    // As agents do.
  }
  return undefined;
}

function stagedOnly(place: Place): undefined {
  writeFileSync(join(place.folder, "src/staged.txt"), "staged, then gone from the files\n");
  quiet(place, ["add", "src/staged.txt"]);
  writeFileSync(join(place.folder, "src/staged.txt"), "something else\n");
}

function commit(place: Place, name: string): undefined {
  writeFileSync(join(place.folder, name), `in ${name}\n`);
  quiet(place, ["add", "-f", name]);
  quiet(place, ["commit", "-q", "-m", `with ${name}`]);
}

function detached(place: Place): undefined {
  quiet(place, ["checkout", "-q", "--detach"]);
  commit(place, "detached-1.txt");
  commit(place, "detached-2.txt");
}

function anotherBranch(place: Place): undefined {
  quiet(place, ["checkout", "-q", "-b", `side-${place.chance.whole(1e6)}`]);
  commit(place, "on-a-branch.txt");
  quiet(place, ["checkout", "-q", "-"]);
}

function stash(place: Place): undefined {
  writeFileSync(join(place.folder, "README.md"), "# stashed\n");
  quiet(place, ["stash", "push", "-q", "--", "README.md"]);
}

function resetAway(place: Place): undefined {
  commit(place, "reset.txt");
  quiet(place, ["reset", "-q", "--hard", "HEAD~1"]);
}

function hiddenEdit(place: Place): undefined {
  appendFileSync(join(place.folder, "src/hidden.txt"), "an edit that the index is told not to see\n");
  quiet(place, ["update-index", place.chance.pick(["--skip-worktree", "--assume-unchanged"]), "src/hidden.txt"]);
}

/** As a killed git leaves them. */
function leaveLocks(place: Place): undefined {
  const gitDir = gitDirOf(place);
  if (gitDir !== undefined) for (const name of ["index.lock", "HEAD.lock"]) writeFileSync(join(gitDir, name), "");
}

function excludeAll(place: Place): undefined {
  const gitDir = gitDirOf(place);
  if (gitDir !== undefined && existsSync(join(gitDir, "info"))) writeFileSync(join(gitDir, "info/exclude"), "*\n");
}

function gitDirOf(place: Place): string | undefined {
  try {
    return gitIn(place.folder, ["rev-parse", "--absolute-git-dir"]).trimEnd();
  } catch {
    return undefined;
  }
}

function noGit(place: Place): undefined {
  rmSync(join(place.root, ".git"), { recursive: true, force: true });
}

function anotherGit(place: Place): undefined {
  rmSync(join(place.root, ".git"), { recursive: true, force: true });
  writeFileSync(join(place.root, ".git"), "gitdir: /nonexistent/elsewhere\n");
}

function moveAway(place: Place): string {
  const to = `${place.root}-moved-away`;
  renameSync(place.root, to);
  return to;
}
