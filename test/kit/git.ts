import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { EpochMs } from "../../src/base/ids.ts";
import { realWorld } from "../../src/base/world/real-world.ts";
import type { World } from "../../src/base/world/world.ts";
import { type Git, makeGit } from "../../src/git/git.ts";
import { processGroup } from "../../src/process/tree/containment.ts";
import { ownerId } from "../../src/process/tree/marker.ts";
import { makeRunProcess } from "../../src/process/run/run.ts";
import { tempFolder } from "./folders.ts";
import { hermetic } from "./new-repository.ts";

export { hermetic };

export const run = makeRunProcess({ containment: processGroup, owner: ownerId(randomUUID(), 1), clock: realWorld });

/** The door to git, wired as the composition root does it. */
export function wireGit(userEnvironment: Readonly<Record<string, string>> = hermetic): Git {
  const emptyHome = join(tempFolder(), "empty");
  mkdirSync(emptyHome);
  return makeGit({ run, emptyHome, userEnvironment });
}

/**
 * git as a person or an agent runs it in a folder; gives what it printed, one byte a character, without the last
 * newline.
 */
export function gitIn(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  return printedBy(folder, args, { env }).replace(/\n$/, "");
}

export function printedBy(
  folder: string,
  args: readonly string[],
  how: { env?: Readonly<Record<string, string>>; input?: string } = {},
): string {
  const output = execFileSync("git", args, {
    cwd: folder,
    env: { ...hermetic, ...how.env },
    input: how.input ?? "",
    stdio: "pipe",
    maxBuffer: 64 * 1024 * 1024,
  });
  return output.toString("latin1");
}

/**
 * A world in which waits are short: each timer fires after two milliseconds at most. Not at once: the age of files is
 * told by the disk's clock, and hundreds of tries would be over before a file is old enough.
 */
export const hastyWorld: World = {
  now: () => 1_700_000_000_000 as EpochMs,
  ticks: () => 0,
  random: () => 0.5,
  after: (delayMs, call) => {
    const timer = setTimeout(call, Math.min(delayMs, 2));
    return () => {
      clearTimeout(timer);
    };
  },
};
