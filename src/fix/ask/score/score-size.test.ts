import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../../../test/kit/any-text.ts";
import { finding, preparedTool } from "../../../../test/kit/findings.ts";
import { eslint, scoreFor } from "../../../../test/kit/fix-scores.ts";
import { itLong } from "../../../../test/kit/long.ts";
import { planOf, promptsOf, scene, validationsOf } from "../../../../test/kit/scores.ts";
import type { Finding } from "../../../findings/finding.ts";
import { makeResolver } from "../../../score/resolve/resolver.ts";

describe("names and words of others", () => {
  it("are no more than their letters, for any letters", () => {
    const name = fc.oneof(
      anyText,
      fc.constantFrom("{{ x }}", "{% raw %}", "a{#b", "{% endraw %}{{ 1/0 }}", "-", "[id]/*.ts"),
    );
    const hostile = fc.record({ file: name, message: anyText, code: fc.option(name) }).map(({ file, message, code }) =>
      finding({
        file: `d/${file.toWellFormed().replaceAll(/[\0/]/g, "_")}`,
        message,
        code: code?.toWellFormed() ?? null,
        fixable: true,
      }),
    );
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 3 }), name, (findings, word) => {
        const argument = word.replaceAll("\0", "").toWellFormed();
        const tool = preparedTool({ argv: ["eslint", argument], fixArgv: ["eslint", "--fix"] });
        const { text, sheets } = scoreFor({ findings, tools: [tool] });
        const plan = planOf(text);
        const rules = plan.sheets.map((sheet) => validationsOf(plan, sheet)[0]);
        expect(
          rules.map((rule) => (rule?.kind === "findings" ? [rule.command.argv[1], rule.fixes?.files] : rule)),
        ).toEqual(sheets.map(({ files }) => [argument, files]));
        expect(promptsOf(plan).filter((prompt) => prompt.startsWith("wrong:"))).toEqual([]);
        const resolver = makeResolver(plan);
        expect(plan.sheets.map((sheet) => resolver.message(sheet, scene).kind)).toEqual(plan.sheets.map(() => "means"));
        expect(plan.sheets.filter(({ title }) => /[\p{Cc}\n]/u.test(title) || Array.from(title).length > 72)).toEqual(
          [],
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe("a score that would be too large", () => {
  const many = (files: number, message: string): readonly Finding[] =>
    Array.from({ length: files }, (_, place) =>
      finding({ file: `src/part${String(place % 20)}/module${String(place)}.ts`, message, line: 2 }),
    );

  itLong("has prompts without code, and says so", () => {
    const { text, notes, sheets } = scoreFor({
      findings: many(630, "Unexpected var."),
      tools: [eslint],
      plan: { sources: () => "let x = 1;\n".repeat(9) },
    });
    expect(sheets).toHaveLength(630);
    expect(notes).toEqual([expect.stringContaining("the prompts have no code in them")]);
    expect(planOf(text).sheets).toHaveLength(630);
  });

  it("holds as many sheets as fit, the first of the plan, and says which found no place", () => {
    const { text, sheets, beyond } = scoreFor({ findings: many(9_000, "Unexpected var."), tools: [eslint] });
    const names = [...sheets, ...beyond].map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(names).toHaveLength(9_000);
    expect(planOf(text).sheets.map(({ id }) => id)).toEqual(sheets.map(({ id }) => id));
    // Nearly as many as there is room for.
    expect(new TextEncoder().encode(text).length).toBeGreaterThan(950_000);
  });

  /** A directory with so many files that no score holds all their names. */
  const huge = (folder: string): readonly Finding[] =>
    Array.from({ length: 20_000 }, (_, place) =>
      finding({ file: `${folder}/${"long".repeat(15)}/module${String(place)}.ts`, message: "Unexpected var." }),
    );

  it("is one without the sheets that alone are too large, and names them: all others have their place", () => {
    const few = ["b/x.ts", "d/y.ts", "d/z.ts"].map((file) => finding({ file }));
    const { sheets, beyond, notes } = scoreFor({
      findings: [...huge("a"), ...huge("c"), ...few],
      tools: [eslint],
      flags: { group: "directory" },
    });
    expect([sheets, beyond].map((some) => some.map(({ name }) => name.replaceAll("long", "")))).toEqual([
      ["b", "d"],
      ["a/", "c/"],
    ]);
    expect(notes).toEqual([
      expect.stringMatching(
        /^each of the sheets about "a\/.*", "c\/.*" alone makes a score that is larger than 1 MB, and is left out\. /,
      ),
    ]);
  });

  it("is refused with what to do, when not even one sheet fits", () => {
    const findings = huge("src");
    expect(() => scoreFor({ findings, tools: [eslint], flags: { group: "directory" } })).toThrow(
      expect.objectContaining({
        code: "fix.too_large",
        message: `the sheet about "src/${"long".repeat(15)}" alone makes a score that is larger than 1 MB`,
        hint: expect.stringContaining("--files-per-context") as string,
      }) as Error,
    );
  });

  it("is the exception: hundreds of files are no trouble", () => {
    const { notes } = scoreFor({ findings: many(200, "Unexpected var."), tools: [eslint] });
    expect(notes).toEqual([]);
  });
});
