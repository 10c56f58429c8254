import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { untilMade } from "../../kit/pause.ts";
import { itLong, oneOf } from "../../kit/long.ts";
import { places, reasons, subjects } from "../isolation/story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** Kills Tutti once an agent has done half of its work; its second attempt needs the first half. */
async function killHalfWay(isolation: object | string): Promise<void> {
  const begun = join(kit.root, "begun");
  const script = `on-attempt 1 create half.txt half\non-attempt 1 create ${begun}\non-attempt 1 wait-for never\nedit half.txt half whole`;
  const child = kit.spawn({ fix: script }, { score: { isolation } });
  const isGone = child.gone();
  const isBegun = await untilMade(begun, isGone);
  child.kill();
  await isGone;
  expect(isBegun).toBe(true);
}

describe.each(oneOf(3, ["worktree", "none", "branch"]))(
  "a Tutti that is killed while a sheet of level %s runs",
  (level) => {
    it("loses nothing: resume goes on from what the agent had done", async () => {
      kit = makeKit({ "a.txt": "a\n", "mine.txt": "mine\n" });
      kit.write("mine.txt", "mine, changed\n");
      await killHalfWay(level);
      expect((await kit.status())?.status).toBe("interrupted");

      const resumed = await kit.resume();
      expect(resumed.states).toEqual({ fix: level === "none" ? "done" : "landed" });
      expect([kit.read("half.txt"), kit.read("mine.txt")]).toEqual(["whole\n", "mine, changed\n"]);
      expect(await reasons(kit, "fix")).toEqual(expect.arrayContaining(["lost", "end"]));
      expect(places(resumed, "fix")).toMatchObject([{ attempt: 2, level }]);
      expect(kit.git("status", "--porcelain")).toBe(level === "none" ? " M mine.txt\n?? half.txt\n" : " M mine.txt\n");
      expect([await kit.contexts(), subjects(kit)]).toEqual([[], level === "none" ? ["begin"] : ["fix", "begin"]]);
    });
  },
);

itLong("a Tutti that is killed while sheets share a context goes on there", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  await killHalfWay({ per: "job" });
  const resumed = await kit.resume();
  expect([resumed.states, kit.read("half.txt"), await kit.contexts()]).toEqual([{ fix: "landed" }, "whole\n", []]);
});
