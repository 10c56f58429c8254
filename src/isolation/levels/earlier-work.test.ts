import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { enter } from "../../../test/kit/in-place.ts";
import { type Files, makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, job, treeOf, wire } from "../../../test/kit/wire.ts";
import type { CommitSha, SheetId } from "../../base/ids.ts";
import type { Context } from "../context.ts";
import { readSnapshots } from "../snapshots/list.ts";

const lines = (...changed: readonly string[]): string =>
  ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
    .map((line) => `${changed.find((one) => one.startsWith(line)) ?? line}\n`)
    .join("");

let wired: Wired;
let told: string[];
beforeEach(async () => {
  wired = await wire(makeRepository({ "a.txt": lines(), "b.txt": "b\n", "gone.txt": "gone\n" }));
  told = [];
});

/** The first attempt, with what lay there before it and what it did. */
async function attempted(work: Files): Promise<{ base: CommitSha; left: CommitSha }> {
  const context = await enter(wired, "s", { level: "none" });
  writeFiles(wired.repository.path, work);
  return { base: context.base, left: (await wired.capture("s", context)).commit };
}

/** The second, after others did this. */
function again(earlier: { base: CommitSha; left: CommitSha | null }, others: Files = {}): Promise<Context> {
  writeFiles(wired.repository.path, others);
  const tell = (what: string): void => void told.push(what);
  return enter(wired, "s", { level: "none", attempt: 2, earlier: { ...earlier, tell } });
}

const contents = (commit: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...treeOf(wired, commit)].map(([path, text]) => [path, text.slice("100644 ".length)]));
const files = { "a.txt": lines(), "b.txt": "b\n", "gone.txt": "gone\n" };
const refs = (): number => wired.look("for-each-ref", "refs/tutti").split("\n").length;

