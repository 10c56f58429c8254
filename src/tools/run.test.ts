import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, test } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { findNamespaces, livingWith, makeTag, run, runIn } from "../../test/kit/processes.ts";

import { writeFiles } from "../../test/kit/repository.ts";
import type { ProcessRequest } from "../process/process.ts";
import { type RunnableTool, runTool, type ToolPlace, type ToolRun } from "./run.ts";

let folder: string;
beforeEach(() => {
  folder = join(tempFolder(), "checkout");
  mkdirSync(folder);
});
const at = (more: Partial<ToolPlace> = {}): ToolPlace => ({
  folder,
  files: null,
  env: { PATH: process.env["PATH"] ?? "" },
  cancel: new AbortController().signal,
  ...more,
});
/** A tool that is a line for the shell; what stands behind it is `$@`. */
const tool = (line: string, more: Partial<RunnableTool> = {}): RunnableTool => ({
  name: "lint",
  argv: ["sh", "-c", line, "lint"],
  everything: ["everything"],
  env: {},
  format: { kind: "lines" },
  reach: "file",
  timeoutMs: 600_000,
  ...more,
});
const filesIn = (ran: ToolRun): readonly string[] | string =>
  ran.kind === "read" ? ran.findings.map(({ file }) => file) : ran.why;
const messagesIn = (ran: ToolRun): readonly string[] | string =>
  ran.kind === "read" ? ran.findings.map(({ message }) => message) : ran.why;
const each = 'for file in "$@"; do echo "$file:1: bad"; done';

