import { describe, expect, it } from "vitest";
import { readIncludes } from "../src/includes.ts";

function reading(files: Readonly<Record<string, string>>): (name: string) => string {
  return (name) => {
    const text = Object.hasOwn(files, name) ? files[name] : undefined;
    if (text === undefined) throw new Error("there is no such file");
    return text;
  };
}
const read = (text: string, files: Readonly<Record<string, string>> = {}): ReturnType<typeof readIncludes> =>
  readIncludes(text, reading(files));

describe("the files that a template includes", () => {
  it("are found however they are named, and those that they include", () => {
    const files = { "a.md": "{% include 'sub/b.md' %}", "sub/b.md": "b", "m.md": "m", "n.md": "n", "base.md": "base" };
    const text =
      "{% extends 'base.md' %}{% include \"a.md\" %}{% import 'm.md' as m %}{% from 'n.md' import x %}{% include 'a.md' %}";
    expect(read(text, files)).toEqual({ kind: "means", value: { text, includes: files } });
  });

  it("are not looked for in comments, raw text and strings, nor when they may be missing and are", () => {
    const text =
      "{# {% include 'a' %} #}{% raw %}{% include 'b' %}{% endraw %}{{ \"{% include 'c' %}\" }}{% include 'd' ignore missing %}";
    expect(read(text)).toEqual({ kind: "means", value: { text, includes: {} } });
  });

  it.each([
    ["x\n{% include 'gone.md' %}", 2, "gone.md can't be included: there is no such file"],
    [
      "{% include name %}",
      1,
      "the name of a file must be written out in quotes, so that it is known before anything is rendered",
    ],
    [
      "{% include 'a' ~ '.md' %}",
      1,
      "the name of a file must be written out in quotes, so that it is known before anything is rendered",
    ],
    ["{% include '../a' %}", 1, '"../a" leads out of the folder that includes are read from'],
    ["{% include 'b/../../a' %}", 1, '"b/../../a" leads out of the folder that includes are read from'],
    ["{% include '/etc/passwd' %}", 1, '"/etc/passwd" leads out of the folder that includes are read from'],
    ["{% include 'a\\\\..\\\\b' %}", 1, '"a\\\\..\\\\b" leads out of the folder that includes are read from'],
    ["{% include 'a\\x00' %}", 1, "a file must have a name, without a NUL in it"],
    ["{% include 'a.md' %}", 1, "files include each other: a.md → b.md → a.md"],
    ["{% include 'self.md' %}", 1, "files include each other: self.md → self.md"],
    ["{% include 'broken.md' %}", 1, "in broken.md:2:4: syntax error: unknown statement frob"],
  ])("are refused with a sentence: %j", (text, line, why) => {
    const files = {
      "a.md": "{% include 'b.md' %}",
      "b.md": "{% include 'a.md' %}",
      "self.md": "{% import 'self.md' as s %}",
      "broken.md": "\n{% frob %}",
    };
    expect(read(text, files)).toEqual({ kind: "wrong", at: { line, column: 4 }, why });
  });

  it("are limited in number and size", () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, "x"]));
    const all = Object.keys(many).map((name) => `{% include '${name}' %}`);
    expect(read(all.slice(1).join(""), many).kind).toBe("means");
    expect(read(all.join(""), many)).toMatchObject({ kind: "wrong", why: "more than 100 files are included" });
    const [half, quarter] = ["x".repeat(600_000), "x".repeat(300_000)];
    expect(read("{% include 'a' %}{% include 'b' %}", { a: half, b: quarter }).kind).toBe("means");
    expect(read("{% include 'a' %}{% include 'b' %}", { a: half, b: half })).toMatchObject({
      kind: "wrong",
      why: "all included files together are larger than 1 MB",
    });
  });

  it("are not asked for when the template itself can't be read, which is told when it is rendered", () => {
    expect(read("{% include 'a' %}{% if")).toMatchObject({ kind: "means" });
  });
});
