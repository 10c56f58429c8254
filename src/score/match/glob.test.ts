import { describe, expect, it } from "vitest";
import { globMatcher } from "./glob.ts";

const isMatch = (patterns: readonly string[], path: string): boolean => {
  const matcher = globMatcher(patterns);
  if (matcher.kind === "wrong") throw new Error(matcher.why);
  return matcher.value(path);
};

describe("a glob", () => {
  it.each([
    ["README.md", "README.md", ["docs/README.md", "README.md.bak", "readme.md", "READMExmd"]],
    ["*.ts", "a.ts", ["src/a.ts", "a.tsx", "ats"]],
    ["*", ".env", ["a/b"]],
    ["src/*", "src/.hidden", ["src", "src/a/b"]],
    ["src/**", "src/a/b/c.ts", ["src", "srcs/a", "x/src/a"]],
    ["src/", "src/a/b/c.ts", ["src", "srcs/a"]],
    ["**", "any/thing at all", []],
    ["**/*.ts", "a.ts", ["a.js"]],
    ["**/*.ts", "deep/er/a.ts", ["deep/a.ts/x"]],
    ["a/**/b", "a/b", ["ab", "a/xb"]],
    ["a/**/b", "a/x/y/b", ["a/x/y/bb", "b"]],
    ["a?c", "abc", ["ac", "a/c", "abbc"]],
    ["a?c", "a😀c", []],
    ["[abc].md", "b.md", ["d.md", "ab.md"]],
    ["[a-c0-9]", "7", ["d", "-"]],
    ["[]x]", "]", ["a"]],
    ["[!a]", "b", ["a", "/", "bb"]],
    ["[^a]", "b", ["a"]],
    ["[a-]", "-", ["b"]],
    ["{src,test}/*.ts", "test/a.ts", ["docs/a.ts", "{src,test}/a.ts"]],
    ["x{,.bak}", "x", ["x.ba"]],
    ["{a,{b,c/d}}/e", "c/d/e", ["c/e", "d/e"]],
    ["{src/**,docs}/x", "src/1/2/x", ["src/x/y"]],
    ["a,b", "a,b", ["a"]],
    ["\\*\\{\\!\\[", "*{![", ["a{!["]],
    ["a+(b)|c$^.x", "a+(b)|c$^.x", ["ab", "c"]],
    ["größe/ü*", "größe/über", ["grosse/über"]],
    ["a*b", "a\nb", []],
  ])("%s means %s", (pattern, path, others) => {
    expect(isMatch([pattern], path)).toBe(true);
    expect(others.filter((other) => isMatch([pattern], other))).toEqual([]);
  });

  it("with a leading ! takes away paths of earlier ones, and a later one can give them back", () => {
    const patterns = ["src/**", "!src/secret/**", "src/secret/readme"];
    expect(["src/a", "src/secret/key", "src/secret/readme", "docs/a"].map((path) => isMatch(patterns, path))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it("is needed: no globs mean no path", () => {
    expect(isMatch([], "a")).toBe(false);
  });

  it.each([
    ["", "is empty"],
    ["/etc/passwd", "begins with /"],
    ["../x", "has an empty step, . or .."],
    ["./x", "has an empty step, . or .."],
    ["a//b", "has an empty step, . or .."],
    ["a\0b", "contains characters that no path has"],
    ["a\ud800", "contains characters that no path has"],
    ["src/**.ts", "has ** beside other characters"],
    ["a**", "has ** beside other characters"],
    ["***", "has ** beside other characters"],
    ["[abc", "has a [ without a ]"],
    ["[]", "has a [ without a ]"],
    ["[!", "has a [ without a ]"],
    ["[z-a]", "runs backwards"],
    ["[a/b]", "has / within []"],
    ["[+-9]", "has / within []"],
    ["{a,b", "has a { without a }"],
    ["a}", "has a } without a {"],
    ["a\\", "ends in a \\"],
    ["{".repeat(50), "has too many {"],
    ["a".repeat(1001), "is longer than 1000 characters"],
  ])("%j is refused: it %s", (pattern, why) => {
    expect(globMatcher(["ok", pattern])).toEqual({ kind: "wrong", why: expect.stringContaining(why) as string });
  });

  it("list of nothing but ! is refused", () => {
    expect(globMatcher(["!a"])).toEqual({ kind: "wrong", why: expect.stringContaining("match nothing") as string });
  });

  it.each(["*a".repeat(300), "{a,*}".repeat(150), "?*".repeat(400), "**/".repeat(300)])(
    "takes no time where other engines would take years: %s",
    (pattern) => {
      expect(isMatch([pattern], `${"a".repeat(20_000)}/!`)).toBe(pattern.startsWith("**"));
    },
  );
});
