import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Playground, askGit, userFiles } from "../playground.ts";
import type { Project } from "./project.ts";

/** The user's checkout at one moment at which no one was moving it. */
interface Sample {
  readonly main: string;
  readonly index: string;
  /** Files that are as they are after their mending. */
  readonly mended: ReadonlySet<string>;
  /** Files in a state that no program left them in. */
  readonly strange: readonly string[];
}

export interface Sampling {
  /** Ends it, and says what no landing explains. */
  stop(): Promise<{ readonly samples: number; readonly states: number; readonly wrong: readonly string[] }>;
}

/** Looks at the user's checkout again and again while a job plays. */
export function sampleCheckout(ground: Playground, project: Project): Sampling {
  const samples: Sample[] = [];
  const first = read(ground, project);
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      const sample = atRest(ground, project);
      if (sample !== undefined) samples.push(sample);
      await pause(lookMs);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await looking;
      return {
        samples: samples.length,
        states: new Set(samples.map(({ main }) => main)).size,
        wrong: await unexplained(ground, first, samples),
      };
    },
  };
}

const lookMs = 15;

/** A move of the checkout holds the lock of its index, from before the first file to after the last. */
function atRest(ground: Playground, project: Project): Sample | undefined {
  const isMoved = (): boolean => existsSync(join(ground.repository, ".git/index.lock"));
  if (isMoved()) return undefined;
  const main = mainOf(ground);
  const sample = read(ground, project);
  return isMoved() || mainOf(ground) !== main || sample.main !== main ? undefined : sample;
}

function read(ground: Playground, { mended }: Project): Sample {
  const content = (path: string): string =>
    existsSync(join(ground.repository, path)) ? readFileSync(join(ground.repository, path), "utf8") : "";
  const done = new Set<string>();
  const strange = [...userFiles].filter(([path, file]) => content(path) !== file.content).map(([path]) => path);
  for (const [path, { before, after }] of mended) {
    const now = content(path);
    if (now === after) done.add(path);
    else if (now !== before) strange.push(path);
  }
  const index = createHash("sha256")
    .update(readFileSync(join(ground.repository, ".git/index")))
    .digest("hex");
  return { main: mainOf(ground), index, mended: done, strange };
}

function mainOf(ground: Playground): string {
  return readFileSync(join(ground.repository, ".git/refs/heads/main"), "utf8").trim();
}

/** The files of a commit are the files of the checkout, and each commit has one index. */
async function unexplained(ground: Playground, first: Sample, samples: readonly Sample[]): Promise<readonly string[]> {
  const wrong = new Set<string>();
  const indexes = new Map([[first.main, first.index]]);
  const landed = new Map<string, ReadonlySet<string>>();
  for (const sample of samples) {
    const { main, index, mended, strange } = sample;
    for (const path of strange) wrong.add(`${path} was seen half written`);
    const known = indexes.get(main) ?? index;
    indexes.set(main, known);
    if (known !== index) wrong.add(`the index changed at ${main}, where nothing landed`);
    const there = landed.get(main) ?? (await namesSince(ground, first.main, main));
    landed.set(main, there);
    const odd = [...mended].filter((path) => !there.has(path)).concat([...there].filter((path) => !mended.has(path)));
    if (odd.length > 0) wrong.add(`at ${main} the checkout differs from it in ${odd.join(" ")}`);
  }
  return [...wrong];
}

async function namesSince(ground: Playground, from: string, to: string): Promise<ReadonlySet<string>> {
  const { stdout } = await askGit(ground, ground.repository, ["diff", "--name-only", "--no-renames", from, to]);
  return new Set(stdout.split("\n").filter((name) => name !== ""));
}
