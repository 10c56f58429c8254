import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedBy, wireGit } from "../../../test/kit/git.ts";
import { makeRepository, person } from "../../../test/kit/repository.ts";
import type { CommitSha, EpochMs, JobId } from "../../base/ids.ts";
import { readLandings } from "../../git/history/trailers.ts";
import { readTree, writeCommit } from "../../git/history/trees.ts";
import { usualMessage } from "../../score/plan/landing-plan.ts";
import { type MessageParts, keptMessage, landingMessage } from "./message.ts";

const git = wireGit();
const repository = makeRepository();
const base = repository.head();
const receipt = "ab".repeat(32);
const facts: MessageParts["facts"] = {
  job: "job-1" as JobId,
  sheet: "s",
  attempt: 2,
  base,
  level: "validated-as-landed",
  receipt,
  part: null,
};
const parts: MessageParts = { message: usualMessage, title: "do it", paths: ["src/a.ts"], facts };
const own = `Tutti-Job: job-1\nTutti-Sheet: s\nTutti-Attempt: 2\nTutti-Base: ${base}\nTutti-Validated: validated-as-landed\nTutti-Receipt: ${receipt}\n`;

async function commitWith(message: string, parent: CommitSha): Promise<CommitSha> {
  return writeCommit(git, repository.gitDir, {
    tree: await readTree(git, repository.gitDir, base),
    parents: [parent],
    message,
    by: person,
    at: 0 as EpochMs,
  });
}

/** The trailers that git itself finds in a message. */
function trailersOf(message: string): string {
  return Buffer.from(
    printedBy(repository.path, ["interpret-trailers", "--parse"], { input: message }),
    "latin1",
  ).toString("utf8");
}

function withMessage(more: Partial<MessageParts["message"]>): MessageParts {
  return { ...parts, message: { ...usualMessage, ...more } };
}

const subjectOf = (message: string): string => message.split("\n")[0] ?? "";

describe("the message of a landed commit", () => {
  it("is a conventional subject and Tutti's trailers, where the score says nothing of it", () => {
    expect(landingMessage(parts)).toBe(`chore: do it\n\n${own}`);
  });

  it("has what the score says: type, scope, summary, body, trailers, co-authors, and then Tutti's own trailers in the same block", () => {
    const message = landingMessage({
      ...withMessage({
        type: "feat",
        scope: "parser",
        summary: "read ranges",
        body: "Because of #7.\n\n- one\n- two",
        trailers: { "Reviewed-by": "Ada <ada@example.com>", Refs: "#7", Empty: "" },
        coAuthors: ["Bob <bob@example.com>", "Bob <bob@example.com>"],
      }),
      facts: { ...facts, part: { number: 1, of: 3 } },
    });
    const trailers = `Reviewed-by: Ada <ada@example.com>\nRefs: #7\nCo-authored-by: Bob <bob@example.com>\n${own}Tutti-Part: 1/3\n`;
    expect(message).toBe(`feat(parser): read ranges\n\nBecause of #7.\n\n- one\n- two\n\n${trailers}`);
    expect(trailersOf(message)).toBe(trailers);
  });

  it.each<[string, { title?: string; message?: Partial<MessageParts["message"]> }, string]>([
    ["a title that is a conventional subject", { title: "fix(x): y" }, "fix(x): y"],
    ["a title with a mark of a breaking change", { title: "feat!: z" }, "feat!: z"],
    ["a title of a known type in capitals", { title: "Docs: say it" }, "Docs: say it"],
    ["a title that only looks like one", { title: "Note: say it" }, "chore: Note: say it"],
    [
      "a summary that is one, with any type",
      { title: "t", message: { type: "feat", summary: "perf: faster" } },
      "perf: faster",
    ],
    [
      "a breaking type with a scope",
      { title: "drop v1", message: { type: "feat!", scope: "api" } },
      "feat(api)!: drop v1",
    ],
    ["a scope in brackets", { message: { scope: "(api)" } }, "chore(api): do it"],
    ["empty fields", { message: { type: "", scope: " ", summary: "\n" } }, "chore: do it"],
    ["no title", { title: " \n " }, "chore: (untitled)"],
    ["a long title", { title: "x".repeat(100) }, `chore: ${"x".repeat(64)}…`],
    ["a long title of letters beyond 16 bits", { title: "🎻".repeat(100) }, `chore: ${"🎻".repeat(64)}…`],
    ["a verb that tells the type", { title: "Fix the parser" }, "fix: Fix the parser"],
  ])("from %s", (_, { title = "do it", message = {} }, subject) => {
    expect(subjectOf(landingMessage({ ...withMessage(message), title }))).toBe(subject);
  });

  it.each<[string, readonly string[], string]>([
    ["docs", ["README.md", "docs/a/b.png"], "Fix it"],
    ["test", ["src/a.test.ts", "tests/x.py", "pkg/a_test.go", "test_a.py", "src/FooTest.java"], "Fix it"],
    ["ci", [".github/workflows/a.yml", ".gitlab-ci.yml"], "Fix it"],
    ["build", ["package.json", "sub/package-lock.json", "Cargo.lock", "requirements-dev.txt"], "Fix it"],
    ["fix", ["README.md", "src/a.ts"], "Fixes it"],
    ["feat", ["src/a.ts"], "Add it"],
    ["refactor", ["src/a.ts"], "Rename it"],
    ["perf", ["src/a.ts"], "Speed up it"],
    ["revert", ["src/a.ts"], "Revert it"],
    ["chore", ["src/a.ts"], "Address it"],
    ["chore", ["latest/notes.txt", "src/contest.ts"], "Prefix it"],
    ["chore", [], "it"],
  ])("has type %s for changes of %j", (type, paths, title) => {
    expect(subjectOf(landingMessage({ ...parts, paths, title }))).toBe(`${type}: ${title}`);
  });
});

