import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { notices, once, places, playUntil, said, shellScore, subjects } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

const note = 'pwd; ls; echo "$TUTTI_SHEET" >"$TUTTI_SHEET.txt"; echo more >>a.txt';

describe("level none", () => {
  it("plays in the checkout, one sheet at a time, lands nothing, and the status says so", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    kit.write("mine.txt", "mine\n");
    const played = await kit.playScore(
      shellScore("none", note, { parallel: 4, sheets: [{ id: "one" }, { id: "two" }] }),
    );
    expect(played.states).toEqual({ one: "done", two: "done" });
    expect(said(kit, "one")).toEqual([kit.repository, "a.txt", "mine.txt"]);
    expect(said(kit, "two")).toEqual([kit.repository, "a.txt", "mine.txt", "one.txt"]);
    expect([kit.read("a.txt"), subjects(kit), await kit.contexts()]).toEqual(["a\nmore\nmore\n", ["begin"], []]);
    expect(played.job).toMatchObject({ isolation: "none", target: null, landsOn: null, fallback: null });
    expect(kit.cli("status").out).toMatch(/landing nothing|lands nothing|nothing lands/);
  });

  it("tells what an agent did from what its user had changed", async () => {
    kit = makeKit({ "a.txt": "a\n", "b.txt": "b\n" });
    kit.write("b.txt", "b, changed by the user\n");
    kit.write("mine.txt", "mine\n");
    await kit.playScore(shellScore("none", note));
    const files = async (what: string): Promise<readonly string[]> =>
      (await kit.diff(what)).files.map(({ path, status }) => `${status} ${path}`);
    expect(await files("fix")).toEqual(["changed a.txt", "added fix.txt"]);
    expect(kit.cli("diff", "fix", "--name-only").out).toBe("a.txt\nfix.txt\n");
    expect((await kit.snapshots("fix")).map(({ why }) => why)).toEqual(["start", "end"]);
  });

  it("leaves what a failed attempt did where it is, and keeps it as a snapshot", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const played = await kit.play(
      { fix: { script: "create half.txt half\nfail 1", retry: once } },
      { score: { isolation: "none" } },
    );
    expect(played.states).toEqual({ fix: "failed" });
    expect(kit.read("half.txt")).toBe("half\n");
    expect((await kit.diff("fix")).files).toMatchObject([{ path: "half.txt", status: "added" }]);
  });

  it("goes on after a stop with what lies there", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    // A file that exists may still be empty: another one tells that it is written.
    const begun = join(kit.root, "begun");
    const script = `on-attempt 1 create half.txt half\non-attempt 1 create ${begun}\non-attempt 1 wait-for never\nedit half.txt half whole`;
    const stopped = await playUntil(kit, begun, {
      sheets: { fix: script },
      score: { isolation: "none" },
    });
    expect(stopped.how).toEqual({ kind: "stopped" });
    expect(kit.read("half.txt")).toBe("half\n");
    kit.write("half.txt", "half, and more by the user\n");

    expect((await kit.resume()).states).toEqual({ fix: "done" });
    expect(kit.read("half.txt")).toBe("half, and more by the user\n".replace("half", "whole"));
    // Changes of the user since then are kept apart before any other work starts on them.
    expect((await kit.snapshots("fix")).map(({ why }) => why)).toEqual(["shutdown", "start", "end"]);
  });
});

describe("level none works", () => {
  it("on a detached HEAD", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    kit.git("checkout", "--quiet", "--detach");
    const head = kit.git("rev-parse", "HEAD");
    expect((await kit.playScore(shellScore("none", note))).states).toEqual({ fix: "done" });
    expect([kit.git("rev-parse", "HEAD"), kit.git("status", "--porcelain")]).toEqual([head, " M a.txt\n?? fix.txt\n"]);
  });

  it("on a branch without a commit", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    kit.git("update-ref", "-d", "HEAD");
    kit.git("rm", "--cached", "--quiet", "-r", ".");
    expect((await kit.playScore(shellScore("none", note))).states).toEqual({ fix: "done" });
    expect((await kit.diff("fix")).files.map(({ path, status }) => `${status} ${path}`)).toEqual([
      "changed a.txt",
      "added fix.txt",
    ]);
    expect(kit.git("status", "--porcelain")).toBe("?? a.txt\n?? fix.txt\n");
  });

  it("in a folder that is in no repository", async () => {
    kit = makeKit({ "a.txt": "a\n" }, { plain: true });
    const played = await kit.playScore(shellScore("none", note));
    expect(played.states).toEqual({ fix: "done" });
    expect(played.job).toMatchObject({ isolation: "none", fallback: null, repository: kit.repository });
    expect((await kit.diff("fix")).files.map(({ path, status }) => `${status} ${path}`)).toEqual([
      "changed a.txt",
      "added fix.txt",
    ]);
    expect([places(played, "fix").length, notices(played), existsSync(join(kit.repository, ".git"))]).toEqual([
      1,
      [],
      false,
    ]);
    expect(kit.cli("diff", "fix", "--name-only").out).toBe("a.txt\nfix.txt\n");
  });
});
