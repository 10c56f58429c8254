import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { scoreJsonSchema } from "../../score/schema/editor/json-schema.ts";
import { templates } from "./init/templates.ts";

describe("tutti init", () => {
  it.each(templates)("writes the score $name, which validate takes with nothing to say", async ({ name }) => {
    const folder = tempFolder();
    expect(await tutti("init", "first", "--template", name, "--path", folder)).toMatchObject({ code: 0, err: "" });
    expect(await tutti("validate", "--strict", join(folder, "first.yaml"))).toMatchObject({ code: 0 });
  });

  it("writes the schema where the score's first line says", async () => {
    const folder = join(tempFolder(), "new", "folder");
    await tutti("init", "--path", folder);
    const score = join(folder, "score.yaml");
    const [, schema = ""] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(score, "utf8")) ?? [];
    expect(JSON.parse(readFileSync(resolve(dirname(score), schema), "utf8"))).toEqual(scoreJsonSchema());
  });

  it("says what to do next", async () => {
    const folder = tempFolder();
    const { out } = await tutti("init", "first", "--path", folder);
    const score = join(folder, "first.yaml");
    for (const step of [`validate ${score}`, `run ${score} --dry-run`, `run ${score}`]) expect(out).toContain(step);
    const { out: json } = await tutti("init", "second", "--path", folder, "--json");
    expect(JSON.parse(json)).toMatchObject({
      template: "basic",
      score: join(folder, "second.yaml"),
      schema: join(folder, ".tutti/score.schema.json"),
    });
  });

  it("lists its templates with a line each, and writes nothing then", async () => {
    const folder = tempFolder();
    const { code, out } = await tutti("init", "--list", "--path", folder);
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual(templates.map(({ name, summary }) => `${name.padEnd(10)} ${summary}`));
    expect(JSON.parse((await tutti("init", "--list", "--json")).out)).toHaveLength(templates.length);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("writes over nothing unless it is told to", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "score.yaml"), "mine\n");
    const refused = await tutti("init", "--path", folder);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("is there already");
    expect(readFileSync(join(folder, "score.yaml"), "utf8")).toBe("mine\n");
    expect(existsSync(join(folder, ".tutti"))).toBe(false);
    expect(await tutti("init", "--path", folder, "--force")).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "score.yaml"), "utf8")).toContain("sheets:");
  });

  it("writes no score where it can't write the schema", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, ".tutti"));
    writeFileSync(join(folder, ".tutti/score.schema.json"), "{}");
    expect(await tutti("init", "--path", folder)).toMatchObject({ code: 2 });
    expect(existsSync(join(folder, "score.yaml"))).toBe(false);
  });

  it.each(["../x", "a/b", "", ".hidden", "-x y", "a\0b", "$(id)", "a b", "a\nb"])(
    "refuses %j as a name, and writes nothing",
    async (name) => {
      const folder = tempFolder();
      expect(await tutti("init", "--path", folder, "--", name)).toMatchObject({ code: 2, out: "" });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it("names the nearest template", async () => {
    const { code, err } = await tutti("init", "--template", "fanout", "--path", tempFolder());
    expect(code).toBe(2);
    expect(err).toContain('did you mean "fan-out"?');
  });

  it.each([
    ["codex exec", '["codex","exec"]'],
    ['["my agent", "-x"]', '["my agent","-x"]'],
  ])("takes %s for the agent", async (written, list) => {
    const folder = tempFolder();
    expect(await tutti("init", "--agent", written, "--path", folder)).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "score.yaml"), "utf8")).toContain(`worker: { command: ${list} }`);
  });

  it("takes the name of one that Tutti knows, and claude without a name", async () => {
    const folder = tempFolder();
    expect(await tutti("init", "one", "--agent", "codex", "--path", folder)).toMatchObject({ code: 0 });
    expect(await tutti("init", "two", "--path", folder)).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "one.yaml"), "utf8")).toMatch(/^agent: codex /m);
    expect(readFileSync(join(folder, "two.yaml"), "utf8")).toMatch(/^agent: claude /m);
  });

  it.each(["", " ", "[1]", '["a"', "[]", '[""]'])("refuses %j for the agent", async (written) => {
    expect(await tutti("init", "--agent", written, "--path", tempFolder())).toMatchObject({ code: 2 });
  });
});

it("the first score that init writes can be played at once, and lands", async () => {
  const repository = makeRepository({ "README.md": "# A project\n" });
  const place = tempFolder();
  const agent = join(place, "agent.sh");
  writeFileSync(
    agent,
    'cat > /dev/null\ncase "$TUTTI_SHEET" in\nnotes) printf "# Notes\\n" > NOTES.md ;;\nlink) echo "See NOTES.md." >> README.md ;;\nesac\n',
  );
  vi.stubEnv("TUTTI_HOME", join(place, "home"));
  expect(await tutti("init", "first", "--path", place, "--agent", JSON.stringify(["sh", agent]))).toMatchObject({
    code: 0,
  });
  const played = await tutti("run", join(place, "first.yaml"), "--repo", repository.path);
  expect(played).toMatchObject({ code: 0 });
  expect(repository.git("show", "main:NOTES.md")).toBe("# Notes");
  expect(repository.git("log", "--format=%s", "main")).toContain("Link the notes from the README");
});
