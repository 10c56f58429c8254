import type { Trouble } from "../src/sheet/trouble/trouble.ts";
import { troubles } from "../src/sheet/trouble/trouble.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { answers } from "./prose/answers.ts";
import { printed } from "./prose/printed.ts";
import { realErrors, type RealError } from "./prose/real-errors.ts";
import { innocentRuns, judgeError, now, type InnocentRun } from "./prose/runs.ts";
import { caseSeed, chanceFrom } from "./seed.ts";

/** What an agent writes is never taken for what happened to it, and what happened to it is always found. */
export const prose: Part = {
  name: "prose",
  summary: "answers that speak of limits and keys are no errors, and real errors get their code and wait",
  defaultCount: 2_000,
  run: proveProse,
};

const innocent = [...answers, ...printed];

interface Failure {
  readonly seed: number;
  readonly what: string;
  readonly got: Trouble | null;
}

function proveProse({ count, seed, say }: PartOrder): Promise<PartResult> {
  const single = innocentRuns.flatMap((run) => innocent.flatMap((line) => faultOf(run, line, seed)));
  say(
    `${innocent.length} innocent lines in ${innocentRuns.length} kinds of runs, ${realErrors.length} real errors, then ${count} mixed runs`,
  );
  const mixed = Array.from({ length: count }, (_, index) => mixedRun(caseSeed(seed, index))).flat();
  const missed = realErrors.flatMap((error) => missOf(error, seed));
  const wrong = [...single, ...mixed];
  const of = (category: string) =>
    wrong.filter(({ got }) => got !== null && troubles[got.code].category === category).length;
  return Promise.resolve({
    tried: innocentRuns.length * innocent.length + count + realErrors.length,
    failures: [...wrong, ...missed],
    figures: {
      "innocent lines": innocent.length,
      "false rate limits": of("rate_limit"),
      "false auth errors": of("auth"),
      "real errors": realErrors.length,
      "missed or with a wrong wait": missed.length,
    },
  });
}

/** Several lines at once, with what real output has around them. */
function mixedRun(seed: number): readonly Failure[] {
  const chance = chanceFrom(seed);
  const run = chance.pick(innocentRuns as [InnocentRun, ...InnocentRun[]]);
  const glue = chance.pick(["\n", "\r\n", "\n\n", "\n  ", "\n\t"]);
  const lines = Array.from({ length: 1 + chance.whole(8) }, () => chance.pick(innocent as [string, ...string[]]));
  return faultOf(run, lines.join(glue), seed);
}

function faultOf(run: InnocentRun, text: string, seed: number): readonly Failure[] {
  const got = run.judge(text);
  return got?.code === run.code || (got === null && run.code === null)
    ? []
    : [{ seed, got, what: `${run.name}: ${JSON.stringify(text)} → ${shown(got)}` }];
}

function missOf(error: RealError, seed: number): readonly Failure[] {
  const got = judgeError(error);
  const resetAt = got?.resetAt ?? null;
  const waitS = resetAt === null ? undefined : (resetAt - now) / 1_000;
  if (got?.code === error.code && waitS === error.waitS) return [];
  const said = JSON.stringify(error.stderr ?? error.problem);
  return [
    {
      seed,
      got,
      what: `${error.from}: ${said} → ${shown(got)} ${waitS ?? "no"} s, not ${error.code} ${error.waitS ?? "no"} s`,
    },
  ];
}

function shown(trouble: Trouble | null): string {
  return trouble === null ? "nothing" : trouble.code;
}
