import { expect, it } from "vitest";
import type { HowEnded, ProcessEnd } from "../process/process.ts";
import { isFault } from "../base/fault.ts";
import { gitFailed } from "./git.ts";
import { askingAgain } from "./reads.ts";

const killed: HowEnded = { kind: "signalled", signal: "SIGKILL" };
const exited = (code: number): HowEnded => ({ kind: "exited", code });

/** How often git was run for these ends, and what came out. */
async function asked(words: readonly string[], ends: readonly HowEnded[]): Promise<readonly [number, HowEnded]> {
  let runs = 0;
  const run = askingAgain(() => {
    const how = ends[runs++] ?? exited(0);
    return Promise.resolve({
      how,
      stdout: Buffer.alloc(0),
      stderr: Buffer.alloc(0),
      droppedBytes: 0,
      durationMs: 0,
    } satisfies ProcessEnd);
  });
  const { how } = await run({
    argv: ["git", "--git-dir=/x", "-c", "a=b", ...words],
    cwd: "/",
    env: {},
    output: { kind: "memory", capBytes: 1 },
    tree: "group",
  });
  return [runs, how];
}

it("a question whose git was killed or gave up is asked again, and what is said three times is the answer", async () => {
  expect(await asked(["rev-parse", "x"], [killed, exited(128)])).toEqual([3, exited(0)]);
  expect(await asked(["config", "--get", "x"], [exited(128), exited(1)])).toEqual([2, exited(1)]);
  expect(await asked(["merge-base", "x"], [exited(128), exited(128), exited(128)])).toEqual([3, exited(128)]);
});

it("a command that changes something is not repeated, nor is an answer doubted", async () => {
  expect(await asked(["update-ref", "x"], [killed])).toEqual([1, killed]);
  expect(await asked(["config", "x", "y"], [killed])).toEqual([1, killed]);
  expect(await asked(["rev-parse", "x"], [exited(1)])).toEqual([1, exited(1)]);
});

it("a repository that can't be written to is no fault that passes: nothing is tried again for it", () => {
  const failed = (stderr: string): boolean =>
    isFault(gitFailed({ code: 128, droppedBytes: 0, stdout: Buffer.alloc(0), stderr }, "moving a ref"));
  expect(failed("fatal: cannot lock ref 'x': Unable to create '/r/x.lock': Read-only file system\n")).toBe(false);
  expect(failed("error: could not open '/r/.git/x': Permission denied\nfatal: gave up")).toBe(false);
  expect(failed("fatal: unable to write: No space left on device\n")).toBe(true);
});
