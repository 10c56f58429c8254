import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { makePipes, tempFolder } from "../../../test/kit/folders.ts";

const good = 'agent: scripted\nsheets:\n  - { id: a, prompt: "Do {{ sheet }}", validations: [{ command: "true" }] }\n';
const warned = good.replace(', validations: [{ command: "true" }]', "");
const wrong = good.replace("prompt:", "promt:");

/** A score on disk. */
function written(text: string, name = "s.yaml"): string {
  const file = join(tempFolder(), name);
  writeFileSync(file, text);
  return file;
}

describe("validate", () => {
  it("says of a good score what it is", async () => {
    const file = written(good);
    expect(await tutti("validate", file)).toEqual({
      code: 0,
      out: `${file}: valid, 1 sheet in 1 stage, 1 validation, 1 agent`,
      err: "",
    });
  });

  it("names agents that a cost limit can't hold, as a dry run does, and no agent without a limit", async () => {
    const text = good.replace(
      "agent: scripted",
      "agent: aider\nfallbacks: [{ use: codex, model: gpt-5 }, { use: codex, model: odd-1 }, codex, claude]",
    );
    const limited = written(`${text}cost: { per_job: 3 }\n`);
    const words =
      "warning the cost limit does not hold for aider (it reports no cost), codex (odd-1) (its profile has no price for odd-1), codex (no model is named, so no price is known); such runs count as unknown";
    const [validated, dry, free] = [
      await tutti("validate", limited),
      await tutti("run", limited, "--dry-run"),
      await tutti("validate", written(text)),
    ];
    expect([validated.code, validated.out.split("\n"), dry.out.split("\n")]).toEqual([
      0,
      expect.arrayContaining([words]),
      expect.arrayContaining([words]),
    ]);
    expect(free.out).not.toContain("cost limit");
    expect(JSON.parse((await tutti("validate", limited, "--json")).out)).toMatchObject({
      files: [{ uncounted_agents: [{ agent: "aider" }, { model: "odd-1" }, {}] }],
    });
  });

  it("says of a wrong one what is wrong and where", async () => {
    const file = written(wrong);
    const { code, out } = await tutti("validate", file);
    expect(code).toBe(1);
    expect(out.split("\n")).toEqual([
      `error ${file}:3:14 sheets[0].promt: unknown key; did you mean "prompt"? [V012]`,
      `${file}: invalid; 1 error`,
    ]);
  });

  it("lets warnings pass, unless it is to be strict", async () => {
    const file = written(warned);
    const said = await tutti("validate", file);
    expect(said.code).toBe(0);
    expect(said.out).toMatch(/^warning .*\[V203\]\n.*: valid, .*; 1 warning$/);
    expect((await tutti("validate", "--strict", file)).code).toBe(1);
    expect((await tutti("validate", "--strict", written(good))).code).toBe(0);
  });

  it("counts notes, and shows them with -v, after what is worse", async () => {
    const file = written(warned.replace("agent:", "variables: { spare: 1 }\nagent:"));
    const short = await tutti("validate", file);
    expect(short.out).not.toContain("V502");
    expect(short.out).toContain("1 warning, 1 note (-v shows them)");
    const { out } = await tutti("validate", "-v", file);
    expect(out.indexOf("[V203]")).toBeLessThan(out.indexOf("[V502]"));
    expect(out).toContain("; 1 warning, 1 note\n");
  });

  it.each([
    ["is not there", null],
    ["is not YAML", "a: [\n"],
    ["is no map", "- a\n"],
    ["is not text", Buffer.from([0xff, 0xfe, 0x00])],
    ["is larger than 1 MB", `name: ${"x".repeat(1_000_001)}\n`],
  ])("ends with 2 when the file %s", async (_, content) => {
    const file = join(tempFolder(), "s.yaml");
    if (content !== null) writeFileSync(file, content);
    const { code, out } = await tutti("validate", file);
    expect(code).toBe(2);
    expect(out).toMatch(/^error /);
  });

  it("ends with 2 for a folder and for a pipe, without waiting", async () => {
    const pipe = join(tempFolder(), "pipe");
    makePipes(pipe);
    expect((await tutti("validate", pipe)).code).toBe(2);
    expect((await tutti("validate", tempFolder())).code).toBe(2);
  });

  it("looks at several files and ends with the worst", async () => {
    const said = await tutti("validate", written(good), written(wrong), written(good));
    expect(said.code).toBe(1);
    expect(said.out.match(/: valid/g)).toHaveLength(2);
    expect((await tutti("validate", written(wrong), join(tempFolder(), "no.yaml"), written(good))).code).toBe(2);
  });

  it("shows with -v who plays, who takes over, what it may cost and who lets it land", async () => {
    const file = written(
      "agent: { use: claude, model: opus }\nfallbacks: [codex]\nlanding: approve\ncost: { per_sheet: 1 }\nsheets: [{ id: a, prompt: x }]\n",
    );
    const { out } = await tutti("validate", "-v", file);
    expect(out).toContain("\n  results land when you approve them\n");
    expect(out).toContain("\n  costs at most $1.00 for a sheet; told from 80 % on\n");
    expect(out).toContain("\n  {{ stage }} is 1, agent claude (opus), then codex, timeout 30m\n");
  });

  it("shows with -v what a worker must have", async () => {
    const { out } = await tutti("validate", "-v", written(`worker: [gpu, linux]\n${good}`));
    expect(out).toContain("\n  {{ stage }} is 1, agent scripted, timeout 30m, on a worker that has gpu, linux\n");
  });

  it("shows with -v how results land and what commits say", async () => {
    const land =
      "strategy: merge, sign: true, push: up, gates: [{ name: t, run: npm test }, { name: q, run: [a, b], quick: c, files: ci/ }], tests: quick, protected: LICENSE";
    const { out } = await tutti(
      "validate",
      "-v",
      written(
        `landing: { ${land} }\ncommit: { type: fix, body: "b\\n\\nc", trailers: { A: b }, co_authors: [Ada <a@b>] }\n${good}`,
      ),
    );
    expect(out).toContain(
      [
        "  results land with the agent's commits and one that joins them, signed, then pushed to up",
        "  gate 1: t: npm test (it has no quick form)",
        "  gate 2: q: c; made of ci/",
        "  changes of LICENSE land when you approve them",
        "",
      ].join("\n"),
    );
    expect(out).toContain("\n  commit: fix: a\n    b\n\n    c\n    A: b\n    Co-authored-by: Ada <a@b>");
  });

  it.each([
    ["{}", "a pull request for each sheet, from origin"],
    [
      "{ remote: fork, upstream: up, forge: gitea, draft: true, labels: [x, y], for_failed: true }",
      "a draft pull request for each sheet, from fork to up (gitea); labels: x, y; also for those that failed",
    ],
  ])("shows with -v what is proposed: %s", async (request, line) => {
    const { out } = await tutti(
      "validate",
      "-v",
      written(`landing: { mode: approve, strategy: rebase, pull_request: ${request} }\n${good}`),
    );
    expect(out).toContain(`\n  results are proposed when you approve them\n  ${line}\n  /tutti-worktree`);
  });

  it("shows with -v what every sheet would do", async () => {
    const { out } = await tutti("validate", "-v", written(good));
    expect(out).toContain(
      "1 a\n  {{ stage }} is 1, agent scripted, timeout 30m\n  prompt:\n  │ Do a\n  validations:\n    true succeeds (command_succeeds: true)",
    );
    expect(out).toContain("/tutti-workspace stands for the workspace");
  });

  it.each([
    ["", ["clone, a context for each sheet", "kept when a sheet failed; captured every 2m while an agent runs"]],
    [
      "isolation: none\n",
      [
        "none: in the repository itself, one sheet after the other; nothing lands",
        "captured every 2m while an agent runs",
      ],
    ],
    [
      "isolation: { mode: full, per: job, worktree_base: /contexts, branch_prefix: q, source_branch: main, clone: { objects: copy }, cleanup_on_failure: true, lock_during_execution: false, fallback_on_error: true, snapshot_minutes: 0 }\n",
      [
        "full, one context for the whole job; one sheet after the other",
        "in /contexts; from the branch main; branches begin with q; with objects of their own; removed in the end; not locked; in place where there is no git repository; captured when an agent has ended",
      ],
    ],
    [
      "isolation: { mode: branch, cleanup_on_success: false }\n",
      ["branch, a context for each sheet", "never removed;"],
    ],
  ])("shows with -v where sheets work: %s", async (isolation, [first = "", second = ""]) => {
    const { out } = await tutti("validate", "-v", written(`${isolation}${good}`));
    expect(out).toContain(`  isolation: ${first}\n    ${second}`);
    expect(out).toContain(
      `/tutti-worktree stands for the ${first.startsWith("none") ? "repository" : "sheet's context, which"}`,
    );
  });

  it("shows one sheet, by its id or its number", async () => {
    const file = written('agent: scripted\nprompt: "I am {{ sheet }}"\nsheets: [{ id: a }, { id: b }, { id: "1" }]\n');
    const promptsOf = async (sheet: string): Promise<readonly string[] | null> =>
      (await tutti("validate", "--sheet", sheet, file)).out.match(/I am .*/g);
    expect(await promptsOf("b")).toEqual(["I am b"]);
    expect(await promptsOf("2")).toEqual(["I am b"]);
    expect(await promptsOf("1")).toEqual(["I am 1"]);
  });

  it("refuses a sheet that is not there", async () => {
    const { code, err } = await tutti("validate", "--sheet", "aa", written(good));
    expect(code).toBe(2);
    expect(err).toContain('there is no sheet "aa"; did you mean "a"?');
  });

  it("does not let a score speak to the terminal", async () => {
    const { out } = await tutti(
      "validate",
      "-v",
      written('agent: scripted\nsheets:\n  - { id: a, prompt: "red \\e[31m\\tx" }\n'),
    );
    expect(out).not.toContain("\u001b");
    expect(out).toContain("red \\u001b[31m\tx");
  });
});

