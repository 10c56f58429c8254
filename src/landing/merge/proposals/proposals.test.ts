import { describe, expect, it, test } from "vitest";
import type { Sides } from "../../../git/objects/trees/merge.ts";
import { objectionTo } from "../certificate/certificate.ts";
import { mergesFor } from "./proposals.ts";
import { wayNames } from "../ways/proposal.ts";

const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;

/** Texts that the ways propose and the certificate accepts, the likeliest first. */
async function merged(path: string, texts: Sides<string>): Promise<readonly string[]> {
  const { proposals } = await mergesFor(path, texts, wayNames);
  const certified = proposals.filter(({ text }) => objectionTo({ ...texts, merged: text }) === undefined);
  return certified.toSorted((one, other) => one.rank - other.rank).map(({ text }) => text);
}

describe("a conflict that git finds", () => {
  test.each([
    {
      fact: "parameters that both sides add to one signature are there both",
      path: "a.py",
      base: "def f(a):\n    return a\n",
      ours: "def f(a, b=1):\n    return a\n",
      theirs: "def f(a, *, c=2):\n    return a\n",
      expected: "def f(a, b=1, *, c=2):\n    return a\n",
    },
    {
      fact: "a call that one side put on several lines keeps the argument that the other added",
      path: "a.ts",
      base: "call(one, two);\n",
      ours: "call(\n  one,\n  two,\n  three,\n);\n",
      theirs: "call(one, two, four);\n",
      expected: "call(\n  one,\n  two,\n  three, four);\n",
    },
    {
      fact: "lines that one side added are indented with the block that the other put them in",
      path: "a.py",
      base: lines("def f():", "    one()", "    two()"),
      ours: lines("def f():", "    with lock:", "        one()", "        two()"),
      theirs: lines("def f():", "    one()", "    between()", "    two()"),
      expected: lines("def f():", "    with lock:", "        one()", "        between()", "        two()"),
    },
    {
      fact: "an import that one side removed and another that the other added beside it",
      path: "a.py",
      base: lines("import os", "import sys", "", "run()"),
      ours: lines("import os", "", "run()"),
      theirs: lines("import os", "import re", "import sys", "", "run()"),
      expected: lines("import os", "import re", "", "run()"),
    },
    {
      fact: "branches that end with the same return keep one return, at the end",
      path: "a.py",
      base: lines("def f(all):", "    all = sorted(all)"),
      ours: lines("def f(all):", "    all = sorted(all)", "    if few:", "        all = all[:few]", "    return all"),
      theirs: lines(
        "def f(all):",
        "    all = sorted(all)",
        "    if keep:",
        "        all = keep(all)",
        "    return all",
      ),
      expected: lines(
        ...["def f(all):", "    all = sorted(all)", "    if few:", "        all = all[:few]"],
        ...["    if keep:", "        all = keep(all)", "    return all"],
      ),
    },
    {
      fact: "entries of a file without a grammar",
      path: "a.conf",
      base: lines("on:", "  one: 1", "off: 2"),
      ours: lines("on:", "  one: 1", "  two: 2", "off: 2"),
      theirs: lines("on:", "  one: 1", "  three: 3", "off: 2"),
      expected: lines("on:", "  one: 1", "  two: 2", "  three: 3", "off: 2"),
    },
    {
      fact: "words of one line that lie apart",
      path: "a.txt",
      base: "the quick brown fox\n",
      ours: "the slow brown fox\n",
      theirs: "the quick brown dog\n",
      expected: "the slow brown dog\n",
    },
  ])("$fact", async ({ path, base, ours, theirs, expected }) => {
    expect((await merged(path, { base, ours, theirs }))[0]).toBe(expected);
  });

  describe("in files that hold values", () => {
    const best = async (path: string, texts: Sides<string>) => {
      const { proposals } = await mergesFor(path, texts, wayNames);
      const [first] = proposals.filter(({ text }) => objectionTo({ ...texts, merged: text }) === undefined);
      return first === undefined ? undefined : [first.text, first.isPreserving];
    };
    const manifest = (...names: readonly string[]): string =>
      `{\n  "dependencies": {\n${names.map((name) => `    "${name}": "1"`).join(",\n")}\n  }\n}\n`;

    test.each([
      {
        fact: "entries of a map are united in their order, and need no tests",
        path: "package.json",
        base: manifest("a", "z"),
        ours: manifest("a", "n", "z"),
        theirs: manifest("a", "m", "z"),
        expected: [manifest("a", "m", "n", "z"), true],
      },
      {
        fact: "a key that both add with another value is no merge",
        path: "package.json",
        base: '{\n  "a": 1\n}\n',
        ours: '{\n  "a": 1,\n  "b": 2\n}\n',
        theirs: '{\n  "a": 1,\n  "b": 3\n}\n',
        expected: undefined,
      },
      {
        fact: "two items of one list have an order that tests must confirm",
        path: "a.yaml",
        base: lines("on:", "  - a"),
        ours: lines("on:", "  - a", "  - b"),
        theirs: lines("on:", "  - a", "  - c"),
        expected: [lines("on:", "  - a", "  - b", "  - c"), false],
      },
      {
        fact: "keys of the same table of TOML",
        path: "pyproject.toml",
        base: lines("[a]", "x = 1", "[b]", "x = 1"),
        ours: lines("[a]", "x = 1", "z = 3", "[b]", "x = 1"),
        theirs: lines("[a]", "x = 1", "y = 2", "[b]", "x = 1"),
        expected: [lines("[a]", "x = 1", "y = 2", "z = 3", "[b]", "x = 1"), true],
      },
      {
        fact: "lines of go.sum",
        path: "go.sum",
        base: lines("a v1 h1:a", "z v1 h1:z"),
        ours: lines("a v1 h1:a", "n v1 h1:n", "z v1 h1:z"),
        theirs: lines("a v1 h1:a", "m v1 h1:m", "z v1 h1:z"),
        expected: [lines("a v1 h1:a", "m v1 h1:m", "n v1 h1:n", "z v1 h1:z"), true],
      },
    ])("$fact", async ({ path, base, ours, theirs, expected }) => {
      expect(await best(path, { base, ours, theirs })).toEqual(expected);
    });
  });

  it("has the other order too: tests decide", async () => {
    const found = await merged("a.txt", { base: "a\nz\n", ours: "a\none\nz\n", theirs: "a\ntwo\nz\n" });
    expect(found).toEqual(["a\none\ntwo\nz\n", "a\ntwo\none\nz\n"]);
  });

  it("the rest for an agent has everything else merged, and only open places between marks", async () => {
    const { rest } = await mergesFor(
      "a.py",
      {
        base: lines("def f(a):", "    return a", "", "def g():", "    pass"),
        ours: lines("def f(a, b):", "    return a + b", "", "def g():", "    pass"),
        theirs: lines("def f(a, *, c):", "    return a * c", "", "def g():", "    pass  # kept"),
      },
      wayNames,
    );
    expect(rest?.regions).toBeGreaterThan(0);
    expect(rest?.text).toContain("<<<<<<< ours\n");
    expect(rest?.text).toContain("    pass  # kept\n");
    expect(rest?.text.match(/pass/g)).toHaveLength(1);
  });

  it.each([
    {
      fact: "halves of two versions",
      sides: { base: 'v = "2.2.3"\n', ours: 'v = "2.3.0.dev"\n', theirs: 'v = "2.2.4"\n' },
    },
    {
      fact: "a word and the new text in whose place it was",
      sides: {
        base: "see [the guide](https://a.b/guide.yml) for more\n",
        ours: "see [the guide] for more\n",
        theirs: "see [the guide](https://a.b/guide.md) for more\n",
      },
    },
  ])("$fact are not combined", async ({ sides }) => {
    expect(await merged("a.md", sides)).toEqual([]);
  });

  it("two additions at the beginning of a file are lines of their own in both orders", async () => {
    const sides = { base: "z\n", ours: "# one\n\n- a\n\nz\n", theirs: "# two\n\n- b\n\nz\n" };
    const found = await merged("a.txt", sides);
    expect(found).toContain("# one\n\n- a\n\n# two\n\n- b\n\nz\n");
    expect(found).toContain("# two\n\n- b\n\n# one\n\n- a\n\nz\n");
  });

  it("only merges without a chosen order are said to preserve", async () => {
    const preserving = async (ours: string, theirs: string): Promise<readonly boolean[]> =>
      (await mergesFor("a.txt", { base: "one two three\n", ours, theirs }, ["tokens"])).proposals.map(
        (one) => one.isPreserving,
      );
    expect(await preserving("ONE two three\n", "one two THREE\n")).toEqual([true]);
    expect(new Set(await preserving("one two three x\n", "one two three y\n"))).toEqual(new Set([false]));
  });

  it("a merge that does not parse where both sides do is not proposed", async () => {
    const [base, ours, theirs] = ["f(a)\n", "f(\n", "g(a)\n"];
    expect(await merged("a.py", { base, ours: "f(a, b)\n", theirs })).toEqual(["g(a, b)\n"]);
    // One side does not parse itself: nothing is asked of the merge.
    expect(await merged("a.py", { base, ours, theirs })).not.toEqual([]);
  });
});
