import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import {
  call,
  httpApis,
  httpDrive,
  httpKey,
  openBreaking,
  openModel,
  openRefusing,
  runBridge,
  startBridge,
} from "../../kit/bridges.ts";
import { tempFolder } from "../../kit/folders.ts";
import { untilExists } from "../../kit/processes.ts";
import { oneOf } from "../../kit/long.ts";

const env = { MODEL_KEY: httpKey };
const open: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function opened<T extends { close: () => unknown }>(opening: Promise<T>): Promise<T> {
  const one = await opening;
  open.push(one);
  return one;
}

const usage = { prompt_tokens: 100, completion_tokens: 10, input_tokens: 100, output_tokens: 10 };

test.each(httpApis)(
  "a model behind the API of %s writes, changes, looks and runs, and what it used is told",
  async (api) => {
    const contextPath = tempFolder();
    const model = await opened(
      openModel([
        { content: "I begin.", toolCalls: [call("write", { path: "src/a.txt", text: "one two\n" })], usage },
        {
          toolCalls: [
            call("edit", { path: "src/a.txt", old: "two", new: "$& three" }),
            call("list", { pattern: "**/*.txt" }),
          ],
          usage,
        },
        {
          toolCalls: [
            call("run", { command: ["cat", "src/a.txt"] }),
            call("run", { command: "echo $MODEL_KEY made > b.txt" }),
          ],
          usage,
        },
        { content: "All done.", usage },
      ]),
    );
    const price = { input: 1, output: 10, cacheRead: null, cacheWrite: null };
    const { code, lines, err } = await runBridge(
      { contextPath, to: httpDrive(model.url, { api, price }) },
      { env, prompt: "Write it." },
    );

    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(readFileSync(join(contextPath, "src/a.txt"), "utf8")).toBe("one $& three\n");
    expect(readFileSync(join(contextPath, "b.txt"), "utf8")).toBe("made\n");
    expect(lines[0]).toMatchObject({ type: "started", model: "m1" });
    expect(lines.filter(({ type }) => type === "did")).toEqual([
      { type: "did", tool: "write", detail: "src/a.txt" },
      { type: "did", tool: "edit", detail: "src/a.txt" },
      { type: "did", tool: "list", detail: "**/*.txt" },
      { type: "did", tool: "run", detail: "cat src/a.txt" },
      { type: "did", tool: "run", detail: "echo $MODEL_KEY made > b.txt" },
    ]);
    const spent = lines.filter((line) => line.type === "spent");
    expect(spent).toHaveLength(4);
    expect(spent[0]).toMatchObject({
      scope: "turn",
      input_tokens: 100,
      output_tokens: 10,
      usd: expect.closeTo(0.0002, 10) as number,
    });
    expect(lines.filter((line) => line.type === "said").map(({ text }) => text)).toEqual(["I begin.", "All done."]);
    expect(lines.at(-1)).toEqual({ type: "ended", good: true, text: "All done." });
    expect(model.requests()[0]).toContain("Write it.");
    expect(model.requests()[3]).toContain("one $& three");
  },
);

test("a follow-up goes on with the conversation, and an unknown session is an error", async () => {
  const contextPath = tempFolder();
  const model = await opened(openModel([{ content: "My name is Otto." }, { content: "Otto." }]));
  const to = httpDrive(model.url);
  const first = await runBridge({ contextPath, to }, { env, prompt: "Who are you?" });
  const started = first.lines[0];
  const session = started?.type === "started" ? started.session : null;

  const second = await runBridge({ contextPath, to, session }, { env, prompt: "Again?" });
  expect(second.lines.at(-1)).toEqual({ type: "ended", good: true, text: "Otto." });
  expect(model.requests()[1]).toMatch(/Who are you\?.*My name is Otto\..*Again\?/s);
  expect(readdirSync(join(to.homePath, "sessions"))).toEqual([`${String(session)}.json`]);

  for (const unknown of ["00000000-0000-4000-8000-000000000000", "../../etc/passwd"]) {
    const { code, lines } = await runBridge({ contextPath, to, session: unknown }, { env });
    expect({ code, lines }).toMatchObject({
      code: 1,
      lines: [{ type: "failed", error: "session_not_found", final: true }],
    });
  }
});

