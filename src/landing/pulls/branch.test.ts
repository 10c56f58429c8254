import fc from "fast-check";
import { expect, test } from "vitest";
import { gitIn } from "../../../test/kit/git.ts";
import type { JobId, SheetId } from "../../base/ids.ts";
import { pullRequestBranch } from "./branch.ts";

const branch = (job: string, sheet: string): string => pullRequestBranch(job as JobId, sheet as SheetId);

test("a sheet's branch is named after its job and itself", () => {
  expect(branch("house-1", "door")).toBe("tutti/house-1/door");
});

test("two sheets never share a branch, and git takes every one of them", () => {
  const odd = [
    "A",
    "a",
    "a.lock",
    "a..b",
    "\u00e9",
    "e\u0301",
    "a/b",
    "a b",
    "@{x}",
    "-x",
    ".x",
    "x~1",
    "x^",
    "x:y",
    "\u0001",
    "nul",
  ];
  const names = odd.flatMap((job) => odd.map((sheet) => branch(job, sheet)));
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(odd.length ** 2);
  for (const job of odd) expect(gitIn("/", ["check-ref-format", "--branch", branch(job, job)])).toBe(branch(job, job));
  fc.assert(fc.property(fc.string({ minLength: 1 }), (id) => /^tutti\/[a-z0-9-]+\/[a-z0-9-]+$/.test(branch(id, id))));
});
