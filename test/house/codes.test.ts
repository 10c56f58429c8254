import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { codes } from "../../src/score/source/codes.ts";
import { repository } from "./tree.ts";

it("every code of a score's problems has a heading in docs/validate.md that says how bad it is, and every heading there is a code", () => {
  const text = readFileSync(join(repository, "docs", "validate.md"), "utf8");
  const headings = [...text.matchAll(/^### (V\d{3}) \((error|warning|info)\): \S/gm)].map(([, code, severity]) => [
    code,
    severity,
  ]);
  expect(headings).toEqual(Object.entries(codes));
});

it("every code is given to a problem somewhere", () => {
  const sources = globSync("src/score/**/*.ts", { cwd: repository }).filter(
    (path) => !path.endsWith(".test.ts") && !path.endsWith("source/codes.ts"),
  );
  const text = sources.map((path) => readFileSync(join(repository, path), "utf8")).join("\n");
  expect(Object.keys(codes).filter((code) => !text.includes(`"${code}"`))).toEqual([]);
});
