import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";

const score = `
name: quality
target: main
description: |
  Makes it better.
  And better.
agent: scripted
validations: [{ command: "true" }]
sheets:
  - { id: plan, title: Plan it, prompt: x, timeout: 90s }
  - { id: review, prompt: "{{ instance }}", fan_out: 3, after: plan }
  - { id: docs, prompt: x, after: plan }
  - { id: free, prompt: x }
  - { id: end, prompt: x, after: [review, docs] }
`;

/** A score in a folder that is no repository. */
function written(text: string): string {
  const file = join(tempFolder(), "s.yaml");
  writeFileSync(file, text);
  return file;
}

const dryRun = async (text: string, ...more: readonly string[]): Promise<string> => {
  const file = written(text);
  return (await tutti("run", file, "--dry-run", "--repo", dirname(file), ...more)).out;
};

describe("run --dry-run", () => {
  it("shows the plan as a table and as a graph", async () => {
    expect((await dryRun(score)).split("\n")).toEqual([
      "quality: 7 sheets in 3 stages, 1 validation, 1 agent; landing on main, contexts: clone, one per sheet",
      "  Makes it better.",
      "",
      "  #  sheet     title    agent     after            validations  timeout",
      "  1  plan      Plan it  scripted                   1            90s",
      "  2  review-1           scripted  plan             1            30m",
      "  3  review-2           scripted  plan             1            30m",
      "  4  review-3           scripted  plan             1            30m",
      "  5  docs               scripted  plan             1            30m",
      "  6  free               scripted                   1            30m",
      "  7  end                scripted  review ×3, docs  1            30m",
      "",
      "  1 ── plan, free",
      "  │",
      "  2 ── review ×3, docs  ← plan",
      "  │",
      "  3 ── end  ← review ×3, docs",
      "",
      "at most 4 at once (parallel: 4; the widest level has 4 sheets); longest chain: 3 sheets (plan → review-1 → end)",
      "Nothing was run.",
    ]);
  });

  it("draws branches that wait for different sheets, and a row as one", async () => {
    const rows = Array.from(
      { length: 5 },
      (_, index) => `  - { id: s-${index + 1}, after: ${index === 0 ? "b" : `s-${index}`} }\n`,
    ).join("");
    const out = await dryRun(
      `agent: scripted\nprompt: x\nsheets:\n  - id: a\n  - id: b\n  - { id: c, after: a }\n  - { id: d, after: b }\n  - { id: e, after: [a, b] }\n${rows}`,
    );
    expect(out).toContain(
      [
        "    1 ── a, b",
        "    │",
        "    2 ┬─ c  ← a",
        "      ├─ d  ← b",
        "      └─ e  ← a, b",
        "    │",
        "  2–6 ── s-1 … s-5  ← b",
        "",
      ].join("\n"),
    );
    expect(out).toContain("longest chain: 6 sheets (b → s-1 → s-2 → s-3 → s-4 → s-5)");
  });

  it("counts five sheets with no dependencies as one stage, as its graph draws them, and so does validate", async () => {
    const file = written(
      `agent: scripted\nprompt: x\nsheets: [{ id: a }, { id: b }, { id: c }, { id: d }, { id: e }]\n`,
    );
    const [dry, validated] = [await tutti("run", file, "--dry-run"), await tutti("validate", "-v", file)];
    expect(dry.out).toContain("5 sheets in 1 stage,");
    expect(dry.out).toContain("\n  1 ── a, b, c, d, e\n");
    expect(validated.out).toContain("valid, 5 sheets in 1 stage,");
    expect(dry.out + validated.out).not.toMatch(/\bstage [2-5]\b|5 stages/);
  });

  it("keeps fifty sheets readable", async () => {
    const sheets = Array.from({ length: 50 }, (_, index) => `  - { id: part-of-it-${index}x }\n`).join("");
    const out = await dryRun(`agent: scripted\nprompt: x\nsheets:\n${sheets}`);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
    expect(out.split("\n").filter((line) => line.includes("part-of-it-49x"))).toHaveLength(2);
  });

  it("cuts the table of ten thousand, says so, and shows their graph in a few lines", async () => {
    const out = await dryRun(
      'agent: scripted\nsheets:\n  - { id: a, fan_out: 5000, prompt: "{{ instance }}" }\n  - { id: b, fan_out: 5000, after: a, prompt: "{{ instance }}" }\n',
    );
    expect(out).toContain("… and 9940 more sheets (--json has all of them)");
    expect(out).toContain("  1 ── a ×5000\n  │\n  2 ── b ×5000  ← a ×5000\n");
    expect(out.split("\n").length).toBeLessThan(80);
  });

  it("cuts a graph that is too large to read", async () => {
    const sheets = Array.from(
      { length: 300 },
      (_, index) => `  - { id: s${index}x${index === 0 ? "" : `, after: s${index - 1}x`} }\n`,
    ).join("");
    const out = await dryRun(`agent: scripted\nprompt: x\nsheets:\n${sheets}`);
    expect(out).toMatch(/… and \d+ more lines/);
    expect(out).toContain("longest chain: 300 sheets (s0x → s1x → s2x → s3x → … → s299x)");
  });

  it("says where sheets work and what becomes of it", async () => {
    const shared = await dryRun(`${score}isolation: { mode: worktree, per: job }\n`);
    expect(shared).toContain("; landing on main, contexts: worktree, one per job\n");
    expect(shared).toContain("one sheet after the other, since they share a folder; longest chain: 3 sheets");
    const inPlace = await dryRun(score, "--no-isolation");
    expect(inPlace).toContain("; in the repository itself (isolation: none); nothing lands\n");
    expect(inPlace).not.toContain("landing on");
    expect(inPlace).toContain("one sheet after the other");
  });

  it("says who plays, with which model, who takes over, what it may cost and who lets it land", async () => {
    const out = await dryRun(
      `${score.replace("agent: scripted", "agent: { use: claude, model: opus }\nfallbacks: [codex, { command: [/opt/bot] }]")}landing: approve\ncost: { per_sheet: 0.5, per_job: 3 }\n`,
    );
    expect(out).toContain("1 validation, 3 agents; landing on main once you approve, contexts: clone, one per sheet\n");
    expect(out).toMatch(/^ {2}1 {2}plan .* claude \(opus\) → codex.* 90s$/m);
    expect(out).toContain("\ncosts at most $0.50 for a sheet, $3.00 for the job; told from 80 % on\n");
  });

  it.each([
    [
      "{ strategy: rebase, gates: [{ name: types, run: x }, { name: tests, run: y }], push: true }",
      "landing on main (rebase), gates: types, tests, pushed to the remote that the target follows",
    ],
    [
      "{ mode: approve, tests: final, gates: [{ name: tests, run: y }] }",
      "landing on main once you approve, gates: tests (at the end)",
    ],
    ["{ tests: none, gates: [{ name: tests, run: y }], push: up }", "landing on main, pushed to up"],
    ["{ pull_request: true, strategy: merge }", "a pull request for each sheet into main"],
  ])("says how results land: %s", async (landing, words) => {
    expect(await dryRun(`${score}landing: ${landing}\n`)).toContain(`; ${words}, contexts: clone, one per sheet\n`);
  });

  it("goes by -j", async () => {
    expect(await dryRun(score, "-j", "2")).toContain("at most 2 at once (parallel: 2;");
  });

  it("with --json is the preview", async () => {
    const preview = JSON.parse(await dryRun(score, "--json", "-j", "2")) as { sheets: object[] };
    expect(preview).toMatchObject({ plan: { name: "quality", parallel: 2, totals: { sheets: 7 } } });
    expect(preview.sheets).toHaveLength(7);
  });

  it("makes no home, no workspace and no file", async () => {
    const home = join(tempFolder(), "home");
    vi.stubEnv("TUTTI_HOME", home);
    const folder = tempFolder();
    writeFileSync(join(folder, "s.yaml"), `workspace: ./out\n${score}`);
    expect((await tutti("run", join(folder, "s.yaml"), "-n", "--repo", folder)).code).toBe(0);
    expect(readdirSync(folder)).toEqual(["s.yaml"]);
    expect(readdirSync(join(home, ".."))).toEqual([]);
  });

  it("refuses a wrong score as run does", async () => {
    const { code, err } = await tutti("run", written(score.replace("target", "tarhet")), "--dry-run");
    expect(code).toBe(2);
    expect(err).toContain("score.invalid");
  });

  it("tells warnings and keeps notes to validate", async () => {
    const { err } = await tutti(
      "run",
      written("agent: scripted\nvariables: { spare: 1 }\nsheets: [{ id: a, prompt: x }]\n"),
      "--dry-run",
    );
    expect(err).toContain("[V203]");
    expect(err).not.toContain("V502");
    expect(err.split("\n")).toHaveLength(1);
  });
});