test.each([
  {
    status: 429,
    body: { error: { message: "Slow down", type: "rate_limit_error" } },
    says: { status: 429, error: "rate_limit_error", message: "Slow down" },
  },
  {
    status: 401,
    body: { error: { message: "Bad key", type: "invalid_request_error", code: "invalid_api_key" } },
    says: { status: 401, error: "invalid_api_key" },
  },
  { status: 500, body: { oops: true }, says: { status: 500, error: "api_error" } },
])("an answer with status $status is told once, as it is, and not asked for again", async ({ status, body, says }) => {
  for (const api of status === 429 ? httpApis : oneOf(httpApis.length, httpApis)) {
    const provider = await opened(openRefusing(status, { "retry-after": "120" }, body));
    const before = Date.now();
    const { code, lines } = await runBridge(
      { contextPath: tempFolder(), to: httpDrive(provider.url, { api }) },
      { env },
    );
    expect({ code, types: lines.map(({ type }) => type) }).toEqual({ code: 1, types: ["started", "failed"] });
    expect(lines[1]).toMatchObject({ ...says, final: true });
    const at = lines[1]?.type === "failed" ? (lines[1].reset_at_ms ?? 0) : 0;
    expect(at).toBeGreaterThanOrEqual(before + 120_000);
  }
});

test("a missing key is an authentication error, and nothing is sent", async () => {
  const { lines } = await runBridge({ contextPath: tempFolder(), to: httpDrive("http://127.0.0.1:9") });
  expect(lines).toMatchObject([
    { type: "failed", status: 401, error: "authentication_error", message: "MODEL_KEY is not set" },
  ]);
});

test("a provider that can't be reached is told with the reason below", async () => {
  const gone = await openRefusing(500, {}, {});
  gone.close();
  const { lines } = await runBridge({ contextPath: tempFolder(), to: httpDrive(gone.url) }, { env });
  expect(lines.at(-1)).toMatchObject({ type: "failed", status: null, error: "ECONNREFUSED" });
});

test.each([true, false])("an answer that breaks off is no answer (looks whole: %s)", async (isClean) => {
  const provider = await opened(openBreaking({ isClean }));
  const { code, lines } = await runBridge({ contextPath: tempFolder(), to: httpDrive(provider.url) }, { env });
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({
    type: "failed",
    status: null,
    error: isClean ? "stream_disconnected" : "UND_ERR_SOCKET",
    final: true,
  });
});

test("a model that never ends is ended after its turns", async () => {
  const model = await opened(openModel([{ toolCalls: [call("list", {})] }]));
  const { code, lines } = await runBridge(
    { contextPath: tempFolder(), to: httpDrive(model.url, { maxTurns: 3 }) },
    { env },
  );
  expect(code).toBe(1);
  expect(model.requests()).toHaveLength(3);
  expect(lines.at(-1)).toMatchObject({ type: "failed", error: "max_turns" });
});

test("no turn is begun once the budget is spent", async () => {
  const model = await opened(openModel([{ toolCalls: [call("list", {})], usage }]));
  const price = { input: 1, output: 10, cacheRead: null, cacheWrite: null };
  const { lines } = await runBridge(
    { contextPath: tempFolder(), budgetUsd: 0.0003, to: httpDrive(model.url, { price }) },
    { env },
  );
  expect(model.requests()).toHaveLength(2);
  expect(lines.at(-1)).toMatchObject({ type: "failed", error: "budget_exceeded" });
});

test("only the tools that it may have are there, and a call without sense is answered", async () => {
  const contextPath = tempFolder();
  const model = await opened(
    openModel([
      { toolCalls: [call("run", { command: "touch ran" })] },
      { toolCalls: [call("read", { file: 1 })] },
      { toolCalls: [call("list", {})] },
      { content: "Well." },
    ]),
  );
  const { code, lines } = await runBridge(
    { contextPath, to: httpDrive(model.url, { tools: ["read", "list"] }) },
    { env },
  );
  expect({ code, made: readdirSync(contextPath) }).toEqual({ code: 0, made: [] });
  expect(lines.filter(({ type }) => type === "did")).toEqual([{ type: "did", tool: "list", detail: "list" }]);
});

test("a bridge that is asked to end ends what it runs, and says so", async () => {
  const contextPath = tempFolder();
  const model = await opened(
    openModel([{ toolCalls: [call("run", { command: "touch began; sleep 300" })] }, { content: "Never." }]),
  );
  const bridge = startBridge({ contextPath, to: httpDrive(model.url) }, { env });
  await untilExists(join(contextPath, "began"));
  bridge.terminate();
  const { code, lines } = await bridge.end;
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({ type: "failed", error: "cancelled" });
  expect(model.requests()).toHaveLength(1);
});
