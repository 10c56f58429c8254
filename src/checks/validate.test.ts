import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { isRoot, makePipes, tempFolder } from "../../test/kit/folders.ts";
import { run } from "../../test/kit/git.ts";
import { writeFiles } from "../../test/kit/repository.ts";
import type { Validation } from "../score/plan.ts";
import { resultsOf } from "../sheet/verdict.ts";
import type { CheckPlace } from "./place.ts";
import { runValidations } from "./validate.ts";

let folder: string;
const env = { PATH: process.env["PATH"] ?? "", TUTTI_SHEET: "s" };
const placeWith = (more: Partial<CheckPlace> = {}): CheckPlace => ({ folder, env, leftOut: [], cancel: new AbortController().signal, ...more });
const reasonOf = async (validation: Validation, more: Partial<CheckPlace> = {}): Promise<string | undefined> =>
  resultsOf(await runValidations(run, [validation], placeWith(more)))[0]?.reason;

const exists = (path: string): Validation => ({ kind: "file_exists", path, description: "d" });
const contains = (path: string, text: string): Validation => ({ kind: "content_contains", path, text, description: "d" });
const matches = (path: string, pattern: string): Validation => ({ kind: "content_regex", path, pattern, description: "d" });
const succeeds = (script: string, timeoutMs = 30_000): Validation => ({ kind: "command_succeeds", argv: ["sh", "-c", script], timeoutMs, description: "d" });

beforeAll(() => {
  const outside = tempFolder();
  writeFiles(outside, { "secret.txt": "secret\n" });
  folder = join(outside, "context");
  mkdirSync(folder);
  writeFiles(folder, {
    "a.txt": "first line\nsecond größe\n",
    "dir/b.txt": "b\n",
    empty: "",
    link: { link: "a.txt" },
    out: { link: join(outside, "secret.txt") },
    up: { link: ".." },
    dangling: { link: "nowhere" },
  });
  symlinkSync("context", join(outside, "context-link"));
  makePipes(join(folder, "pipe"));
  writeFileSync(join(folder, "huge"), "");
  truncateSync(join(folder, "huge"), 65 * 1024 * 1024);
});

describe("file_exists", () => {
  it.each(["a.txt", "dir", "dir/b.txt", "empty", "link", "huge", ".", "dir/../a.txt"])("passes for %s", async (path) => {
    expect(await reasonOf(exists(path))).toBe("");
  });

  it.each(["missing", "a.txt/inside", "out", "up/secret.txt", "../secret.txt", "dangling", "pipe", "/etc/passwd", "a\0b"])(
    "fails for %s: it does not exist in the context",
    async (path) => {
      expect(await reasonOf(exists(path))).toBe(`${path} does not exist in the context`);
    },
  );

  it("looks into the context when that itself is reached by a link, and finds nothing in one that is gone", async () => {
    expect(await reasonOf(exists("a.txt"), { folder: join(folder, "..", "context-link") })).toBe("");
    expect(await reasonOf(exists("a.txt"), { folder: join(folder, "..", "gone") })).toBe("a.txt does not exist in the context");
  });
});