describe("validate --json", () => {
  it("is one document with a preview of every sheet", async () => {
    const files = [written(good), written(wrong), join(tempFolder(), "no.yaml")];
    const { code, out } = await tutti("validate", "--json", ...files);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      files: [
        {
          file: files[0],
          valid: true,
          shape: "native",
          problems: [],
          plan: { totals: { sheets: 1 } },
          sheets: [{ id: "a", prompt: "Do a", validations: [{ kind: "command_succeeds" }] }],
        },
        {
          file: files[1],
          valid: false,
          shape: "native",
          problems: [
            {
              code: "V012",
              severity: "error",
              line: 3,
              column: 14,
              path: "sheets[0].promt",
              message: 'unknown key; did you mean "prompt"?',
            },
          ],
          plan: null,
          sheets: [],
        },
        {
          file: files[2],
          valid: false,
          shape: "unreadable",
          error: { code: "score.unreadable" },
          problems: [],
          sheets: [],
        },
      ],
    });
  });

  it("is limited to one sheet when that is asked for", async () => {
    const file = written("agent: scripted\nprompt: x\nsheets: [{ id: a }, { id: b }, { id: c }]\n");
    const all = JSON.parse((await tutti("validate", "--json", file)).out) as { files: { sheets: object[] }[] };
    expect(all.files[0]?.sheets).toHaveLength(3);
    expect(JSON.parse((await tutti("validate", "--json", "--sheet", "2", file)).out)).toMatchObject({
      files: [{ sheets: [{ id: "b" }] }],
    });
  });

  it("names the file that a problem is in when that is another one", async () => {
    const file = written("agent: scripted\nsheets: [{ id: a, prompt_file: p.md }]\n");
    writeFileSync(join(file, "..", "p.md"), "x\n{{ nobody }}\n");
    expect(JSON.parse((await tutti("validate", "--json", file)).out)).toMatchObject({
      files: [{ problems: [{ code: "V101", file: "p.md", line: 2 }] }],
    });
  });
});

