import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { realWorld } from "../../../src/base/world/real-world.ts";
import { makeRunProcess } from "../../../src/process/run/run.ts";
import { findSandbox } from "../../../src/process/sandbox/find.ts";
import { firstMissing } from "../../../src/process/sandbox/sandbox.ts";
import { processGroup } from "../../../src/process/tree/containment.ts";
import { tempFolder } from "../../kit/folders.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { canOverlay } from "../../kit/overlay.ts";
import { makeRepository, writeFiles } from "../../kit/repository.ts";
import { said, shellScore } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

const plain = makeRunProcess({ containment: processGroup, owner: "test", clock: realWorld });
const found = await findSandbox({ path: process.env["PATH"], run: plain, scratch: tempFolder(), processes: true });
const isWhole = firstMissing(found, ["landlock", "mounts", "rights", "calls"]) === null;

const hasOverlay = await canOverlay();

/** Succeeds where a write outside was refused. */
const refused = (outside: string, name: string): string => `! { echo x >'${outside}/${name}'; } 2>/dev/null`;

describe.skipIf(!isWhole)("in a sandbox", () => {
  it("gates and preparation write nothing outside either, and the receipt names level and layers", async () => {
    const gates =
      "gates: [{ name: g, run: 'echo y >made.txt && ! { echo x >\"$(cat outside)/by-gate\"; } 2>/dev/null' }]\n";
    kit = makeKit({ "a.txt": "a\n", ".tutti/gates.yaml": gates, ".gitignore": "outside\nmade.txt\nprepared\n" });
    const outside = join(kit.root, "outside");
    mkdirSync(outside);
    const prepare = { commands: [{ run: `${refused(outside, "by-prepare")} && echo p >prepared`, inputs: [] }] };
    // A gate sees the commit alone: the work itself says where outside is.
    const work = `cat prepared; echo '${outside}' >outside; git add -f outside; echo done >a.txt`;
    const played = await kit.playScore(shellScore("clone", work, { prepare }), { env: { TUTTI_SANDBOX: "write" } });
    expect([said(kit), played.states]).toEqual([["p"], { fix: "landed" }]);
    expect(readdirSync(outside)).toEqual([]);
    const [receipt = ""] = kit.git("ls-tree", "-r", "--name-only", "refs/tutti/receipts").trim().split("\n");
    const held = found.layers.flatMap(({ name, missing }) => (missing === null && name !== "network" ? [name] : []));
    expect(JSON.parse(kit.git("show", `refs/tutti/receipts:${receipt}`))).toMatchObject({
      sandbox: "write",
      layers: expect.arrayContaining(held.filter((name) => name !== "processes")) as unknown,
    });
  });

  it.skipIf(!hasOverlay).each(["write", "strict"])(
    "of level %s installed packages, submodules and a second attempt work as ever",
    async (level) => {
      kit = makeKit({ "a.txt": "a\n", "package.json": "{}\n", ".gitignore": "node_modules/\n" });
      writeFiles(kit.repository, { "node_modules/tool/x.txt": "old\n" });
      const lib = makeRepository({ "lib.txt": "lib\n" });
      kit.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", lib.path, "ext/lib");
      kit.git("commit", "--quiet", "--message", "lib");
      const first = "echo part >part.txt; exit 1";
      const work = `cat node_modules/tool/x.txt ext/lib/lib.txt; echo new >node_modules/tool/x.txt; test "$TUTTI_ATTEMPT" = 1 && { ${first}; }; echo done >a.txt`;
      const validations = [
        { command: "grep -q done a.txt && test -f ext/lib/lib.txt && grep -q new node_modules/tool/x.txt" },
      ];
      const played = await kit.playScore(shellScore("clone", work, { validations }), { env: { TUTTI_SANDBOX: level } });
      expect(played.states).toEqual({ fix: "landed" });
      expect([said(kit, "fix", 1), said(kit, "fix", 2)[1]]).toEqual([["old", "lib"], "lib"]);
      expect([kit.read("node_modules/tool/x.txt"), (await kit.snapshots("fix")).length > 0]).toEqual(["old\n", true]);
      expect(existsSync(join(kit.repository, "part.txt"))).toBe(false);
    },
  );
});
