import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { finding, preparedTool } from "../../../test/kit/findings.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { run } from "../../../test/kit/git.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import { toolNamed } from "../../findings/catalog.ts";
import type { Finding } from "../../findings/finding.ts";
import { groupFindings } from "../../fix/choose/groups.ts";
import type { PreparedTool } from "../../fix/model.ts";
import { ruleKey } from "../../fix/ask/prompt/rule-docs.ts";
import { askRuleDocs, type DocsPlace, type FoundDocs } from "./ask.ts";

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const main = fileURLToPath(new URL("main.ts", import.meta.url));
let folder: string;
beforeEach(() => {
  folder = join(tempFolder(), "tree");
  mkdirSync(folder);
});

const usual = {
  run,
  env: { PATH: process.env["PATH"] ?? "" },
  cancel: new AbortController().signal,
  // From its source, in a process of its own.
  program: [process.execPath, "--experimental-strip-types", "--no-warnings", main] as const,
};

function tool(name: string, program: readonly [string, ...string[]]): PreparedTool {
  return preparedTool({
    name,
    argv: [...program, ...(toolNamed(name)?.args ?? [])],
    format: { kind: "tool", tool: name },
  });
}

function ask(
  findings: readonly Finding[],
  tools: readonly PreparedTool[],
  more: Partial<DocsPlace> = {},
): Promise<FoundDocs> {
  const { groups } = groupFindings(findings, { grouping: { by: "file", filesPerSheet: 1 }, most: null });
  const collected = tools.map((one) => ({ kind: "read", tool: one, findings, tookMs: 1 }) as const);
  return askRuleDocs(groups, collected, { ...usual, folder, ...more });
}

