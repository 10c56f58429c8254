import { describe, expect, it } from "vitest";
import type { ProjectView } from "../../tool.ts";
import { javascriptTools, toolNamed } from "../../catalog.ts";

/** A file represents itself, or its text after a colon. */
function view(...files: readonly string[]): ProjectView {
  const texts = new Map(files.map((file) => [file.split(": ", 1)[0] ?? "", file.slice(file.indexOf(": ") + 2)]));
  return { files: [...texts.keys()], has: (path) => texts.has(path), read: (path) => texts.get(path) ?? null };
}

const wants = (kind: string, name: string): string =>
  `package.json: ${JSON.stringify({ [kind]: { [name]: "1.0.0" } })}`;

describe("a project asks for a tool by", () => {
  it.each([
    ["eslint", ["eslint.config.ts", "eslint.config.mjs", ".eslintrc.json"], "eslint.config.mjs", "eslint.config.mjs"],
    ["eslint", [".eslintrc.yml", ".eslintrc.cjs"], ".eslintrc.cjs", ".eslintrc.cjs"],
    ["eslint", [".eslintrc"], ".eslintrc", ".eslintrc"],
    ["eslint", ['package.json: {"eslintConfig": {}}'], "package.json", '"eslintConfig" in package.json'],
    ["biome", ["biome.jsonc"], "biome.jsonc", "biome.jsonc"],
    ["biome", [wants("devDependencies", "@biomejs/biome")], null, "@biomejs/biome in devDependencies of package.json"],
    ["oxlint", [".oxlintrc.json", wants("devDependencies", "oxlint")], ".oxlintrc.json", ".oxlintrc.json"],
    ["oxlint", [wants("dependencies", "oxlint")], null, "oxlint in dependencies of package.json"],
    ["tsc", ["tsconfig.json: {}"], "tsconfig.json", "tsconfig.json"],
    ["tsc", ['tsconfig.json: {"references":[{"path":"a"}]}'], "tsconfig.json", "tsconfig.json, which refers to others"],
    ["stylelint", ["stylelint.config.mjs", ".stylelintrc"], ".stylelintrc", ".stylelintrc"],
    [
      "stylelint",
      ['package.json: {"stylelint": {"rules": {}}}', ".stylelintrc"],
      "package.json",
      '"stylelint" in package.json',
    ],
    ["prettier", ["prettier.config.js", ".prettierrc.toml"], "prettier.config.js", "prettier.config.js"],
    [
      "prettier",
      ['package.json: {"prettier": "@company/style"}', ".prettierrc"],
      "package.json",
      '"prettier" in package.json',
    ],
    ["prettier", ["package.yaml: name: x\nprettier:\n  semi: false\n"], "package.yaml", '"prettier" in package.yaml'],
    ["prettier", [wants("devDependencies", "prettier")], null, "prettier in devDependencies of package.json"],
    ["vitest", ["vite.config.ts", "vitest.config.mts"], "vitest.config.mts", "vitest.config.mts"],
    [
      "vitest",
      ["vite.config.ts", wants("devDependencies", "vitest")],
      "vite.config.ts",
      "vitest in devDependencies of package.json",
    ],
    ["vitest", [wants("devDependencies", "vitest")], null, "vitest in devDependencies of package.json"],
    ["jest", ["jest.config.json", "jest.config.js"], "jest.config.js", "jest.config.js"],
    ["jest", ['package.json: {"jest": {}}'], "package.json", '"jest" in package.json'],
    ["jest", [wants("devDependencies", "jest")], null, "jest in devDependencies of package.json"],
  ])("%s: %j", (name, files, ...[config, because]) => {
    expect(toolNamed(name)?.detect(view(...files))).toMatchObject({ config, because });
  });

  it.each([
    [
      "files that are not at its top",
      ["a/eslint.config.js", "a/tsconfig.json", "a/package.json: {}", "sub/.prettierrc"],
    ],
    [
      "a package that says nothing of them",
      [
        'package.json: {"name":"eslint","devDependencies":{"eslint":"10.0.0","stylelint":"18.0.0","vite":"8.0.0"}}',
        "vite.config.ts",
      ],
    ],
    [
      "keys of another kind",
      ['package.json: {"prettier":false,"jest":1,"eslintConfig":null,"stylelint":[],"devDependencies":[]}'],
    ],
    ["a package that can't be read", ["package.json: {", "package.yaml: \tprettier:"]],
    ["names that every object has", ['package.json: {"devDependencies":{"constructor":"1.0.0"}}', "toString"]],
  ])("nothing of %s", (_what, files) => {
    expect(javascriptTools.filter((tool) => tool.detect(view(...files)) !== null).map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['{ "references": [] }', false],
    ['{ /* "references": [{}] */ }', false],
    ['// x\n{ "a": "/* // \\" ", "references": [{ "path": "b", }, ], }', true],
    ['\uFEFF{"references":[{"path":"b"}]}', true],
    ['{"references":[{"path":"b"}]', false],
    ['{"a": "', false],
    ["/*", false],
  ])("references in %j: %s", (text, isThere) => {
    expect(toolNamed("tsc")?.detect(view(`tsconfig.json: ${text}`))?.everything?.[0]).toBe(
      isThere ? "--build" : undefined,
    );
  });
});
