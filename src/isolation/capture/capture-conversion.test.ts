import { chmodSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { type Wired, treeOf, wire } from "../../../test/kit/wire.ts";
import { oneOf } from "../../../test/kit/long.ts";

const files = {
  ".gitattributes":
    "*.txt text=auto\n*.bat text eol=crlf\n*.raw -text\n*.lfs filter=lfs diff=lfs -text\n*.utf16 text working-tree-encoding=UTF-16LE\n*.ident ident\n",
  "sub/.gitattributes": "*.dat text eol=crlf\n",
  "a.txt": "one\ntwo\n",
  "run.bat": "one\ntwo\n",
  "sub/x.dat": "one\ntwo\n",
  "b.raw": "one\r\ntwo\r\n",
  "big.lfs": "version 1\n",
  "wide.utf16": Buffer.from("wide\n", "utf16le"),
  "name.ident": "$Id$\n",
};

describe.each(oneOf(2, ["clone", "worktree"] as const))("in mode %s", (mode) => {
  let wired: Wired;
  beforeAll(async () => {
    const repository = makeRepository(files);
    // Committed before the attribute existed, so the blob has its line ends as they were.
    repository.commit({ ".gitattributes": `${files[".gitattributes"]}*.old -text\n`, "legacy.old": "one\r\ntwo\r\n" });
    repository.commit({ ".gitattributes": `${files[".gitattributes"]}*.old text=auto\n` });
    wired = await wire(repository);
  });
  const at = (commit: string, path: string) => treeOf(wired, commit).get(path);

  it("files are checked out as the base's attributes say, and untouched or rewritten ones are no change", async () => {
    const context = await wired.create("round trip", { level: mode });
    expect(shown(context.path, "run.bat")).toBe("file one\r\ntwo\r\n");
    expect(shown(context.path, "sub/x.dat")).toBe("file one\r\ntwo\r\n");
    expect(shown(context.path, "a.txt")).toBe("file one\ntwo\n");
    expect(shown(context.path, "wide.utf16")).toBe("file w\0i\0d\0e\0\n\0");
    expect(shown(context.path, "name.ident")).toMatch(/^file \$Id: [0-9a-f]{40} \$\n$/);
    expect(gitIn(context.path, ["status", "--porcelain"])).toBe("");
    for (const name of Object.keys(files)) utimesSync(join(context.path, name), 1, 1);
    utimesSync(join(context.path, "legacy.old"), 1, 1);
    const proof = await wired.capture("round trip", context);
    expect(proof.changed).toBe(false);
  });

  it("an edit is stored as the base's attributes say", async () => {
    const context = await wired.create("edits", { level: mode });
    writeFiles(context.path, {
      "run.bat": "one\r\nthree\r\n",
      "sub/x.dat": "three\r\n",
      "a.txt": "mixed\r\nends\n",
      "b.raw": "kept\r\n",
      "new.txt": "new\r\n",
      "new.bat": "new\r\n",
      "zero.txt": "bin\0ary\r\n",
      "wide.utf16": Buffer.from("wider\n", "utf16le"),
      "name.ident": "$Id: changed $\n",
      "legacy.old": "one\r\nthree\r\n",
    });
    const { commit } = await wired.capture("edits", context);
    expect(at(commit, "run.bat")).toBe("100644 one\nthree\n");
    expect(at(commit, "sub/x.dat")).toBe("100644 three\n");
    expect(at(commit, "a.txt")).toBe("100644 mixed\nends\n");
    expect(at(commit, "b.raw")).toBe("100644 kept\r\n");
    expect(at(commit, "new.txt")).toBe("100644 new\n");
    expect(at(commit, "new.bat")).toBe("100644 new\n");
    expect(at(commit, "zero.txt")).toBe("100644 bin\0ary\r\n");
    expect(at(commit, "wide.utf16")).toBe("100644 wider\n");
    expect(at(commit, "name.ident")).toBe("100644 $Id$\n");
    // git keeps the line ends of a file whose blob has them, until a command renormalises it.
    expect(at(commit, "legacy.old")).toBe("100644 one\r\nthree\r\n");
  });

  it("attributes that the agent changed are captured, but the base's decide about the other files, again and again", async () => {
    const context = await wired.create("attributes", { level: mode });
    const attributes = "* -text\n*.lfs filter=evil\r\n";
    writeFiles(context.path, {
      ".gitattributes": attributes,
      "new/.gitattributes": "* text eol=crlf\r\n",
      "new/file.raw": "raw\r\n",
      "a.txt": "edited\r\n",
      "run.bat": "edited\r\n",
      "big.lfs": "y",
    });
    rmSync(join(context.path, "sub/.gitattributes"));
    writeFiles(context.path, { "sub/x.dat": "edited\r\n" });
    const first = await wired.capture("attributes", context);
    expect(at(first.commit, ".gitattributes")).toBe(`100644 ${attributes}`);
    expect(at(first.commit, "new/.gitattributes")).toBe("100644 * text eol=crlf\r\n");
    expect(at(first.commit, "sub/.gitattributes")).toBeUndefined();
    expect(at(first.commit, "new/file.raw")).toBe("100644 raw\r\n");
    expect(at(first.commit, "a.txt")).toBe("100644 edited\n");
    expect(at(first.commit, "run.bat")).toBe("100644 edited\n");
    expect(at(first.commit, "sub/x.dat")).toBe("100644 edited\n");
    expect(first.unfiltered).toEqual(["big.lfs"]);
    writeFiles(context.path, { "a.txt": "again\r\n", "sub/x.dat": "again\r\n" });
    const second = await wired.capture("attributes", context);
    expect(at(second.commit, "a.txt")).toBe("100644 again\n");
    expect(at(second.commit, "sub/x.dat")).toBe("100644 again\n");
    expect(second.unfiltered).toEqual(["big.lfs"]);
  });

  it("attributes that the agent hid behind an ignore rule decide nothing", async () => {
    const context = await wired.create("hidden attributes", { level: mode });
    writeFiles(context.path, {
      ".gitignore": ".gitattributes\n",
      "deep/.gitattributes": "* -text\n",
      "deep/a.txt": "edited\r\n",
    });
    const proof = await wired.capture("hidden attributes", context);
    expect(at(proof.commit, "deep/a.txt")).toBe("100644 edited\n");
    expect(proof.leftOut.map((item) => item.path)).toEqual(["deep/.gitattributes"]);
  });

  it.each([
    ["a link", { ".gitattributes": { link: "a.txt" } }, "120000 a.txt"],
    ["a program", { ".gitattributes": { program: "* -text\n" } }, "100755 * -text\n"],
    ["nothing", {}, undefined],
  ])("attributes that became %s are captured as that", async (what, becomes, entry) => {
    const context = await wired.create(`attributes, ${what}`, { level: mode });
    rmSync(join(context.path, ".gitattributes"));
    writeFiles(context.path, { ...becomes, "a.txt": "edited\r\n" });
    const { commit } = await wired.capture(`attributes, ${what}`, context);
    expect(at(commit, ".gitattributes")).toBe(entry);
    expect(at(commit, "a.txt")).toBe("100644 edited\n");
  });

  it("a folder in an attributes file's place, and a file in the place of a folder with attributes, cost nothing", async () => {
    const context = await wired.create("attributes turned round", { level: mode });
    for (const path of [".gitattributes", "sub"]) rmSync(join(context.path, path), { recursive: true });
    mkdirSync(join(context.path, ".gitattributes"));
    writeFiles(context.path, { ".gitattributes/inside": "x", sub: "flat" });
    const { commit } = await wired.capture("attributes turned round", context);
    expect([
      at(commit, ".gitattributes/inside"),
      at(commit, "sub"),
      at(commit, "sub/x.dat"),
      at(commit, "sub/.gitattributes"),
    ]).toEqual(["100644 x", "100644 flat", undefined, undefined]);
  });

  it("an external filter never runs, wherever the agent defined it, and its paths are listed", async () => {
    const canary = join(tempFolder(), "canary");
    const script = join(tempFolder(), "filter");
    writeFileSync(script, `#!/bin/sh\ntouch '${canary}'\ncat\n`);
    chmodSync(script, 0o755);
    // Worktrees share what an agent configures.
    const own = await wire(makeRepository(files));
    const context = await own.create("filters", { level: mode });
    for (const key of ["clean", "smudge", "process"]) gitIn(context.path, ["config", `filter.lfs.${key}`, script]);
    gitIn(context.path, ["config", "filter.lfs.required", "true"]);
    writeFiles(context.path, { "big.lfs": "edited\n", "new.lfs": "new\n", "a.txt": "plain\n" });
    const proof = await own.capture("filters", context);
    expect(treeOf(own, proof.commit).get("big.lfs")).toBe("100644 edited\n");
    expect(treeOf(own, proof.commit).get("new.lfs")).toBe("100644 new\n");
    expect([...proof.unfiltered].toSorted()).toEqual(["big.lfs", "new.lfs"]);
    await own.create("filters, next", { level: mode, base: proof.commit });
    expect(existsSync(canary)).toBe(false);
  });
});
