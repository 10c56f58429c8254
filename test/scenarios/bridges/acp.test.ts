import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { acpAgent } from "../../kit/acp-agent.ts";
import { runBridge, startBridge, type BridgeEnd } from "../../kit/bridges.ts";
import { tempFolder } from "../../kit/folders.ts";
import { untilExists } from "../../kit/processes.ts";
import { oneOf } from "../../kit/long.ts";

type Agent = Parameters<typeof acpAgent>[0];

function drive(agent: Agent, more: Partial<Parameters<typeof runBridge>[0]> = {}): Promise<BridgeEnd> {
  return runBridge(
    { contextPath: tempFolder(), ...more, to: { kind: "acp", argv: acpAgent(agent) } },
    { prompt: "Write it." },
  );
}

test("an agent that speaks ACP works in the context, and what it says, does and uses is told", async () => {
  const contextPath = tempFolder();
  const { code, lines } = await drive(
    {
      prompt: `
        await say("I "); await say("begin.");
        await tell({ sessionUpdate: "tool_call", toolCallId: "t", title: "Write a.txt", kind: "edit", locations: [{ path: cwd + "/a.txt" }] });
        await write(cwd + "/sub/a.txt", text);
        await tell({ sessionUpdate: "usage_update", used: 1, size: 10, cost: { amount: 0.25, currency: "USD" } });
        await say("Done: "); await say(await read(cwd + "/sub/a.txt"));
        return { stopReason: "end_turn", usage: { totalTokens: 112, inputTokens: 100, outputTokens: 12, cachedReadTokens: 7 } };`,
    },
    { contextPath, model: "m1" },
  );
  expect(code).toBe(0);
  expect(readFileSync(join(contextPath, "sub/a.txt"), "utf8")).toBe("Write it.");
  const tokens = { input_tokens: 100, output_tokens: 12, cache_read_tokens: 7, cache_write_tokens: 0 };
  expect(lines).toEqual([
    { type: "started", session: "s-1", model: "m1" },
    { type: "said", text: "I begin." },
    { type: "did", tool: "edit", detail: "Write a.txt" },
    {
      type: "spent",
      scope: "total",
      input_tokens: 0,
      output_tokens: 0,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      usd: 0.25,
    },
    { type: "said", text: "Done: Write it." },
    { type: "spent", scope: "total", ...tokens, usd: 0.25 },
    { type: "ended", good: true, text: "Done: Write it." },
  ]);
});

test("leave is given once for files in the context and for commands, and for nothing outside", async () => {
  const [contextPath, outside] = [tempFolder(), tempFolder()];
  symlinkSync(outside, join(contextPath, "way-out"));
  mkdirSync(join(contextPath, ".git"));
  const { lines } = await drive(
    {
      prompt: `
        const answers = [
          await ask({ kind: "edit", locations: [{ path: cwd + "/new.txt" }] }),
          await ask({ kind: "execute", title: "rm -rf /", rawInput: { command: "rm -rf /" } }),
          await ask({ kind: "edit", locations: [{ path: cwd + "/new.txt" }, { path: "/etc/passwd" }] }),
          await ask({ kind: "edit", content: [{ type: "diff", path: cwd + "/way-out/x", newText: "x" }] }),
          await ask({ kind: "edit", rawInput: { file_path: cwd + "/../x" } }),
          await ask({ kind: "edit", locations: [{ path: cwd + "/.git/hooks/pre-commit" }] }),
          await ask({ kind: "read", rawInput: { filePath: "file:///etc/passwd" } }),
          await ask({ kind: "delete", rawInput: { path: "~/x" } }),
          await ask({ kind: "delete" }),
        ];
        await tell({ sessionUpdate: "tool_call", toolCallId: "t2", title: "Later", kind: "edit", locations: [{ path: "/etc/hosts" }] });
        answers.push(await ask({ toolCallId: "t2", title: "Later" }));
        await say(answers.join(" "));
        return { stopReason: "end_turn" };`,
    },
    { contextPath },
  );
  expect(lines.at(-1)).toMatchObject({ type: "ended", text: "yes yes no no no no no no no no" });
});

test("files that an agent reads and writes through its client stay in the context", async () => {
  const [contextPath, outside] = [tempFolder(), tempFolder()];
  writeFileSync(join(outside, "kept"), "kept");
  symlinkSync(outside, join(contextPath, "way-out"));
  symlinkSync(join(outside, "made"), join(contextPath, "dangling"));
  mkdirSync(join(contextPath, ".git"));
  writeFileSync(join(contextPath, "lines"), "1\n2\n3\n4\n");
  const { lines } = await drive(
    {
      prompt: `
        const out = ${JSON.stringify(outside)};
        for (const path of ["/way-out/kept", "/way-out/made", "/dangling", "/.git/config", "/../made"]) await say((await write(cwd + path, "x")).slice(0, 7) + " ");
        for (const path of [out + "/kept", cwd + "/way-out/kept", "/proc/self/environ"]) await say((await read(path)).slice(0, 7) + " ");
        await say(await read(cwd + "/lines", { line: 2, limit: 2 }));
        return { stopReason: "end_turn" };`,
    },
    { contextPath },
  );
  expect(lines.at(-1)).toMatchObject({ type: "ended", text: `${"refused ".repeat(8)}2\n3` });
  expect(readFileSync(join(outside, "kept"), "utf8")).toBe("kept");
  expect(existsSync(join(outside, "made"))).toBe(false);
});

