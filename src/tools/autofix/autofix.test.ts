import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { requestsIn } from "./request.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

function autofix(
  folder: string,
  ...commands: readonly unknown[]
): { readonly code: number | null; readonly out: string } {
  const args = [
    "--experimental-strip-types",
    "--no-warnings",
    main,
    ...commands.map((words) => JSON.stringify(words)),
    "/job/prompt.md",
  ];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return { code: status, out: stdout };
}

it("runs commands one after the other, regardless of their exit codes, and passes words on as they are", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "-a b\n'$(x).ts"), "one");
  const fix = ["sh", "-c", 'printf two > "$1"; exit 1', "sh", "./-a b\n'$(x).ts"];
  const { code, out } = autofix(folder, fix, ["sh", "-c", "kill -9 $$"], ["sh", "-c", "echo last >> done"]);
  expect(code).toBe(0);
  expect(readFileSync(join(folder, "-a b\n'$(x).ts"), "utf8")).toBe("two");
  expect(readFileSync(join(folder, "done"), "utf8")).toBe("last\n");
  expect(out).toContain("autofix: it ended with 1\n");
  expect(out).toContain("autofix: it was ended by SIGKILL\n");
});

it("fails when a program can't be started, and runs the others all the same", () => {
  const folder = tempFolder();
  const { code } = autofix(folder, ["/nowhere/tool", "a.ts"], ["sh", "-c", "echo x > done"]);
  expect(code).toBe(1);
  expect(readFileSync(join(folder, "done"), "utf8")).toBe("x\n");
});

const eslint = fileURLToPath(new URL("../../../node_modules/.bin/eslint", import.meta.url));

it("has ESLint leave rules alone, and comments that silence them; what a fix brings in is fixed with it", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "part"));
  const rules = '"no-var": "error", "prefer-const": "error", "no-extra-semi": "error", eqeqeq: "error"';
  writeFileSync(join(folder, "part", "eslint.config.mjs"), `export default [{ rules: { ${rules} } }];\n`);
  const script = (word: string): string => `${word} a = 1;;\n// eslint-disable-next-line eqeqeq\nexport default a;\n`;
  writeFileSync(join(folder, "part", "-x.js"), script("var"));
  const { code, out } = autofix(folder, { eslint, without: ["no-extra-semi", ""], folder: "part", files: ["./-x.js"] });
  expect(out).toContain("autofix: it ended with 0\n");
  expect(code).toBe(0);
  expect(readFileSync(join(folder, "part", "-x.js"), "utf8")).toBe(script("const"));
});

it("leaves everything as it is where ESLint can't be asked", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "a.js"), "var a = 1;\n");
  const { out } = autofix(folder, { eslint, without: ["eqeqeq"], folder: "", files: ["a.js"] });
  expect(out).toContain("autofix: it ended with 1\n");
  expect(readFileSync(join(folder, "a.js"), "utf8")).toBe("var a = 1;\n");
});

it("ends when ESLint has fixed, though its configuration left something open", () => {
  const folder = tempFolder();
  // Ends by itself, long after all was fixed: a test has to be able to fail.
  const open = `let since = 0;
    setInterval(() => { if (readFileSync("a.js", "utf8").startsWith("const") && ++since > 50) process.exit(7); }, 100);`;
  const config = `import { readFileSync } from "node:fs";\n${open}\nexport default [{ rules: { "no-var": "error", "prefer-const": "error" } }];\n`;
  writeFileSync(join(folder, "eslint.config.mjs"), config);
  writeFileSync(join(folder, "a.js"), "var a = 1;\nexport default a;\n");
  const { out } = autofix(folder, { eslint, without: ["eqeqeq"], folder: "", files: ["a.js"] });
  expect(readFileSync(join(folder, "a.js"), "utf8")).toBe("const a = 1;\nexport default a;\n");
  expect(out).toContain("autofix: it ended with 0\n");
});

it("never takes ESLint from the folder that it fixes in", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "node_modules", "eslint"), { recursive: true });
  writeFileSync(join(folder, "node_modules", "eslint", "index.js"), 'require("node:fs").writeFileSync("taken", "");');
  const { out } = autofix(folder, { eslint: "/nowhere/eslint", without: ["eqeqeq"], folder: "", files: ["a.js"] });
  expect(out).toContain("autofix: it ended with 1\n");
  expect(existsSync(join(folder, "taken"))).toBe(false);
});

it.each([
  [[]],
  [["/prompt.md"]],
  [["[]"]],
  [["[1]"]],
  [['["a"', "/p"]],
  [['["a"]', "[{}]"]],
  [["{}"]],
  [['{"eslint":"e","without":[1],"folder":"","files":[]}']],
])("has nothing to do with %j", (args) => {
  expect(requestsIn(args)).toBeNull();
});
