import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { gitIn } from "../../kit/git.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { places, said, shellScore, subjects } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** Where it is, where its state goes, and what git says there; the first attempt fails, the second does the work. */
const lookAround = `pwd; echo "$TUTTI_STATE"; echo "\${TMPDIR:-none}"
git rev-parse --git-dir 2>&1 | head -1; git symbolic-ref --short HEAD 2>/dev/null || echo detached; git log --format=%s 2>/dev/null; git remote 2>/dev/null
[ "$TUTTI_ATTEMPT" = 2 ] && echo b >b.txt`;

/** The output behind the folder and the state folder: TMPDIR, the git dir, the branch, the history. */
const levels = [
  { level: "directory", finds: ["none", expect.stringContaining("not a git repository"), "detached"] },
  {
    level: "worktree",
    finds: ["none", expect.stringMatching(/worktrees\.git\/worktrees\/story-[^/]*\.fix$/), "detached", "begin"],
  },
  { level: "clone", finds: ["none", ".git", "main", "begin"] },
  { level: "full", finds: [expect.stringMatching(/state\/tasks\/fix$/), ".git", "main-task-fix", "begin"] },
] as const;

it("a sheet without git finds none above its folder either", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  // As in a home directory that is a repository of its own.
  gitIn(kit.root, ["init", "--quiet"]);
  await kit.playScore(shellScore("directory", lookAround));
  expect(said(kit)[3]).toContain("not a git repository");
});

describe.each(levels)("a sheet of level $level", ({ level, finds }) => {
  it("works in the folder named after it, and its next attempt beside that", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const played = await kit.playScore(shellScore(level, lookAround));
    expect(played.states).toEqual({ fix: "landed" });
    const job = join(kit.home, "jobs", played.job.id);
    const state = level === "full" ? join(job, "state/tasks/fix") : join(job, "state");
    expect(said(kit)).toEqual([join(job, "tasks/fix"), state, ...finds]);
    expect(said(kit, "fix", 2)[0]).toBe(join(job, "tasks/fix.2"));
    expect(places(played, "fix").map(({ level: placed, path }) => [placed, path])).toEqual([
      [level, join(job, "tasks/fix")],
      [level, join(job, "tasks/fix.2")],
    ]);
    expect([await kit.contexts(), subjects(kit), kit.git("status", "--porcelain")]).toEqual([[], ["fix", "begin"], ""]);
  });
});
