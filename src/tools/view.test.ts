import { join } from "node:path";
import { expect, it, test } from "vitest";
import { makePipes, tempFolder } from "../../test/kit/folders.ts";
import { writeFiles } from "../../test/kit/repository.ts";
import { projectView } from "./view.ts";
import { filesAmong, walkFiles } from "./projects/walk.ts";

it("a project is what its list of files says, and nothing else is looked at", () => {
  const folder = tempFolder();
  writeFiles(folder, { "a.json": "{}", "not-listed.json": "{}" });
  const view = projectView(folder, ["a.json", "gone.json"]);
  expect([view.has("a.json"), view.has("not-listed.json")]).toEqual([true, false]);
  expect(["a.json", "gone.json", "not-listed.json", "../x"].map((path) => view.read(path))).toEqual([
    "{}",
    null,
    null,
    null,
  ]);
});

test.each([
  ["what is no UTF-8", Buffer.from([0x61, 0xff])],
  ["what holds a NUL", "a\0b"],
  ["what is larger than a megabyte", "x".repeat(1024 * 1024 + 1)],
])("%s is no text", (_, content) => {
  const folder = tempFolder();
  writeFiles(folder, { file: content });
  expect(projectView(folder, ["file"]).read("file")).toBeNull();
});

it("a link that leads out of the project, a folder and a pipe are not read; a link within it is", () => {
  const folder = tempFolder();
  writeFiles(join(folder, "project"), {
    real: "text",
    inner: { link: "real" },
    outer: { link: "../secret" },
    "folder/file": "",
  });
  writeFiles(folder, { secret: "secret" });
  makePipes(join(folder, "project", "pipe"));
  const view = projectView(join(folder, "project"), ["inner", "outer", "folder", "pipe"]);
  expect(view.files.map((path) => view.read(path))).toEqual(["text", null, null, null]);
});

it("outside of git, a project's files are those that no program put there for itself", async () => {
  const folder = tempFolder();
  const kept = { "b.py": "", "a/b/c.ts": "", "-x": "", ".hidden/file": "" };
  const passedOver = [
    ".git/config",
    "node_modules/p/i.js",
    "a/node_modules/q",
    ".venv/bin/x",
    "env/pyvenv.cfg",
    "env/lib/x.py",
    "target/CACHEDIR.TAG",
    "target/x",
  ];
  writeFiles(folder, { ...kept, ...Object.fromEntries(passedOver.map((path) => [path, ""])), link: { link: "b.py" } });
  expect(await walkFiles(folder)).toEqual({ files: Object.keys(kept).sort(), isCut: false });
  const all = [
    ...Object.keys(kept),
    ...passedOver.filter((path) => /^(?:env|target)\//.test(path)),
    "link",
    "gone.py",
    "a",
  ];
  expect(await filesAmong(folder, all)).toEqual(Object.keys(kept).sort());
  expect(await walkFiles(folder, 2)).toMatchObject({ files: { length: 2 }, isCut: true });
});