test("extra output of an agent beside the protocol breaks nothing and is kept as a complaint", async () => {
  const { code, lines, err } = await drive({
    before: `console.log("Welcome!"); console.log('{"not": "a message"}'); console.log("[1, 2]"); process.stdout.write("\\n\\u{1F600} {\\n");`,
    prompt: `console.log("Now I work."); await say("Fine."); console.log("{"); return { stopReason: "end_turn" };`,
  });
  expect({ code, end: lines.at(-1) }).toEqual({ code: 0, end: { type: "ended", good: true, text: "Fine." } });
  expect(err).toContain("Welcome!\n");
  expect(err).toContain("Now I work.\n");
});

test("an earlier session is loaded without being told again, and its costs are not this run's", async () => {
  const { lines } = await drive(
    {
      setting: { loadSession: true },
      prompt: `
        await tell({ sessionUpdate: "usage_update", used: 1, size: 10, cost: { amount: 5.5, currency: "USD" } });
        await say(sessionId); return { stopReason: "end_turn" };`,
    },
    { session: "s-0" },
  );
  expect(lines).toMatchObject([
    { type: "started", session: "s-0" },
    { type: "spent", usd: 0.5 },
    { type: "said", text: "s-0" },
    { type: "spent", usd: 0.5 },
    { type: "ended", text: "s-0" },
  ]);
});

test("an agent that can't go on with a session gets no new one in its place", async () => {
  const { code, lines } = await drive({ prompt: "" }, { session: "s-0" });
  expect({ code, lines }).toMatchObject({ code: 1, lines: [{ type: "failed", error: "session_not_supported" }] });
});

test("the model is chosen where the agent lets its client choose", async () => {
  const contextPath = tempFolder();
  const options = [{ value: "small", name: "Small" }];
  const configOptions = [
    { id: "the-model", name: "Model", category: "model", type: "select", currentValue: "small", options },
  ];
  await drive(
    { setting: { configOptions }, prompt: `return { stopReason: "end_turn" };` },
    { contextPath, model: "large" },
  );
  expect(readFileSync(join(contextPath, "chosen"), "utf8")).toBe("large");
});

test.each(
  oneOf(3, [
    { stopReason: "refusal", error: "refusal" },
    { stopReason: "max_tokens", error: "max_tokens" },
    { stopReason: "max_turn_requests", error: "max_turns" },
  ]),
)("an agent that stops for $stopReason has not ended well", async ({ stopReason, error }) => {
  const { code, lines } = await drive({ prompt: `return { stopReason: ${JSON.stringify(stopReason)} };` });
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({ type: "failed", error, final: true });
});

test.each([
  {
    what: "an agent without a login",
    setting: { needsLogin: true },
    prompt: "",
    says: { status: 401, error: "authentication_required" },
    exit: 1,
  },
  {
    what: "an agent of another version",
    setting: { version: 7 },
    prompt: "",
    says: { error: "protocol_version" },
    exit: 1,
  },
  {
    what: "an agent that passes a status on",
    prompt: `throw new RequestError(429, "Too many requests");`,
    says: { status: 429, message: "Too many requests" },
    exit: 1,
  },
  {
    what: "an error whose reason stands in its data",
    prompt: `throw RequestError.internalError({ details: "model not found: m9" });`,
    says: { status: null, error: "internal_error", message: "Internal error: model not found: m9" },
    exit: 1,
  },
  { what: "an agent that goes away", prompt: `process.exit(3);`, says: { error: "agent_lost" }, exit: 3 },
  {
    what: "an agent that is killed",
    prompt: `process.kill(process.pid, "SIGKILL"); await stopped;`,
    says: { error: "agent_lost" },
    exit: 137,
  },
])("$what is told as it is", async ({ setting = {}, prompt, says, exit }) => {
  const { code, lines } = await drive({ setting, prompt });
  expect(lines.at(-1)).toMatchObject({ type: "failed", final: true, ...says });
  expect(code).toBe(exit);
});

test("a program that is not there is told as a shell tells it", async () => {
  const { code, lines } = await runBridge({ contextPath: tempFolder(), to: { kind: "acp", argv: ["/nowhere/agent"] } });
  expect({ code, lines }).toMatchObject({
    code: 127,
    lines: [{ type: "failed", error: "program_not_found", message: "there is no program /nowhere/agent" }],
  });
});

test.each([
  {
    how: "answers",
    prompt: `writeFileSync("began", ""); await stopped; await say("Stopped."); return { stopReason: "cancelled" };`,
    said: 1,
  },
  {
    how: "hears nothing",
    prompt: `process.on("SIGTERM", () => {}); writeFileSync("began", ""); await new Promise((r) => setInterval(r, 2 ** 30));`,
    said: 0,
  },
])("an agent that $how when the bridge is asked to end is gone with it", async ({ prompt, said }) => {
  const contextPath = tempFolder();
  const argv = acpAgent({ prompt, before: `writeFileSync("pid", String(process.pid));` });
  const bridge = startBridge({ contextPath, to: { kind: "acp", argv } });
  await untilExists(join(contextPath, "began"));
  bridge.terminate();
  const { code, lines } = await bridge.end;
  expect(code).toBe(1);
  expect(lines.filter(({ type }) => type === "said")).toHaveLength(said);
  expect(lines.at(-1)).toMatchObject({ type: "failed", error: "cancelled" });
  const pid = Number(readFileSync(join(contextPath, "pid"), "utf8"));
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
