import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { openScore } from "../../../score/load.ts";
import { diagnoseScore } from "../../../score/parse.ts";
import { scoreJsonSchema } from "../../../score/schema/editor/json-schema.ts";
import { problemLine } from "../../../score/source/problem.ts";
import { starterScore } from "./starter.ts";
import { templates } from "./templates.ts";

const base = { name: "first", schema: "./score.schema.json" };
const choice = { ...base, agent: "claude" };
const kinds = templates.flatMap((template) => [
  { template, choice, title: `${template.name} with an agent that Tutti knows` },
  {
    template,
    choice: { ...base, agent: ["claude", "-p", "--permission-mode", "acceptEdits"] },
    title: `${template.name} with a command`,
  },
]);

const validate = new Ajv2020({ strict: false }).compile(scoreJsonSchema());

describe.each(kinds)("the starter score $title", ({ template, choice }) => {
  it("can be played as it is, with nothing to say about it", () => {
    const path = join(tempFolder(), "scores", "first.yaml");
    mkdirSync(dirname(path));
    writeFileSync(path, starterScore(template, choice));
    const { text, source } = openScore(path);
    const { plan, problems } = diagnoseScore(text, source);
    expect(problems.map((problem) => problemLine(problem, path))).toEqual([]);
    expect(plan?.sheets.length).toBeGreaterThan(0);
  });

  it("is right for editors too, which find its schema in the first line", () => {
    const text = starterScore(template, choice);
    expect(text.split("\n")[0]).toBe("# yaml-language-server: $schema=./score.schema.json");
    expect([validate(parse(text)), validate.errors]).toEqual([true, null]);
  });

  it("explains itself", () => {
    expect(starterScore(template, choice).match(/ # /g)?.length ?? 0).toBeGreaterThan(2);
  });
});

it.each(["first", "3", "1e3", "null", "a.b", "_x", "No"])("a score called %s is called that", (name) => {
  const written = parse(starterScore(templates[0]!, { ...choice, name })) as { name: unknown };
  expect(written.name).toBe(name);
});
