import fc from "fast-check";
import { expect, it } from "vitest";
import { balanced, fenced, quoted, visible } from "./quote.ts";

const odd = fc
  .array(
    fc.oneof(
      fc.constantFrom("`", "```", "\n", "\u202E", "\u200B", "\0", "\uD800", '"', "\\", "\u2028", "\u{E0041}"),
      fc.string({ maxLength: 4 }),
    ),
  )
  .map((parts) => parts.join(""));

it("a name in quotes is one line of plain text, and says exactly which name it is", () => {
  fc.assert(
    fc.property(odd, (name) => {
      expect(JSON.parse(quoted(name))).toBe(name);
      expect(quoted(name)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}`]/u);
    }),
  );
});

it("invisible characters are written out, and line breaks and tabs stay", () => {
  expect(visible("a\u001B[1m\u202Eb\u200B\tc\nd\r\u2028\u{E0041}é😀")).toBe(
    "a\\u{1b}[1m\\u{202e}b\\u{200b}\tc\nd\\u{d}\\u{2028}\\u{e0041}é😀",
  );
});

it("a fence is longer than any in what it holds", () => {
  expect(fenced("a")).toBe("```\na\n```");
  expect(fenced("a ````` b", "ts")).toBe("``````ts\na ````` b\n``````");
});

it.each([
  ["a", "a"],
  ["```\na\n```", "```\na\n```"],
  ["```js\na", "```js\na\n```"],
  ["~~~~\n```\n~~~", "~~~~\n```\n~~~\n~~~~"],
  ["````\n```\nb", "````\n```\nb\n````"],
  ["```a`b", "```a`b"],
  ["x\r\ny\u0007", "x\ny\\u{7}"],
])("a fence that is left open is closed: %j", (text, closed) => {
  expect(balanced(text)).toBe(closed);
});
