import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { findPlace, findPlaceToWrite } from "./place.ts";

let context = "";
let outside = "";
beforeEach(() => {
  const folder = tempFolder();
  context = join(folder, "context");
  // A name that begins with the context's is still another folder.
  outside = join(folder, "context-too");
  for (const path of [join(context, "src"), join(context, ".git/hooks"), outside]) mkdirSync(path, { recursive: true });
  writeFileSync(join(context, "src/a"), "");
  writeFileSync(join(outside, "secret"), "");
});

test("what lies in the context, or will, is found by its real path", async () => {
  symlinkSync("src", join(context, "alias"));
  expect(await findPlace(context, "src/a")).toEqual({
    kind: "inside",
    path: join(context, "src/a"),
    shown: "src/a",
    exists: true,
  });
  expect(await findPlace(context, "./alias//a")).toMatchObject({ path: join(context, "src/a"), shown: "src/a" });
  expect(await findPlace(context, join(context, "src/a"))).toMatchObject({ shown: "src/a" });
  expect(await findPlaceToWrite(context, "alias/new/b")).toMatchObject({
    path: join(context, "src/new/b"),
    exists: false,
  });
  expect(await findPlace(context, ".")).toMatchObject({ shown: ".", exists: true });
  expect(await findPlaceToWrite(context, ".gitignore")).toMatchObject({ kind: "inside" });
  expect(await findPlaceToWrite(context, ".github/a")).toMatchObject({ kind: "inside" });
});

test("a context that is reached by a link may be named by either path", async () => {
  const link = join(tempFolder(), "link");
  symlinkSync(context, link);
  expect(await findPlace(link, join(link, "src/a"))).toMatchObject({ path: realpathSync(join(context, "src/a")) });
  expect(await findPlace(link, join(context, "src/a"))).toMatchObject({ shown: "src/a" });
});

test.each([
  ["an absolute path", () => join(outside, "secret")],
  ["an absolute path that begins like the context", () => `${context}-too/secret`],
  ["the way up", () => `../${basename(outside)}/secret`],
  ["the way up from within", () => `src/../../${basename(outside)}/secret`],
  ["the way up behind the context's own path", () => `${context}/../${basename(outside)}/secret`],
  ["the way up that ends inside", () => "src/../src/a"],
  ["the bridge's own folders in /proc", () => "/proc/self/cwd/src/a"],
  ["the system's root in /proc", () => "/proc/self/root/etc/passwd"],
  ["an end in the middle", () => "src/a\u0000.txt"],
  ["a line end", () => "src/a\n"],
  ["nothing", () => " "],
  ["a file as a folder", () => "src/a/b"],
])("%s is refused", async (_what, asked) => {
  expect(await findPlace(context, asked())).toMatchObject({ kind: "refused" });
  expect(await findPlaceToWrite(context, asked())).toMatchObject({ kind: "refused" });
});

test.each([
  ["to a file outside", () => join(outside, "secret"), "link"],
  ["to a folder outside", () => outside, "link/secret"],
  ["to a folder outside, for a new file", () => outside, "link/new/deep"],
  ["up", () => "../..", "link"],
  ["to nothing outside", () => join(outside, "new"), "link"],
  ["to nothing outside, as a folder", () => join(outside, "new"), "link/deep"],
  ["to the root of /proc", () => "/proc/self/root", "link/etc/hosts"],
  ["to itself", () => "link", "link"],
])("a link %s is refused", async (_what, target, asked) => {
  symlinkSync(target(), join(context, "link"));
  expect(await findPlace(context, asked)).toMatchObject({ kind: "refused" });
  expect(await findPlaceToWrite(context, asked)).toMatchObject({ kind: "refused" });
});

test.each([
  ".git",
  ".git/hooks/pre-commit",
  ".GIT/config",
  "sub/.git/config",
  ".g\u200cit/config",
  ".git./config",
  "git~1/config",
  ".git::$INDEX_ALLOCATION/x",
])("%j is not written, whatever file system it may come to", async (asked) => {
  expect(await findPlaceToWrite(context, asked)).toMatchObject({ kind: "refused" });
  expect(await findPlace(context, asked)).toMatchObject({ kind: "inside" });
});

test("git's own files are not written through a link with another name", async () => {
  symlinkSync(".git/hooks", join(context, "harmless"));
  expect(await findPlaceToWrite(context, "harmless/pre-commit")).toMatchObject({ kind: "refused" });
});
