import { truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { inContext, inWorkspace, makeCheckPlace, reasonOf, resultOf, rule } from "../../../test/kit/check-place.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import type { FilePlace } from "../../score/plan/command.ts";
import type { ConcreteCheck } from "../../score/plan/rule.ts";
import { recordBefore } from "../fingerprint.ts";
import type { CheckPlace, Comparison } from "../place.ts";

let place: CheckPlace;
beforeEach(() => {
  place = makeCheckPlace();
});

const modified = (path: FilePlace): ConcreteCheck => ({ kind: "file_modified", path });
const unchanged = (path: FilePlace, since = "base"): ConcreteCheck => ({ kind: "file_unchanged_since", path, since });
const changing = (...paths: readonly string[]): CheckPlace => ({
  ...place,
  since: { ...place.since, changedPaths: () => Promise.resolve(paths) },
});

describe("a file of the context", () => {
  beforeEach(() => {
    writeFiles(place.folder, {
      "a.txt": "",
      "a.txt.bak": "",
      "größe.txt": "",
      "dir/b": "",
      out: { link: "../secret" },
    });
    writeFiles(dirname(place.folder), { secret: "" });
  });

  it.each(["a.txt", "./a.txt", "größe.txt", "dir", "."])(
    "is modified when the sheet's change holds it: %s",
    async (path) => {
      const raw = Buffer.from("größe.txt").toString("latin1");
      const after = changing("a.txt", raw, "dir/b");
      expect(await reasonOf(modified(inContext(path)), after)).toBe("");
      expect(await reasonOf(unchanged(inContext(path)), after)).toBe(`${path} was changed since base`);
    },
  );

  it.each(["a.txt", "dir"])("is unchanged when the sheet's change does not hold it: %s", async (path) => {
    const after = changing("a.txt.bak", "x/a.txt", "di", "dirt/b");
    expect(await reasonOf(unchanged(inContext(path)), after)).toBe("");
    expect(await reasonOf(modified(inContext(path)), after)).toBe(`${path} is as it was before the sheet`);
  });

  it("is neither when it is not there, even if the change names it", async () => {
    for (const path of ["gone", "out", "../secret", "a\0"]) {
      const reason = `${path} does not exist in the context`;
      expect(await reasonOf(modified(inContext(path)), changing(path))).toBe(reason);
      expect(await reasonOf(unchanged(inContext(path)), place)).toBe(reason);
    }
  });

  it("is neither when it would not land", async () => {
    const after = { ...changing("a.txt"), leftOut: ["a.txt"] };
    expect(await reasonOf(modified(inContext("a.txt")), after)).toMatch(/would not land$/);
    expect(
      await reasonOf(unchanged(inContext("a.txt")), {
        ...after,
        since: { ...after.since, changedPaths: place.since.changedPaths },
      }),
    ).toMatch(/would not land$/);
  });

  it.each<[Comparison, string]>([
    [{ kind: "yes" }, ""],
    [{ kind: "no" }, "a.txt was changed since v1.0"],
    [
      { kind: "unknown", why: "there is no v1.0" },
      "whether a.txt was changed since v1.0 is not known: there is no v1.0",
    ],
  ])("is compared with a ref by git: %j", async (answer, reason) => {
    const asked: string[] = [];
    const asking = {
      ...place,
      since: {
        ...place.since,
        unchangedSince: (ref: string, path: string) => Promise.resolve((asked.push(ref, path), answer)),
      },
    };
    expect(await reasonOf(unchanged(inContext("./a.txt"), "v1.0"), asking)).toBe(reason.replace("a.txt", "./a.txt"));
    expect(asked).toEqual(["v1.0", "a.txt"]);
  });
});

describe("a file of the workspace", () => {
  const rules = ["kept", "changed", "new", "huge"].map((name) => rule(modified(inWorkspace(name))));
  let after: CheckPlace;
  beforeEach(async () => {
    writeFiles(place.workspace, { kept: "1", changed: "1", huge: "" });
    truncateSync(join(place.workspace, "huge"), 64 * 1024 * 1024 + 1);
    after = { ...place, since: { ...place.since, before: await recordBefore(place.workspace, rules) } };
    writeFiles(place.workspace, { kept: "1", changed: "2", new: "", "dir/x": "" });
  });

  it("is modified when it is new or holds something else than before the agent ran", async () => {
    const names = ["changed", "new", "./changed"];
    expect(await Promise.all(names.map((name) => reasonOf(modified(inWorkspace(name)), after)))).toEqual(["", "", ""]);
    expect(await reasonOf(unchanged(inWorkspace("changed")), after)).toBe(
      "changed in the workspace was changed since base",
    );
  });

  it("is unchanged when it holds the same, even if it was written again", async () => {
    expect(await reasonOf(unchanged(inWorkspace("kept")), after)).toBe("");
    expect(await reasonOf(modified(inWorkspace("kept")), after)).toBe(
      "kept in the workspace is as it was before the sheet",
    );
  });

  it("is neither when its former content is unknown, it is too large, or it is compared with a ref", async () => {
    const reasons = await Promise.all([
      reasonOf(modified(inWorkspace("changed")), { ...after, since: { ...after.since, before: null } }),
      reasonOf(unchanged(inWorkspace("kept")), { ...after, since: { ...after.since, before: null } }),
      reasonOf(modified(inWorkspace("huge")), after),
      reasonOf(unchanged(inWorkspace("huge")), after),
      reasonOf(unchanged(inWorkspace("kept"), "v1"), after),
    ]);
    expect(reasons.map((reason) => /is not known: (?:how|it is or was|the workspace has)/.test(reason))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it("must be there, and be a file", async () => {
    expect(await resultOf(rule(modified(inWorkspace("gone"))), after)).toMatchObject({
      reason: "gone does not exist in the workspace",
      hint: `Write it below ${place.workspace}`,
    });
    expect(await reasonOf(modified(inWorkspace("dir")), after)).toContain("is a folder");
  });
});

describe("a change", () => {
  const within = (...paths: readonly string[]): ConcreteCheck => ({ kind: "diff_within", paths });

  it("is within its paths when every path it touches is", async () => {
    expect(
      await reasonOf(
        within("src/**", "*.md"),
        changing("src/a/b.ts", "README.md", Buffer.from("src/größe").toString("latin1")),
      ),
    ).toBe("");
    expect(await reasonOf(within(), changing())).toBe("");
  });

  it("fails with the names of other files that it touches, the first ten of them", async () => {
    expect(await reasonOf(within("src/**", "!src/secret"), changing("src/a", "src/secret", "b c", "d\ne"))).toBe(
      'changes outside src/**, !src/secret: src/secret, "b c", "d\\ne"',
    );
    const many = Array.from({ length: 25 }, (_, index) => `f${index}`);
    expect(await reasonOf(within("src/**"), changing(...many))).toMatch(/: f0, .*, f9 and 15 more$/);
    expect(await reasonOf(within(), changing("a"))).toBe("changes outside nothing at all: a");
  });

  it("is not within globs that mean nothing", async () => {
    expect(await reasonOf(within("src/**.ts"), changing())).toContain("has ** beside other characters");
  });
});
