import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { makeViews } from "../../src/isolation/prepare/installed/views.ts";
import { tempFolder } from "./folders.ts";
import { run } from "./processes.ts";

/** Whether this machine mounts overlays for programs. */
export async function canOverlay(): Promise<boolean> {
  const root = tempFolder();
  const scratch = join(root, "scratch");
  mkdirSync(scratch);
  const views = makeViews({ run, places: { scratch, views: join(root, "views") }, path: process.env["PATH"] });
  return (await views.whyNot()) === null;
}
