import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { SnapshotView } from "../../../src/api/contract/sheet.ts";
import { gitIn } from "../../kit/git.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { once, reasons, shellScore } from "../isolation/story.ts";
import { itLong } from "../../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

it("work is captured while its agent is still at it, untracked files included, and the same twice makes one snapshot", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const go = join(kit.root, "go");
  const play = kit.play(
    { fix: `create half.txt half\nwait-for ${go}\ncreate whole.txt whole` },
    { score: { isolation: { snapshot_minutes: 0.0001 } } },
  );
  const newest = async (): Promise<SnapshotView | undefined> =>
    (await kit.status()) === undefined ? undefined : (await kit.snapshots("fix")).at(-1);
  // The first one may come before the agent has done anything.
  while ((await newest())?.files !== 1);
  const half = await newest();
  expect([half?.why, (await kit.diff("fix")).files.map(({ path }) => path)]).toEqual(["periodic", ["half.txt"]]);
  // Looked at again and again meanwhile; nothing changes, so nothing is written.
  for (let look = 0; look < 5; look += 1) await kit.status();
  expect((await newest())?.number).toBe(half?.number);
  kit.write("../go", "");
  expect((await play).states).toEqual({ fix: "landed" });
  expect((await reasons(kit, "fix")).at(-1)).toMatch(/^(?:end|periodic)$/);
});

itLong("the work of an agent before its timeout is captured, and says so", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const played = await kit.play({
    fix: { script: "create half.txt half\nwait-for never", timeout: "400ms", retry: once },
  });
  expect(played.states).toEqual({ fix: "failed" });
  expect(await reasons(kit, "fix")).toEqual(["time-out"]);
  const [snapshot] = await kit.snapshots("fix");
  expect(snapshot).toMatchObject({ attempt: 1, files: 1, insertions: 1 });
  expect(kit.cli("snapshots", "fix").out).toMatch(/@1 .* attempt 1 +time-out +1 file \+1 -0/);
});

it("the workspace is captured when an attempt has ended, and is never deleted", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const line = 'echo "$TUTTI_SHEET" >"$TUTTI_WORKSPACE/report.md"';
  const played = await kit.playScore(
    shellScore("clone", line, { sheets: [{ id: "one" }, { id: "two", after: ["one"] }] }),
  );
  expect(played.states).toEqual({ one: "done", two: "done" });
  expect((await kit.snapshots(null)).map(({ number, sheet, why }) => [number, sheet, why])).toEqual([
    [1, "one", "end"],
    [2, "two", "end"],
  ]);
  expect(existsSync(join(kit.root, "out/report.md"))).toBe(true);
  const refs = await kit.store("for-each-ref", "--format=%(refname)", "refs/tutti/workspaces");
  expect(refs.trim().split("\n")).toEqual(
    [1, 2].map((number) => `refs/tutti/workspaces/${played.job.id}/${String(number)}`),
  );
});

it("snapshots can be restored to a folder and to a branch, and leave the checkout alone", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  await kit.play({ fix: { script: "create half.txt half\nmode half.txt 755\nfail 1", retry: once } });
  const head = kit.git("rev-parse", "HEAD");
  expect(kit.cli("restore", "fix", "--to", join(kit.root, "restored")).code).toBe(0);
  expect(kit.cli("restore", "fix@1", "--branch", "rescued").code).toBe(0);
  expect(existsSync(join(kit.root, "restored/half.txt"))).toBe(true);
  expect(kit.git("ls-tree", "rescued", "half.txt")).toMatch(/^100755 /);
  expect([kit.git("rev-parse", "HEAD"), kit.git("status", "--porcelain")]).toEqual([head, ""]);
});

itLong("jobs of two repositories in one home keep apart", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const other = join(kit.root, "other");
  mkdirSync(other);
  gitIn(kit.root, ["clone", "--quiet", kit.repository, other]);
  for (const [key, value] of [
    ["name", "Ada"],
    ["email", "ada@example.com"],
  ] as const)
    gitIn(other, ["config", `user.${key}`, value]);
  const here = await kit.play({ fix: "create here.txt here" });
  const there = await kit.play({ fix: "create there.txt there" }, { folder: other });
  expect([here.states, there.states]).toEqual([{ fix: "landed" }, { fix: "landed" }]);
  expect(kit.git("ls-tree", "--name-only", "main").trim().split("\n")).toEqual(["a.txt", "here.txt"]);
  expect(gitIn(other, ["ls-tree", "--name-only", "main"]).split("\n")).toEqual(["a.txt", "there.txt"]);
  // The one played last is the newest, but each folder knows its own.
  expect(kit.cli("status", "--json").out).toContain(here.job.id);
  expect((await kit.diff("fix")).files.map(({ path }) => path)).toEqual(["here.txt"]);
});
