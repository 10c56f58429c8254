import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { ends, landed, once, shell, verdict, why } from "./case.ts";
import { itLong } from "../../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

test("validations run in the sheet's own context and see its work, not what lies in the user's checkout", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  kit.write("draft.txt", "not committed\n");

  const played = await kit.playScore({
    agent: "scripted",
    prompt: "create b.txt b",
    sheets: [
      {
        id: "here",
        validations: [
          { command: 'test -f b.txt && test ! -e draft.txt && test "$PWD" = {{ worktree }}' },
          { file_exists: "{{ worktree }}/b.txt" },
        ],
      },
      { id: "there", retry: once, validations: [{ file_exists: "draft.txt" }] },
    ],
  });

  expect(played.states).toEqual({ here: "landed", there: "failed" });
  expect(kit.read("draft.txt")).toBe("not committed\n");
});

test("a sheet that writes only into the workspace is done with nothing to land, and its file is there", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const report = "{{ workspace }}/report.md";

  const played = await kit.playScore({
    agent: "scripted",
    sheets: [
      {
        id: "report",
        prompt: `create "${report}" all is well`,
        validations: [{ content_contains: { path: report, text: "well" } }],
      },
    ],
  });

  expect(played.states).toEqual({ report: "done" });
  expect(kit.git("log", "--format=%s")).toBe("begin\n");
  expect(readFileSync(join(kit.home, "jobs", played.job.id, "workspace/report.md"), "utf8")).toBe("all is well\n");
});

itLong(
  "files of the workspace are compared with how they were before the first attempt, however many there are",
  async () => {
    kit = makeKit({ "a.txt": "a\n", "../out/notes.md": "old\n", "../out/keep.md": "keep\n" });

    const played = await kit.playScore({
      workspace: "./out",
      agent: "scripted",
      retry: { attempts: 2, base_delay: "1ms", completions: 0 },
      sheets: [
        {
          id: "changed",
          prompt: 'on-attempt 1 append "{{ workspace }}/notes.md" new\non-attempt 2 create b.txt b',
          validations: [{ file_modified: "{{ workspace }}/notes.md" }, { file_exists: "b.txt" }],
        },
        {
          id: "spoilt",
          prompt: 'on-attempt 1 append "{{ workspace }}/keep.md" more\ncreate c.txt c',
          validations: [{ file_unchanged_since: "{{ workspace }}/keep.md" }],
        },
      ],
    });

    expect(played.states).toEqual({ changed: "landed", spoilt: "failed" });
    expect(ends(played, "spoilt")).toHaveLength(2);
    expect(verdict(played, "spoilt")).toEqual({
      "$TUTTI_WORKSPACE/keep.md is as it was": "keep.md in the workspace was changed since base",
    });
  },
);

test("a sheet that strays is told where it may be, and lands when it keeps to that", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore({
    agent: "scripted",
    retry: { base_delay: "1ms" },
    sheets: [
      {
        id: "narrow",
        prompt: "create src/b.txt b\nuntil-attempt 1 create elsewhere.txt x",
        validations: [{ diff_within: "src/**" }],
      },
    ],
  });

  expect(played.states).toEqual({ narrow: "landed" });
  expect(landed(kit)).toEqual(["a.txt", "src/b.txt"]);
  expect(await kit.log("narrow")).toContain("changes outside src/**: elsewhere.txt");
});

itLong("a finding of the base does not count, even where its line has moved", async () => {
  kit = makeKit({ "old.txt": "TODO old\n", "lint.sh": "grep -Hn TODO *.txt | sed 's/:TODO/: TODO/'\n" });
  const validations = [{ findings: { command: "sh lint.sh" } }];

  const played = await kit.playScore({
    agent: "scripted",
    retry: once,
    validations,
    sheets: [
      { id: "moved", prompt: 'edit old.txt "TODO old" "first\\nTODO old"' },
      { id: "added", prompt: "append old.txt TODO new" },
    ],
  });

  expect(played.states).toEqual({ moved: "landed", added: "failed" });
  expect(ends(played, "added")[0]?.verdict).toMatchObject({
    results: [{ reason: "sh lint.sh reports 1 new finding:\nold.txt:2: TODO new" }],
  });
});