describe("real tools say what their rules are about", () => {
  it("eslint: of its own rules and of a plugin's, with the project's settings for them, for all output", async () => {
    writeFiles(folder, {
      "eslint.config.js": `import own from "eslint-plugin-own";
        console.log("[]");
        export default [
          { plugins: { own }, rules: { "no-var": "error", "own/nice": ["error", { max: 3 }], "own/plain": "error" } },
          { files: ["deep/**"], rules: { "max-depth": ["error", 2] } },
        ];`,
      "package.json": '{ "type": "module" }',
      "a.js": "",
      "deep/b.js": "",
      "node_modules/eslint-plugin-own/package.json": '{ "name": "eslint-plugin-own", "main": "index.js" }',
      "node_modules/eslint-plugin-own/index.js": `module.exports = { rules: {
        nice: { meta: { docs: { description: "Be nice" }, schema: [{ type: "object" }] }, create: () => ({}) },
        plain: { meta: { messages: { x: "Too plain." } }, create: () => ({}) },
      } }; setInterval(() => undefined, 1000);`,
      "node_modules/eslint-plugin-own/docs/rules/nice.md": "# nice\n\nSay please.\n",
    });
    symlinkSync(join(modules, "eslint"), join(folder, "node_modules/eslint"));
    const findings = [
      finding({ file: "a.js", code: "no-var" }),
      finding({ file: "deep/b.js", code: "max-depth" }),
      finding({ file: "a.js", code: "own/nice" }),
      finding({ file: "a.js", code: "own/plain" }),
      finding({ file: "a.js", code: "own/gone" }),
      finding({ file: "a.js", code: "__proto__" }),
    ];
    const ends: unknown[] = [];
    const heard: DocsPlace["run"] = async (request) => {
      const end = await run(request);
      ends.push(end.how);
      return end;
    };
    const { docs, notes } = await ask(findings, [tool("eslint", [join(modules, ".bin/eslint")])], { run: heard });
    // Though the plugin left something open.
    expect(ends).toEqual([{ kind: "exited", code: 0 }]);
    const said = (code: string): string | undefined => docs.get(ruleKey("eslint", code))?.whole;
    expect(said("no-var")).toMatch(
      /^```\nRequire `let` or `const` instead of `var`\n\nESLint fixes [^]*- Unexpected var, [^]*Its page: https:\/\/eslint\.org\//,
    );
    expect(said("max-depth")).toMatch(/^```\nEnforce a maximum depth[^\n]*\nThe project sets it to: 2\n/);
    expect(said("own/nice")).toBe('```\nBe nice\nThe project sets it to: {"max":3}\n\n# nice\n\nSay please.\n```');
    expect(said("own/plain")).toBe("```\nIt may report:\n- Too plain.\n```");
    expect(docs.size).toBe(4);
    expect(notes).toEqual([expect.stringContaining("eslint: it has no text about them (2)")]);
  });

  it("eslint: also where plugins have much to say, and what was had when it broke stays", async () => {
    const long = Array.from({ length: 40 }, (_, place) => `rule-${String(place + 10)}`);
    writeFiles(folder, {
      "eslint.config.js": 'import own from "eslint-plugin-own";\nexport default [{ plugins: { own } }];',
      "package.json": '{ "type": "module" }',
      "node_modules/eslint-plugin-own/package.json": '{ "name": "eslint-plugin-own", "main": "index.js" }',
      "node_modules/eslint-plugin-own/index.js": `const rules = Object.fromEntries(${JSON.stringify(long)}.map((name) => [name, { meta: {}, create: () => ({}) }]));
        module.exports = { rules: { ...rules, "t-breaks": { meta: { get docs() { process.exit(3); } }, create: () => ({}) }, "u-never": { meta: {}, create: () => ({}) } } };`,
      ...Object.fromEntries(
        long.map((rule) => [
          `node_modules/eslint-plugin-own/docs/rules/${rule}.md`,
          `About ${rule}.\n\n${"Longer and longer. ".repeat(4_000)}`,
        ]),
      ),
    });
    symlinkSync(join(modules, "eslint"), join(folder, "node_modules/eslint"));
    const findings = [...long, "t-breaks", "u-never"].map((rule) => finding({ file: "a.js", code: `own/${rule}` }));
    const { docs, notes } = await ask(findings, [tool("eslint", [join(modules, ".bin/eslint")])]);
    expect([...docs.values()].map(({ short }) => short)).toEqual(long.map((rule) => `\`\`\`\nAbout ${rule}.\n\`\`\``));
    expect(notes).toEqual([expect.stringMatching(/^2 rules have .*: eslint: it exited with 3 \(2\)$/)]);
  });

  it("stylelint: what the project sets them to", async () => {
    symlinkSync(modules, join(folder, "..", "node_modules"));
    writeFiles(folder, {
      ".stylelintrc.json": '{ "rules": { "max-nesting-depth": [2, { "ignore": ["pseudo-classes"] }] } }',
      "a.css": "",
    });
    const { docs } = await ask(
      [finding({ tool: "stylelint", file: "a.css", code: "max-nesting-depth" })],
      [tool("stylelint", [join(modules, ".bin/stylelint")])],
    );
    expect(docs.get(ruleKey("stylelint", "max-nesting-depth"))?.whole).toBe(
      '```\nThe project sets it to: 2, {"ignore":["pseudo-classes"]}\n\nIts page: https://stylelint.io/user-guide/rules/max-nesting-depth\n```',
    );
  });

  it("biome: its page, from the first thing that it says", async () => {
    const { docs, notes } = await ask(
      [
        finding({ tool: "biome", code: "lint/suspicious/noDoubleEquals" }),
        finding({ tool: "biome", code: "lint/style/noSuchRuleAtAll" }),
      ],
      [tool("biome", [join(modules, ".bin/biome")])],
    );
    const doc = docs.get(ruleKey("biome", "lint/suspicious/noDoubleEquals"));
    expect(doc?.short).toMatch(/^```\n.*`===` and `!==`/);
    expect(doc?.whole).toMatch(/\n## Valid\n\n```js\nfoo == null\n```/);
    expect(doc?.whole).not.toMatch(/- Name: |ignoreNull/);
    expect([docs.size, notes]).toEqual([1, [expect.stringContaining("biome: it exited with 1 (1)")]]);
  });
});

describe("a tool that does not answer", () => {
  const ruff = (script: string): PreparedTool => tool("ruff", ["sh", "-c", script, "ruff"]);
  const findings = ["F401", "F402", "E501", "E502", "E503"].map((code) => finding({ tool: "ruff", code }));

  it("takes nothing from others, and is counted", async () => {
    const script = String.raw`case "$2" in F401) printf 'x\n## What it does\n\033[31mSays\007 %s\n' "$2";; F402) ;; *) exit 2;; esac`;
    const { docs, notes } = await ask(findings, [ruff(script)]);
    expect([...docs]).toEqual([
      [ruleKey("ruff", "F401"), { short: "```\nSays F401\n```", whole: "```\n## What it does\nSays F401\n```" }],
    ]);
    expect(notes).toEqual([
      expect.stringMatching(/^4 rules have .*: ruff: it exited with 2 \(3\); ruff: it has no text about them \(1\)$/),
    ]);
  });

  it("has so much time and no more, a few are asked at once, and who comes too late is not asked", async () => {
    let [running, most, asked] = [0, 0, 0];
    const slow: DocsPlace["run"] = async (request) => {
      asked += 1;
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
      const none = Buffer.alloc(0);
      return {
        how: { kind: "timed-out" },
        stdout: none,
        stderr: none,
        droppedBytes: 0,
        durationMs: request.limits?.timeoutMs ?? 0,
      };
    };
    const { docs, notes } = await ask(findings, [ruff("")], { run: slow });
    expect([docs.size, most, asked]).toEqual([0, 3, 3]);
    expect(notes).toEqual([
      expect.stringMatching(/: ruff: it did not answer in time \(3\); ruff: there was no time left \(2\)$/),
    ]);
  });

  it("is no error where its package is not there", async () => {
    const { docs, notes } = await ask([finding({ code: "no-var" })], [tool("eslint", ["/nowhere/eslint"])]);
    expect([docs.size, notes]).toEqual([0, [expect.stringContaining("eslint: it exited with 1 (1)")]]);
  });

  it("is not asked where nothing can be said of it", async () => {
    const { docs, notes } = await ask([finding({ tool: "tsc", code: "TS2322" })], [tool("tsc", ["/bin/false"])]);
    expect([docs.size, notes]).toEqual([0, []]);
  });
});
