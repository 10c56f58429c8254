import { existsSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AgentRequest } from "../agent.ts";
import { makeRequest, runAgent, scriptedPath } from "../../../test/kit/agents.ts";
import { commandAgent } from "../agent-for.ts";
import { wholePrompt } from "../run/prompt.ts";
import { scriptedAgent } from "../agent-for.ts";
import type { EpochMs } from "../../base/ids.ts";
import { readReported } from "../run/reported.ts";
import type { HowEnded, ProcessEnd, ProcessRequest } from "../../process/process.ts";

const exitedWell: HowEnded = { kind: "exited", code: 0 };

describe("files", () => {
  test("create writes a file and its folders", async () => {
    const { read } = await follow(['create a/b.txt one  two "three" $HOME \\n\\tfour', "create empty"]);
    expect(read("a/b.txt")).toBe('one  two "three" $HOME \n\\tfour\n');
    expect(read("empty")).toBe("");
  });

  test("names with blanks, quotes of the shell and leading hyphens are taken as they are", async () => {
    const { read } = await follow([
      'create "a b/c d" text',
      "create -rf text",
      "create $(id)'; text",
      "rename -rf -x",
      'delete "a b/c d"',
    ]);
    expect([read("-x"), read("$(id)';")]).toEqual(["text\n", "text\n"]);
    expect(() => read("a b/c d")).toThrow("ENOENT");
  });

  test("append adds a line", async () => {
    const { read } = await follow(["append log one", "append log two"]);
    expect(read("log")).toBe("one\ntwo\n");
  });

  test("edit changes the first place only, and no character in it is special", async () => {
    const { read, context } = await follow(['edit f "a.*[b]/&" "x&\\n\\1/"'], {
      files: { f: "a-b\nsee a.*[b]/& and a.*[b]/&\na.*[b]/&\nlast" },
    });
    expect(read("f")).toBe("a-b\nsee x&\n\\1/ and a.*[b]/&\na.*[b]/&\nlast");
    expect(statSync(join(context, "f")).mode & 0o777).toBe(0o640);
  });

  test("edit leaves a last line without a new line so", async () => {
    expect((await follow(["edit f end END"], { files: { f: "begin\nthe end" } })).read("f")).toBe("begin\nthe END");
    expect((await follow(['edit f begin ""'], { files: { f: "begin\nthe end" } })).read("f")).toBe("\nthe end");
  });

  test("edit that finds nothing fails and changes nothing", async () => {
    const { end, read } = await follow(["edit f missing x", "create after x"], { files: { f: "content" } });
    expect(end.how).toEqual({ kind: "exited", code: 65 });
    expect(read("f")).toBe("content");
    expect(end.stderr.toString()).toBe("tutti-scripted: could not do: edit f missing x\n");
    expect(() => read("after")).toThrow("ENOENT");
  });

  test("delete removes a file or a folder, and fails when there is none", async () => {
    const { end, context } = await follow(["delete f", "create d/e x", "delete d", "delete nothing"], {
      files: { f: "x" },
    });
    expect(end.how).toEqual({ kind: "exited", code: 65 });
    expect([existsSync(join(context, "f")), existsSync(join(context, "d"))]).toEqual([false, false]);
  });

  test("rename, mode and link do what they say", async () => {
    const { context, read } = await follow(["rename f d/g", "mode d/g 755", "link d/g l", 'link "no where" m'], {
      files: { f: "x" },
    });
    expect(read("d/g")).toBe("x");
    expect(statSync(join(context, "d/g")).mode & 0o777).toBe(0o755);
    expect([readlinkSync(join(context, "l")), readlinkSync(join(context, "m"))]).toEqual(["d/g", "no where"]);
  });

  test("a file that cannot be written makes it fail", async () => {
    for (const command of ["create f/g x", "append d x", "rename nothing x", "mode nothing 755"]) {
      const { end } = await follow(["create d/e x", command], { files: { f: "x" } });
      expect(end.how).toEqual({ kind: "exited", code: 65 });
    }
  });
});

test("commit makes a commit of everything, even where git knows no identity", async () => {
  const { end, context } = await follow(["create new x", "commit A message\\n\\nwith a body"], {
    before: "git init -q",
    limits: (request) => ({
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: request.paths.workspacePath,
        TUTTI_PROMPT_FILE: request.paths.promptPath,
      },
    }),
  });
  expect(end.how).toEqual(exitedWell);
  const log = await sh(
    "git log --format=%an:%s; git ls-tree --name-only HEAD",
    makeRequest("", { paths: { contextPath: context } }),
  );
  expect(log.stdout.toString()).toBe("Scripted agent:A message\nnew\n");
});

