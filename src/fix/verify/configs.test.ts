import { expect, it } from "vitest";
import { gitignoreMatcher } from "../../base/ignore/gitignore.ts";
import { configsOf, configsWithout } from "./rules.ts";

it.each([
  {
    name: "eslint",
    config: "eslint.config.js",
    configs: ["eslint.config.js", "packages/a/eslint.config.mjs", "a/.eslintrc", ".eslintignore"],
    others: ["eslint.ts", "a/config.js"],
  },
  {
    name: "prettier",
    config: null,
    configs: [".prettierignore", "a/.prettierrc.json", ".editorconfig", ".gitignore"],
    others: ["prettier.ts", "a.json"],
  },
  {
    name: "eslint",
    config: "package.json",
    configs: ["package.json", "a/package.json", "eslint.config.js"],
    others: ["package-lock.json"],
  },
  {
    name: "ruff",
    config: "services/a [b]/pyproject.toml",
    configs: [
      "services/a [b]/pyproject.toml",
      "services/a [b]/app/deep/pyproject.toml",
      "services/a [b]/app/ruff.toml",
    ],
    others: [
      "pyproject.toml",
      "services/pyproject.toml",
      "services/ab/pyproject.toml",
      "services/a [b]/pyproject.toml.md",
    ],
  },
  {
    name: "eslint",
    config: "web/package.json",
    configs: ["web/package.json", "web/src/package.json"],
    others: ["package.json", "web/package-lock.json"],
  },
  {
    name: "own",
    config: "tools/[x] lint!.sh",
    configs: ["tools/[x] lint!.sh"],
    others: ["tools/x lint!.sh", "lint.sh"],
  },
  { name: "own", config: null, configs: [], others: ["anything"] },
  { name: "constructor", config: null, configs: [], others: ["anything"] },
])("$name that is configured by $config", ({ name, config, configs, others }) => {
  expect([...configs, ...others].filter(gitignoreMatcher(configsOf({ name, config })))).toEqual(configs);
});

it("leaves out a file that is to be fixed itself, by its letters", () => {
  const configs = configsOf({ name: "eslint", config: "eslint.config.js" });
  const matches = gitignoreMatcher(configsWithout(configs, ["a[b]/eslint.config.js"]));
  expect(["a[b]/eslint.config.js", "ab/eslint.config.js", "eslint.config.js"].filter(matches)).toEqual([
    "ab/eslint.config.js",
    "eslint.config.js",
  ]);
});
