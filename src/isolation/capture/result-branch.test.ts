import { join } from "node:path";
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { enter, picture } from "../../../test/kit/in-place.ts";
import { makeRepository, person, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, job, wire } from "../../../test/kit/wire.ts";
import type { EpochMs, JobId, SheetId } from "../../base/ids.ts";
import type { CaptureProof } from "./capture.ts";
import { type Naming, type Result, nameResult } from "./result-branch.ts";
import { oneOf } from "../../../test/kit/long.ts";

const lines = (...texts: readonly string[]): string => texts.map((text) => `${text}\n`).join("");
const files = { "a.txt": lines("1", "2", "3", "4", "5", "6", "7"), "b.txt": "b\n" };
const branch = "refs/heads/main-task-s";

function give(wired: Wired, proof: CaptureProof, more: Partial<Result> = {}): Promise<Naming> {
  const result = {
    proof,
    branch,
    job,
    sheet: "s" as SheetId,
    attempt: 1,
    title: "do s",
    stacks: false,
    by: person,
    at: 1_700_000_000_000 as EpochMs,
    ...more,
  };
  return nameResult(wired.git, { store: wired.store, scratch: wired.places.scratch }, result);
}

/** The changes of a user's branch against its parent, and that parent. */
function seen({ repository }: Wired, ref = branch): unknown {
  const named = (text: string): readonly string[] => text.split("\n").filter((name) => name !== "");
  return {
    parent: repository.git("rev-parse", `${ref}^`),
    changes: named(repository.git("diff", "--name-only", `${ref}^`, ref)),
  };
}

describe.each(oneOf(2, ["sha256", "sha1"] as const))("a result's branch in a %s repository", (format) => {
  it("has what the agent did on the commit it started from; HEAD, index and files of the user's stay as they are", async () => {
    const wired = await wire(makeRepository(files, format));
    const { repository } = wired;
    const context = await wired.create("s");
    writeFiles(context.path, { "a.txt": "edited\n", "new.txt": "new\n" });
    const proof = await wired.capture("s", context);
    writeFiles(repository.path, { "b.txt": "staged\n" });
    repository.git("add", "b.txt");
    const before = picture(wired);

    const naming = await give(wired, proof);

    expect(naming).toEqual({ kind: "named", commit: repository.git("rev-parse", branch) });
    expect(seen(wired)).toEqual({ parent: repository.head(), changes: ["a.txt", "new.txt"] });
    expect(repository.git("show", `${branch}:new.txt`)).toBe("new");
    expect(repository.git("show", "-s", "--format=%an <%ae>%n%B", branch).trim()).toBe(
      `Ada <ada@example.com>\ndo s\n\nTutti-Result-Of: ${job}\nTutti-Result-Sheet: s\nTutti-Result-Attempt: 1`,
    );
    expect(repository.git("fsck", "--strict", "--connectivity-only")).not.toMatch(/missing|broken/);
    expect(picture(wired)).toEqual(before);
  });
});

describe("a result from a folder with work in progress", () => {
  it("has only what the agent did, on the user's own commit", async () => {
    const wired = await wire(makeRepository(files));
    const { repository } = wired;
    writeFiles(repository.path, { "a.txt": files["a.txt"].replace("1", "the user's"), "untracked.txt": "untracked\n" });
    rmSync(join(repository.path, "b.txt"));
    const context = await enter(wired, "s", { branch });
    writeFiles(repository.path, {
      "a.txt": files["a.txt"].replace("1", "the user's").replace("7", "the agent's"),
      "new.txt": "new\n",
    });
    const proof = await wired.capture("s", context);
    const before = picture(wired);

    expect(await give(wired, proof)).toMatchObject({ kind: "named" });

    expect(seen(wired)).toEqual({ parent: repository.head(), changes: ["a.txt", "new.txt"] });
    expect(repository.git("show", `${branch}:a.txt`)).toBe(files["a.txt"].replace("7", "the agent's").trimEnd());
    expect(picture(wired)).toEqual(before);
  });

  it("is not given a branch where the two can't be told apart", async () => {
    const wired = await wire(makeRepository(files));
    writeFiles(wired.repository.path, { "b.txt": "the user's\n" });
    const context = await enter(wired, "s", { branch });
    writeFiles(wired.repository.path, { "b.txt": "the user's, and the agent's\n" });
    expect(await give(wired, await wired.capture("s", context))).toEqual({
      kind: "refused",
      why: expect.stringContaining("not committed") as string,
    });
    expect(wired.repository.git("for-each-ref", branch)).toBe("");
  });
});

