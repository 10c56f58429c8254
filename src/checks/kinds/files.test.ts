import { chmodSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { inContext, inWorkspace, makeCheckPlace, reasonOf } from "../../../test/kit/check-place.ts";
import { isRoot, makePipes } from "../../../test/kit/folders.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import type { ConcreteCheck } from "../../score/plan/rule.ts";
import type { CheckPlace } from "../place.ts";

let place: CheckPlace;
beforeAll(() => {
  place = makeCheckPlace();
  const beside = dirname(place.folder);
  writeFiles(beside, { "secret.txt": "secret\n" });
  for (const root of [place.folder, place.workspace]) {
    writeFiles(root, {
      "a.txt": "first line\nsecond größe\n",
      "dir/b.txt": "b\n",
      empty: "",
      huge: "",
      link: { link: "a.txt" },
      out: { link: join(beside, "secret.txt") },
      up: { link: ".." },
      dangling: { link: "nowhere" },
    });
    makePipes(join(root, "pipe"));
    truncateSync(join(root, "huge"), 65 * 1024 * 1024);
  }
  symlinkSync("context", join(beside, "context-link"));
});

describe.each([
  ["context", inContext],
  ["workspace", inWorkspace],
])("in the %s", (root, at) => {
  const exists = (path: string): ConcreteCheck => ({ kind: "file_exists", path: at(path) });
  const contains = (path: string, text: string): ConcreteCheck => ({ kind: "content_contains", path: at(path), text });
  const matches = (path: string, pattern: string): ConcreteCheck => ({
    kind: "content_regex",
    path: at(path),
    pattern,
  });
  const called = (path: string): string => (root === "context" ? path : `${path} in the workspace`);
  const isGone = (path: string): string => `${path} does not exist in the ${root}`;

  it.each(["a.txt", "dir", "dir/b.txt", "empty", "link", "huge", ".", "dir/../a.txt"])("%s exists", async (path) => {
    expect(await reasonOf(exists(path), place)).toBe("");
  });

  it.each([
    "missing",
    "a.txt/inside",
    "out",
    "up/secret.txt",
    "../secret.txt",
    "dangling",
    "pipe",
    "/etc/passwd",
    "a\0b",
  ])("%j does not", async (path) => {
    expect(await reasonOf(exists(path), place)).toBe(isGone(path));
  });

  it("content is found", async () => {
    const checks = [
      contains("a.txt", "second größe"),
      contains("link", "line\nsecond"),
      contains("empty", ""),
      matches("a.txt", "^second \\w+"),
      matches("a.txt", "line$"),
      matches("dir/b.txt", "(?i)B"),
    ];
    expect(await Promise.all(checks.map((check) => reasonOf(check, place)))).toEqual(checks.map(() => ""));
  });

  it.each([
    [contains("a.txt", "third"), `${called("a.txt")} does not contain "third"`],
    [contains("missing", "x"), isGone("missing")],
    [contains("out", "secret"), isGone("out")],
    [contains("up/secret.txt", "secret"), isGone("up/secret.txt")],
    [contains("pipe", "x"), isGone("pipe")],
    [contains("dir", "b"), `${called("dir")} is a folder`],
    [contains("huge", "x"), `${called("huge")} has ${65 * 1024 * 1024} bytes: too large to be searched`],
    [matches("a.txt", "^line"), `${called("a.txt")} does not match /^line/`],
    [matches("out", "secret"), isGone("out")],
  ])("content is not found, and the reason says why: %j", async (check, reason) => {
    expect(await reasonOf(check, place)).toBe(reason);
  });

  it("a pattern that is none fails with the reason", async () => {
    expect(await reasonOf(matches("a.txt", "(?=x)"), place)).toContain("can't be searched for /(?=x)/: ");
  });

  it.skipIf(isRoot)("a file that may not be read fails (skipped as root, who may)", async () => {
    writeFiles(root === "context" ? place.folder : place.workspace, { shut: "x" });
    chmodSync(join(root === "context" ? place.folder : place.workspace, "shut"), 0);
    expect(await reasonOf(contains("shut", "x"), place)).toBe(`${called("shut")} may not be read`);
  });

  it("a file that is there but was not captured proves nothing, where files are captured", async () => {
    for (const check of [
      exists("a.txt"),
      exists("dir/b.txt"),
      exists("dir"),
      contains("a.txt", "first"),
      matches("dir/b.txt", "b"),
      exists("./dir//b.txt"),
    ]) {
      expect(await reasonOf(check, { ...place, leftOut: ["a.txt", "dir/"] })).toMatch(
        root === "context" ? /would not land$/ : /^$/,
      );
      expect(await reasonOf(check, { ...place, leftOut: ["a.txt.log", "di/", "b.txt"] })).toBe("");
    }
  });
});

it("a root that is itself reached by a link is looked into; one that is gone holds nothing", async () => {
  const check: ConcreteCheck = { kind: "file_exists", path: inContext("a.txt") };
  expect(await reasonOf(check, { ...place, folder: join(place.folder, "..", "context-link") })).toBe("");
  expect(await reasonOf(check, { ...place, folder: join(place.folder, "..", "gone") })).toBe(
    "a.txt does not exist in the context",
  );
});

describe("hostile patterns", () => {
  it.each(["(a+)+$", "(a|aa)+$", "(.*a){12}$", "^(([a-z])+.)+[A-Z]([a-z])+$"])(
    "take no time where other engines would take years: %s",
    async (pattern) => {
      writeFiles(place.folder, { "long.txt": `${"a".repeat(200_000)}!` });
      const check: ConcreteCheck = { kind: "content_regex", path: inContext("long.txt"), pattern };
      expect(await reasonOf(check, place)).toBe(`long.txt does not match /${pattern}/`);
      rmSync(join(place.folder, "long.txt"));
    },
  );

  it("are refused on texts with which they would take minutes", async () => {
    writeFiles(place.folder, { "endless.txt": "a".repeat(40_000_000) });
    const check: ConcreteCheck = { kind: "content_regex", path: inContext("endless.txt"), pattern: "(.*a){12}$" };
    expect(await reasonOf(check, place)).toContain("are too many for such a pattern");
    rmSync(join(place.folder, "endless.txt"));
  });
});
