import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JobView } from "../../src/api/contract/job.ts";
import { exitCodes } from "../../src/cli/exit-codes.ts";
import { openScore } from "../../src/score/load.ts";
import { diagnoseScore } from "../../src/score/parse.ts";
import { problemLine, severityOf } from "../../src/score/source/problem.ts";
import { oneOf } from "../kit/long.ts";
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
    expect(
      problems.filter((problem) => severityOf(problem) !== "info").map((problem) => problemLine(problem, name)),
    ).toEqual([]);
    expect(plan).not.toBeNull();
  });

  it("are valid for the command line, which counts warnings as errors when asked to", () => {
    expect(makeStage({}).cli("validate", "--strict", ...names)).toMatchObject({ code: 0 });
  });

  it("are played by the command line as examples/README.md says, and a person approves there what waits for one", () => {
    const name = "running/budget.yaml";
    const stage = makeStage(playings[name]?.agents ?? {});
    expect(stage.cli("run", name, "--repo", stage.repository)).toMatchObject({ code: exitCodes.paused });

    const { id } = JSON.parse(stage.cli("status", "--json").out) as JobView;
    expect(stage.cli("approve", id)).toMatchObject({ code: exitCodes.good });
  });

  it.concurrent.each(oneOf(20, names))("%s is played to its end", async (name) => {
    const { agents, approved, states = {}, gives = {}, told = {} } = playings[name] ?? { agents: {} };
    const stage = makeStage(agents);

    const played = await stage.run(name);

    if (approved) expect(played.how).toMatchObject({ kind: "approval" });
    const { how, job } = approved ? await stage.approve(played.job.id) : played;
    expect(how).toEqual({ kind: "finished", failed: 0 });
    const odd = job.sheets.filter(({ state }) => state !== "landed");
    expect(Object.fromEntries(odd.map(({ id, state }) => [id, state]))).toEqual(states);
    for (const [path, text] of Object.entries(gives)) expect(stage.read(path)).toContain(text);
    for (const [sheet, parts] of Object.entries(told))
      for (const part of parts) expect(stage.told(sheet)).toContain(part);
  });
});
