import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { writeFiles } from "../../../../test/kit/repository.ts";
import { relocatePython, relocated } from "./relocate.ts";

it("scripts and editable packages of an environment name the context, and others stay where they are", async () => {
  const root = tempFolder();
  const [layer, own] = [join(root, "layer"), join(root, "own")];
  writeFiles(layer, {
    ".venv/bin/pytest": "#!/home/me/app/.venv/bin/python\nimport sys\n",
    ".venv/bin/other": "#!/usr/bin/python3\n",
    ".venv/lib/python3.11/site-packages/__editable__.app.pth": "/home/me/app/src\n",
    ".venv/lib/python3.11/site-packages/app-1.dist-info/direct_url.json": '{"url": "file:///home/me/app"}',
    ".venv/lib/python3.11/site-packages/pack/__init__.py": "path = '/home/me/app/data'\n",
  });
  await relocatePython(layer, ".venv", { top: "/home/me/app", folder: "/ctx/one", own });
  const read = (path: string): string => readFileSync(join(own, path), "utf8");
  expect(read(".venv/bin/pytest")).toBe("#!/ctx/one/.venv/bin/python\nimport sys\n");
  expect(read(".venv/lib/python3.11/site-packages/__editable__.app.pth")).toBe("/ctx/one/src\n");
  expect(read(".venv/lib/python3.11/site-packages/app-1.dist-info/direct_url.json")).toBe('{"url": "file:///ctx/one"}');
  expect(existsSync(join(own, ".venv/bin/other"))).toBe(false);
  expect(statSync(join(own, ".venv/bin/pytest")).mode).toBe(statSync(join(layer, ".venv/bin/pytest")).mode);
});

it.each([
  ["/a.b/src", "/c/src"],
  ["x=/a.b\n", "x=/c\n"],
  ["/a.bc/src", "/a.bc/src"],
  ["/aXb/src", "/aXb/src"],
  ['"/a.b"', '"/c"'],
])("of %j becomes %j", (text, expected) => {
  expect(relocated(text, "/a.b", "/c")).toBe(expected);
});
