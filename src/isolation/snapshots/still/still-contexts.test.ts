import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { writeFiles } from "../../../../test/kit/repository.ts";
import { type StillContexts, makeStillContexts } from "./still-contexts.ts";

let path: string;
let scratch: string;
let captures: number;
beforeEach(() => {
  const root = tempFolder();
  [path, scratch, captures] = [join(root, "context"), join(root, "scratch"), 0];
  mkdirSync(scratch);
  writeFiles(path, { "a.txt": "a", "deep/er/b.txt": "b", "deep/er/empty.txt": "" });
  execFileSync("git", ["init", "-q"], { cwd: path });
});
const limits = { folders: 1_000, believed: 3 };
const capture = (): Promise<number> => Promise.resolve((captures += 1));
const take = (still: StillContexts<number>, key = "one"): Promise<number> =>
  still.captured({ key, path, scratch }, capture);

describe.runIf(process.platform === "linux")("a snapshot of a context", () => {
  it("is the last one as long as nothing changes, and is taken anew now and then", async () => {
    const still = makeStillContexts<number>(limits);
    const taken: number[] = [];
    for (let times = 0; times < 6; times += 1) taken.push(await take(still));
    expect(taken).toEqual([1, 1, 1, 1, 2, 2]);
  });

  it.each<[string, () => void]>([
    ["a file grows in place", () => appendFileSync(join(path, "deep/er/b.txt"), "more")],
    ["a file is written in place, of the same length and time", writeInPlace],
    ["a file is cut in place", cutInPlace],
    ["a file is made", () => writeFiles(path, { "deep/new.txt": "" })],
    ["a file goes", () => rmSync(join(path, "a.txt"))],
    ["a file is renamed", () => renameSync(join(path, "a.txt"), join(path, "deep/a.txt"))],
    ["a file replaces another", () => renameSync(join(path, "a.txt"), join(path, "deep/er/b.txt"))],
    ["a mode changes", () => chmodSync(join(path, "deep/er/b.txt"), 0o755)],
    ["a link is made", () => symlinkSync("a.txt", join(path, "link"))],
    ["folders are made in folders", () => mkdirSync(join(path, "deep/x/y/z"), { recursive: true })],
    ["something is staged in its repository", () => execFileSync("git", ["add", "a.txt"], { cwd: path })],
    ["all of it is moved away", () => renameSync(path, `${path}.away`)],
  ])("is taken anew when %s", async (_, change) => {
    const still = makeStillContexts<number>(limits);
    await take(still);
    change();
    await take(still).catch(() => undefined);
    expect(captures).toBe(2);
  });

  it("is taken anew when something changed while it was taken", async () => {
    const still = makeStillContexts<number>(limits);
    await still.captured({ key: "one", path, scratch }, () => {
      appendFileSync(join(path, "a.txt"), "while it is read");
      return capture();
    });
    expect(await take(still)).toBe(2);
  });

  it("is one for each sheet that shares the context, and none is left when the sheet is forgotten", async () => {
    const still = makeStillContexts<number>(limits);
    expect([await take(still, "one"), await take(still, "two"), await take(still, "one")]).toEqual([1, 2, 1]);
    still.forget("one");
    expect([await take(still, "one"), await take(still, "two")]).toEqual([3, 2]);
  });

  it("is taken each time where there are too many folders, which take no room from others", async () => {
    const still = makeStillContexts<number>({ ...limits, folders: 30 });
    for (let at = 0; at < 40; at += 1) mkdirSync(join(path, `folder-${String(at)}`));
    expect([await take(still), await take(still)]).toEqual([1, 2]);
    const [large, small] = [path, join(path, "deep")];
    path = small;
    expect([await take(still, "small"), await take(still, "small")]).toEqual([3, 3]);
    path = large;
  });

  it("is taken anew where Tutti can't find out whether it has heard all", async () => {
    const still = makeStillContexts<number>(limits);
    await take(still);
    rmSync(scratch, { recursive: true });
    expect([await take(still), await take(still)]).toEqual([2, 3]);
  });

  it("that fails is tried again", async () => {
    const still = makeStillContexts<number>(limits);
    const fails = still.captured({ key: "one", path, scratch }, () => Promise.reject(new Error("half read")));
    await expect(fails).rejects.toThrow("half read");
    expect(await take(still)).toBe(1);
  });
});

function writeInPlace(): void {
  const file = openSync(join(path, "deep/er/b.txt"), "r+");
  writeSync(file, "B");
  closeSync(file);
  utimesSync(join(path, "deep/er/b.txt"), 0, 0);
}

function cutInPlace(): void {
  const file = openSync(join(path, "a.txt"), "r+");
  ftruncateSync(file, 0);
  closeSync(file);
}
