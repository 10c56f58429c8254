import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makePipes, tempFolder } from "../../test/kit/folders.ts";
import { promptsOf } from "../../test/kit/scores.ts";
import { TuttiError } from "../base/error.ts";
import { openScore, readScore, readScoreText } from "./load.ts";

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

function thrownBy(path: string): TuttiError {
  try {
    readScore(path);
  } catch (error) {
    if (error instanceof TuttiError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

const unreadable = (why: string): object => ({
  code: "score.unreadable",
  message: expect.stringContaining(why) as string,
});
const withPrompt = (prompt: string): string =>
  write("s.yaml", `agent: scripted\nsheets: [{id: a, prompt: ${JSON.stringify(prompt)}}]\n`);

it("a score is read with its files, from the folder it lies in", () => {
  write("prompts/a.md", "Do {{ sheet }}. {% include 'prompts/b.md' %}\n");
  write("prompts/b.md", "Well.");
  write("style/two.md", "Two");
  write("style/one.md", "One");
  mkdirSync(join(folder, "style/folder"));
  const text =
    "\uFEFFagent: {command: ./a.sh}\nworkspace: out\nprelude: [{directory: style}]\nsheets: [{id: a, prompt_file: prompts/a.md}]\n";
  const { plan } = readScore(write("my-job.yaml", text));
  expect(plan).toMatchObject({
    name: "my-job",
    workspace: join(folder, "out"),
    sheets: [{ agent: { argv: [join(folder, "a.sh")] } }],
  });
  expect(promptsOf(plan)).toEqual([
    "## Context: style/one.md\n\nOne\n\n## Context: style/two.md\n\nTwo\n\nDo a. Well.\n",
  ]);
});

it("a score's text can be had without reading more into it", () => {
  const path = write("s.yaml", "a: b\n");
  expect(openScore(path)).toMatchObject({ text: "a: b\n", source: { path, baseDir: folder } });
});

it("a score may name the agents that its caller knows", () => {
  const text = "agent: mine\nsheets: [{id: a, prompt: x}]\n";
  const path = write("s.yaml", text);
  const agents = new Set(["mine"]);
  for (const { plan } of [readScore(path, { agents }), readScoreText({ path, baseDir: folder, text }, { agents })]) {
    expect(plan.sheets[0]?.agent).toMatchObject({ kind: "profile", name: "mine" });
  }
  expect(openScore(path, { agents }).source.agents).toBe(agents);
  expect(thrownBy(path).message).toContain('there is no agent "mine"');
});

describe("an unreadable file is refused at once", () => {
  it("nothing, a folder, or what is no text", () => {
    expect(thrownBy(join(folder, "nowhere.yaml"))).toMatchObject(unreadable("there is no such file or folder"));
    expect(thrownBy(folder)).toMatchObject(unreadable("it is not a file"));
    expect(thrownBy(write("latin1.yaml", Buffer.from([0x61, 0x3a, 0x20, 0xe9])))).toMatchObject(
      unreadable("not UTF-8"),
    );
  });

  it("a pipe without a writer, and a device", () => {
    const pipe = join(folder, "pipe.yaml");
    makePipes(pipe);
    expect(thrownBy(pipe)).toMatchObject(unreadable("it is not a file"));
    expect(thrownBy("/dev/zero")).toMatchObject(unreadable("it is not a file"));
  });

  it("a score of two megabytes", () => {
    expect(thrownBy(write("big.yaml", "#".repeat(2_000_000)))).toMatchObject(unreadable("larger than 1 MB"));
    expect(thrownBy(write("just.yaml", "#".repeat(1_000_001)))).toMatchObject(unreadable("larger than 1 MB"));
  });

  it("and so are the files that a score names", () => {
    const gone = thrownBy(write("s.yaml", "agent: scripted\nsheets:\n  - id: a\n    prompt_file: gone.md\n"));
    expect(gone.message).toContain(
      `4:18 sheets[0].prompt_file: ${join(folder, "gone.md")} can't be read: there is no such file or folder`,
    );
    const list = thrownBy(
      write("s.yaml", "agent: scripted\nprelude: [{directory: gone}]\nsheets: [{id: a, prompt: x}]\n"),
    );
    expect(list.message).toContain(
      `prelude[0].directory: ${join(folder, "gone")} can't be read: there is no such file or folder`,
    );
    makePipes(join(folder, "pipe.md"));
    expect(thrownBy(withPrompt("{% include 'pipe.md' %}")).message).toContain("it is not a file");
  });
});

describe("a file that the shell hands over", () => {
  it("can be read: a process's output has a writer", () => {
    const script = `import { openScore } from ${JSON.stringify(new URL("load.ts", import.meta.url).pathname)}; process.stdout.write(openScore(process.argv[1]).text);`;
    // The writer has gone long before anybody reads.
    const line = 'exec 9< <(printf "sheets: []"); wait $!; exec "$0" --input-type=module -e "$1" /dev/fd/9';
    expect(execFileSync("bash", ["--norc", "-c", line, process.execPath, script], { encoding: "utf8" })).toBe(
      "sheets: []",
    );
  });

  it("is read to its limit when it is a device without an end", () => {
    const file = openSync("/dev/zero", "r");
    try {
      expect(thrownBy(`/proc/self/fd/${file}`)).toMatchObject(unreadable("larger than 1 MB"));
    } finally {
      closeSync(file);
    }
  });
});

describe("an include", () => {
  it("may go through a link that stays below the score's folder", () => {
    write("real/b.md", "B");
    symlinkSync("real", join(folder, "linked"));
    expect(promptsOf(readScore(withPrompt("a {% include 'linked/b.md' %}")).plan)).toEqual(["a B"]);
  });

  it("through a link that leads out of the score's folder is refused", () => {
    const outside = join(tempFolder(), "secret.md");
    writeFileSync(outside, "secret");
    symlinkSync(outside, join(folder, "out.md"));
    expect(thrownBy(withPrompt("{% include 'out.md' %}")).message).toContain(
      `it is a link that leads out of ${folder}`,
    );
    symlinkSync(dirname(outside), join(folder, "dir"));
    expect(thrownBy(withPrompt("{% include 'dir/secret.md' %}")).message).toContain("it is a link that leads out");
  });

  it("is found although the score's own folder is reached through a link", () => {
    write("inner/b.md", "B");
    write("inner/s.yaml", "agent: scripted\nsheets: [{id: a, prompt: \"{% include 'b.md' %}\"}]\n");
    symlinkSync("inner", join(folder, "by-link"));
    expect(promptsOf(readScore(join(folder, "by-link/s.yaml")).plan)).toEqual(["B"]);
  });
});
