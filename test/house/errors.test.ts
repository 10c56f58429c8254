import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { errorCodes } from "../../src/base/error-codes.ts";
import { repository } from "./tree.ts";

it("every error code has a heading in docs/errors.md, and every heading there is a code", () => {
  const text = readFileSync(join(repository, "docs", "errors.md"), "utf8");
  const headings = [...text.matchAll(/^#{2,4} +`?([a-z]+\.[a-z_]+)`?\s*$/gm)].map(([, code]) => code);
  expect(headings.sort()).toEqual([...errorCodes].sort());
});