describe("a branch of that name", () => {
  const result = async (text = "new\n"): Promise<{ wired: Wired; proof: CaptureProof }> => {
    const wired = await wire(makeRepository(files));
    const context = await wired.create("s");
    writeFiles(context.path, { "new.txt": text });
    return { wired, proof: await wired.capture("s", context) };
  };

  it("that a user made is left alone", async () => {
    const { wired, proof } = await result();
    wired.repository.git("branch", "main-task-s");
    expect(await give(wired, proof)).toMatchObject({ kind: "refused" });
    expect(wired.repository.git("rev-parse", branch)).toBe(wired.repository.head());
  });

  it("that Tutti made for another job gives way, and nothing is built on that one's", async () => {
    const { wired, proof } = await result();
    const before = await give(wired, proof, { job: "job-10" as JobId });
    const context = await wired.create("s", { attempt: 2 });
    writeFiles(context.path, { "other.txt": "other\n" });
    expect(await give(wired, await wired.capture("s", context), { attempt: 2, stacks: true })).toMatchObject({
      kind: "named",
    });
    expect(seen(wired)).toEqual({ parent: wired.repository.head(), changes: ["other.txt"] });
    expect(wired.look("rev-parse", "refs/tutti/results/job-10/s/1")).toBe(before.kind === "named" ? before.commit : "");
  });

  it("with later commits of a user is left alone", async () => {
    const { wired, proof } = await result();
    await give(wired, proof);
    const { repository } = wired;
    repository.git("checkout", "-q", "main-task-s");
    const mine = repository.commit({ "mine.txt": "mine\n" }, "mine");
    expect(await give(wired, proof, { attempt: 2 })).toMatchObject({ kind: "refused" });
    expect(repository.git("rev-parse", branch)).toBe(mine);
  });

  it("whose commit a user amended is left alone, although it says that it is Tutti's", async () => {
    const { wired, proof } = await result();
    await give(wired, proof);
    const { repository } = wired;
    repository.git("checkout", "-q", "main-task-s");
    writeFiles(repository.path, { "new.txt": "amended\n" });
    repository.git("commit", "-q", "--amend", "--no-edit", "-a");
    const mine = repository.head();
    expect(repository.git("show", "-s", "--format=%B", mine)).toContain(`Tutti-Result-Of: ${job}`);
    expect(await give(wired, proof, { attempt: 2 })).toMatchObject({ kind: "refused" });
    expect(repository.head()).toBe(mine);
  });

  it("that the same job made before gives way to the next attempt", async () => {
    const { wired, proof } = await result();
    await give(wired, proof);
    const again = await wired.create("s", { attempt: 2 });
    writeFiles(again.path, { "other.txt": "other\n" });
    expect(await give(wired, await wired.capture("s", again), { attempt: 2 })).toMatchObject({ kind: "named" });
    expect(seen(wired)).toEqual({ parent: wired.repository.head(), changes: ["other.txt"] });
    expect(wired.look("show", "--name-only", "--format=", `refs/tutti/results/${job}/s/1`)).toBe("new.txt");
  });

  it("that can't be, because there is one inside it, is an error and no branch", async () => {
    const { wired, proof } = await result();
    wired.repository.git("branch", "main-task-s/inside");
    await expect(give(wired, proof)).rejects.toMatchObject({ code: "git.failed" });
    expect(wired.repository.git("for-each-ref", "--format=%(refname)", "refs/heads")).toBe(
      "refs/heads/main\nrefs/heads/main-task-s/inside",
    );
  });
});

describe("results of sheets that share a context", () => {
  it("lie one on top of the other, each with its own change", async () => {
    const wired = await wire(makeRepository(files));
    const head = wired.repository.head();
    const first = await wired.create("first");
    writeFiles(first.path, { "first.txt": "1\n" });
    const one = await wired.capture("first", first);
    await give(wired, one, { sheet: "first" as SheetId, stacks: true });
    // As the shared context is entered by the next sheet: on the work of the one before.
    const second = await wired.create("second", { base: one.commit });
    writeFiles(second.path, { "second.txt": "2\n" });
    await give(wired, await wired.capture("second", second), { sheet: "second" as SheetId, stacks: true });

    expect(wired.repository.git("rev-list", "--count", `${head}..${branch}`)).toBe("2");
    expect(seen(wired)).toMatchObject({ changes: ["second.txt"] });
    expect(seen(wired, `${branch}^`)).toEqual({ parent: head, changes: ["first.txt"] });
    expect(wired.repository.git("ls-tree", "--name-only", branch).split("\n")).toEqual([
      "a.txt",
      "b.txt",
      "first.txt",
      "second.txt",
    ]);
  });

  it("go on where the target has moved past them", async () => {
    const wired = await wire(makeRepository(files));
    const first = await wired.create("first");
    writeFiles(first.path, { "first.txt": "1\n" });
    await give(wired, await wired.capture("first", first), { sheet: "first" as SheetId, stacks: true });
    const landed = wired.repository.commit({ "first.txt": "1\n", "others.txt": "others'\n" });
    const second = await wired.create("second", { base: landed });
    writeFiles(second.path, { "second.txt": "2\n" });
    expect(
      await give(wired, await wired.capture("second", second), { sheet: "second" as SheetId, stacks: true }),
    ).toMatchObject({ kind: "named" });
    expect(seen(wired)).toMatchObject({ changes: ["second.txt"] });
  });
});
