import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { realWorld } from "../../base/world/real-world.ts";
import { placesIn } from "../../isolation/home/places.ts";
import { makeRunProcess } from "../../process/run/run.ts";
import { findSandbox } from "../../process/sandbox/find.ts";
import { type Sandbox, firstMissing } from "../../process/sandbox/sandbox.ts";
import { processGroup } from "../../process/tree/containment.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { toolRun } from "./tool-run.ts";

const plain = makeRunProcess({ containment: processGroup, owner: "test", clock: realWorld });
const found = await findSandbox({ path: "/usr/bin:/bin", run: plain, scratch: tempFolder(), processes: true });
const lacking = firstMissing(found, ["landlock", "mounts", "rights"]);
const withoutMounts = found.layers.map((layer) => (layer.name === "mounts" ? { ...layer, missing: "none" } : layer));

describe.skipIf(lacking !== null)("a quality tool of fix", () => {
  it.each([
    ["all layers", found],
    ["Landlock alone", { ...found, layers: withoutMounts }],
  ] satisfies [string, Sandbox][])(
    "writes in the checkout, but neither in its repository nor beside it: %s",
    async (_, sandbox) => {
      const folder = realpathSync(tempFolder());
      const top = join(folder, "checkout");
      const places = placesIn(join(folder, "home"));
      for (const made of [join(top, ".git", "hooks"), join(top, "src"), places.scratch])
        mkdirSync(made, { recursive: true });
      const run = makeRunProcess({
        containment: processGroup,
        owner: "test",
        clock: realWorld,
        sandbox: () => Promise.resolve(sandbox),
      });
      const settings = { "fix.sandbox": "write", sandbox: "off" } as const;
      const confined = toolRun(run, { places, top, settings, sandbox: () => Promise.resolve(sandbox) });
      const script = "echo x >src/made; echo x >.git/hooks/pre-commit; mv .git moved; echo x >../beside";
      const end = await confined({
        argv: ["sh", "-c", script],
        cwd: top,
        env: { PATH: "/usr/bin:/bin", HOME: folder },
        output: { kind: "memory", capBytes: 10_000 },
        tree: "contained",
      });
      expect(end.how.kind).toBe("exited");
      const paths = [join(top, "src", "made"), join(top, ".git", "hooks", "pre-commit"), join(top, "moved")];
      expect([...paths, join(folder, "beside")].map((path) => existsSync(path))).toEqual([true, false, false, false]);
    },
  );
});