describe("a second attempt in the user's own folder is compared", () => {
  it("with the files before the first, when no other program changed them", async () => {
    const first = await attempted({ "a.txt": lines("2 mine"), "new.txt": "mine\n" });
    const context = await again(first);
    expect(context.base).toBe(first.base);
    expect((await wired.capture("s", context)).changed).toBe(true);
    expect(told).toEqual([]);
  });

  it("with that and what others have done since, in other files and in other lines of the same", async () => {
    const first = await attempted({ "a.txt": lines("2 mine"), "new.txt": "mine\n" });
    rmSync(join(wired.repository.path, "gone.txt"));
    const context = await again(first, {
      "a.txt": lines("2 mine", "8 theirs"),
      "b.txt": "theirs\n",
      "more.txt": "theirs\n",
    });
    expect(contents(context.base)).toEqual({ "a.txt": lines("8 theirs"), "b.txt": "theirs\n", "more.txt": "theirs\n" });
    const { commit } = await wired.capture("s", context);
    expect(wired.look("diff-tree", "-r", "--name-only", context.base, commit).split("\n")).toEqual([
      "a.txt",
      "new.txt",
    ]);
    expect(told).toEqual([]);
  });

  it("also where the first had renamed what others change", async () => {
    const first = await attempted({});
    rmSync(join(wired.repository.path, "a.txt"));
    const moved = await attemptedAgain(first, { "moved.txt": lines("2 mine") });
    const context = await again(moved, { "moved.txt": lines("2 mine", "8 theirs") });
    expect(contents(context.base)).toEqual({ ...files, "a.txt": lines("8 theirs") });
  });

  it("with a file as it was before, where both changed the same lines: what others did to it counts as its own, and that is said", async () => {
    const first = await attempted({ "a.txt": lines("2 mine"), "b.txt": "mine\n" });
    const context = await again(first, {
      "a.txt": lines("2 theirs", "8 theirs"),
      "gone.txt": "theirs\n",
      "more.txt": "theirs\n",
    });
    expect(contents(context.base)).toEqual({ ...files, "gone.txt": "theirs\n", "more.txt": "theirs\n" });
    expect(told).toEqual([
      "a.txt changed since its last attempt in places that it had changed itself: that counts as its own work",
    ]);
    expect(readdirSync(wired.places.admin(context.id)).filter((name) => name.includes("before"))).toEqual([]);
  });

  it.each<readonly [string, Readonly<Record<"before" | "work" | "others", Files>>]>([
    [
      "a file that it made a folder of",
      { before: { x: "x\n" }, work: { "x/a.txt": "mine\n" }, others: { "x/b.txt": "theirs\n" } },
    ],
    [
      "a folder that it took away",
      { before: { "x/a.txt": "x\n", "x/b.txt": "x\n" }, work: {}, others: { x: "theirs\n" } },
    ],
  ])("with %s as it was before, though others work in its place", async (_, { before, work, others }) => {
    writeFiles(wired.repository.path, before);
    const { base } = await enter(wired, "s", { level: "none" });
    rmSync(join(wired.repository.path, "x"), { recursive: true });
    // Both sides changed this file, and a plain merge can't separate the two.
    const first = await attemptedAgain({ base }, { ...work, "a.txt": lines("2 mine") });
    const context = await again(first, { ...others, "a.txt": lines("2 theirs"), "b.txt": "theirs\n" });
    expect(contents(context.base)).toEqual({ ...files, ...before, "b.txt": "theirs\n" });
    expect(told).toEqual([expect.stringContaining(`a.txt, ${Object.keys(others).join()} changed since`)]);
  });

  it("with the files before it, when the state after the last attempt is unknown", async () => {
    const { base } = await attempted({ "a.txt": lines("2 mine") });
    expect((await again({ base, left: null }, { "b.txt": "whose?\n" })).base).toBe(base);
    wired = await wire(makeRepository(files));
    const other = await attempted({ "a.txt": lines("2 mine") });
    expect((await again({ ...other, left: "5".repeat(40) as CommitSha }, { "b.txt": "whose?\n" })).base).toBe(
      other.base,
    );
  });

  it("with the folder as it is, where nothing is kept of what it was; and that is said", async () => {
    const { left } = await attempted({ "a.txt": lines("2 mine") });
    const context = await again({ base: "5".repeat(40) as CommitSha, left });
    expect(contents(context.base)).toMatchObject({ "a.txt": lines("2 mine") });
    expect(told).toEqual([expect.stringContaining("not kept any more")]);
  });
});

it("the newest snapshot is a folder that was there, and what the sheet has done in it is what differs from its base", async () => {
  const first = await attempted({ "a.txt": lines("2 mine") });
  const context = await again(first, { "b.txt": "theirs\n" });
  const newest = (await readSnapshots(wired.git, wired.store.gitDir, { job, sheet: "s" as SheetId })).at(-1);
  expect(newest).toMatchObject({ attempt: 2, why: "start", base: context.base });
  expect(contents(newest?.commit ?? "")).toEqual({ ...files, "a.txt": lines("2 mine"), "b.txt": "theirs\n" });
  expect(wired.look("diff-tree", "-r", "--name-only", context.base, newest?.commit ?? "")).toBe("a.txt");
});

it("a ref keeps the base of a result as long as its snapshots, with no more refs than versions", async () => {
  const first = await attempted({ "a.txt": lines("2 mine") });
  const second = await again(first, { "b.txt": "theirs\n" });
  expect(wired.look("for-each-ref", "--contains", second.base, "refs/tutti/snapshots")).not.toBe("");
  const count = refs();
  const { commit } = await wired.capture("s", second);
  await enter(wired, "s", {
    level: "none",
    attempt: 3,
    earlier: { base: second.base, left: commit, tell: () => undefined },
  });
  // The end of the second, and the start of the third.
  expect(refs()).toBeLessThanOrEqual(count + 2);
});

/** Another piece of work of the same attempt. */
async function attemptedAgain(
  { base }: { base: CommitSha },
  work: Files,
): Promise<{ base: CommitSha; left: CommitSha }> {
  writeFiles(wired.repository.path, work);
  const context = await enter(wired, "s", { level: "none", attempt: 7 });
  return { base, left: (await wired.capture("s", context)).commit };
}
