import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePipes } from "../../../test/kit/folders.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import { strayKit } from "../../../test/kit/strays.ts";
import { treeOf } from "../../../test/kit/wire.ts";
import { strayRefs } from "./history.ts";

describe("ignored files of a captured stray", () => {
  it("are captured when they are small and no build's, beside the snapshot and byte for byte; the others are named", async () => {
    const kit = await strayKit();
    kit.repository.commit({
      ".gitignore": ".env\nkeys/\nnode_modules/\n*.bin\n*.sh\n",
      ".gitattributes": "* text=auto eol=lf\n",
    });
    const path = kit.worktree("x");
    writeFiles(path, {
      ".env": "KEY=1\r\n",
      "keys/id": "secret",
      "keys/build/o": "o",
      "node_modules/m/index.js": "m",
      "run.sh": "run",
      "new.txt": "new\n",
    });
    writeFileSync(join(path, "big.bin"), Buffer.alloc(1024 * 1024 + 1));
    chmodSync(join(path, "run.sh"), 0o755);
    const stray = await kit.only("x");
    expect((await kit.content(stray)).ignoredFiles).toEqual({
      kept: [".env", "keys/id", "run.sh"],
      left: ["big.bin", "keys/build/", "node_modules/"],
    });
    const { ignored, snapshot } = await kit.capture(stray);
    expect(ignored).toMatchObject({
      kept: [".env", "keys/id", "run.sh"],
      left: ["big.bin", "keys/build/", "node_modules/"],
    });
    const tree = treeOf(kit.wired, ignored.commit!);
    expect([tree.get(".env"), tree.get("keys/id"), tree.get("run.sh"), tree.get("new.txt")]).toEqual([
      "100644 KEY=1\r\n",
      "100644 secret",
      "100755 run",
      "100644 new\n",
    ]);
    expect(tree.has("node_modules/m/index.js")).toBe(false);
    expect(treeOf(kit.wired, snapshot!.commit).has(".env")).toBe(false);
    expect(kit.wired.look("for-each-ref", "--format=%(objectname)", strayRefs(stray)).split("\n")).toContain(
      ignored.commit,
    );
  });

  it("are captured up to a hundred", async () => {
    const kit = await strayKit();
    const names = Array.from({ length: 103 }, (_, place) => `${String(place).padStart(3, "0")}.log`);
    writeFiles(kit.worktree("x"), Object.fromEntries(names.map((name) => [name, name])));
    const { ignored } = await kit.capture(await kit.only("x"));
    expect([ignored.kept.length, ignored.left]).toEqual([100, names.slice(100)]);
  });

  it("that are no files, or lie in a repository of their own, are only named", async () => {
    const kit = await strayKit();
    kit.repository.commit({ ".gitignore": "private/\n" });
    const path = kit.worktree("x");
    writeFiles(path, { "private/key": "k", "private/repo/.git/HEAD": "ref: refs/heads/main\n" });
    mkdirSync(join(path, "private", "empty"));
    makePipes(join(path, "private", "pipe"));
    const { ignored } = await kit.capture(await kit.only("x"));
    expect(ignored).toMatchObject({ kept: ["private/key"], left: ["private/pipe", "private/repo/"] });
  });
});
