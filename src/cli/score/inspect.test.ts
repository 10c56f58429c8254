import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { isRoot, tempFolder } from "../../../test/kit/folders.ts";
import { runNode } from "../../../test/kit/node.ts";
import { codeOf } from "../../base/error.ts";
import { rewrite } from "./inspect.ts";

function written(content: string | Buffer = "old"): string {
  const file = join(tempFolder(), "s.yaml");
  writeFileSync(file, content);
  return file;
}

const refusal = (work: Promise<void>): Promise<unknown> => work.then(() => "done", codeOf);

it("a rewritten file keeps its mode", async () => {
  const file = written();
  chmodSync(file, 0o640);
  await rewrite(file, { before: "old", after: "new" });
  expect(readFileSync(file, "utf8")).toBe("new");
  expect(statSync(file).mode & 0o7777).toBe(0o640);
});

it("a link stays a link to the same file", async () => {
  const file = written();
  const link = join(tempFolder(), "link.yaml");
  symlinkSync(file, link);
  await rewrite(link, { before: "old", after: "new" });
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(file, "utf8")).toBe("new");
});

it("a byte order mark stays", async () => {
  const file = written("\uFEFFold");
  await rewrite(file, { before: "old", after: "new" });
  expect(readFileSync(file, "utf8")).toBe("\uFEFFnew");
});

it("a file that was saved meanwhile is left as it is", async () => {
  const file = written("saved meanwhile");
  expect(await refusal(rewrite(file, { before: "old", after: "new" }))).toBe("score.unwritable");
  expect(readFileSync(file, "utf8")).toBe("saved meanwhile");
});

it("an entry that is no file is refused", async () => {
  const folder = tempFolder();
  expect(await refusal(rewrite(folder, { before: "", after: "new" }))).toBe("score.unwritable");
  expect(await refusal(rewrite(join(folder, "missing"), { before: "", after: "new" }))).toBe("score.unwritable");
  expect(existsSync(join(folder, "missing"))).toBe(false);
});

it("a disk that takes no more leaves the old text and nothing else", async () => {
  const file = written();
  const module = fileURLToPath(new URL("inspect.ts", import.meta.url));
  const text = `const { rewrite } = await import(process.argv[1]);
    await rewrite(process.argv[2], { before: "old", after: "new" }).catch((error) => console.log(error.code));`;
  const end = await runNode(text, [module, file], { limit: "ulimit -f 0" });
  expect(end.stdout.toString()).toBe("score.unwritable\n");
  expect(readFileSync(file, "utf8")).toBe("old");
  expect(readdirSync(join(file, ".."))).toEqual(["s.yaml"]);
});

it.skipIf(isRoot)("a folder that can't be written to is refused with words", async () => {
  const folder = join(tempFolder(), "closed");
  mkdirSync(folder);
  const file = join(folder, "s.yaml");
  writeFileSync(file, "old");
  chmodSync(folder, 0o500);
  expect(await refusal(rewrite(file, { before: "old", after: "new" }))).toBe("score.unwritable");
  chmodSync(folder, 0o700);
  expect(readdirSync(folder)).toEqual(["s.yaml"]);
});
