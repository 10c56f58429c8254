import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { readFolderUsers } from "./measure.ts";

it("a process is found in its folder, in one above it and through a link, not in one whose name only begins alike", async () => {
  const root = tempFolder();
  for (const name of ["a", "a/deep", "ab"]) mkdirSync(join(root, name));
  symlinkSync(join(root, "a"), join(root, "link"));
  const worker = spawn("sleep", ["60"], { cwd: join(root, "a", "deep"), stdio: "ignore" });
  await once(worker, "spawn");
  try {
    const found = (name: string): readonly number[] | null => readFolderUsers(join(root, name));
    expect([found("a/deep"), found("a"), found("link")]).toEqual([[worker.pid], [worker.pid], [worker.pid]]);
    expect(found("ab")).toEqual([]);
  } finally {
    worker.kill("SIGKILL");
    await once(worker, "exit");
  }
});
