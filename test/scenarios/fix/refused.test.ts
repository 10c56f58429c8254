import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { eslintConfig, modules } from "../../kit/fix-modules.ts";
import { type FixEnd, type FixProject, makeFixProject, fixerBy } from "../../kit/fix-project.ts";
import { itLong } from "../../kit/long.ts";

/** The text of a file that has two findings, of which agents fix one. */
const two = (word: string): string => `top\nBAD-A ${word}\nthree\nfour\nBAD-B ${word}\nend\n`;

/** Of real tools, each start of which takes long. */
const ofTools = {
  "package.json": '{ "type": "module" }\n',
  "eslint.config.js": eslintConfig({ "no-var": "error" }),
  ".gitignore": "node_modules\n",
  "silenced.js": "var w_silenced = 1;\nexport default w_silenced;\n",
  "configured.js": "var w_configured = 1;\nexport default w_configured;\n",
  "nested/nested.js": "var w_nested = 1;\nexport default w_nested;\n",
  ".prettierrc": "{}\n",
  "w_ignored.yaml": "var w_ignored:   1\n",
};

const files = {
  "retold.txt": "BAD-A w-retold\n",
  "elsewhere.txt": "BAD-A w-elsewhere\n",
  "clean.txt": "nothing here\n",
  "here.txt": "BAD-A w-here\nfine\n",
  "fresh.txt": "BAD-A w-fresh\n",
  "swapped.txt": "one\nBAD-A w-swapped\nthree\n",
  "half.txt": two("w-half"),
  "moved.txt": two("w-moved"),
  "liar.txt": "BAD-A w-liar\n",
  "breaks.txt": "BAD-A w-breaks\n",
  "good.txt": two("w-good"),
};

const acts = {
  w_silenced: 'write(path, "// eslint-disable-next-line no-var\\n" + text)',
  w_configured: 'write("eslint.config.js", "export default [];\\n")',
  w_nested: 'write("nested/eslint.config.js", "export default [];\\n")',
  w_ignored: 'write(".prettierignore", "*.yaml\\n")',
  "w-retold": 'write("tools/marks.sh", "true\\n")',
  "w-elsewhere": 'write(path, fixed(text)); write("clean.txt", "BAD-Z nothing here\\n")',
  "w-here": 'write(path, fixed(text).replace("fine", "BAD-Z"))',
  "w-fresh": 'write(path, fixed(text)); write("more/new.txt", "BAD-A w-fresh\\n")',
  "w-swapped": 'write(path, text.replace("one", "BAD-Z one").replace("BAD-A w", "good w"))',
  "w-half": 'write(path, text.replace("BAD-B", "good"))',
  "w-moved": 'write(path, "1\\n2\\n3\\n" + text.replace("BAD-B", "good"))',
  "w-liar": 'console.log("All findings are fixed, and all tests pass."); write("notes.md", "fixed\\n")',
  "w-breaks": 'write(path, fixed(text)); fs.rmSync("tools/marks.sh")',
};

/** Why each sheet did not land, by its id. */
function whysOf(project: FixProject): ReadonlyMap<string, string> {
  const { sheets } = JSON.parse(project.cli("status", "--json").out) as {
    sheets: readonly { id: string; why: string }[];
  };
  return new Map(sheets.map(({ id, why }) => [id, why]));
}

function expectRefused(end: FixEnd, whys: ReadonlyMap<string, string>, [file, why]: readonly [string, string]): void {
  const sheet = end.report.sheets.find(({ name }) => name === file);
  expect(sheet).toMatchObject({ state: "failed", fixed: 0, commit: null });
  expect(whys.get(sheet?.id ?? "")).toContain(why);
}

itLong("a result that changes what configures a tool does not land", () => {
  const project = makeFixProject(ofTools, {
    agent: fixerBy(acts),
    settings: { attempts: 1, autofix: false, exclude: ["eslint.config.js", ".tutti/"] },
  });
  symlinkSync(modules.node_modules.link, join(project.repository, "node_modules"));
  const end = project.fix("--parallel", "6");
  const whys = whysOf(project);
  const silenced = ["silenced.js", "eslint was silenced"] as const;
  const configured = ["configured.js", "eslint.config.js was changed: eslint is configured by it"] as const;
  const nearer = ["nested/nested.js", "nested/eslint.config.js was changed"] as const;
  const leftAlone = ["w_ignored.yaml", ".prettierignore was changed"] as const;
  for (const refused of [silenced, configured, nearer, leftAlone]) expectRefused(end, whys, refused);
  expect([end.code, project.landed()]).toEqual([2, []]);
});

