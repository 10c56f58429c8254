import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { itLong } from "../kit/long.ts";
import { freshClone, platformPackage } from "./clone.ts";
import { pretendNode, runNode } from "./program.ts";
import { write } from "./tree.ts";

describe("npm run … on a fresh clone", () => {
  it("installs and builds at the first call and does nothing at the second", async () => {
    const { start, installs } = freshClone();
    expect(await start(["build"]).end).toMatchObject({
      code: 0,
      stderr: "tutti: installing dependencies …\ntutti: building …\n",
    });
    expect(await start(["build"]).end).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(installs()).toEqual(["main ci --ignore-scripts --no-audit --no-fund --include=dev --include=optional"]);
  });

  it("hands arguments to what was asked for and ends as that does", async () => {
    const { start } = freshClone();
    expect(await start(["prove", "kills", "--count", "2"]).end).toMatchObject({
      code: 3,
      stdout: "proved kills,--count,2\n",
    });
    expect(await start(["demo", "-j", "4"]).end).toMatchObject({ code: 0, stdout: "tutti demo,-j,4\n" });
  });

  it("installs again when the lock file changed, and builds again when a source did", async () => {
    const { root, start, installs } = freshClone();
    await start(["build"]).end;
    appendFileSync(join(root, "package-lock.json"), "\n");
    await start(["build"]).end;
    expect(installs()).toHaveLength(2);
    write(root, "src/cli/main.ts", 'console.log("changed");\n');
    expect(await start(["demo"]).end).toMatchObject({ stdout: "changed\n" });
    expect(installs()).toHaveLength(2);
  });

  it("shows what npm said when it failed, and tries again at the next call", async () => {
    const { start, installs } = freshClone();
    const { code, stderr } = await start(["setup"], { NPM_FAILS: "1" }).end;
    expect(code).toBe(1);
    expect(stderr).toContain("npm could not reach the registry");
    expect(await start(["setup"]).end).toMatchObject({ code: 0 });
    expect(installs()).toHaveLength(2);
  });

  itLong("shows what is wrong with a source that can't be built, and keeps the build there was", async () => {
    const { root, start } = freshClone();
    await start(["build"]).end;
    write(root, "src/cli/main.ts", "const = 1;\n");
    const { code, stderr } = await start(["demo"]).end;
    expect(code).toBe(1);
    expect(stderr).toContain("src/cli/main.ts:1:7");
    expect(await runNode(["bin/tutti", "still here"], { cwd: root })).toMatchObject({
      code: 0,
      stdout: "tutti still here\n",
    });
  });

  it("refuses a task it does not know", async () => {
    const { start, installs } = freshClone();
    expect(await start(["dmeo"]).end).toMatchObject({ code: 2 });
    expect(installs()).toEqual([]);
  });
});

describe("the build", () => {
  it("gives every source file its place: what lies beside it is found, with its mode", async () => {
    const { root, start } = freshClone({
      "src/agents/scripted.ts":
        'import { fileURLToPath } from "node:url";\nexport const path = fileURLToPath(new URL("./scripted/agent.sh", import.meta.url));\n',
      "src/agents/scripted/agent.sh": "#!/bin/sh\n",
      "src/cli/main.ts": 'const { path } = await import("../agents/scripted.ts");\nconsole.log(path);\n',
      "prove/run.ts": "console.log(import.meta.dirname, import.meta.filename);\n",
    });
    chmodSync(join(root, "src/agents/scripted/agent.sh"), 0o755);
    expect(await start(["demo"]).end).toMatchObject({ stdout: `${root}/dist/agents/scripted/agent.sh\n` });
    expect(statSync(join(root, "dist/agents/scripted/agent.sh")).mode & 0o777).toBe(0o755);
    expect(await start(["prove"]).end).toMatchObject({
      stdout: `${root}/dist/../prove ${root}/dist/../prove/run.ts\n`,
    });
  });
});

describe("two at once in one clone", () => {
  it("install once: the second waits, says so, and finds it done", async () => {
    const { root, start, installs } = freshClone();
    const go = join(root, "go");
    const first = start(["setup"], { NPM_HOLDS: go });
    await first.says("installing");
    const second = start(["setup"], { NPM_HOLDS: go });
    await second.says("waiting for another setup");
    writeFileSync(go, "");
    expect(await Promise.all([first.end, second.end])).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(installs()).toHaveLength(1);
    expect(existsSync(join(root, ".tmp/setup.lock"))).toBe(false);
  });

  it("are not held up by one that died", async () => {
    const dead = spawnSync(process.execPath, ["-e", "0"]).pid;
    const { start } = freshClone({ ".tmp/setup.lock/owner": `${dead} 1` });
    expect(await start(["setup"]).end).toMatchObject({ code: 0 });
  });

  it.runIf(process.platform === "linux")(
    "are not held up by another program that got the number of one that died",
    async () => {
      const { start } = freshClone({ ".tmp/setup.lock/owner": `${process.pid} 1` });
      expect(await start(["setup"]).end).toMatchObject({ code: 0 });
    },
  );
});

describe("where the system's Node is too old", () => {
  const pinned = `#!/bin/sh\necho "pinned $*" >> "$NPM_LOG.pinned"\nexec "${process.execPath}" "$@"\n`;

  it("the pinned one is installed once and everything runs on it", async () => {
    const { root, start, installs } = freshClone();
    const env = { ...pretendNode(root, "20.20.2"), PINNED_NODE: pinned };
    expect(await start(["prove"], env).end).toMatchObject({ code: 3 });
    expect(await start(["prove"], env).end).toMatchObject({ code: 3, stderr: "" });
    expect(installs().map((line) => line.split(" ")[0])).toEqual(["runtime", "main"]);
    const calls = readFileSync(join(root, "npm.log.pinned"), "utf8").trimEnd().split("\n");
    expect(calls).toEqual(
      expect.arrayContaining([
        expect.stringContaining("npm-cli.cjs ci"),
        expect.stringContaining("build.mjs"),
        "pinned dist/prove.js",
      ]),
    );
  });

  it("it fails loudly when npm leaves the pinned one out", async () => {
    const { root, start, installs } = freshClone();
    const { code, stderr } = await start(["prove"], pretendNode(root, "20.20.2")).end;
    expect(code).toBe(1);
    expect(stderr).toMatch(/needs Node 22\.13 or newer[^]*Found: 20\.20\.2[^]*the pinned one does not run[^]*To go on/);
    expect(installs()).toHaveLength(1);
  });

  it("it fails loudly when there is no network", async () => {
    const { root, start } = freshClone();
    const { code, stderr } = await start(["prove"], { ...pretendNode(root, "20.20.2"), NPM_FAILS: "1" }).end;
    expect(code).toBe(1);
    expect(stderr).toMatch(/could not reach the registry[^]*needs Node 22\.13 or newer/);
  });

  it("it fails loudly when none is pinned for the system", async () => {
    const { root, start, installs } = freshClone({ "runtime/package.json": '{"optionalDependencies":{}}' });
    const { code, stderr } = await start(["build"], pretendNode(root, "20.20.2")).end;
    expect(code).toBe(1);
    expect(stderr).toContain(`no pinned Node for ${platformPackage.replace("node-", "")}`);
    expect(installs()).toEqual([]);
  });
});
