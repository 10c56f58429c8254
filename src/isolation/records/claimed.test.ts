import { existsSync, rmSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { gitIn } from "../../../test/kit/git.ts";
import { makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, job, wire } from "../../../test/kit/wire.ts";
import type { CommitSha, SheetId } from "../../base/ids.ts";
import { contextPath } from "../context.ts";

describe.each(["directory", "clone", "worktree", "full"] as const)("a context of level %s", (mode) => {
  let wired: Wired;
  beforeAll(async () => {
    wired = await wire(makeRepository({ "a.txt": "a\n" }));
  });

  it("is not made where a folder of its name lies", async () => {
    const context = await wired.create("twice", { level: mode });
    writeFiles(context.path, { "work.txt": "somebody's work\n" });
    await expect(wired.create("twice", { level: mode })).rejects.toMatchObject({ code: "context.create_failed" });
    expect(shown(context.path, "work.txt")).toBe("file somebody's work\n");
  });

  it("is not made over a folder that another program put there, and its id stays free", async () => {
    const path = contextPath(wired.places.jobs, { job, sheet: "taken" as SheetId, attempt: 1 });
    writeFiles(path, { "mine.txt": "somebody's\n" });
    await expect(wired.create("taken", { level: mode })).rejects.toMatchObject({ code: "context.create_failed" });
    expect(shown(path, "mine.txt")).toBe("file somebody's\n");
    rmSync(path, { recursive: true });
    expect(shown((await wired.create("taken", { level: mode })).path, "a.txt")).toBe("file a\n");
  });

  it("that can't be made, as at a commit that does not exist, leaves nothing, and its id stays free", async () => {
    await expect(wired.create("nowhere", { level: mode, base: "1".repeat(40) as CommitSha })).rejects.toMatchObject({
      code: "context.create_failed",
    });
    expect(existsSync(contextPath(wired.places.jobs, { job, sheet: "nowhere" as SheetId, attempt: 1 }))).toBe(false);
    const context = await wired.create("nowhere", { level: mode });
    expect(shown(context.path, "a.txt")).toBe("file a\n");
    if (mode !== "directory") expect(gitIn(context.path, ["status", "--porcelain"])).toBe("");
  });

  it("of one id is made by one of many who ask at once", async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, () => wired.create("one of many", { level: mode })),
    );
    const contexts = made.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(contexts).toHaveLength(1);
    expect(shown(contexts[0]!.path, "a.txt")).toBe("file a\n");
    expect((await wired.capture("one of many", contexts[0]!)).changed).toBe(false);
  });
});
