import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runBuilt } from "../../kit/built.ts";
import { modules } from "../../kit/fix-modules.ts";
import { type FixProject, makeFixProject } from "../../kit/fix-project.ts";
import { itLong } from "../../kit/long.ts";
import type { Files } from "../../kit/repository.ts";

/**
 * A package of the project's own, with another rule in each folder that it is installed in: names that end so are wrong
 * there.
 */
const houseRules = (ending: string): string => `
const create = (context) => ({ VariableDeclarator: (node) => { if (node.id.name.endsWith(${JSON.stringify(ending)})) context.report({ node, message: "say it otherwise" }); } });
export default { rules: { word: { create } } };
`;

/**
 * The tools that npm would have installed in the folder of a project: the real tools of this repository, and the
 * project's own package.
 */
function installed(folder: string, ending: string): Files {
  const bins = { eslint: "eslint/bin/eslint.js", prettier: "prettier/bin/prettier.cjs" };
  return {
    ...Object.fromEntries(
      Object.keys(bins).map((name) => [
        `${folder}/node_modules/${name}`,
        { link: join(modules.node_modules.link, name) },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(bins).map(([name, path]) => [`${folder}/node_modules/.bin/${name}`, { link: `../${path}` }]),
    ),
    [`${folder}/node_modules/house-rules/package.json`]: '{ "type": "module", "exports": "./index.js" }',
    [`${folder}/node_modules/house-rules/index.js`]: houseRules(ending),
  };
}

const eslintConfig = (rule: string): string =>
  `import house from "house-rules";\n\nexport default [{ plugins: { house }, rules: { "house/word": "error", "${rule}": "error" } }];\n`;

/** Neither is configured for what the other is, and what is wrong in one is right in the other. */
const files: Files = {
  ".gitignore": "node_modules/\n",
  "README.md": "* two\n* projects\n",
  "web/package.json": '{ "type": "module" }\n',
  "web/eslint.config.js": eslintConfig("prefer-const"),
  "web/.prettierrc": '{ "singleQuote": true }\n',
  "web/.prettierignore": "*.json\n.*\n*.config.js\n",
  "web/src/a.js": 'let oneBad = "1";\nexport { oneBad };\n',
  "web/src/fine.js": "var twoWrong = '2';\nexport { twoWrong };\n",
  "services/api/package.json": '{ "type": "module" }\n',
  "services/api/eslint.config.js": eslintConfig("no-var"),
  "services/api/.prettierrc": "{}\n",
  "services/api/.prettierignore": "*.json\n.*\n*.config.js\n",
  "services/api/b.js": "var threeWrong = '3';\nexport { threeWrong };\n",
  "services/api/fine.js": 'let fourBad = "4";\nexport { fourBad };\n',
};

/**
 * Fixes what no tool can, in the file that the prompt is about; it also tries what must not become part of the work.
 */
const agent = `
import fs from "node:fs";
let prompt = "";
for await (const part of process.stdin) prompt += part;
for (const path of ["web/src/a.js", "services/api/b.js"]) {
  if (!prompt.includes(path)) continue;
  fs.writeFileSync(path, fs.readFileSync(path, "utf8").replaceAll("Bad", "Good").replaceAll("Wrong", "Right"));
  fs.mkdirSync("web/node_modules/.cache", { recursive: true });
  fs.writeFileSync("web/node_modules/.cache/mine", "");
}
`;

function makeNested(more: { readonly settings?: object } = {}): FixProject {
  const project = makeFixProject(files, {
    agent,
    settings: { tools: { eslint: true, prettier: true }, ...more.settings },
  });
  project.put({ ...installed("web", "Bad"), ...installed("services/api", "Wrong") });
  return project;
}

describe("a repository with projects below its top", () => {
  it("has each fixed by its own tools with its own configuration, file by file, and is clean in the end", {
    timeout: 300_000,
  }, () => {
    const project = makeNested();
    const end = project.fix();

    expect({ code: end.code, err: end.err }).toMatchObject({ code: 0 });
    // Two tools run at once, and the end of each is reported.
    for (const folder of ["web", "services/api"]) expect(end.err).toContain(`eslint (${folder}): 2 findings`);
    expect(end.report.total).toMatchObject({ asked: 6, fixed: 6, remaining: 0, introduced: 0, sheets: 2 });
    expect(end.report.tools.map(({ name, found, fixed }) => [name, found, fixed])).toEqual([
      ["eslint", 4, 4],
      ["prettier", 2, 2],
    ]);
    for (const { agents } of end.report.sheets) expect(agents).toEqual(["auto-fix", process.execPath]);
    expect(end.report.recheck).toMatchObject({ remaining: 0, introduced: 0, failed: [] });
    expect(
      project
        .landed()
        .map(({ files: names }) => names)
        .toSorted(),
    ).toEqual([["M services/api/b.js"], ["M web/src/a.js"]]);
    expect(["web/src/a.js", "services/api/b.js"].map((path) => project.bytes(path).toString())).toEqual([
      "const oneGood = '1';\nexport { oneGood };\n",
      'let threeRight = "3";\nexport { threeRight };\n',
    ]);
    expect([project.git("status", "--porcelain"), project.worktrees()]).toEqual(["", []]);
    expect(readdirSync(join(project.repository, "web/node_modules")).toSorted()).toEqual([
      ".bin",
      "eslint",
      "house-rules",
      "prettier",
    ]);
  });

  itLong(
    "is seen whole from any folder of it; rules are named as everywhere, a dot means that folder, and what is excluded is no project",
    () => {
      const project = makeNested();
      const env = { PATH: process.env["PATH"], HOME: project.root, TUTTI_HOME: project.home, TUTTI_LOCAL: "1" };
      const inWeb = (...args: readonly string[]): unknown =>
        JSON.parse(
          runBuilt({ folder: join(project.repository, "web"), env }, ["fix", "--dry-run", "--json", ...args]).out,
        );
      expect(inWeb("--tool", "eslint")).toMatchObject({ findings: 4 });
      expect(inWeb(".", "--tool", "eslint")).toMatchObject({ findings: 2, byFile: [{ file: "web/src/a.js" }] });
      expect(inWeb("--code", "eslint:house/word", "--exclude", "services/")).toMatchObject({
        findings: 1,
        byTool: [
          { tool: "eslint (web)", found: 2, findings: 1, config: "web/eslint.config.js" },
          { tool: "prettier (web)", found: 1, findings: 0 },
        ],
      });
    },
  );

  itLong(
    "has no projects in folders that git ignores, also where it works in the folder itself: nothing of them is run",
    () => {
      const project = makeNested();
      const log = join(project.root, "was-run");
      project.commit({ ".gitignore": "node_modules/\n/out/\n" });
      project.put({
        "out/package.json": '{ "type": "module" }\n',
        "out/eslint.config.js": `import fs from "node:fs";\nfs.writeFileSync(${JSON.stringify(log)}, "");\nexport default [{ rules: { "no-var": "error" } }];\n`,
        "out/a.js": "var x = 1;\nexport { x };\n",
      });
      const { tools } = JSON.parse(project.cli("fix", "--explain", "--json", "--no-isolation").out) as {
        tools: { folder: string }[];
      };
      expect([...new Set(tools.map(({ folder }) => folder))]).toEqual(["web", "services/api"]);
      const plan = project.cli("fix", "--dry-run", "--json", "--no-isolation", "--tool", "eslint").out;
      expect(JSON.parse(plan)).toMatchObject({ findings: 4 });
      expect(existsSync(log)).toBe(false);
    },
  );

  it("the configuration of a tool may not be changed to silence it", { timeout: 300_000 }, () => {
    const project = makeFixProject(files, {
      agent: `import fs from "node:fs";\nfs.writeFileSync("web/eslint.config.js", "export default [];\\n");\n`,
      settings: { tools: ["eslint"], attempts: 1, autofix: false },
    });
    project.put({ ...installed("web", "Bad"), ...installed("services/api", "Wrong") });
    const end = project.fix("web", "--json");
    expect([end.code, project.landed(), end.report.sheets[0]?.why]).toEqual([
      2,
      [],
      expect.stringContaining("web/eslint.config.js was changed") as string,
    ]);
  });

  itLong("has its tests run in their folders before anything lands", { timeout: 300_000 }, () => {
    const project = makeNested({ settings: { tests: "full" } });
    const log = join(project.root, "runs");
    const script = (word: string): string =>
      JSON.stringify({
        type: "module",
        scripts: { test: `printf '${word} ' >> '${log}' && test -d node_modules/house-rules` },
      }) + "\n";
    project.commit({ "web/package.json": script("web"), "services/api/package.json": script("api") });
    const end = project.fix("--code", "prefer-const", "--code", "no-var", "--tool", "eslint", "--autofix-only");
    expect({ code: end.code, err: end.err }).toMatchObject({ code: 0 });
    expect(existsSync(log) ? [...new Set(readFileSync(log, "utf8").trim().split(" "))].toSorted() : []).toEqual([
      "api",
      "web",
    ]);
  });
});