describe("a tool is asked", () => {
  it("about everything, or about the files behind it, with any file name", async () => {
    expect(filesIn(await runTool(run, tool(each), at()))).toEqual(["everything"]);
    const files = ["a b.ts", "-rf", "--fix", "it's.ts", "$(x).ts", "{report}"];
    expect(filesIn(await runTool(run, tool(each), at({ files })))).toEqual(files);
    expect(
      messagesIn(await runTool(run, tool('for file in "$@"; do echo "x:1: $file"; done'), at({ files: ["-rf", "a"] }))),
    ).toEqual(["./-rf", "a"]);
  });

  it("not at all when there are no files", async () => {
    expect(await runTool(run, tool("touch ran; exit 3"), at({ files: [] }))).toEqual({
      kind: "read",
      findings: [],
      tookMs: 0,
    });
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  it("about everything where it needs the whole project", async () => {
    expect(filesIn(await runTool(run, tool(each, { reach: "project" }), at({ files: ["a.ts"] })))).toEqual([
      "everything",
    ]);
  });

  it("in several runs when there are more files than one command takes, and all findings count", async () => {
    const files = Array.from({ length: 3000 }, (_, index) => `${"folder/".repeat(10)}${String(index)}.ts`);
    const ran = await runTool(run, tool(`echo >> runs; ${each}`), at({ files }));
    expect(filesIn(ran)).toEqual(files);
    expect(await runTool(run, tool("wc -l < runs | sed 's/^ */x:1: /'"), at())).toMatchObject({
      findings: [{ message: "3" }],
    });
  });

  it("with its own variables, in the folder", async () => {
    const ran = await runTool(
      run,
      tool('echo "$PWD/x:1: $WORD"', { env: { WORD: "word" } }),
      at({ env: { PATH: "/usr/bin:/bin", WORD: "other" } }),
    );
    expect([filesIn(ran), messagesIn(ran)]).toEqual([["x"], ["word"]]);
  });
});

describe("a tool that broke has said nothing", () => {
  test.each([
    ["exits with a code and no finding", "echo 'no such rule' >&2; exit 2", "exited with 2"],
    ["is not there", "", "could not be started"],
    ["crashes after some findings", "echo a:1: bad; kill -SEGV $$", /SIGSEGV|139/],
    ["crashes behind a shell", "echo a:1: bad; exit 134", "crashed (exit code 134)"],
  ])("one that %s", async (_, line, why) => {
    const broken = line === "" ? tool("", { argv: ["no-such-tool"] }) : tool(line);
    const ran = await runTool(run, broken, at());
    expect(ran).toMatchObject({
      kind: "failed",
      why: expect.stringMatching(typeof why === "string" ? why.replaceAll(/[()]/g, "\\$&") : why) as string,
    });
  });

  it("shows its code and an excerpt of what it printed, without what would speak to a terminal", async () => {
    const ran = await runTool(run, tool("yes line | head -500; printf 'the \\033[31mreason' >&2; exit 7"), at());
    expect(ran).toMatchObject({
      kind: "failed",
      why: expect.stringMatching(/^it exited 7, .*:\nthe reason\nline\nline\n…\n.*\nthe reason$/s) as string,
    });
  });

  it("a tool that does not end is ended with all that it started", async () => {
    const tag = makeTag();
    const ran = await runTool(
      run,
      tool(`echo a:1: bad; sleep 600 & sleep 600 # ${tag}`, { timeoutMs: 300, env: { TAG: tag } }),
      at(),
    );
    expect(ran).toMatchObject({ kind: "failed", why: expect.stringContaining("did not end within 0.3 s") as string });
    expect(livingWith(tag)).toEqual([]);
  });

  it("endless output is not read", async () => {
    const ran = await runTool(run, tool("head -c 60000000 /dev/zero"), at());
    expect(ran).toMatchObject({
      kind: "failed",
      why: expect.stringContaining("printed more than 52428800 bytes") as string,
    });
  });

  it("a tool that is called off has failed", async () => {
    expect(await runTool(run, tool(each), at({ cancel: AbortSignal.abort() }))).toMatchObject({
      kind: "failed",
      why: "it was cancelled",
    });
  });

  it("in the second of its parts has failed in all", async () => {
    const files = Array.from({ length: 3000 }, (_, index) => `${"folder/".repeat(10)}${String(index)}.ts`);
    expect(await runTool(run, tool(`test ! -e ran || exit 3; touch ran; ${each}`), at({ files }))).toMatchObject({
      kind: "failed",
    });
  });

  it("is told to have crashed also where what holds it hides the signal", async () => {
    const unshare = (await findNamespaces()).find(({ kind }) => kind === "unshare")?.containment ?? null;
    const ran = await runTool(unshare === null ? run : runIn(unshare), tool("echo a:1: bad; kill -KILL $$"), at());
    expect(ran.kind).toBe("failed");
  });
});

describe("a report", () => {
  const sarif = (file: string): string =>
    JSON.stringify({
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "x" } },
          results: [
            { message: { text: "bad" }, locations: [{ physicalLocation: { artifactLocation: { uri: file } } }] },
          ],
        },
      ],
    });

  it("is read instead of what is printed, from a file outside of the checkout that goes away", async () => {
    const writes = tool(`echo progress; cat > "$1" < given; echo "$1" > where`, {
      format: { kind: "sarif" },
      argv: ["sh", "-c", 'echo progress; cat given > "$1"; echo "$1" > where', "lint", "{report}"],
    });
    writeFiles(folder, { given: sarif("a.ts") });
    expect(filesIn(await runTool(run, writes, at()))).toEqual(["a.ts"]);
    const [where] = filesIn(await runTool(run, tool('sed "s/$/:1: here/" where'), at()));
    expect([where?.startsWith(tmpdir()), existsSync(where ?? ""), existsSync(dirname(where ?? ""))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(readdirSync(folder).sort()).toEqual(["given", "where"]);
  });

  it("may be written also by a tool that is confined to the checkout", async () => {
    const given: (ProcessRequest["limits"] | undefined)[] = [];
    const asked = (request: ProcessRequest) => (given.push(request.limits), run(request));
    const writes = tool("", { format: { kind: "sarif" }, argv: ["sh", "-c", 'echo {} > "$1"', "lint", "{report}"] });
    await runTool(asked, writes, at());
    expect(given[0]?.outside?.write).toEqual([expect.stringContaining("files-")]);
  });

  it("is no proof of absent findings when it was not written", async () => {
    const silent = tool("", { format: { kind: "sarif" }, argv: ["sh", "-c", "exit 0", "lint", "{report}"] });
    expect(await runTool(run, silent, at())).toMatchObject({ kind: "failed" });
  });

  it("is not read when it is a link", async () => {
    writeFiles(folder, { given: sarif("a.ts") });
    const links = tool("", {
      format: { kind: "sarif" },
      argv: ["sh", "-c", 'ln -s "$PWD/given" "$1"', "lint", "{report}"],
    });
    expect(await runTool(run, links, at())).toMatchObject({
      kind: "failed",
      why: expect.stringContaining("report can't be read") as string,
    });
  });
});

