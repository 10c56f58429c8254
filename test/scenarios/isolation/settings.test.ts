import { existsSync, readdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { gitIn } from "../../kit/git.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { notices, once, places, said, shellScore, subjects } from "./story.ts";
import { itLong, oneOf } from "../../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

const fails = { script: "create half.txt half\nfail 1", retry: once };

it("contexts lie below worktree_base, their branches begin with branch_prefix, and they start from source_branch", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  kit.git("switch", "--quiet", "--create", "next");
  kit.write("next.txt", "next\n");
  kit.git("add", ".");
  kit.git("commit", "--quiet", "--message", "next");
  kit.git("switch", "--quiet", "main");
  const isolation = { mode: "full", worktree_base: "./elsewhere", branch_prefix: "quality", source_branch: "next" };
  const line = 'pwd; git symbolic-ref --short HEAD; ls; echo "$TUTTI_SHEET" >"$TUTTI_SHEET.txt"';
  const played = await kit.playScore(
    shellScore(isolation, line, { sheets: [{ id: "fix" }, { id: "then", after: ["fix"] }] }),
  );

  expect(played.states).toEqual({ fix: "landed", then: "landed" });
  const { id } = played.job;
  expect(said(kit)).toEqual([join(kit.root, "elsewhere", id, "tasks/fix"), `quality/${id}/fix`, "a.txt", "next.txt"]);
  // A sheet that waits for another begins with the landed work of that sheet.
  expect(said(kit, "then").slice(2)).toEqual(["a.txt", "fix.txt"]);
  expect(kit.git("for-each-ref", "--format=%(refname)", "refs/heads").trim().split("\n")).toEqual([
    "refs/heads/main",
    "refs/heads/next",
    `refs/heads/quality/${id}/fix`,
    `refs/heads/quality/${id}/then`,
  ]);
  expect([subjects(kit), kit.git("ls-tree", "--name-only", "main").trim().split("\n")]).toEqual([
    ["then", "fix", "begin"],
    ["a.txt", "fix.txt", "then.txt"],
  ]);
  expect(readdirSync(join(kit.home, "trash")).toSorted()).toEqual([`${id}.fix-1`, `${id}.then-1`]);
});

itLong("a clone with objects of its own needs Tutti's store no more than the user's repository", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const isolation = { clone: { objects: "copy" }, cleanup_on_success: false };
  const played = await kit.play({ fix: "create b.txt b\ncommit by the agent" }, { score: { isolation } });
  const [{ path } = { path: "" }] = places(played, "fix");
  const store = (await kit.status())?.store ?? "";
  renameSync(dirname(store), `${dirname(store)}-away`);
  renameSync(kit.repository, `${kit.repository}-away`);
  expect(gitIn(path, ["log", "--format=%s"])).toBe("by the agent\nbegin");
  expect(gitIn(path, ["fsck", "--no-progress"])).toBe("");
});

describe("a context", () => {
  it("goes into the trash when its sheet has landed, and stays when it failed", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const played = await kit.play({ good: "create b.txt b", bad: fails });
    const { id } = played.job;
    expect(played.states).toEqual({ good: "landed", bad: "failed" });
    expect([await kit.contexts(), readdirSync(join(kit.home, "trash"))]).toEqual([[`${id}.bad`], [`${id}.good-1`]]);
    expect(existsSync(join(kit.home, "trash", `${id}.good-1`, "b.txt"))).toBe(true);
    expect(kit.cli("status").out).toContain(`context: ${join(kit.home, "jobs", id, "tasks/bad")} (clone)`);
  });

  it("stays and goes as the score says", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const played = await kit.play(
      { good: "create b.txt b", bad: fails },
      { score: { isolation: { cleanup_on_success: false, cleanup_on_failure: true } } },
    );
    const { id } = played.job;
    expect([await kit.contexts(), readdirSync(join(kit.home, "trash"))]).toEqual([[`${id}.good`], [`${id}.bad-1`]]);
    expect((await kit.diff("bad")).files).toMatchObject([{ path: "half.txt" }]);
  });

  it("of a failed sheet goes when the machine's owner says so", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const played = await kit.play({ bad: fails }, { env: { TUTTI_KEEP_FAILED: "no" } });
    expect([played.states, await kit.contexts()]).toEqual([{ bad: "failed" }, []]);
    expect((await kit.diff("bad")).files).toMatchObject([{ path: "half.txt" }]);
  });

  it("is locked while an agent works in it, unless the score says otherwise", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const line = `ls ${join(kit.home, "contexts")}/*/lock 2>/dev/null | wc -l; ls "$(git rev-parse --git-dir)/locked" 2>/dev/null | wc -l`;
    await kit.playScore(shellScore({ mode: "worktree" }, line));
    expect(said(kit)).toEqual(["1", "1"]);
    await kit.playScore(shellScore({ mode: "worktree", lock_during_execution: false }, line));
    expect(said(kit)).toEqual(["0", "0"]);
  });
});

describe("the environment", () => {
  it.each(
    oneOf(3, [
      ["TUTTI_DISK_FLOOR_GB", "plenty"],
      ["TUTTI_CLEANUP_AGE_DAYS", "-1"],
      ["TUTTI_KEEP_FAILED", "perhaps"],
    ] as const),
  )("is refused before anything runs when it has %s=%s", async (name, value) => {
    kit = makeKit({ "a.txt": "a\n" });
    await expect(kit.play({ fix: "create b.txt b" }, { env: { [name]: value } })).rejects.toMatchObject({
      code: "settings.invalid",
      audience: "user",
    });
    expect([await kit.status(), existsSync(join(kit.home, "writer.lock"))]).toEqual([undefined, false]);
  });

  itLong("starts nothing when it wants more free disk than there is, and says so", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const stop = new AbortController();
    const play = kit.play({ fix: "create b.txt b" }, { env: { TUTTI_DISK_FLOOR_GB: "1000000" }, stop: stop.signal });
    while ((await kit.status()) === undefined);
    // The clock passes several looks: a sheet that could start would have started.
    for (let look = 0; look < 5; look += 1) await kit.status();
    stop.abort();
    const played = await play;
    expect([played.how, played.states]).toEqual([{ kind: "stopped" }, { fix: "waiting" }]);
    expect(notices(played)).toEqual([
      expect.stringMatching(/GB free on the disk, and the floor is .*: agents are halted until/),
      expect.stringMatching(/^no sheet starts for now: .* GB free/),
    ]);
    expect([played.job.sheets[0]?.attempts, await kit.contexts()]).toEqual([0, []]);

    expect((await kit.resume()).states).toEqual({ fix: "landed" });
  });
});
