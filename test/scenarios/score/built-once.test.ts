import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeConductorKit } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { makeRepository } from "../../kit/repository.ts";

it("a score is built once for a submission, by the conductor; a wrong one is refused under the name it was given by", async () => {
  const counts = join(tempFolder(), "coverage");
  mkdirSync(counts);
  const kit = makeConductorKit({ more: { NODE_V8_COVERAGE: counts } });
  const { path: repository } = makeRepository();
  const score = join(kit.env["HOME"] ?? "", "s.yaml");
  writeFileSync(
    score,
    'agent: scripted\nsheets: [{ id: a, prompt: "create a.txt a", validations: [{ command: "true" }] }]\n',
  );
  // One that is started by a client would not get the variable.
  const conductor = kit.begin("start", "--foreground");
  await kit.running();
  expect(kit.cli("run", "s.yaml", "--repo", repository)).toMatchObject({ code: 0 });
  writeFileSync(score, "agent: scripted\nsheets: [{ id: a, promt: x }]\n");
  const refused = kit.cli("run", "s.yaml", "--repo", repository);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("s.yaml:2:19 sheets[0].promt")]);
  expect(kit.cli("stop").code).toBe(0);
  await conductor.ended;
  // The wrong one is refused by its schema, before a plan is built.
  expect(callsOf(counts, "buildPlan")).toEqual([1]);
});

/** How often a function was called, of each process that called it. */
function callsOf(folder: string, name: string): readonly number[] {
  return readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Coverage;
    const calls = result
      .flatMap(({ functions }) => functions)
      .flatMap(({ functionName, ranges }) => (functionName === name ? [ranges[0]?.count ?? 0] : []))
      .reduce((sum, count) => sum + count, 0);
    return calls === 0 ? [] : [calls];
  });
}

interface Coverage {
  readonly result: readonly {
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}
