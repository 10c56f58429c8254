import { describe, expect, it, test } from "vitest";
import { makeJob, makeSheet } from "../../../test/kit/jobs.ts";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Landed } from "../candidate.ts";
import { nothingSpentYet } from "../../sheet/cost/usage.ts";
import { type Saying, factsOf, textsFor } from "./publish.ts";

const tree = "1".repeat(40) as TreeSha;
const commit = "2".repeat(40) as CommitSha;
const results = [
  { index: 0, description: "builds", passed: true, reason: "" },
  { index: 1, description: "lints", passed: false, reason: "no", skipped: true as const },
];
const landed: Landed = {
  candidate: {
    job: makeJob("house", ["door"]),
    sheet: makeSheet("door"),
    attempt: 3,
    base: commit,
    capture: commit,
    verdict: { kind: "judged", results },
    agent: { kind: "scripted" },
    spent: { ...nothingSpentYet, usd: 0.5, unknown: 1 },
    isReviewed: false,
    intent: null,
  },
  tree,
  commits: [commit],
  commit,
  parent: "3".repeat(40) as CommitSha,
  level: "validated-as-landed",
  gates: [],
  flags: [],
};
const message = "feat: a door\n\nIt opens.\n\nTutti-Job: house\nTutti-Sheet: door\n";
const saying: Saying = { landed, message, words: null, filled: { title: null, body: null }, failed: null };
const proseOf = (more: Partial<Saying>): string => textsFor({ ...saying, ...more }).body.split("\n\n---\n")[0] ?? "";

describe("the texts of a pull request", () => {
  test.each<[string, Partial<Saying>, readonly [title: string, prose: string]]>([
    ["are the commit's where no texts were given", {}, ["feat: a door", "It opens."]],
    [
      "are the agent's where it said a line for a title",
      { words: "# Open the door\n\nBy its handle." },
      ["Open the door", "By its handle."],
    ],
    [
      "take a bold line for one as well",
      { words: "**Opened the door**\n\nBy its handle." },
      ["Opened the door", "By its handle."],
    ],
    ["keep one line as both", { words: "Opened the front door." }, ["Opened the front door", "Opened the front door."]],
    [
      "do not take the beginning of a text for a title",
      { words: "I opened the door\nand closed it" },
      ["feat: a door", "I opened the door\nand closed it"],
    ],
    ["nor a word", { words: "Done.\n\nIt opens now." }, ["feat: a door", "Done.\n\nIt opens now."]],
    [
      "nor a line that is too long",
      { words: `${"door ".repeat(20)}\n\nend` },
      ["feat: a door", `${"door ".repeat(20)}\n\nend`.trim()],
    ],
    ["are the score's first of all", { words: "# Open the door\n\nx", filled: { title: "T", body: "B" } }, ["T", "B"]],
    [
      "say what a person should know",
      { landed: { ...landed, flags: ["it edited its own gate"] } },
      ["feat: a door", "It opens.\n\n**Note:** it edited its own gate"],
    ],
  ])("%s", (_, more, [title, prose]) => {
    expect(textsFor({ ...saying, ...more }).title).toBe(title);
    expect(proseOf(more)).toBe(prose);
  });

  it("say of a failure that it is one, in title and text", () => {
    const { title, body } = textsFor({ ...saying, failed: "validations failed: lints" });
    expect(title).toBe("Failed: feat: a door");
    expect(body).toMatch(/^\*\*This did not meet its definition of done:\*\* validations failed: lints\n\nIt opens\./);
  });

  it("end with what is known of the work", () => {
    expect(factsOf(landed)).toEqual({
      job: "house",
      sheet: "door",
      attempt: 3,
      agent: "scripted",
      base: landed.parent,
      commit,
      validations: [
        { description: "builds", outcome: "passed", reason: "" },
        { description: "lints", outcome: "skipped", reason: "no" },
      ],
      usd: 0.5,
      unpriced: 1,
    });
  });
});