test("a judge that talks rubbish, fails or is not there passes nothing; without a name the sheet's own agent judges", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const judged = (agent?: object): object[] => [
    { llm_judge: { criteria: "Good?", ...(agent === undefined ? {} : { agent }) } },
  ];

  const played = await kit.playScore({
    retry: once,
    agent: shell(`if grep -q 'You judge'; then echo '{"score": 71}'; else echo "$TUTTI_SHEET" >"$TUTTI_SHEET.txt"; fi`),
    prompt: "work",
    sheets: [
      { id: "own", validations: judged() },
      { id: "rubbish", validations: judged(shell("echo splendid, ten out of ten")) },
      { id: "broken", validations: judged(shell(`echo '{"score": 99}'; exit 3`)) },
      { id: "absent", validations: judged({ command: "/no/such/judge" }) },
    ],
  });

  expect(played.states).toEqual({ own: "landed", rubbish: "failed", broken: "failed", absent: "failed" });
  const reason = (sheet: string): string | undefined => Object.values(verdict(played, sheet))[0];
  expect(reason("rubbish")).toBe(
    'the judge gave no answer: there is no JSON object with a "score" at the end of what it printed',
  );
  expect(reason("broken")).toBe("the judge gave no answer: exited 3");
  expect(reason("absent")).toMatch(/^the judge gave no answer: could not be started: /);
});

test("files that a judge writes into the context do not land", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore({
    agent: "scripted",
    sheets: [
      {
        id: "a",
        prompt: "create b.txt b",
        validations: [
          { llm_judge: { criteria: "Good?", agent: shell(`echo hm >opinion.txt; echo '{"score": 100}'`) } },
          { file_exists: "b.txt" },
        ],
      },
    ],
  });

  expect(played.states).toEqual({ a: "landed" });
  expect(landed(kit)).toEqual(["a.txt", "b.txt"]);
});

test("an agent is told beforehand what its result must meet, and one that follows a script is not disturbed by it", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore({
    agent: "scripted",
    sheets: [
      {
        id: "bare",
        prompt: "create b.txt b",
        validations: [{ file_exists: "b.txt" }, { command: "true", description: "nothing is broken by {{ sheet }}" }],
      },
      { id: "prose", prompt: "Please make c.txt.\nscript:\ncreate c.txt c", validations: [{ file_exists: "c.txt" }] },
    ],
  });

  expect(played.states).toEqual({ bare: "landed", prose: "landed" });
  expect(played.job.sheets.map(({ attempts }) => attempts)).toEqual([1, 1]);
  expect(await kit.log("bare")).toMatch(/\n\nrequirements:\n.*\n- b\.txt exists\n- nothing is broken by bare\n$/);
});

test("a precondition sees the workspace and what has landed before", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore({
    agent: "scripted",
    sheets: [
      { id: "first", prompt: 'create b.txt b\ncreate "{{ workspace }}/ready" yes' },
      {
        id: "second",
        after: "first",
        prompt: "create c.txt c",
        preconditions: [{ file_exists: "b.txt" }, { file_exists: "{{ workspace }}/ready" }],
      },
      { id: "third", after: "second", prompt: "create d.txt d", preconditions: [{ file_modified: "b.txt" }] },
    ],
  });

  expect(played.states).toEqual({ first: "landed", second: "landed", third: "failed" });
  expect(why(played, "third")).toBe(
    "preconditions failed: b.txt was made or changed: b.txt is as it was before the sheet",
  );
});

itLong("a workspace that can't be made fails its sheets with the reason, and not Tutti", async () => {
  kit = makeKit({ "a.txt": "a\n", "../taken": "a file\n" });

  const played = await kit.playScore({
    workspace: "./taken",
    agent: "scripted",
    retry: once,
    sheets: [{ id: "a", prompt: "create b.txt b" }],
  });

  expect(played.states).toEqual({ a: "failed" });
  expect(why(played, "a")).toMatch(/taken/);
  expect(existsSync(join(kit.repository, "b.txt"))).toBe(false);
});
