import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { run } from "../../../test/kit/git.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import type { PreparedTool } from "../model.ts";
import { anyTool } from "../options/file.ts";
import { collect, type CollectPlace } from "./collect.ts";
import { prepareTools } from "../../tools/prepare.ts";
import { projectView } from "../../tools/view.ts";
import { walkFiles } from "../../tools/projects/walk.ts";
import { itLong } from "../../../test/kit/long.ts";

const cancel = new AbortController().signal;
const env = { PATH: process.env["PATH"] ?? "" };
const shellTool = (name: string, line: string): PreparedTool => ({
  name,
  folder: "",
  argv: ["sh", "-c", line, name],
  everything: [],
  env: {},
  format: { kind: "lines" },
  reach: "file",
  looksAt: [],
  fixArgv: null,
  silencers: [],
  config: null,
  because: "",
  foundBy: "",
  version: null,
  timeoutMs: 600_000,
});

it("several tools are asked, a few at once; one that breaks takes nothing from the others", async () => {
  let running = 0;
  let most = 0;
  const counting: CollectPlace["run"] = async (request) => {
    most = Math.max(most, ++running);
    return run(request).finally(() => running--);
  };
  const tools = [
    shellTool("a", "echo x:1: of a"),
    shellTool("b", "exit 9"),
    shellTool("c", "echo x:1: of c"),
    shellTool("d", 'echo "$1:1: of d"'),
  ];
  const told: string[] = [];
  const filesFor = ({ name }: PreparedTool): readonly string[] | null => (name === "d" ? ["only.x"] : null);
  const collected = await collect(
    tools,
    { run: counting, folder: tempFolder(), filesFor, env, cancel },
    ({ kind, tool }) => told.push(`${tool.name} ${kind}`),
  );
  expect(
    collected.map((one) => [
      one.tool.name,
      one.kind === "read" ? one.findings.map(({ file, message }) => `${file} ${message}`) : one.kind,
    ]),
  ).toEqual([
    ["a", ["x of a"]],
    ["b", "failed"],
    ["c", ["x of c"]],
    ["d", ["only.x of d"]],
  ]);
  expect([most, told.toSorted()]).toEqual([
    2,
    ["a", "b", "c", "d"].flatMap((name) => [`${name} ended`, `${name} started`]),
  ]);
});

const repository = fileURLToPath(new URL("../../..", import.meta.url));

itLong(
  "the real eslint, prettier and tsc of a project are found in the user's checkout and run in another one",
  async () => {
    const root = tempFolder();
    const [user, checkout] = ["user", "checkouts/one"].map((name) => join(root, name)) as [string, string];
    const files = {
      "package.json": '{ "name": "p", "type": "module", "prettier": {} }\n',
      "eslint.config.js": 'export default [{ rules: { eqeqeq: "error", "prefer-const": "warn" } }];\n',
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["src"] }\n',
      "src/a.js": "let one = 1;\nexport const two = one == 1;\n",
      "src/-b.js": "export const b = 1 == 2;\n",
      "src/c.ts": 'export const c: number = "text"\n',
    };
    for (const folder of [user, checkout]) writeFiles(folder, files);
    symlinkSync(join(repository, "node_modules"), join(user, "node_modules"));
    const view = projectView(checkout, (await walkFiles(checkout)).files);
    const { tools } = await prepareTools(
      { run, top: user, view, env, cancel },
      { ...anyTool, only: ["eslint", "prettier", "tsc"] },
    );
    const collected = await collect(tools, { run, folder: checkout, env, cancel }, () => undefined);
    const lines = collected.flatMap((one) =>
      one.kind === "read"
        ? one.findings.map(({ tool, file, line, code }) => `${tool} ${file}:${String(line)} ${code ?? ""}`.trim())
        : [`${one.tool.name} ${one.why}`],
    );
    expect(lines.toSorted()).toEqual([
      "eslint src/-b.js:1 eqeqeq",
      "eslint src/a.js:1 prefer-const",
      "eslint src/a.js:2 eqeqeq",
      "prettier package.json:null format",
      "prettier src/c.ts:null format",
      "tsc src/c.ts:1 TS2322",
    ]);
    expect((await walkFiles(checkout)).files).toEqual(Object.keys(files).toSorted());
  },
);
