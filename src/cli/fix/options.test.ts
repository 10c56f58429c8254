import { join } from "node:path";
import { expect, it } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";

it.each([
  ["-j", "0", 32],
  ["--parallel", "33", 32],
  ["--attempts", "21", 20],
  ["--max-files", "0", 1_000_000],
  ["--max-findings", "1000001", 1_000_000],
  ["--max-per-sheet", "x", 1_000_000],
  ["--files-per-context", "-1", 1_000_000],
])("tutti fix says of each number in which range it must be: %s %s", async (option, value, most) => {
  const { code, err } = await tutti("fix", option, value);
  expect(code).toBe(2);
  expect(err).toContain(`It must be a whole number from 1 to ${String(most)}.`);
});

it("tutti fix takes every number of that range", async () => {
  const nowhere = join(tempFolder(), "nowhere");
  const { err } = await tutti(
    "fix",
    "--max-findings",
    "3000",
    "--max-files",
    "1000000",
    "-j",
    "32",
    "--attempts",
    "20",
    "--repo",
    nowhere,
  );
  expect(err).toContain("there is no such folder");
});
