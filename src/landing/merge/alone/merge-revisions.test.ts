import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { gitIn } from "../../../../test/kit/git.ts";
import { makeRepository } from "../../../../test/kit/repository.ts";
import { openDesk } from "./desk.ts";
import { installDriver, uninstallDriver } from "./driver.ts";
import { mergeFiles } from "./merge-files.ts";
import { type MergeOutcome, mergeRevisions } from "./merge-revisions.ts";

type Files = Readonly<Record<string, string>>;

interface Told {
  readonly base: Files;
  readonly ours: Files;
  readonly theirs: Files;
  readonly checks?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The merge, and a file of it by its path. */
async function merged({ base, ours, theirs, checks = [], env = {} }: Told): Promise<{
  readonly outcome: MergeOutcome;
  readonly file: (path: string) => string;
}> {
  const repository = makeRepository(base);
  const { path } = repository;
  const start = repository.git("rev-parse", "HEAD");
  repository.commit(ours);
  const mine = repository.git("rev-parse", "HEAD");
  repository.git("reset", "-q", "--hard", start);
  repository.commit(theirs);
  const sides = { base: start, ours: mine, theirs: repository.git("rev-parse", "HEAD") };
  const outcome = await mergeRevisions(openDesk({ ...process.env, ...env }), {
    folder: path,
    sides,
    checks,
    budget: 8,
  });
  const tree = outcome.kind === "merged" ? outcome.tree : "";
  return { outcome, file: (name) => gitIn(path, ["show", `${tree}:${name}`]) };
}

const greet = (...words: readonly string[]): string =>
  `greet() {\n  echo hello${words.map((one) => `; echo ${one}`).join("")}\n}\n`;

describe("revisions in which git finds a conflict", () => {
  it("are merged in the order that the check passes with, and what fell is named", async () => {
    const { outcome, file } = await merged({
      base: { "a.sh": greet() },
      ours: { "a.sh": greet("one") },
      theirs: { "a.sh": greet("two") },
      checks: [". ./a.sh; greet | sed -n 2p | grep -q two"],
    });
    expect(outcome).toMatchObject({ kind: "merged", reason: "both additions, the new one first" });
    expect(outcome.fallen.map(({ reason }) => reason)).toEqual(["both additions, the landed one first"]);
    expect(file("a.sh")).toContain("echo hello; echo two; echo one");
  });

  it("are united by lines without a check where attributes say so", async () => {
    const sides = { base: { news: "top\n" }, ours: { news: "one\ntop\n" }, theirs: { news: "two\ntop\n" } };
    const attributes = { ".gitattributes": "news merge=union\n" };
    const { outcome, file } = await merged({ ...sides, base: { ...sides.base, ...attributes } });
    expect([outcome.kind, file("news")]).toEqual(["merged", "one\ntwo\ntop"]);
  });

  it("stay a conflict where attributes forbid merging as text, and need a check where a program made the file", async () => {
    const sides = { base: { a: "x y z\n" }, ours: { a: "X y z\n" }, theirs: { a: "x y Z\n" } };
    const withAttributes = (line: string): Told => ({
      ...sides,
      base: { ...sides.base, ".gitattributes": `${line}\n` },
    });
    const check = { checks: ["true"] };
    expect((await merged({ ...withAttributes("a -merge"), ...check })).outcome.kind).toBe("conflict");
    expect((await merged(withAttributes("a linguist-generated"))).outcome.kind).toBe("conflict");
  });
});

/** Stands for npm: a lock file is the names in the manifest. */
function toolThat(writes: string): Readonly<Record<string, string>> {
  const folder = tempFolder();
  writeFileSync(join(folder, "npm"), `#!/bin/sh\n${writes} > package-lock.json\n`);
  chmodSync(join(folder, "npm"), 0o755);
  return { PATH: `${folder}:${process.env["PATH"] ?? ""}` };
}

describe("a lock file in conflict", () => {
  const manifest = (...names: readonly string[]): string =>
    `{\n  "dependencies": {\n${names.map((name) => `    "${name}": "1.0.0"`).join(",\n")}\n  }\n}\n`;
  const side = (...names: readonly string[]): Files => ({
    "package.json": manifest(...names),
    "package-lock.json": `"${names.join('"\n"')}"\n`,
  });
  const sides = { base: side("m"), ours: side("a", "m"), theirs: side("b", "m") };

  it("is made again by its tool from the merged manifest", async () => {
    const { outcome, file } = await merged({ ...sides, env: toolThat("grep -o '\"[abm]\"' package.json") });
    expect(outcome.kind).toBe("merged");
    expect(JSON.parse(file("package.json"))).toEqual({ dependencies: { a: "1.0.0", b: "1.0.0", m: "1.0.0" } });
    expect(file("package-lock.json")).toBe('"a"\n"b"\n"m"');
  });

  it("stays one where its tool fails, or makes one side's file again", async () => {
    const failing = await merged({ ...sides, env: toolThat("echo broken >&2; exit 3; true") });
    expect([failing.outcome.kind, failing.outcome.fallen[0]?.why]).toEqual(["conflict", expect.stringContaining("3")]);
    const same = await merged({ ...sides, env: toolThat(`printf '"a"\\n"m"\\n'`) });
    expect(same.outcome.fallen[0]?.why).toContain("made one side's file again");
  });
});

describe("the merge driver", () => {
  it("merges what lies apart, and leaves as few marks as it can", async () => {
    const folder = tempFolder();
    const texts = { base: "a b c\nlimit=1\n", ours: "A b c\nlimit=2\n", theirs: "a b C\nlimit=3\n" };
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    const files = { base: join(folder, "base"), ours: join(folder, "ours"), theirs: join(folder, "theirs") };
    const desk = openDesk(process.env);
    const left = await mergeFiles(desk, { folder, files, path: "conf" });
    expect([left.kind, left.text.toString()]).toEqual([
      "conflict",
      "A b C\n<<<<<<< ours\nlimit=2\n=======\nlimit=3\n>>>>>>> theirs\n",
    ]);
    writeFileSync(files.theirs, "a b C\nlimit=1\n");
    const whole = await mergeFiles(desk, { folder, files, path: "conf" });
    expect([whole.kind, whole.text.toString()]).toEqual(["merged", "A b C\nlimit=2\n"]);
  });

  it("is installed beside other attributes of the repository, and removed without a trace", async () => {
    const repository = makeRepository({ a: "1\n" });
    const { path, gitDir } = repository;
    const attributes = join(gitDir, "info/attributes");
    mkdirSync(join(gitDir, "info"));
    writeFileSync(attributes, "*.bin -text");
    const before = repository.git("config", "--local", "--list");
    const wish = { folder: path, program: "tutti", patterns: ["*.ts", "*.py"], isDryRun: false };
    await installDriver(openDesk(process.env), wish);
    expect(readFileSync(attributes, "utf8")).toBe("*.bin -text\n*.ts merge=tutti\n*.py merge=tutti\n");
    expect(repository.git("config", "merge.tutti.driver")).toBe("tutti merge-driver run %O %A %B %P");
    await installDriver(openDesk(process.env), { ...wish, patterns: ["*"] });
    expect(readFileSync(attributes, "utf8")).toBe("*.bin -text\n* merge=tutti\n");
    await uninstallDriver(openDesk(process.env), wish);
    expect([readFileSync(attributes, "utf8"), repository.git("config", "--local", "--list")]).toEqual([
      "*.bin -text\n",
      before,
    ]);
  });
});
