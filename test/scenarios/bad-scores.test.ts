import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { knownCases } from "../../prove/bad-scores.ts";
import type { BadCase } from "../../prove/bad-scores/bad-case.ts";
import { mutation } from "../../prove/bad-scores/mutation.ts";
import { tryCase } from "../../prove/bad-scores/trial.ts";
import { caseSeed } from "../../prove/seed.ts";
import { TuttiError } from "../../src/base/error.ts";
import { openScore } from "../../src/score/load.ts";
import { diagnoseScore } from "../../src/score/parse.ts";
import { isError } from "../../src/score/source/problem.ts";
import { makePipes, tempFolder } from "../kit/folders.ts";
import { oneOf, times } from "../kit/long.ts";

// The short, seeded run of `npm run prove -- bad-scores`: most cases in this process, a few through the built Tutti;
// many times as many in the long form.
const known = knownCases();

describe("a bad score", () => {
  it("of any known kind, or damaged by chance, gives coded errors and never a fault of ours", {
    timeout: 600_000,
  }, () => {
    const texts = known.filter(({ score }) => typeof score === "string");
    const wrongTypes = texts.filter(({ name }, place) => isWrongType(name) && place % times(276, 23) === 3);
    const others = texts.filter(
      ({ name }, place) => !isWrongType(name) && !isHeavy(name) && place % times(72, 3) === 1,
    );
    const heavy = oneOf(
      18,
      texts.filter(({ name }) => isHeavy(name)),
    );
    const damaged = Array.from({ length: times(10, 100) }, (_, index) => mutation(caseSeed(7, index)));
    expect([...others, ...heavy, ...wrongTypes, ...damaged].flatMap(faultOf)).toEqual([]);
  });

  it.concurrent.each(sampled(times(1, 12)))("executes and writes nothing and is quick about it: $name", async (bad) => {
    expect((await tryCase(bad, ["run"])).wrong.filter((fault) => !fault.includes("ms of the processor"))).toEqual([]);
  });
});

function isWrongType(name: string): boolean {
  return /^(?:native|mozart) /.test(name);
}

function isHeavy(name: string): boolean {
  return /^(?:operation|a slow|a long) /.test(name);
}

/** Some of those that must be refused, from all over the list. */
function sampled(count: number): readonly BadCase[] {
  const refused = known.filter(({ must }) => must === "be refused");
  return refused.filter((_, place) => place % Math.ceil(refused.length / count) === 0);
}

function faultOf(bad: BadCase): readonly string[] {
  try {
    const { text, source } = openScore(written(bad));
    const { plan, problems } = diagnoseScore(text, source);
    const isRefused = problems.some(isError);
    if (isRefused !== (plan === null)) return [`${bad.name}: a plan with errors, or none without`];
    return bad.must === "be refused" && !isRefused ? [`${bad.name}: it was not refused`] : [];
  } catch (error) {
    // The command that opens a file reports that it cannot be opened.
    return error instanceof TuttiError && error.code === "score.unreadable" ? [] : [`${bad.name}: ${String(error)}`];
  }
}

const folder = tempFolder();

function written({ score, files = {} }: BadCase): string {
  if (typeof score !== "string") throw new TypeError("it makes its file itself");
  const all: NonNullable<BadCase["files"]> = { ...files, "score.yaml": score };
  for (const [name, content] of Object.entries(all)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (content === null) makePipe(path);
    else writeFileSync(path, content);
  }
  return join(folder, "score.yaml");
}

const pipes = new Set<string>();

function makePipe(path: string): void {
  if (!pipes.has(path)) makePipes(path);
  pipes.add(path);
}
