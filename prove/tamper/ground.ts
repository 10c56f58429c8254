import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobId } from "../../src/base/ids.ts";
import { type Kit, makeKit } from "../../test/kit/kit.ts";

/**
 * A home with a job whose three sheets landed, and one whose only sheet waits to land. Each forgery finds it as it was.
 */
export interface Ground {
  readonly kit: Kit;
  readonly job: JobId;
  readonly waiting: JobId;
  /** Tutti's own git repository beside the user's. */
  readonly store: string;
  /** What each sheet of the job landed as; the last of `landed` is the tip of main. */
  readonly commits: Readonly<Record<Landed, string>>;
  restore(): void;
  dispose(): void;
}

export const landed = ["a", "b", "c"] as const;
export type Landed = (typeof landed)[number];

const validations = [{ file_exists: "b.txt" }];
const sheets = {
  a: "create a.txt a",
  b: { script: "create b.txt b", after: ["a"], validations },
  c: { script: "create c.txt c", after: ["b"] },
};

export async function makeGround(): Promise<Ground> {
  const kit = makeKit({ "a.txt": "begin\n", "b.txt": "begin\n", "c.txt": "begin\n" });
  const first = await kit.play(sheets, { parallel: 1 });
  const stop = new AbortController();
  const second = await kit.play(
    { r: { script: "create r.txt r", validations: [{ file_exists: "r.txt" }] } },
    {
      stop: stop.signal,
      watch: (progress) => {
        if (progress.kind === "sheet" && progress.state === "captured") stop.abort();
      },
    },
  );
  const commitOf = (sheet: string): string => first.job.sheets.find(({ id }) => id === sheet)?.commit ?? "";
  const saved = mkdtempSync(join(tmpdir(), "tutti-tamper-"));
  cpSync(kit.root, saved, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return {
    kit,
    job: first.job.id,
    waiting: second.job.id,
    store: (await kit.status())?.store ?? "",
    commits: { a: commitOf("a"), b: commitOf("b"), c: commitOf("c") },
    restore: () => {
      kit.dispose();
      cpSync(saved, kit.root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    },
    dispose: () => {
      kit.dispose();
      rmSync(saved, { recursive: true, force: true });
    },
  };
}
