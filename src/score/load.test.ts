import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TuttiError } from "../base/error.ts";
import { readScore } from "./load.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tutti-score-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
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

it("a score is read with its prompt files, from the folder it lies in", () => {
  mkdirSync(join(folder, "prompts"));
  write("prompts/a.md", "Do {{ sheet }}.\n");
  const plan = readScore(write("my-job.yaml", "\uFEFFagent: {command: ./a.sh}\nworkspace: out\nsheets: [{id: a, prompt_file: prompts/a.md}]\n"));
  expect(plan).toMatchObject({
    name: "my-job",
    workspace: join(folder, "out"),
    sheets: [{ prompt: "Do a.\n", agent: { argv: [join(folder, "a.sh")] } }],
  });
});

it("a score that is not there, a folder, or not text can't be read", () => {
  expect(thrownBy(join(folder, "nowhere.yaml"))).toMatchObject({ code: "score.unreadable", message: expect.stringContaining("ENOENT") as string });
  expect(thrownBy(folder)).toMatchObject({ code: "score.unreadable" });
  expect(thrownBy(write("latin1.yaml", Buffer.from([0x61, 0x3a, 0x20, 0xe9])))).toMatchObject({
    code: "score.unreadable",
    message: expect.stringContaining("not UTF-8") as string,
  });
});

it("a score of two megabytes, or without an end, is refused without reading it to the end", () => {
  expect(thrownBy(write("big.yaml", "#".repeat(2_000_000)))).toMatchObject({
    code: "score.unreadable",
    message: expect.stringContaining("larger than 1 MB") as string,
  });
  expect(thrownBy("/dev/zero")).toMatchObject({ code: "score.unreadable", message: expect.stringContaining("larger than 1 MB") as string });
});

it("a prompt file that is not there is told at its place in the score", () => {
  const path = write("s.yaml", "agent: scripted\nsheets:\n  - id: a\n    prompt_file: gone.md\n");
  const error = thrownBy(path);
  expect(error.code).toBe("score.invalid");
  expect(error.message).toContain(`${path}:4:18 sheets[0].prompt_file: ${join(folder, "gone.md")} can't be read: ENOENT`);
});
