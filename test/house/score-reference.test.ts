import { describe, expect, it } from "vitest";
import { mapsOf, scoreReference, withReference } from "../../scripts/score-page.ts";
import { describedScore } from "../../src/score/schema/editor/json-schema.ts";

const marks =
  "<!-- made from the schema by `npm run docs`; do not edit -->\nold\n<!-- end of what is made from the schema -->";

describe("the reference of a score", () => {
  it("has a row for every key of every map", () => {
    const rows = scoreReference().split("\n");
    for (const { paths, keys } of mapsOf(describedScore())) {
      for (const { name } of keys)
        expect(
          rows.filter((row) => row.startsWith(`| \`${name}\` |`)).length,
          `${paths.join()} ${name}`,
        ).toBeGreaterThan(0);
    }
  });

  it("says type, default, meaning and example", () => {
    const rows = scoreReference().split("\n");
    expect(rows).toContain(
      "| `attempts` | whole number, 1 to 100 | `3` | Attempts in all, the first included. | `5` |",
    );
    expect(rows).toContain(
      "| `idle_timeout` | `none` or duration or seconds | `none` | End an agent that printed nothing for this long. | `5m` |",
    );
    expect(rows).toContain("| `name` | text | the file's name | Name of the job. | `quality` |");
  });

  it("lists a key that the score and sheets share once", () => {
    expect(scoreReference().match(/^\| `prompt_file` /gm)).toHaveLength(1);
  });

  it("links to sections that are there", () => {
    const text = scoreReference();
    const anchors = [...text.matchAll(/^### (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    );
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(
      [...text.matchAll(/\]\(#([^)]*)\)/g)]
        .map(([, anchor]) => anchor)
        .filter((anchor) => !anchors.includes(anchor ?? "")),
    ).toEqual([]);
  });

  it("has as many cells as columns, for every content", () => {
    const rows = scoreReference()
      .split("\n")
      .filter((line) => line.startsWith("|"));
    expect(rows.filter((row) => row.split(/(?<!\\)\|/).length !== 7)).toEqual([]);
  });
});

describe("a page with the reference", () => {
  it("keeps what is around the reference, and is the same when it is written again", () => {
    const page = withReference(`before\n${marks}\nafter\n`) ?? "";
    expect(page.startsWith("before\n<!--")).toBe(true);
    expect(page.endsWith("-->\nafter\n")).toBe(true);
    expect(page).not.toContain("\nold\n");
    expect(withReference(page)).toBe(page);
  });

  it.each(["no marks", "<!-- end of what is made from the schema -->", marks.split("\n").toReversed().join("\n")])(
    "is not made from a page that has no place for it",
    (page) => {
      expect(withReference(page)).toBeNull();
    },
  );
});
