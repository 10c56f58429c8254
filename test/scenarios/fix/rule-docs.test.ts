import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { type FixProject, makeFixProject } from "../../kit/fix-project.ts";
import { itLong } from "../../kit/long.ts";

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** Keeps what it is told, and fixes. */
const agent = `
import fs from "node:fs";
import { dirname } from "node:path";
for await (const part of process.stdin) fs.appendFileSync(dirname(process.argv[1]) + "/prompts", part);
fs.writeFileSync("a.js", "export const a = (b) => b === 1;\\n");
`;

function made(): FixProject & { asked(): readonly string[] } {
  const project = makeFixProject(
    {
      "a.js": "export const a = (b) => b == 1;\n",
      "package.json": '{ "type": "module" }',
      ".gitignore": "node_modules\n",
    },
    { agent },
  );
  const log = join(project.root, "loaded-by");
  writeFileSync(log, "");
  project.put({ node_modules: { link: modules } });
  // A configuration is a program: it tells who read it.
  const config = `import fs from "node:fs";
fs.appendFileSync(${JSON.stringify(log)}, process.argv[1].split("/").at(-1) + "\\n");
export default [{ files: ["*.js"], rules: { eqeqeq: ["error", "always", { null: "ignore" }] } }];\n`;
  writeFileSync(join(project.repository, "eslint.config.js"), config);
  project.git("add", "eslint.config.js");
  project.git("commit", "--quiet", "--message", "eslint");
  return { ...project, asked: () => readFileSync(log, "utf8").trim().split("\n") };
}

itLong("an agent is told what the project's own eslint says of the rule, and what it is set to", () => {
  const project = made();
  expect(project.fix("--tool", "eslint").code).toBe(0);
  const prompt = readFileSync(join(project.root, "prompts"), "utf8");
  expect(prompt).toMatch(
    /\n## Documentation\n\n### `eslint`: `eqeqeq`\n\nWhat eslint \d+\.\d+\.\d+ says of it:\n\n```\nRequire the use of `===` and `!==`\nThe project sets it to: /,
  );
  expect(project.asked()).toContain("rule-docs.js");
});

itLong("no tool is asked where no agent reads the answer", () => {
  const project = made();
  expect(project.cli("fix", "--tool", "eslint", "--dry-run").code).toBe(0);
  expect(project.cli("fix", "--tool", "eslint", "--autofix-only")).toMatchObject({
    code: 1,
    out: expect.stringContaining("no tool can fix the requested findings by itself") as string,
  });
  expect(project.asked()).not.toContain("rule-docs.js");
  expect(project.asked()).toContain("eslint");
});
