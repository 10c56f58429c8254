import { mkdirSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { makeRepository } from "../../../test/kit/repository.ts";
import { type Wired, treeOf, wire } from "../../../test/kit/wire.ts";
import { destroyContext } from "../cleanup/destroy.ts";
import { pathBytes, shownPath } from "../raw-path.ts";
import { oneOf } from "../../../test/kit/long.ts";

/** Raw bytes, one a character. */
const names = {
  "a space": "with space",
  quotes: `it's "quoted"`,
  "UTF-8": Buffer.from("größe-東京.txt").toString("latin1"),
  "decomposed UTF-8": Buffer.from("gro\u0308ße").toString("latin1"),
  "a newline": "two\nlines",
  "a tab": "a\tb",
  "bytes that are no UTF-8": "latin\xe9\xff\xfe",
  "a leading dash": "-n",
  "two leading dashes": "--end-of-options",
  "a backslash": "back\\slash",
  "a colon like a pathspec": ":(exclude)x",
  wildcards: "*[?]",
  "a hash": "#comment",
  "an exclamation mark": "!negated",
  "trailing spaces": "trailing  ",
  "a control character": "bell\x07\x1b[31m",
  "a trailing dot": "dot.",
  "many bytes": "x".repeat(255),
};

describe.each(oneOf(2, ["clone", "worktree"] as const))("a capture in mode %s", (mode) => {
  let wired: Wired;
  beforeAll(async () => {
    wired = await wire(makeRepository());
  });

  it("holds new files and folders of every name", async () => {
    const context = await wired.create("new names", { level: mode });
    for (const name of Object.values(names)) {
      writeFileSync(pathBytes(context.path, name), name, "latin1");
      mkdirSync(pathBytes(context.path, `in ${name}`.slice(0, 255)));
      writeFileSync(pathBytes(context.path, `${`in ${name}`.slice(0, 255)}/${name}`), "inside");
    }
    const proof = await wired.capture("new names", context);
    const expected = Object.values(names).flatMap((name) => [
      [name, `100644 ${name}`],
      [`${`in ${name}`.slice(0, 255)}/${name}`, "100644 inside"],
    ]);
    expect(Object.fromEntries(treeOf(wired, proof.commit))).toEqual({
      "README.md": "100644 hello\n",
      ...Object.fromEntries(expected),
    });
    expect(proof.leftOut).toEqual([]);
  });

  it("follows changes, deletions and renames of files of every name", async () => {
    const first = await wired.create("old names", { level: mode });
    for (const name of Object.values(names)) writeFileSync(pathBytes(first.path, name), "old");
    const before = await wired.capture("old names", first);
    const context = await wired.create("old names", { level: mode, attempt: 2, base: before.commit });
    const expected: Record<string, string> = { "README.md": "100644 hello\n" };
    for (const [place, name] of Object.values(names).entries()) {
      const path = pathBytes(context.path, name);
      if (place % 3 === 0) unlinkSync(path);
      else if (place % 3 === 1) writeFileSync(path, "new");
      else renameSync(path, pathBytes(context.path, name.replace(/.$/s, "~")));
      if (place % 3 === 1) expected[name] = "100644 new";
      if (place % 3 === 2) expected[name.replace(/.$/s, "~")] = "100644 old";
    }
    const proof = await wired.capture("old names 2", context);
    expect(Object.fromEntries(treeOf(wired, proof.commit))).toEqual(expected);
    expect(await destroyContext(wired.places, wired.store, proof)).toBe("destroyed");
  });
});

describe("a path shown to people", () => {
  it.each([
    [names["UTF-8"], "größe-東京.txt"],
    ["two\nlines", "two\\u000alines"],
    ["\x1b[31mred", "\\u001b[31mred"],
    [Buffer.from("\u202egnp.exe").toString("latin1"), "\\u202egnp.exe"],
    ["latin\xe9", "latin\ufffd"],
  ])("of the bytes %j is %j", (bytes, text) => {
    expect(shownPath(bytes)).toBe(text);
  });
});