describe("validate --fix", () => {
  it("repairs the file and says what it did", async () => {
    const file = written(`# mine\n${wrong}`);
    const { code, out } = await tutti("validate", "--fix", file);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^fixed ${file}:4:14 sheets\\[0\\]\\.promt → prompt\n.*: valid`));
    expect(readFileSync(file, "utf8")).toBe(`# mine\n${good}`);
    expect((await tutti("validate", "--fix", file)).out).not.toContain("fixed");
  });

  it("with --dry-run only shows it", async () => {
    const file = written(wrong);
    const { code, out } = await tutti("validate", "--fix", "--dry-run", file);
    expect(code).toBe(1);
    expect(out).toContain("would fix");
    expect(readFileSync(file, "utf8")).toBe(wrong);
  });

  it("leaves a file alone that it can't read", async () => {
    const file = written("a: [\n");
    expect((await tutti("validate", "--fix", file)).code).toBe(2);
    expect(readFileSync(file, "utf8")).toBe("a: [\n");
  });

  it("leaves nothing else behind", async () => {
    const file = written(wrong);
    mkdirSync(join(file, "..", "folder"));
    await tutti("validate", "--fix", file);
    expect(readdirSync(join(file, "..")).toSorted()).toEqual(["folder", "s.yaml"]);
  });
});
