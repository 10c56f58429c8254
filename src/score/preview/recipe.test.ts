import { expect, it } from "vitest";
import { commandTemplate } from "../plan/command.ts";
import { recipeLines } from "./recipe.ts";

it("a recipe is shown line by line, with names of variables and no values", () => {
  const step = (line: string, inputs: readonly string[] | null) => ({
    command: commandTemplate(line),
    timeoutMs: 600_000,
    inputs,
  });
  expect(
    recipeLines({
      include: [".env*", "!x"],
      commands: [step("npm ci", null), step("make", ["a/**"]), step("up", [])],
      environment: { A: "secret", B: { from: "C" } },
      ports: 2,
      teardown: [step("down", null)],
    }),
  ).toEqual([
    "each context copies ignored files: .env* !x",
    "each context runs npm ci (10m at most), once for a lock file",
    "each context runs make (10m at most), once for the same a/**",
    "each context runs up (10m at most)",
    "each context sets A, B (of the terminal)",
    "each context has 2 ports of its own",
    "each context runs down (10m at most) when it is left",
  ]);
  expect(recipeLines(undefined)).toEqual([]);
});