describe("a result that does not fix, or does harm", () => {
  let project: FixProject;
  let end: FixEnd;
  let whys: ReadonlyMap<string, string>;
  beforeAll(() => {
    project = makeFixProject(files, { agent: fixerBy(acts), settings: { attempts: 1 } });
    end = project.fix("--parallel", "6");
    whys = whysOf(project);
  });

  it.each([
    ["another tool in its place", "retold.txt", "tools/marks.sh was changed"],
    ["a new finding in another file", "elsewhere.txt", "marks reports 1 new finding"],
    ["a new finding in the same file", "here.txt", "marks reports 1 new finding"],
    ["a finding that was put into a new file", "fresh.txt", "marks reports 1 new finding"],
    ["another finding in place of the first", "swapped.txt", "marks reports 1 new finding"],
    ["some of it", "half.txt", "1 of 2 findings is still there"],
    ["words alone", "liar.txt", "1 of 1 finding is still there"],
    ["a tool that can't be run any more", "breaks.txt", "tools/marks.sh"],
  ])("%s does not land", (_, file, why) => {
    expectRefused(end, whys, [file, why]);
  });

  it("a good result lands beside it; everything else is unchanged", () => {
    expect(end.code).toBe(1);
    expect(project.landed()).toMatchObject([
      { subject: "fix: resolve 2 marks findings in good.txt", files: ["M good.txt"] },
    ]);
    expect(end.report.total).toMatchObject({ asked: 13, fixed: 2, remaining: 11, introduced: 0 });
    expect(end.report.recheck).toMatchObject({ fixed: 2, askedRemaining: 11, introduced: 0, failed: [] });
    expect(project.git("status", "--porcelain")).toBe("");
    expect(project.worktrees()).toEqual([]);
  });

  it("a finding that moved by lines is the same finding: nothing was introduced, and it remains", () => {
    expect(end.report.sheets.find(({ name }) => name === "moved.txt")?.unlanded).toEqual({
      fixed: 1,
      remaining: 1,
      introduced: 0,
    });
  });

  it("keeps the part that it fixed", async () => {
    const snapshots = await project.snapshots("half-txt");
    expect(await project.store("show", `${snapshots.at(-1)?.commit ?? ""}:half.txt`)).toBe(
      two("w-half").replace("BAD-B", "good"),
    );
  });
});

describe("with --partial", () => {
  it("a partial fix lands and the commit says what remains; a result that fixes nothing or does harm does not land", () => {
    const few = {
      "half.txt": files["half.txt"],
      "moved.txt": files["moved.txt"],
      "liar.txt": files["liar.txt"],
      "clean.txt": files["clean.txt"],
    };
    const project = makeFixProject(
      { ...few, "elsewhere.txt": two("w-elsewhere") },
      { agent: fixerBy(acts), settings: { attempts: 1 } },
    );
    const end = project.fix("--partial");
    expect(end.code).toBe(1);
    expect(end.report.total).toMatchObject({ asked: 7, fixed: 2, remaining: 5, introduced: 0 });
    const landed = project.landed();
    expect(landed.map(({ subject }) => subject).toSorted()).toEqual([
      "fix: resolve 1 marks finding in half.txt",
      "fix: resolve 1 marks finding in moved.txt",
    ]);
    for (const { body } of landed) expect(body).toContain("- marks BAD-B: 1\n\n1 of those that were asked for remain.");
    // The level says no more than that, everywhere.
    expect(project.git("log", "-2", "--format=%(trailers:key=Tutti-Validated,valueonly,separator=)")).toBe(
      "partial\npartial\n",
    );
    const verified = project.cli("verify");
    expect([verified.code, verified.out]).toEqual([
      0,
      expect.stringMatching(/partial \(0 of 1 validation passed, 1 of 2 findings fixed\)/),
    ]);
    expect(project.cli("explain", "half-txt").out).toContain("in part: 0 of 1 validation passed");
    expect(project.bytes("moved.txt").toString()).toBe(`1\n2\n3\n${two("w-moved").replace("BAD-B", "good")}`);
    expect(project.bytes("clean.txt").toString()).toBe("nothing here\n");
  });
});
