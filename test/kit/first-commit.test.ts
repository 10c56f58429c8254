import { expect, test } from "vitest";
import { type Files, makeRepository } from "./repository.ts";

const files: Files = {
  "README.md": "hello\n",
  "a b/c.txt": "same",
  "a b/d.txt": "same",
  "a-b": "lies before the folder a b in the index, and not in the tree",
  "a/program": { program: "#!/bin/sh\n" },
  "a/deep/er/link": { link: "../../../README.md" },
  [`long/${"n".repeat(200)}`]: "",
};

test.each(["sha1", "sha256"] as const)(
  "the first commit of a %s repository is to git what git itself makes of the same files",
  (format) => {
    const user = makeRepository(files, format);
    expect(user.git("fsck", "--strict", "--no-dangling")).toBe("");
    expect(user.git("status", "--porcelain=v2")).toBe("");
    expect(user.git("reflog", "--format=%H %gs")).toBe(`${user.head()} commit (initial): first`);
    const told = (): readonly string[] => [
      user.git("rev-parse", "HEAD^{tree}"),
      user.git("ls-files", "--stage"),
      user.git("log", "--format=%an %ae %cn %ce %s%n%b", "--stat"),
    ];
    const written = told();
    user.git("update-ref", "-d", "HEAD");
    user.git("rm", "--cached", "-r", "-q", ".");
    user.commit({}, "first");
    expect(told()).toEqual(written);
  },
);
