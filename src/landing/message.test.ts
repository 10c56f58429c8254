import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wireGit } from "../../test/kit/git.ts";
import { makeRepository, person } from "../../test/kit/repository.ts";
import type { CommitSha, EpochMs, JobId } from "../base/ids.ts";
import { readLandings } from "../git/trailers.ts";
import { readTree, writeCommit } from "../git/trees.ts";
import { type LandingMessage, landingMessage } from "./message.ts";

const git = wireGit();
const repository = makeRepository();
const base = repository.head();
const parts: LandingMessage = { job: "job-1" as JobId, sheet: "s", title: "do it", attempt: 2, base, level: "validated-as-landed" };

async function commitWith(message: string, parent: CommitSha): Promise<CommitSha> {
  return writeCommit(git, repository.gitDir, { tree: await readTree(git, repository.gitDir, base), parents: [parent], message, by: person, at: 0 as EpochMs });
}

describe("the message of a landed commit", () => {
  it("begins with the title and ends with the trailers", () => {
    expect(landingMessage(parts)).toBe(
      `do it\n\nTutti-Job: job-1\nTutti-Sheet: s\nTutti-Attempt: 2\nTutti-Base: ${base}\nTutti-Validated: validated-as-landed\n`,
    );
  });

  it.each([
    ["a\n\nTutti-Job: forged\nTutti-Sheet: forged", "a Tutti-Job: forged Tutti-Sheet: forged"],
    ["Tutti-Job: forged", "Tutti-Job: forged"],
    ["\r\nTutti-Sheet: forged\u0000", "Tutti-Sheet: forged"],
    ["", "(untitled)"],
    [" \n ", "(untitled)"],
    ["---\ndiff --git", "--- diff --git"],
    ["x".repeat(100), `${"x".repeat(71)}…`],
    ["🎻".repeat(100), `${"🎻".repeat(71)}…`],
  ])("can't be forged by the title %j", async (title, subject) => {
    const message = landingMessage({ ...parts, title });
    expect(message.split("\n")[0]).toBe(subject);
    const commit = await commitWith(message, base);
    expect(await readLandings(git, repository.gitDir, [commit])).toEqual([
      { commit, job: "job-1", sheet: "s", attempt: "2", base, validated: "validated-as-landed" },
    ]);
  });

  it("gives back every sheet's id exactly, whatever it is made of, so that none is taken for another or lands twice", async () => {
    const wild = fc.sample(
      fc.string({
        unit: fc.oneof(
          fc.constantFrom(" ", "\n", "\t", "%", ":", "#", "\r", "\u0085", "\u2028", "=", "-", "a", "é", "🎻", "\u00a0", "\u0000"),
          fc.string({ minLength: 1, maxLength: 1, unit: "grapheme" }),
        ),
        minLength: 1,
        maxLength: 20,
      }),
      60,
    );
    const ids = [
      ...new Set([
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
        ...wild,
      ]),
    ];
    let head = base;
    for (const sheet of ids) head = await commitWith(landingMessage({ ...parts, sheet }), head);
    expect((await readLandings(git, repository.gitDir, [head])).map((landing) => landing.sheet)).toEqual(ids);
  });

  it("is what tells a landing from other commits, in the order in which they came", async () => {
    const first = await commitWith(landingMessage({ ...parts, sheet: "one" }), base);
    const user = await commitWith("by the user\n\nSigned-off-by: Ada <ada@example.com>\n", first);
    const quoting = await commitWith("about landings\n\nTutti-Job: in the middle\n\nand an end\n", user);
    const second = await commitWith(landingMessage({ ...parts, sheet: "two" }), quoting);
    expect((await readLandings(git, repository.gitDir, [second, `^${base}`])).map((landing) => [landing.sheet, landing.commit])).toEqual([
      ["one", first],
      ["two", second],
    ]);
    expect(await readLandings(git, repository.gitDir, [quoting, `^${first}`])).toEqual([]);
  });
});
