import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { canOverlay } from "../../../../test/kit/overlay.ts";
import { run } from "../../../../test/kit/processes.ts";
import { writeFiles } from "../../../../test/kit/repository.ts";
import { makeViews } from "./views.ts";

describe.skipIf(!(await canOverlay()))("programs that start at once in one context", () => {
  it("each have a mount of their own: all of them see what is installed, and none fails to start", async () => {
    const root = tempFolder();
    const [folder, layer] = [join(root, "context"), join(root, "layer")];
    const places = { views: join(root, "views"), scratch: join(root, "scratch") };
    for (const one of [folder, places.scratch]) mkdirSync(one);
    writeFiles(layer, { "node_modules/tool/index.js": "seen" });
    const views = makeViews({ run, places, path: process.env["PATH"] });
    await views.open(folder, layer);
    const once = async (): Promise<string> => {
      const view = await views.at(folder);
      if (view === null || typeof view === "string") throw new Error(String(view));
      const end = await run({
        argv: view.wrap(["/bin/cat", "node_modules/tool/index.js"]),
        cwd: folder,
        env: {},
        output: { kind: "memory", capBytes: 4096 },
        tree: "group",
      });
      return `${end.stdout.toString()}${end.stderr.toString()}`;
    };
    const seen: string[] = [];
    for (let round = 0; round < 12; round += 1)
      seen.push(...(await Promise.all(Array.from({ length: 8 }, () => once()))));
    expect([...new Set(seen)]).toEqual(["seen"]);
  });
});
