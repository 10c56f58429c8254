import { isolationLevels } from "../../score/plan/levels.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { mozart } from "../../../test/kit/mozart.ts";

const native =
  'agent: scripted\nisolation: { mode: clone, per: job }\nsheets: [{ id: a, prompt: x, validations: [{ command: "true" }] }]\n';

function written(text: string): string {
  const file = join(tempFolder(), "s.yaml");
  writeFileSync(file, text);
  return file;
}

/** The plan's settings for contexts. */
async function isolationWith(text: string, ...flags: readonly string[]): Promise<unknown> {
  const { out } = await tutti("run", written(text), "--dry-run", "--json", ...flags);
  return (JSON.parse(out) as { plan: { isolation: unknown } }).plan.isolation;
}

describe("run", () => {
  it.each([
    ["by --isolation", ["--isolation", "full"], { level: "full", per: "job", lands: true }],
    ["by --no-isolation", ["--no-isolation"], { level: "none", per: "job", lands: false }],
    ["by nothing", [], { level: "clone", per: "job", lands: true }],
  ])("has its level of isolation changed %s, and nothing else", async (_, flags, expected) => {
    expect(await isolationWith(native, ...flags)).toMatchObject(expected);
  });

  it("refuses a trace that can't be written before anything is run", async () => {
    const { code, err } = await tutti("run", written(native), "--trace", join(tempFolder(), "missing", "trace.json"));
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("the trace can't be written") as unknown,
    });
  });

  it("says in a dry run what --start-sheet skips, and refuses a sheet that is not there", async () => {
    const three = "agent: scripted\nsheets: [{ id: a, prompt: x }, { id: b, prompt: x }, { id: c, prompt: x }]\n";
    const begun = async (name: string) => tutti("run", written(three), "--dry-run", "--start-sheet", name);
    expect([(await begun("3")).out, (await begun("b")).out]).toEqual([
      expect.stringContaining("begins at c: 2 sheets before it are skipped"),
      expect.stringContaining("begins at b: 1 sheet before it is skipped"),
    ]);
    expect([(await begun("4")).code, (await begun("0")).code, (await begun("x")).code]).toEqual([2, 2, 2]);
  });

  it("gives a Mozart score the contexts it does not ask for, one for the whole job", async () => {
    expect(await isolationWith(mozart({}), "--isolation", "worktree")).toMatchObject({
      level: "worktree",
      per: "job",
      lands: true,
    });
  });

  it("gives each sheet a context of its own by --per sheet, also where the score works in the folder itself", async () => {
    expect(await isolationWith(native, "--per", "sheet")).toMatchObject({
      level: "clone",
      per: "sheet",
      one_by_one: false,
    });
    expect(await isolationWith(mozart({}), "--per", "sheet")).toMatchObject({
      level: "clone",
      per: "sheet",
      lands: true,
      one_by_one: false,
    });
    expect(await isolationWith(mozart({}), "--per", "sheet", "--isolation", "worktree")).toMatchObject({
      level: "worktree",
      per: "sheet",
    });
  });

  it.each([[["--per", "sheet", "--no-isolation"]], [["--per", "job", "--isolation", "none"]]])(
    "refuses to share out contexts where there are none: %j",
    async (flags) => {
      const { code, err } = await tutti("run", written(native), "--dry-run", ...flags);
      expect(code).toBe(2);
      expect(err).toContain("--per");
    },
  );

  it.each([
    [["--no-isolation", "--isolation", "full"]],
    [["--isolation", "full", "--no-isolation"]],
    [["--isolation", "none", "--no-isolation"]],
  ])("refuses two answers to one question: %j", async (flags) => {
    const { code, err } = await tutti("run", written(native), "--dry-run", ...flags);
    expect(code).toBe(2);
    expect(err).toContain("option '--no-isolation' cannot be used with option '--isolation <level>'");
  });

  it("refuses a level that is none, with those there are", async () => {
    const { code, err } = await tutti("run", written(native), "--dry-run", "--isolation", "docker");
    expect(code).toBe(2);
    expect(err).toContain(isolationLevels.join(", "));
  });
});