describe("content_contains and content_regex", () => {
  it.each([
    contains("a.txt", "second größe"),
    contains("link", "line\nsecond"),
    contains("empty", ""),
    matches("a.txt", "^second \\w+"),
    matches("a.txt", "line$"),
    matches("dir/b.txt", "(?i)B"),
  ])("pass: %j", async (validation) => {
    expect(await reasonOf(validation)).toBe("");
  });

  it.each([
    [contains("a.txt", "third"), 'a.txt does not contain "third"'],
    [contains("missing", "x"), "missing does not exist in the context"],
    [contains("out", "secret"), "out does not exist in the context"],
    [contains("up/secret.txt", "secret"), "up/secret.txt does not exist in the context"],
    [contains("pipe", "x"), "pipe does not exist in the context"],
    [contains("dir", "b"), "dir is a folder"],
    [contains("huge", "x"), `huge has ${65 * 1024 * 1024} bytes: too large to be searched`],
    [matches("a.txt", "^line"), "a.txt does not match /^line/"],
    [matches("out", "secret"), "out does not exist in the context"],
  ])("fail with the reason: %j", async (validation, reason) => {
    expect(await reasonOf(validation)).toBe(reason);
  });

  it.skipIf(isRoot)("fail for a file that may not be read (skipped as root, who may)", async () => {
    writeFiles(folder, { shut: "x" });
    chmodSync(join(folder, "shut"), 0);
    expect(await reasonOf(contains("shut", "x"))).toBe("shut may not be read");
  });

  it.each(["(a+)+$", "(a|aa)+$", "(.*a){12}$", "^(([a-z])+.)+[A-Z]([a-z])+$"])(
    "a pattern that would take years elsewhere takes no time: %s",
    async (pattern) => {
      writeFiles(folder, { "long.txt": `${"a".repeat(200_000)}!` });
      expect(await reasonOf(matches("long.txt", pattern))).toBe(`long.txt does not match /${pattern}/`);
      rmSync(join(folder, "long.txt"), { force: true });
    },
  );
});

describe("a file that is there but was not captured", () => {
  it.each([exists("a.txt"), exists("dir/b.txt"), exists("dir"), contains("a.txt", "first"), matches("dir/b.txt", "b")])(
    "proves nothing: %j",
    async (validation) => {
      expect(await reasonOf(validation, { leftOut: ["a.txt", "dir/"] })).toMatch(/would not land$/);
      expect(await reasonOf(validation, { leftOut: ["a.txt.log", "di/", "b.txt"] })).toBe("");
    },
  );
});

describe("command_succeeds", () => {
  it("passes when the command exits 0, in the context, with the environment it was given and no other", async () => {
    expect(await reasonOf(succeeds('test -f a.txt && test "$TUTTI_SHEET" = s && test -z "$HOME"'))).toBe("");
  });

  it("fails with the exit code and the end of what it printed on both streams", async () => {
    expect(await reasonOf(succeeds("exit 3"))).toBe("exited 3");
    expect(await reasonOf(succeeds("echo out; echo err >&2; exit 1"))).toBe("exited 1: out\nerr");
    const reason = await reasonOf(succeeds("yes noise | head -n 400000; echo 'FAIL: the reason'; yes warning | head -n 1000 >&2; exit 1"));
    expect(reason).toContain("FAIL: the reason");
    expect(reason!.length).toBeLessThan(1300);
  });

  it("fails when it is ended by a signal, takes too long, is cancelled or can't be started", async () => {
    expect(await reasonOf(succeeds("kill -TERM $$"))).toBe("was ended by SIGTERM");
    expect(await reasonOf(succeeds("echo working; sleep 60", 300))).toBe("did not end within 0.3 s: working");
    expect(await reasonOf(succeeds("sleep 60"), { cancel: AbortSignal.abort() })).toBe("was cancelled");
    const absent: Validation = { kind: "command_succeeds", argv: ["no-such-program"], timeoutMs: 1000, description: "d" };
    expect(await reasonOf(absent)).toMatch(/^could not be started: .*no-such-program/);
    expect(await reasonOf(succeeds("true"), { folder: join(folder, "gone") })).toMatch(/^could not be started: /);
  });
});

describe("the verdict", () => {
  it("names every validation, in order, also after one that failed; none at all is no verdict", async () => {
    const verdict = await runValidations(
      run,
      [
        { ...exists("missing"), description: "first" },
        { ...exists("a.txt"), description: "second" },
      ],
      placeWith(),
    );
    expect(verdict).toEqual({
      kind: "judged",
      results: [
        { index: 0, description: "first", passed: false, reason: "missing does not exist in the context" },
        { index: 1, description: "second", passed: true, reason: "" },
      ],
    });
    expect(await runValidations(run, [], placeWith())).toEqual({ kind: "unvalidated" });
  });
});
