import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Progress } from "../../kit/perform.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { events, notices, once, places, subjects } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

const two = { one: "create one.txt 1", two: "create two.txt 2" };

describe("a folder that is in no repository", () => {
  it("is played in place, alone, and output, status and journal say why", async () => {
    kit = makeKit({ "a.txt": "a\n" }, { plain: true });
    const played = await kit.play(two, { parallel: 4 });
    const why = `${kit.repository} is not in a git repository`;
    expect(played.states).toEqual({ one: "done", two: "done" });
    expect([kit.read("one.txt"), kit.read("two.txt")]).toEqual(["1\n", "2\n"]);
    expect(played.job).toMatchObject({ isolation: "none", fallback: why, target: null });
    expect([...places(played, "one"), ...places(played, "two")]).toMatchObject([
      { level: "none", path: kit.repository, fallback: why },
      { level: "none", path: kit.repository, fallback: why },
    ]);
    const view = await kit.status();
    expect(view?.sheets.map(({ context }) => context?.fallback)).toEqual([why, why]);
    expect(kit.cli("status").out).toContain(`not isolated: ${why}`);
    // One after the other: the second starts when the first has ended.
    const order = played.progress.flatMap((item) => (item.kind === "sheet" ? [`${item.sheet} ${item.event.kind}`] : []));
    expect(order.indexOf("two started")).toBeGreaterThan(order.indexOf("one ended"));
  });

  it("is shown by the command line while it plays", () => {
    kit = makeKit({ "a.txt": "a\n", "score.yaml": "name: story\nagent: scripted\nsheets: [{ id: one, prompt: create one.txt 1 }]\n" }, { plain: true });
    const { code, out, err } = kit.cli("run", "score.yaml");
    expect([code, existsSync(join(kit.repository, "one.txt"))]).toEqual([0, true]);
    expect(out + err).toContain(`one runs in ${kit.repository} itself, alone, and lands nothing: ${kit.repository} is not in a git repository`);
  });

  it("is refused when the score wants isolation or nothing", async () => {
    kit = makeKit(
      {
        "a.txt": "a\n",
        "score.yaml": "name: story\nagent: scripted\nisolation: { fallback_on_error: false }\nsheets: [{ id: one, prompt: create one.txt 1 }]\n",
      },
      { plain: true },
    );
    const { code, err } = kit.cli("run", "score.yaml");
    expect([code, existsSync(join(kit.repository, "one.txt"))]).toEqual([2, false]);
    expect(err).toContain("error git.no_repository");
    expect(await kit.status()).toBeUndefined();
  });
});

describe("a sheet whose context can't be made", () => {
  it("is played in place when the score allows it, alone, and lands nothing", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    kit.write("../file", "a folder below a file can't be made\n");
    const played = await kit.play(two, { parallel: 4, score: { isolation: { worktree_base: "./file/contexts" } } });
    expect(played.states).toEqual({ one: "done", two: "done" });
    expect(places(played, "one")).toMatchObject([
      { level: "none", path: kit.repository, fallback: expect.stringContaining("could not make a context for one") as string },
    ]);
    expect(notices(played)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^one: could not make .*; it runs in the folder itself, alone, and lands nothing$/)]),
    );
    expect([subjects(kit), kit.git("status", "--porcelain")]).toEqual([["begin"], "?? one.txt\n?? two.txt\n"]);
    expect((await kit.diff("two")).files.map(({ path }) => path)).toEqual(["two.txt"]);
    expect(kit.cli("status").out).toMatch(/not isolated: could not make a context for one/);
    expect(await kit.contexts()).toEqual([]);
  });

  it("has the folder to itself: what others have done lands when it has ended", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const go = join(kit.root, "go");
    const watch = (progress: Progress): void => {
      // Where its context would lie there is something else.
      if (progress.kind === "job" && progress.event.kind === "submitted") kit.write(`../home/jobs/${progress.job.id}/tasks/one`, "");
      if (progress.kind === "notice" && progress.text.startsWith("two waits")) kit.write("../go", "");
    };
    const begun = join(kit.root, "begun");
    const sheets = { one: `create one.txt 1\ncreate ${begun}\nwait-for ${go}`, two: `wait-for ${begun}\ncreate two.txt 2` };
    const played = await kit.play(sheets, { parallel: 2, watch });
    expect(played.states).toEqual({ one: "done", two: "landed" });
    expect((await kit.diff("one")).files.map(({ path }) => path)).toEqual(["one.txt"]);
    expect([subjects(kit), kit.git("status", "--porcelain")]).toEqual([["two", "begin"], "?? one.txt\n"]);
  });

  it("fails when the score does not, and its agent never runs", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    kit.write("../file", "");
    const isolation = { worktree_base: "./file/contexts", fallback_on_error: false };
    const played = await kit.play({ one: { script: "create one.txt 1", retry: once } }, { score: { isolation } });
    expect(played.states).toEqual({ one: "failed" });
    expect(played.job.sheets[0]?.why).toContain("could not make a context for one");
    expect(events(played, "one").map(({ kind }) => kind)).toEqual(["started", "ended"]);
    expect([kit.git("status", "--porcelain"), await kit.contexts()]).toEqual(["", []]);
  });
});

it("contexts in the checkout itself are refused before anything runs", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const inside = kit.play(two, { score: { isolation: { worktree_base: "./repository/contexts" } } });
  await expect(inside).rejects.toMatchObject({ code: "context.inside_checkout" });
  expect([kit.git("status", "--porcelain"), await kit.status()]).toEqual(["", undefined]);
});
