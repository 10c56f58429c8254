import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { differenceOf, mergedText } from "./merge.ts";

const proposed = `# Settings of this project for Tutti.

agents:
  default: claude

# What each result must pass.
task:
  validations:
    - npm test # package.json

# What makes a new context ready.
prepare:
  commands:
    - npm ci # package-lock.json
`;

describe("Tutti's proposal for a file that a person wrote", () => {
  it("is added behind it, with its comments; nothing of the person's changes", () => {
    const own = '# mine\nagents:\n    default: "codex" # cheaper\n\ntask:\n    validations: [make check]\n';
    const merged = mergedText(own, proposed);
    expect(merged?.kept).toEqual(["agents.default", "task.validations"]);
    expect(merged?.text).toBe(
      `${own}\n# What makes a new context ready.\nprepare:\n  commands:\n    - npm ci # package-lock.json\n`,
    );
  });

  it("is added within a key that is there; comments and the order of the others stay", () => {
    const own = "# mine\nagents:\n  breaker_failures: 3 # few\n# tasks\ntask:\n  # validations: [x]\nparallel: 2\n";
    const { text = "", kept } = mergedText(own, proposed) ?? {};
    expect(parse(text)).toEqual({
      agents: { breaker_failures: 3, default: "claude" },
      task: { validations: ["npm test"] },
      parallel: 2,
      prepare: { commands: ["npm ci"] },
    });
    expect(kept).toEqual([]);
    for (const comment of ["# mine", "breaker_failures: 3 # few", "# tasks", "# validations: [x]"])
      expect(text).toContain(comment);
  });

  it.each([
    ["an empty file", ""],
    ["comments alone", "# later\n"],
    ["a map in braces", "{ parallel: 2 }\n"],
    ["an end of the document", "parallel: 2\n...\n"],
  ])("is added to %s", (_, own) => {
    const { text = "" } = mergedText(own, proposed) ?? {};
    expect(parse(text)).toEqual({ ...(parse(own) as object | null), ...(parse(proposed) as object) });
    if (own.startsWith("#")) expect(text.startsWith(own)).toBe(true);
  });

  it("changes nothing where all of it is there, byte for byte", () => {
    const own = `${proposed}\n\n#  end`;
    expect(mergedText(own, proposed)).toEqual({ text: own, kept: [] });
  });

  it.each(["a: [", "- a\n", "a: 1\na: 2\n"])("is not added to what is no map: %j", (own) => {
    expect(mergedText(own, proposed)).toBeNull();
  });
});

it("a difference has the changed lines with their surroundings", () => {
  expect(differenceOf("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\nE\nf\ng\n", 1)).toEqual(["  d", "- e", "+ E", "  f", "+ g"]);
  expect(differenceOf("a\n", "a\n")).toEqual([]);
});
