import { describe, expect, it } from "vitest";
import { commandFor, recordedDocs, ruleDocsCases, saidIn } from "../../test/kit/rule-docs.ts";
import { tools } from "./catalog.ts";

const recorded = recordedDocs();

describe("the tools' own text about their rules", () => {
  // `npm run test:tools` asks the programs themselves.
  const runs = recorded.flatMap(({ name, tool, told }) => {
    const cases = ruleDocsCases.filter((one) => one.tool === tool);
    return cases.map((one) => ({ one, told: told[commandFor(one).join(" ")], title: `${name} ${one.code}` }));
  });

  it.each(runs)("is understood: $title", ({ one, told }) => {
    expect(told && saidIn(told, one)).toEqual(one.says === null ? null : expect.stringMatching(one.says));
  });

  it("is there for every tool that is asked by a command, but biome, which the tests themselves ask", () => {
    const asked = tools
      .filter(({ ruleHelp = [] }) => ruleHelp.some(({ kind }) => kind === "command"))
      .map(({ name }) => name);
    expect(asked.filter((name) => !recorded.some(({ tool }) => tool === name))).toEqual(["biome"]);
  });
});