describe("files are named relative to the folder", () => {
  it("however the tool names them; those elsewhere keep their whole path", async () => {
    writeFiles(folder, {
      names: [
        "a.ts",
        "./b.ts",
        "././c.ts",
        `${folder}/d.ts`,
        `x/../e.ts`,
        "../checkout/f.ts",
        "../other.ts",
        "/etc/passwd",
      ]
        .map((name) => `${name}:1: m\n`)
        .join(""),
    });
    const other = join(dirname(folder), "other.ts");
    expect(filesIn(await runTool(run, tool("cat names"), at()))).toEqual([
      "a.ts",
      "b.ts",
      "c.ts",
      "d.ts",
      "e.ts",
      "f.ts",
      other,
      "/etc/passwd",
    ]);
  });

  it("are from the top where it runs below it, wherever they lie and however it names them", async () => {
    writeFiles(folder, {
      "web/names": ["a.ts", "../lib/b.ts", `${folder}/web/c.ts`, "/etc/passwd"]
        .map((name) => `${name}:1: see ${folder}/web/x\n`)
        .join(""),
    });
    const ran = await runTool(run, tool("cat names"), at({ below: "web" }));
    expect([filesIn(ran), messagesIn(ran)[0]]).toEqual([
      ["web/a.ts", "lib/b.ts", "web/c.ts", "/etc/passwd"],
      "see web/x",
    ]);
    const files = ["web/d.ts", "web/-e.ts", "lib/b.ts", "webs/f.ts"];
    expect(filesIn(await runTool(run, tool(each), at({ below: "web", files })))).toEqual(["web/d.ts", "web/-e.ts"]);
    expect(filesIn(await runTool(run, tool("echo ran:1: m"), at({ below: "web", files: ["lib/b.ts"] })))).toEqual([]);
  });

  it("also where the folder is reached by a link, and the tool prints either name", async () => {
    const linked = join(dirname(folder), "linked");
    symlinkSync(folder, linked);
    writeFiles(folder, { names: [folder, linked].map((name) => `${name}/a.ts:1: see ${name}/b.ts\n`).join("") });
    const ran = await runTool(run, tool("cat names"), at({ folder: linked }));
    expect([filesIn(ran), messagesIn(ran)]).toEqual([
      ["a.ts", "a.ts"],
      ["see b.ts", "see b.ts"],
    ]);
  });

  it("also through an unknown link", async () => {
    const other = join(dirname(folder), "other");
    symlinkSync(folder, other);
    writeFiles(folder, { "a.ts": "", names: `${other}/a.ts:1: m\n` });
    expect(filesIn(await runTool(run, tool("cat names"), at()))).toEqual(["a.ts"]);
  });

  it("and so are those in messages, but not what only looks like the folder", async () => {
    const messages = [
      `in ${folder}/a.ts and ${folder}/b.ts`,
      `(${folder})`,
      `file://${folder}/a`,
      `${folder}-2/a`,
      `/x${folder}/a`,
      `${folder}.b/a`,
      `at ${folder}.`,
    ];
    writeFiles(folder, { names: messages.map((message) => `a:1: ${message}\n`).join("") });
    const left = ["in a.ts and b.ts", "(.)", "file://a", `${folder}-2/a`, `/x${folder}/a`, `${folder}.b/a`, "at .."];
    expect(messagesIn(await runTool(run, tool("cat names"), at()))).toEqual(left);
  });
});
