import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { CommitSha } from "../../src/base/ids.ts";
import { changeOf, makeCaptures } from "./captures.ts";
import { env, makeRepository, pathOf, sizes } from "./repository.ts";

it.each(Object.entries(sizes))(
  "every file of a %s repository has a place of its own, and so has every result's",
  (_, shape) => {
    const paths = Array.from({ length: shape.files }, (_, number) => pathOf(shape, number));
    expect(new Set(paths).size).toBe(shape.files);
    const changed = Array.from({ length: 250 }, (_, place) => changeOf({ shape }, { number: 4_000 + place, place })[0]);
    expect(new Set(changed).size).toBe(250);
  },
);

it("a large repository has a wide tree", () => {
  const folders = new Set(
    Array.from({ length: sizes.large.files }, (_, number) => pathOf(sizes.large, number).replace(/\/[^/]*$/, "")),
  );
  expect(folders.size).toBe(9_000);
});

it("results are one commit each on the base, of one file; bad ones add theirs where they are told to", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tutti-test-"));
  try {
    const user = join(folder, "user");
    const shape = { files: 4, folders: [2] };
    await makeRepository(user, shape);
    const git = (...args: readonly string[]): string =>
      execFileSync("git", args, { cwd: user, env, encoding: "utf8" }).trim();
    const base = git("rev-parse", "main") as CommitSha;
    const adding = { folder: "bad", places: new Set([1]) };
    const captures = await makeCaptures(join(user, ".git"), {
      shape,
      base,
      first: 0,
      count: 6,
      prefix: "refs/captures",
      adding,
    });
    expect(captures.map((capture) => git("rev-parse", `${capture}^`))).toEqual(captures.map(() => base));
    const changed = captures.map((capture) => git("diff-tree", "-r", "--no-commit-id", "--name-status", base, capture));
    expect(changed.map((line) => line[0])).toEqual(["M", "A", "M", "M", "A", "A"]);
    expect([new Set(changed).size, changed[1]]).toEqual([6, "A\tbad/1"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
