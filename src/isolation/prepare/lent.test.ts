import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../../../test/kit/git.ts";
import { type TestRepository, makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, treeOf, wire } from "../../../test/kit/wire.ts";
import type { CaptureProof } from "../capture/capture.ts";
import type { Context } from "../context.ts";
import { destroyContext } from "../cleanup/destroy.ts";
import { readRecord } from "../records/record.ts";
import { dropArtefacts, readArtefacts } from "../cleanup/artefacts.ts";

interface Scene {
  readonly wired: Wired;
  readonly repository: TestRepository;
  readonly context: Context;
}

/**
 * A project with an environment as uv makes it, which says itself that it is ignored, and with packages of the
 * repository itself.
 */
async function scene(level: Context["level"], files: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const repository = makeRepository({ "api/a.py": "a\n", "lib/index.js": "", ...files });
  writeFiles(repository.path, {
    "api/.venv/.gitignore": "*",
    "api/.venv/bin/tool": "",
    "api/.venv/pyvenv.cfg": "home = /usr/bin\n",
    "api/node_modules/@org/lib": { link: "../../../lib" },
    "api/node_modules/tool/index.js": "x",
  });
  const wired = await wire(repository);
  return {
    wired,
    repository,
    context: await wired.create("lent", { level, borrow: ["api/.venv", "api/node_modules"] }),
  };
}

const filesOf = ({ wired }: Scene, proof: CaptureProof): readonly string[] => [...treeOf(wired, proof.commit).keys()];
const told = ({ leftOut }: CaptureProof): unknown =>
  Object.fromEntries(leftOut.map(({ path, reason }) => [path, reason]));

describe.each(["clone", "worktree"] as const)(
  "an agent that moves a project with borrowed folders at level %s",
  (level) => {
    it("finds nothing of them in its own git, and they do not land", async () => {
      const at = await scene(level);
      gitIn(at.context.path, ["mv", "api", "backend"]);
      gitIn(at.context.path, ["add", "--all"]);
      expect(gitIn(at.context.path, ["status", "--porcelain"])).toBe("R  api/a.py -> backend/a.py");
      const proof = await at.wired.capture("lent", at.context);
      expect([filesOf(at, proof), new Set(proof.leftOut.map(({ reason }) => reason))]).toEqual([
        ["backend/a.py", "lib/index.js"],
        new Set(["ignored"]),
      ]);
      expect(told(proof)).toMatchObject({ "backend/.venv/": "ignored", "backend/node_modules/": "ignored" });
    });

    it("and adds them by force, leaves their links behind, which are told", async () => {
      const at = await scene(level);
      gitIn(at.context.path, ["mv", "api", "backend"]);
      gitIn(at.context.path, ["add", "--all", "--force"]);
      const proof = await at.wired.capture("lent", at.context);
      expect(filesOf(at, proof)).toEqual([
        "backend/.venv/.gitignore",
        "backend/a.py",
        "backend/node_modules/.gitignore",
        "lib/index.js",
      ]);
      expect(told(proof)).toMatchObject({
        "backend/.venv/bin": "link of a prepared folder",
        "backend/node_modules/@org/lib": "link of a prepared folder",
        "backend/node_modules/tool": "link of a prepared folder",
      });
    });
  },
);

it("links of a borrowed folder that lie elsewhere are left out and told, and keep nothing from being removed; those of an agent's own are work", async () => {
  const at = await scene("directory");
  renameSync(join(at.context.path, "api/node_modules/tool"), join(at.context.path, "tool"));
  writeFiles(at.context.path, {
    own: { link: "api/a.py" },
    other: { link: "/usr/bin/env" },
    near: { link: join(at.repository.path, "api/a.py") },
  });
  const proof = await at.wired.capture("lent", at.context);
  expect([filesOf(at, proof), told(proof)]).toEqual([
    ["api/a.py", "lib/index.js", "near", "other", "own"],
    { tool: "link of a prepared folder" },
  ]);
  expect(await destroyContext(at.wired.places, at.wired.store, proof)).toBe("destroyed");
});

it("files that an agent leaves in a prepared folder are reported, but not bookkeeping of tools", async () => {
  const at = await scene("clone");
  const folder = join(at.context.path, "api/node_modules");
  rmSync(join(folder, "tool"));
  writeFiles(folder, {
    "tool/index.js": "mended",
    "@org/new/x.js": "",
    "@org/note.txt": "",
    ".cache/x": "",
    ".package-lock.json": "{}",
  });
  writeFiles(at.context.path, { "api/.venv/notes.txt": "", "api/.venv/.cache/x": "" });
  expect(told(await at.wired.capture("lent", at.context))).toEqual({
    "api/.venv/.cache/": "in a prepared folder",
    "api/.venv/notes.txt": "in a prepared folder",
    "api/node_modules/@org/new/": "in a prepared folder",
    "api/node_modules/@org/note.txt": "in a prepared folder",
    "api/node_modules/tool/": "in a prepared folder",
  });
});

it("nothing is reported of a borrowed folder that an agent replaced by a link", async () => {
  const at = await scene("directory");
  rmSync(join(at.context.path, "api/.venv"), { recursive: true });
  writeFiles(at.context.path, { "api/.venv": { link: at.repository.path } });
  expect(told(await at.wired.capture("lent", at.context))).toEqual({});
});

it("a submodule of the commit stays what it is where a folder in it is to be borrowed", async () => {
  const repository = makeRepository({ "a.txt": "a\n" });
  repository.git("update-index", "--add", "--cacheinfo", `160000,${repository.head()},sub`);
  repository.git("commit", "-q", "-m", "a submodule");
  writeFiles(repository.path, { "sub/node_modules/tool/index.js": "x" });
  const wired = await wire(repository);
  const context = await wired.create("sub", { borrow: ["sub/node_modules"] });
  const { changed, leftOut } = await wired.capture("sub", context);
  expect([context.lent, changed, leftOut]).toEqual([undefined, false, []]);
});

it("to make room, what was made in borrowed folders goes, and what was lent stays", async () => {
  const at = await scene("clone", { ".gitignore": "node_modules/\ndist/\n" });
  const { path } = at.context;
  writeFiles(path, { "api/node_modules/new/x.js": "x".repeat(9_000), "api/node_modules/.cache/x": "", "dist/x": "" });
  const record = await readRecord(at.wired.places, at.context.id);
  if (record === undefined) throw new Error("no record");
  expect((await readArtefacts(at.wired.git, record)).paths.toSorted()).toEqual([
    "api/node_modules/.cache/",
    "api/node_modules/new/",
    "dist/",
  ]);
  expect(await dropArtefacts(at.wired.git, record)).toBeGreaterThan(9_000);
  expect([readdirSync(join(path, "api/node_modules")).toSorted(), existsSync(join(path, "dist"))]).toEqual([
    [".gitignore", "@org", "tool"],
    false,
  ]);
});
