import { describe, expect, it } from "vitest";
import { wireGit } from "../../test/kit/git.ts";
import type { CommitSha } from "../base/ids.ts";
import { isBranchName } from "../git/refs/refs.ts";
import { tempFolder } from "../../test/kit/folders.ts";
import { type BranchView, branchStep, fetchDelayMs, mayPass, usualBase } from "./branches.ts";
import { workBranch } from "../base/names.ts";

describe("the branch of some work", () => {
  const cases = [
    ["tutti", "a_b"],
    ["tutti", "a-b"],
    ["tutti", "a b"],
    ["tutti", "x..y~1:z"],
    ["tutti", "v1.lock"],
    ["tutti", ".lock"],
    ["tutti", "é"],
    ["midoriaiagents/é", "task"],
    ["/lead", "task"],
    ["x/", "task"],
    ["", "task"],
    ["-x/--y", "@{u}"],
    ["Team/Ada", "Fix the Flaky Test!"],
    ["tutti", "a".repeat(500)],
  ] as const;

  it("is prefix/slug-hash, a name that git takes, and different for different work", async () => {
    const names = cases.map(([prefix, what]) => workBranch(prefix, { id: what, title: what }));
    expect(new Set(names.map((name) => name.toLowerCase()))).toHaveProperty("size", cases.length);
    const git = wireGit();
    const folder = tempFolder();
    for (const name of names) {
      expect(name).toMatch(/^[\w-]+(?:\/[\w-]+)*\/[a-z\d-]+-[a-z2-7]{16}$/);
      expect([name, await isBranchName(git, folder, name)]).toEqual([name, true]);
    }
    expect(workBranch("Team/Ada", { id: "1", title: "Fix the Flaky Test!" })).toMatch(
      /^Team\/Ada\/fix-the-flaky-test-[a-z2-7]{16}$/,
    );
  });
});

describe("a fetch moves a branch of the mirror", () => {
  const sha = (letter: string): CommitSha => letter.repeat(40) as CommitSha;
  const [a, b, c] = [sha("a"), sha("b"), sha("c")];
  const view = (here: CommitSha | null, before: CommitSha | null, now: CommitSha | null): BranchView => ({
    branch: "main",
    here,
    before,
    now,
    isContained: false,
  });

  it.each<[string, BranchView, string]>([
    ["is new there", view(null, null, a), "create"],
    ["is nowhere", view(null, a, null), "stay"],
    ["did not move", view(a, a, a), "stay"],
    ["moved on", view(a, a, b), "move"],
    ["was pushed by a landing", view(b, a, b), "stay"],
    ["was rewritten, with nothing of ours in it", view(a, a, c), "move"],
    ["has what the remote has elsewhere", { ...view(b, a, c), isContained: true }, "move"],
    ["has landed commits that were not pushed", view(b, a, a), "keep"],
    ["has landed commits while others pushed", view(b, a, c), "keep"],
    ["has landed commits and was deleted there", view(b, a, null), "keep"],
    ["was deleted there", view(a, a, null), "delete"],
  ])("that %s", (_, seen, kind) => {
    expect(branchStep(seen).kind).toBe(kind);
  });

  it("is the remote's default, else a usual one, else the first", () => {
    expect(usualBase(["main", "next"], "next")).toBe("next");
    expect(usualBase(["next", "master"], "gone")).toBe("master");
    expect(usualBase(["z", "b"], null)).toBe("b");
    expect(usualBase([], "main")).toBe(null);
  });
});

describe("a fetch that failed", () => {
  it.each([
    ["fatal: unable to access 'https://x/': Could not resolve host: x", true],
    ["fatal: unable to access 'https://x/': The requested URL returned error: 503", true],
    ["error: RPC failed; curl 56 GnuTLS recv error", true],
    ["ssh: connect to host x port 22: Connection timed out", true],
    ["fatal: Authentication failed for 'https://x/'", false],
    ["fatal: could not read Username for 'https://x': terminal prompts disabled", false],
    ["git@github.com: Permission denied (publickey).", false],
    ["remote: Repository not found.", false],
    ["fatal: '/x' does not appear to be a git repository", false],
    ["Host key verification failed.", false],
  ])("with %j is tried again: %s", (words, isTried) => {
    expect(mayPass(words)).toBe(isTried);
  });

  it("waits longer each time, and ends after three more tries", () => {
    expect([1, 2, 3, 4].map((failed) => fetchDelayMs(failed, 0))).toEqual([1000, 2000, 4000, null]);
  });
});
