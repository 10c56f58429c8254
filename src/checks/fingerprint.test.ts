import { truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { inContext, inWorkspace, makeCheckPlace, rule } from "../../test/kit/check-place.ts";
import { makePipes } from "../../test/kit/folders.ts";
import { writeFiles } from "../../test/kit/repository.ts";
import { fingerprint, recordBefore } from "./fingerprint.ts";

let folder: string;
beforeEach(() => {
  folder = makeCheckPlace().workspace;
});

it("a fingerprint tells contents apart, not names or times", async () => {
  writeFiles(folder, { a: "one", b: "one", c: "two" });
  const [a, b, c] = await Promise.all(["a", "b", "c"].map((name) => fingerprint(join(folder, name))));
  expect(a).toMatch(/^sha256:[\da-f]{64}$/);
  expect([a === b, a === c]).toEqual([true, false]);
});

it("a path without a file has no fingerprint, and a huge file has one that equals nothing known", async () => {
  makePipes(join(folder, "pipe"));
  writeFileSync(join(folder, "huge"), "");
  truncateSync(join(folder, "huge"), 64 * 1024 * 1024 + 1);
  writeFiles(folder, { a: "" });
  const paths = ["missing", "pipe", ".", "a/inside", "a\0", "huge"].map((name) => fingerprint(join(folder, name)));
  expect(await Promise.all(paths)).toEqual([undefined, undefined, undefined, undefined, "unknown", "unknown"]);
});

it("only files of the workspace that will be compared are recorded, and none that a link leads out to", async () => {
  writeFiles(folder, { a: "1", b: "2", c: "3", out: { link: "../secret" } });
  writeFiles(dirname(folder), { secret: "x" });
  const before = await recordBefore(folder, [
    rule({ kind: "file_modified", path: inWorkspace("./a") }),
    rule({ kind: "file_unchanged_since", path: inWorkspace("b"), since: "base" }),
    rule({ kind: "file_exists", path: inWorkspace("c") }),
    rule({ kind: "file_modified", path: inContext("c") }),
    rule({ kind: "file_modified", path: inWorkspace("out") }),
    rule({ kind: "file_modified", path: inWorkspace("missing") }),
  ]);
  expect([...before.keys()]).toEqual(["a", "b"]);
});
