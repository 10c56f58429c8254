import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { commandsIn } from "./request.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

function autofix(folder: string, ...commands: readonly (readonly string[])[]): { readonly code: number | null; readonly out: string } {
  const args = ["--experimental-strip-types", "--no-warnings", main, ...commands.map((words) => JSON.stringify(words)), "/job/prompt.md"];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return { code: status, out: stdout };
}

it("runs commands one after the other, whatever they end with, and passes words on as they are", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "-a b\n'$(x).ts"), "one");
  const mend = ["sh", "-c", 'printf two > "$1"; exit 1', "sh", "./-a b\n'$(x).ts"];
  const { code, out } = autofix(folder, mend, ["sh", "-c", "kill -9 $$"], ["sh", "-c", "echo last >> done"]);
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

it.each([[[]], [["/prompt.md"]], [["[]"]], [["[1]"]], [['["a"', "/p"]], [['["a"]', "[{}]"]]])("has nothing to do with %j", (args) => {
  expect(commandsIn(args)).toBeNull();
});
