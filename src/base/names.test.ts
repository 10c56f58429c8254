import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOf } from "./error.ts";
import { nameOf } from "./names.ts";
import { times } from "../../test/kit/long.ts";

const nameForm = /^[a-z0-9][a-z0-9-]*$/;
const hashForm = /-[a-z2-7]{16}$/;

describe("nameOf", () => {
  it.each(["a", "1", "add-readme", "fix-2-things", "x".repeat(40), "main", "constructor"])(
    "a canonical id is its own name: %s",
    (id) => {
      expect(nameOf(id)).toBe(id);
    },
  );

  it.each([
    "A",
    "a_b",
    "a--b",
    "-rf",
    "--upload-pack=x",
    "a-",
    "..",
    "../../etc/passwd",
    "a/b",
    "a\\b",
    ".git",
    "a.lock",
    "HEAD",
    "@",
    "@{1}",
    "$(id)",
    "a;b",
    "x\u3000y",
    "é",
    "e\u0301",
    "\u212A",
    "😀",
    "\u202Eabc",
    "\uFF0E\uFF0E\uFF0F",
    "con",
    "nul",
    "com1",
    "lpt9",
    "CON",
    "nul.txt",
    "__proto__",
    "x".repeat(41),
    "0123456789abcdef0123456789abcdef01234567",
    "a".repeat(64),
    " ",
    "\n",
  ])("any other id becomes a slug with a hash: %j", (id) => {
    expect(nameOf(id)).toMatch(nameForm);
    expect(nameOf(id)).toMatch(hashForm);
    expect(Buffer.byteLength(nameOf(id))).toBeLessThanOrEqual(60);
  });

  it("an id of 10,000 characters has a short name", () => {
    expect(nameOf("x".repeat(10_000))).toMatch(/^x{32}-[a-z2-7]{16}$/);
  });

  it("keeps what can be read of a hashed id", () => {
    expect(nameOf("Fix the Parser!")).toMatch(/^fix-the-parser-[a-z2-7]{16}$/);
    expect(nameOf("日本")).toMatch(/^id-[a-z2-7]{16}$/);
  });

  it("is the same on every machine and in every version", () => {
    expect(nameOf("Fix the Parser!")).toBe("fix-the-parser-w4hcefody2eld7is");
  });

  it("an id written like someone else's name gets a name of its own", () => {
    const name = nameOf("A");
    expect(nameOf(name)).not.toBe(name);
    expect(nameOf("x-abcdefghijklmnop")).not.toBe("x-abcdefghijklmnop");
  });

  it.each(["", "\uD800", "a\uDFFFb", "a\0b", "x".repeat(65_537), "é".repeat(32_769)])(
    "an invalid id is refused (case %#)",
    (id) => {
      let thrown: unknown;
      try {
        nameOf(id);
      } catch (error) {
        thrown = error;
      }
      expect(codeOf(thrown)).toBe("id.invalid");
    },
  );

  it("10,000 hostile ids have 10,000 names, also where case and normal form are ignored", () => {
    const ids = new Set(fc.sample(hostileId, { numRuns: times(3_000, 12_000), seed: 7 }));
    for (let n = 0; ids.size < 10_000; n++) ids.add(`A_${n}`);
    const names = new Map<string, string>();
    for (const id of ids) {
      const name = nameOf(id);
      expect(name).toMatch(nameForm);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(60);
      const folded = name.normalize("NFC").toLowerCase();
      expect(names.get(folded), `${JSON.stringify(id)} and ${JSON.stringify(names.get(folded))}`).toBeUndefined();
      names.set(folded, id);
    }
    expect(names.size).toBeGreaterThanOrEqual(10_000);
  });
});

const part = fc.constantFrom(
  ..."aAbBzZ019-_./\\ ~^:?*[]@{}$;|&'\"\n\t\u0001\u007F",
  ...[
    "é",
    "e\u0301",
    "ß",
    "ss",
    "\u212A",
    "k",
    "İ",
    "ı",
    "😀",
    "\u202E",
    "\u200B",
    "\uFF0E",
    "..",
    "--",
    ".lock",
    "con",
    "-abcdefghijklmnop",
  ],
);
const hostileId = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
  fc.array(part, { minLength: 1, maxLength: 60 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((id) => !id.includes("\0")),
  fc.stringMatching(/^[a-z0-9]{1,3}-[a-z2-7]{16}$/),
);
