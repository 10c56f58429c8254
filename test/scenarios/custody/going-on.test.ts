import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { oneOf } from "../../kit/long.ts";
import { places, playUntil, reasons } from "../isolation/story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** Stops a sheet in the middle of its first attempt; its second would tell whether it found what the first had made. */
async function stopHalfWay(isolation: string): Promise<string> {
  kit = makeKit({ "a.txt": "a\n", ".gitignore": "*.log\n" });
  const begun = join(kit.root, "begun");
  const script = `on-attempt 1 create half.txt half\non-attempt 1 create built.log built\non-attempt 1 create ${begun}\non-attempt 1 wait-for never\nedit half.txt half whole`;
  const stopped = await playUntil(kit, begun, { sheets: { fix: script }, score: { isolation } });
  expect(stopped.how).toEqual({ kind: "stopped" });
  expect(stopped.states).toEqual({ fix: "waiting" });
  const [placed] = places(stopped, "fix");
  expect(await reasons(kit, "fix")).toEqual(["shutdown"]);
  return placed?.path ?? "";
}

describe.each(oneOf(2, ["directory", "worktree", "clone"]))("a stopped sheet of level %s", (level) => {
  it("continues in its own folder, with everything in it, when the folder did not change", async () => {
    const folder = await stopHalfWay(level);
    expect([existsSync(join(folder, "built.log")), (await kit.contexts()).length]).toEqual([true, 1]);
    const resumed = await kit.resume();
    expect(resumed.states).toEqual({ fix: "landed" });
    expect(places(resumed, "fix")).toMatchObject([{ path: folder, level, attempt: 2 }]);
    expect([kit.read("half.txt"), await kit.contexts()]).toEqual(["whole\n", []]);
    expect(readFileSync(join(kit.home, "trash", `${resumed.job.id}.fix-1`, "built.log"), "utf8")).toBe("built\n");
  });
});

describe("a stopped sheet whose folder", () => {
  it("was changed continues from the capture, and the change is in a snapshot too", async () => {
    const folder = await stopHalfWay("clone");
    writeFileSync(join(folder, "half.txt"), "half, and somebody's idea\n");
    writeFileSync(join(folder, "idea.txt"), "an idea\n");
    const resumed = await kit.resume();
    expect(resumed.states).toEqual({ fix: "landed" });
    expect(places(resumed, "fix")[0]?.path).toBe(`${folder}.2`);
    expect([kit.read("half.txt"), existsSync(join(kit.repository, "idea.txt"))]).toEqual(["whole\n", false]);
    expect(await reasons(kit, "fix")).toEqual(["shutdown", "lost", "end"]);
    expect((await kit.diff("fix@1..2")).files.map(({ path }) => path)).toEqual(["half.txt", "idea.txt"]);
    expect(existsSync(folder)).toBe(false);
  });

  it("was deleted goes on in a new one from what was captured", async () => {
    const folder = await stopHalfWay("worktree");
    rmSync(folder, { recursive: true });
    const resumed = await kit.resume();
    expect([resumed.states, kit.read("half.txt"), await kit.contexts()]).toEqual([{ fix: "landed" }, "whole\n", []]);
  });
});

it("a sheet goes on from a snapshot that a person chose", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const once = { attempts: 1, completions: 0 };
  const script =
    "on-attempt 1 create good.txt good\non-attempt 2 create bad.txt bad\nuntil-attempt 2 fail 1\ncreate last.txt last";
  expect((await kit.play({ fix: { script, retry: once } })).states).toEqual({ fix: "failed" });
  expect((await kit.resume({ retryFailed: true })).states).toEqual({ fix: "failed" });
  expect((await kit.snapshots("fix")).map(({ number, attempt, why }) => [number, attempt, why])).toEqual([
    [1, 1, "end"],
    [2, 2, "end"],
  ]);

  const restored = await kit.resume({ from: "fix@1" });
  expect(restored.states).toEqual({ fix: "landed" });
  expect(kit.git("show", "--format=", "--name-only", "main").trim().split("\n")).toEqual(["good.txt", "last.txt"]);
  await expect(kit.resume({ from: "fix@2" })).rejects.toMatchObject({ code: "job.not_retriable" });
});
