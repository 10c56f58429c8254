import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { pretendNode, runNode, startNode } from "./program.ts";
import { treeOf, write } from "./tree.ts";

const copy = ["bin"];
const pinned = `runtime/node_modules/node-${process.platform}-${process.arch}/bin/node`;

describe("bin/tutti on a Node that is too old", () => {
  it("says what it needs, what it found and what to do", async () => {
    const root = treeOf({}, { copy });
    const { code, stderr } = await runNode(["bin/tutti", "--help"], { cwd: root, env: pretendNode(root, "20.20.2") });
    expect(code).toBe(1);
    expect(stderr).toMatch(/needs Node 22\.13 or newer; this is 20\.20\.2/);
    expect(stderr).toContain(`npm ci --prefix "${root}/runtime"`);
  });

  it("starts itself again on the pinned Node, and ends as that does", async () => {
    const root = treeOf({ [pinned]: '#!/bin/sh\nshift\necho "pinned: $*"\nexit 5\n' }, { copy });
    const { code, stdout } = await runNode(["bin/tutti", "run", "a b"], {
      cwd: root,
      env: pretendNode(root, "20.20.2"),
    });
    expect({ code, stdout }).toEqual({ code: 5, stdout: "pinned: run a b\n" });
  });

  it("passes signals on, and ends by the one that ended the pinned Node", async () => {
    const root = treeOf(
      { [pinned]: "#!/bin/sh\ntrap 'trap - TERM; kill -TERM $$' TERM\necho ready >&2\nwhile :; do sleep 0.05; done\n" },
      { copy },
    );
    const { child, end, says } = startNode(["bin/tutti"], { cwd: root, env: pretendNode(root, "20.20.2") });
    await says("ready");
    child.kill("SIGTERM");
    expect(await end).toMatchObject({ code: null, signal: "SIGTERM" });
  });

  it("does not start itself for ever when the pinned Node is too old as well", async () => {
    const root = treeOf({}, { copy });
    mkdirSync(dirname(join(root, pinned)), { recursive: true });
    symlinkSync(process.execPath, join(root, pinned));
    expect(await runNode(["bin/tutti"], { cwd: root, env: pretendNode(root, "20.20.2") })).toMatchObject({ code: 1 });
  });
});

describe("bin/tutti on a good Node", () => {
  it("says how to build when there is no build", async () => {
    const root = treeOf({}, { copy });
    const { code, stderr } = await runNode(["bin/tutti"], { cwd: root });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "tutti is not built. In its folder, run: npm run build\n" });
  });

  it("hands over to the build from every folder", async () => {
    const root = treeOf(
      {
        "package.json": '{"type":"module"}',
        "dist/tutti.js": "console.log(process.argv.slice(2).join()); process.exitCode = 3;",
      },
      { copy },
    );
    const { code, stdout } = await runNode([`${root}/bin/tutti`, "status", "--json"], { cwd: "/" });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "status,--json\n" });
  });

  it("keeps quiet about SQLite being experimental, and about nothing else", async () => {
    const root = treeOf({ "package.json": '{"type":"module"}' }, { copy });
    write(
      root,
      "dist/tutti.js",
      `process.emitWarning("SQLite is an experimental feature and might change at any time", "ExperimentalWarning");
       process.emitWarning("Fetching is experimental", "ExperimentalWarning");
       process.emitWarning("SQLite is old", "DeprecationWarning");`,
    );
    const { stderr } = await runNode(["bin/tutti"], { cwd: root });
    expect(stderr).not.toContain("SQLite is an experimental");
    expect(stderr).toContain("Fetching is experimental");
    expect(stderr).toContain("SQLite is old");
  });
});