describe("output", () => {
  test("print goes to stdout, complain to stderr", async () => {
    const { end } = await follow(["print a \\n b", "complain -n %s"]);
    expect([end.stdout.toString(), end.stderr.toString()]).toEqual(["a \n b\n", "-n %s\n"]);
  });

  test("flood prints as many bytes as asked", async () => {
    expect((await follow(["flood 300000"])).end.stdout.length).toBe(300_000);
  });

  test("rate-limit reports in the structured channel only", async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { end, request } = await follow(["rate-limit 3600", "print never"]);
    const [event, ...others] = await readReported(request.paths.eventsPath, () => before as EpochMs);
    expect(end.stdout.length + end.stderr.length + others.length).toBe(0);
    expect(event).toMatchObject({ kind: "failed", isFinal: true, problem: { status: 429 } });
    expect(event?.kind === "failed" ? event.problem.resetAt : null).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(end.how).toEqual({ kind: "exited", code: 75 });
  });
});

describe("ends", () => {
  test("fail exits with its code, crash dies", async () => {
    expect((await follow(["fail 3", "print never"])).end.how).toEqual({ kind: "exited", code: 3 });
    expect((await follow(["crash"])).end.how).toEqual({ kind: "signalled", signal: "SIGKILL" });
  });

  test("hang does not listen to polite signals", async () => {
    const { end } = await follow(["print up", "hang"], { limits: () => ({ limits: { idleMs: 200, graceMs: 50 } }) });
    expect([end.how.kind, end.stdout.toString()]).toEqual(["idle", "up\n"]);
  });

  test("fork leaves children that hold the output, and the run ends them", async () => {
    const { end } = await follow(["fork", "print done"]);
    expect([end.how, end.stdout.toString(), end.outlived]).toEqual([exitedWell, "done\n", undefined]);
  });

  test("wait-for goes on when the file is there", async () => {
    const { end } = await follow(["wait-for f", "sleep 0", "print there"], { files: { f: "" } });
    expect(end.stdout.toString()).toBe("there\n");
  });
});

describe("the script", () => {
  test("attempts differ where it says so", async () => {
    const script = [
      "until-attempt 2 print early",
      "on-attempt 2 print second",
      "on-attempt 3 on-attempt 3 print third",
    ];
    const outputs = [1, 2, 3].map(async (attempt) => (await follow(script, { attempt })).end.stdout.toString());
    expect(await Promise.all(outputs)).toEqual(["early\n", "early\nsecond\n", "third\n"]);
  });

  test("is the whole prompt, or what stands between script: and what is added to it", async () => {
    expect((await follow(["# a comment", "", "  print indented", "print last"])).end.stdout.toString()).toBe(
      "indented\nlast\n",
    );
    const prose = wholePrompt("Please do this:\nscript:\r\n\tprint done\r", {
      requirements: ["print nothing"],
      brief: "the last attempt failed",
    });
    expect((await follow([prose])).end).toMatchObject({ how: exitedWell, stdout: Buffer.from("done\n") });
    expect(
      (await follow([wholePrompt("print done", { requirements: [], brief: "it said:\nscript:\nprint more" })])).end,
    ).toMatchObject({
      how: exitedWell,
      stdout: Buffer.from("done\n"),
    });
  });

  test("with a mistake ends with 64 and names it", async () => {
    const mistakes = {
      "dance x": "unknown command: dance",
      'create "x': 'a quote is not closed: create "x',
      "fail x": "not a whole number: fail x",
      "rename a": "a word is missing: rename a",
      "edit a b c d": "too many words: edit a b c d",
      'delete ""': 'a file name is empty: delete ""',
    };
    for (const [line, reason] of Object.entries(mistakes)) {
      const { end } = await follow([line]);
      expect([end.how, end.stderr.toString()]).toEqual([{ kind: "exited", code: 64 }, `tutti-scripted: ${reason}\n`]);
    }
  });

  test("may be run as a program of its own", () => {
    expect(statSync(scriptedPath).mode & 0o111).toBe(0o111);
  });
});

interface Setting {
  readonly files?: Readonly<Record<string, string>>;
  readonly attempt?: number;
  /** A shell script that prepares the context. */
  readonly before?: string;
  readonly limits?: (request: AgentRequest) => Partial<ProcessRequest>;
}

interface Followed {
  readonly end: ProcessEnd;
  readonly request: AgentRequest;
  readonly context: string;
  readonly read: (file: string) => string;
}

async function follow(
  script: readonly string[],
  { files = {}, attempt = 1, before, limits }: Setting = {},
): Promise<Followed> {
  const request = makeRequest(script.join("\n"), { whose: { attempt } });
  const context = request.paths.contextPath;
  for (const [name, content] of Object.entries(files)) writeFileSync(join(context, name), content, { mode: 0o640 });
  if (before !== undefined) await sh(before, request);
  const end = await runAgent(scriptedAgent(scriptedPath), request, limits?.(request));
  return { end, request, context, read: (file) => readFileSync(join(context, file), "utf8") };
}

function sh(script: string, request: AgentRequest): Promise<ProcessEnd> {
  return runAgent(
    commandAgent({ kind: "command", argv: ["sh", "-c", script], prompt: "stdin", env: {}, once: false }),
    request,
  );
}
