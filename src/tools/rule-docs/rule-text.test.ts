import { describe, expect, it } from "vitest";
import { eslintText, stylelintText } from "./rule-text.ts";

describe("ESLint's description of a rule", () => {
  it("begins with what it is about, and has what the project sets it to", () => {
    const meta = {
      docs: { description: " Disallow that ", url: "https://x.test/rule", requiresTypeChecking: true },
      fixable: "code",
      hasSuggestions: true,
      deprecated: { message: "use the other" },
      messages: { a: "No '{{name}}'.", b: "Not so." },
    };
    expect(eslintText({ meta, options: [{ max: 3 }, "always"], page: null })).toBe(`Disallow that
The project sets it to: {"max":3}, "always"

ESLint fixes some of what it finds by itself; it suggests changes to editors; it looks at types; it is deprecated.

It may report:
- No '{{name}}'.
- Not so.

Its page: https://x.test/rule`);
  });

  it("has the rule's page where the plugin brings it", () => {
    expect(
      eslintText({
        meta: { docs: { description: "D" }, messages: { a: "m" } },
        options: [],
        page: "# Page\n\nText.\n",
      }),
    ).toBe("D\n\n# Page\n\nText.");
  });

  it.each<[unknown]>([
    [{}],
    [null],
    [{ docs: 1, messages: [2], deprecated: false, fixable: null }],
    [{ docs: { description: 3, url: "javascript:x" } }],
  ])("is nothing where it says nothing: %j", (meta) => {
    expect(eslintText({ meta, options: [], page: null })).toBeNull();
  });

  it("leaves out options that can't be shown, and cuts long ones", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    expect(eslintText({ meta: {}, options: [circle], page: null })).toBeNull();
    expect(eslintText({ meta: {}, options: ["x".repeat(5_000)], page: null })).toMatch(
      /^The project sets it to: "x{598}…$/,
    );
  });
});

it("a rule of stylelint says what it is set to and may report", () => {
  const rule = Object.assign(() => undefined, {
    meta: { url: "https://x.test/r" },
    messages: { rejected: "No.", expected: () => "x" },
  });
  expect(stylelintText({ rule, setting: [2, { ignore: ["a"] }] })).toBe(
    'The project sets it to: 2, {"ignore":["a"]}\n\nIt may report:\n- No.\n\nIts page: https://x.test/r',
  );
  expect(stylelintText({ rule: undefined, setting: undefined })).toBeNull();
});
