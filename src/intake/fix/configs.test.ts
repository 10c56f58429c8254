import { expect, it } from "vitest";
import { gitignoreMatcher } from "../../base/gitignore.ts";
import { configsOf, configsWithout } from "./configs.ts";

const isConfig = (name: string, config: string | null): ((path: string) => boolean) => gitignoreMatcher(configsOf({ name, config }));

it.each([
  ["eslint", "eslint.config.js", ["eslint.config.js", "packages/a/eslint.config.mjs", "a/.eslintrc", ".eslintignore"], ["eslint.ts", "src/config.js"]],
  ["prettier", null, [".prettierignore", "a/.prettierrc.json", ".editorconfig", ".gitignore"], ["prettier.ts", "a.json"]],
  ["eslint", "package.json", ["package.json", "a/package.json", "eslint.config.js"], ["package-lock.json"]],
  ["own", "tools/[x] lint!.sh", ["tools/[x] lint!.sh"], ["tools/x lint!.sh", "lint.sh"]],
  ["own", null, [], ["anything"]],
  ["constructor", null, [], ["anything"]],
])("%s that is configured by %s", (name, config, configs, others) => {
  expect([...configs, ...others].filter(isConfig(name, config))).toEqual(configs);
});

it("leaves out a file that is to be mended itself, by its letters", () => {
  const configs = configsOf({ name: "eslint", config: "eslint.config.js" });
  const matches = gitignoreMatcher(configsWithout(configs, ["a[b]/eslint.config.js"]));
  expect(["a[b]/eslint.config.js", "ab/eslint.config.js", "eslint.config.js"].filter(matches)).toEqual(["ab/eslint.config.js", "eslint.config.js"]);
});
