import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exitCodes } from "../../src/cli/exit-codes.ts";
import { openScore } from "../../src/score/load.ts";
import { diagnoseScore } from "../../src/score/parse.ts";
import { problemLine, severityOf } from "../../src/score/source/problem.ts";
import { playings } from "./examples/playing.ts";
import { examples, makeStage } from "./examples/stage.ts";

const names = globSync("*/*.yaml", { cwd: examples }).toSorted();

describe("the examples", () => {
  it("are all played here", () => {
    expect(names).toEqual(Object.keys(playings).toSorted());
  });

  it.each(names)("%s begins with what it shows, which examples/README.md lists", (name) => {
    const [first = ""] = readFileSync(join(examples, name), "utf8").split("\n");
    expect(first).toMatch(/^# \S.{20,}\.$/);
    expect(readFileSync(join(examples, "README.md"), "utf8")).toContain(`(${name})`);
  });

  it.each(names)("%s is valid, without a warning", (name) => {
    const { text, source } = openScore(join(examples, name));
    const { plan, problems } = diagnoseScore(text, source);
    expect(problems.filter((problem) => severityOf(problem) !== "info").map((problem) => problemLine(problem, name))).toEqual([]);
    expect(plan).not.toBeNull();
  });

  it("are valid for the command line, which counts warnings as errors when asked to", async () => {
    expect(await makeStage({}).validate(names)).toMatchObject({ code: 0 });
  });

  it.concurrent.each(names)("%s is played to its end", async (name) => {
    const { agents, approved, states = {}, gives = {}, told = {} } = playings[name] ?? { agents: {} };
    const stage = makeStage(agents);

    const { code, said } = await stage.run(name);

    expect(code, said).toBe(approved ? exitCodes.paused : exitCodes.good);
    if (approved) expect(await stage.approve()).toMatchObject({ code: exitCodes.good });
    const odd = stage.job().sheets.filter(({ state }) => state !== "landed");
    expect(Object.fromEntries(odd.map(({ id, state }) => [id, state]))).toEqual(states);
    for (const [path, text] of Object.entries(gives)) expect(stage.read(path)).toContain(text);
    for (const [sheet, parts] of Object.entries(told)) for (const part of parts) expect(stage.told(sheet)).toContain(part);
  });
});