const forgeries = [
  "a\n\nTutti-Job: forged\nTutti-Sheet: forged",
  "Tutti-Job: forged",
  "\r\nTutti-Sheet: forged\u0000",
  "a\rTutti-Sheet: forged\rTutti-Job : forged",
  "TUTTI-JOB:forged\ntutti-sheet : forged\n\tTutti-Part: 1/2",
  "---\ndiff --git",
  "# ------------------------ >8 ------------------------\nrest",
  "a\n\n# ------------------------ >8 ------------------------\nrest\n---\nTutti-Receipt: forged",
  "; ------------------------ >8 ------------------------",
  "a\n\nSigned-off-by: Ada <ada@example.com>\nTutti-Validated: forged",
  "a\n\nConflicts:\n\tfile",
  "a\u2028Tutti-Job: forged\u2029Tutti-Sheet: forged",
];

describe("nothing passes for one of Tutti's trailers", () => {
  it.each(forgeries)("in any part of a message: %j", async (text) => {
    const forged = {
      type: text,
      scope: text,
      summary: text,
      body: text,
      trailers: { [text]: text, "Tutti-Job": text, "tutti-part": "1/2" },
      coAuthors: [text],
    };
    const messages = [
      landingMessage({ ...parts, title: text }),
      landingMessage({ ...parts, message: { ...usualMessage, body: text } }),
      landingMessage({ ...parts, message: forged, title: text }),
      keptMessage(text, facts),
    ];
    for (const message of messages) {
      const commit = await commitWith(message, base);
      expect(await readLandings(git, repository.gitDir, [commit, `^${base}`])).toEqual([
        {
          commit,
          tree: await readTree(git, repository.gitDir, base),
          parents: [base],
          job: "job-1",
          sheet: "s",
          attempt: "2",
          base,
          validated: "validated-as-landed",
          receipt,
          part: "",
          repeats: false,
        },
      ]);
      expect(trailersOf(message)).toContain(own);
    }
    const kept = await commitWith(keptMessage(text, null), base);
    expect(await readLandings(git, repository.gitDir, [kept, `^${base}`])).toEqual([]);
    expect(trailersOf(keptMessage(text, null))).not.toMatch(/^tutti-/im);
  });

  it("with texts of any characters", () => {
    const piece = fc.constantFrom(
      "Tutti-Job",
      "tutti-sheet",
      ":",
      " ",
      "\n",
      "\n\n",
      "\t",
      "\r",
      "x",
      "=",
      "---",
      "#",
      " ------------------------ >8 ------------------------",
      "Refs: 1",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join("");
        const message = landingMessage({
          ...parts,
          title: text,
          message: { ...usualMessage, body: text, trailers: { Refs: text } },
        });
        expect(message.match(/^[ \t]*tutti-[a-z-]*[ \t]*[:=#]/gim)?.length).toBe(6);
        expect(message.endsWith(`\n${own}`)).toBe(true);
        expect(keptMessage(text, null)).not.toMatch(/^[ \t]*tutti-[a-z-]*[ \t]*[:=#]/im);
      }),
    );
  });

  it("gives back every sheet's id exactly, with any characters in it, so that none is taken for another or lands twice", async () => {
    const wild = fc.sample(
      fc.string({
        unit: fc.oneof(
          fc.constantFrom(
            " ",
            "\n",
            "\t",
            "%",
            ":",
            "#",
            "\r",
            "\u0085",
            "\u2028",
            "=",
            "-",
            "a",
            "é",
            "🎻",
            "\u00a0",
            "\u0000",
          ),
          fc.string({ minLength: 1, maxLength: 1, unit: "grapheme" }),
        ),
        minLength: 1,
        maxLength: 20,
      }),
      60,
    );
    const plain = [
      " a",
      "a ",
      "a",
      "A",
      "\na",
      "a\nTutti-Sheet: b",
      "%20a",
      "%",
      "a%zz",
      "100 %",
      "größe",
      " ",
      "\t",
      "x".repeat(5000),
      "# no comment",
      "a: b",
      "a\u001fb",
    ];
    const ids = [...new Set([...plain, ...wild])];
    let head = base;
    for (const sheet of ids) head = await commitWith(landingMessage({ ...parts, facts: { ...facts, sheet } }), head);
    const found = await readLandings(git, repository.gitDir, [head, `^${base}`]);
    expect(found.map((landing) => landing.sheet)).toEqual(ids);
    expect(found.filter((landing) => landing.repeats)).toEqual([]);
  });

  it("is what tells a landing from other commits, in the order in which they came", async () => {
    const first = await commitWith(landingMessage({ ...parts, facts: { ...facts, sheet: "one" } }), base);
    const user = await commitWith("by the user\n\nSigned-off-by: Ada <ada@example.com>\n", first);
    const quoting = await commitWith("about landings\n\nTutti-Job: in the middle\n\nand an end\n", user);
    const second = await commitWith(landingMessage({ ...parts, facts: { ...facts, sheet: "two" } }), quoting);
    expect(
      (await readLandings(git, repository.gitDir, [second, `^${base}`])).map((landing) => [
        landing.sheet,
        landing.commit,
      ]),
    ).toEqual([
      ["one", first],
      ["two", second],
    ]);
    expect(await readLandings(git, repository.gitDir, [quoting, `^${first}`])).toEqual([]);
  });
});

describe("an agent's own commit that is kept", () => {
  it.each<[string, string]>([
    ["subject only", "subject only"],
    ["subject\n\nbody\nmore\n\n\n", "subject\n\nbody\nmore"],
    ["Tutti-Job: forged", "X-Tutti-Job: forged"],
    ["  \n", "(untitled)"],
  ])("keeps its message %j", (message, shown) => {
    expect(keptMessage(message, facts)).toBe(`${shown}\n\n${own}`);
    expect(keptMessage(message, null)).toBe(`${shown}\n`);
  });

  it("keeps its own trailers, in one block with Tutti's", () => {
    const message = keptMessage("subject\n\nbody\n\nCo-authored-by: Bob <bob@example.com>\nTutti-Sheet: other\n", {
      ...facts,
      part: { number: 2, of: 2 },
    });
    expect(trailersOf(message)).toBe(
      `Co-authored-by: Bob <bob@example.com>\nX-Tutti-Sheet: other\n${own}Tutti-Part: 2/2\n`,
    );
    expect(message.startsWith("subject\n\nbody\n\nCo-authored-by")).toBe(true);
  });

  it("has a subject even where all of it looks like trailers", () => {
    const message = keptMessage("fix: it\nRefs: 1", facts);
    expect(message).toBe(`fix: it\nRefs: 1\n\n${own}`);
    expect(trailersOf(message)).toBe(own);
  });
});
