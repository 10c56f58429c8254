import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { expect, it } from "vitest";
import { acpAgent } from "../../kit/acp-agent.ts";
import { tempFolder } from "../../kit/folders.ts";
import { happened, rests, withLive } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";
import { told } from "../agents/story.ts";
import { fileAt, makeSign, scoreOf, states } from "../conductor/story.ts";

/** A repository with an agent of its own. */
function withAgent(profile: object): string {
  const { path } = makeRepository();
  mkdirSync(join(path, ".tutti/agents"), { recursive: true });
  writeFileSync(join(path, ".tutti/agents/talker.yaml"), stringify({ name: "talker", ...profile }));
  return path;
}

/** Speaks as Claude Code does: messages come on stdin, and those that it reads are repeated. */
function streamAgent(body: string): object {
  const script = join(tempFolder(), "agent.mjs");
  writeFileSync(
    script,
    `import { createInterface } from "node:readline";
import { existsSync, writeFileSync } from "node:fs";
const print = (line) => console.log(JSON.stringify(line));
const read = (message) => { print({ ...message, isReplay: true }); return message.message.content[0].text; };
const ended = (result) => print({ type: "result", subtype: "success", is_error: false, result, usage: { input_tokens: 1, output_tokens: 1 }, total_cost_usd: 0 });
const messages = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const next = async () => { const { value, done } = await messages.next(); return done ? null : JSON.parse(value); };
print({ type: "system", subtype: "init", session_id: "s-1", model: "m" });
${body}`,
  );
  return {
    kind: "cli",
    executable: process.execPath,
    args: [script],
    output: { format: "claude" },
    talk: { format: "claude", args: ["--talks"] },
  };
}

it("words reach an agent with an input stream while it works, and it ends when all were read", async () => {
  const sign = makeSign();
  const repository = withAgent(
    streamAgent(`read(await next());
writeFileSync(${JSON.stringify(sign.path)}, process.argv.at(-1));
const words = read(await next());
writeFileSync("words.txt", words);
ended("done");
if ((await next()) !== null) process.exit(3);`),
  );
  await withLive(
    async (live) => {
      const job = await live.submit(scoreOf({ a: "Wait for words." }, { agent: "talker" }));
      await sign.seen();
      const { notes } = await live.tutti.call("sheet.tell", { job, sheet: "a", text: "mind the docs" });
      await live.until(job, rests(1));
      expect(notes).toEqual(["a: its agent runs and reads this after its current step (input stream)"]);
      expect([await states(live, job), fileAt(repository, "words.txt")]).toEqual([{ a: "landed" }, "mind the docs"]);
      const events = await live.events(job);
      expect([told(events, "told").map(({ text }) => text), told(events, "started").length]).toEqual([
        ["mind the docs"],
        1,
      ]);
      const log = await live.tutti.call("sheet.logs", { job, folder: "/", sheet: "a", stream: "stdout" });
      expect(log?.text).toContain("mind the docs");
    },
    { repository },
  );
});

it("words that an agent ended without reading are for its next attempt", async () => {
  const [sign, gone] = [makeSign(), makeSign()];
  const repository = withAgent(
    streamAgent(`const prompt = read(await next());
if (prompt.includes("too late")) {
  writeFileSync("words.txt", "heard");
  ended("done");
} else {
  writeFileSync(${JSON.stringify(sign.path)}, "");
  while (!existsSync(${JSON.stringify(gone.path)})) await new Promise((resolve) => setTimeout(resolve, 5));
  writeFileSync("work.txt", "first");
  ended("done");
  process.exit(0);
}`),
  );
  await withLive(
    async (live) => {
      const job = await live.submit(scoreOf({ a: "Work." }, { agent: "talker", landing: "approve" }));
      await sign.seen();
      await live.tutti.call("sheet.tell", { job, sheet: "a", text: "too late for the first" });
      writeFileSync(gone.path, "");
      await live.until(job, rests(1));
      await live.tutti.call("sheet.approve", { job });
      await live.until(job, rests(2));
      expect([fileAt(repository, "work.txt"), fileAt(repository, "words.txt")]).toEqual(["first", "heard"]);
    },
    { repository },
  );
});

it("words stop the turn of an ACP agent, which goes on with them in the same session and attempt", async () => {
  const sign = makeSign();
  const [executable, ...args] = acpAgent({
    prompt: `
      if (text.includes("mind the docs")) {
        await write(cwd + "/words.txt", text);
        return { stopReason: "end_turn", usage: { inputTokens: 2, outputTokens: 2 } };
      }
      writeFileSync(${JSON.stringify(sign.path)}, "");
      await stopped;
      return { stopReason: "cancelled", usage: { inputTokens: 1, outputTokens: 1 } };`,
  });
  const repository = withAgent({ kind: "acp", executable, args });
  await withLive(
    async (live) => {
      const job = await live.submit(scoreOf({ a: "Wait for words." }, { agent: "talker" }));
      await live.until(job, happened("sheet.playing"));
      await sign.seen();
      const { notes } = await live.tutti.call("sheet.tell", { job, sheet: "a", text: "mind the docs" });
      await live.until(job, rests(1));
      expect(notes).toEqual(["a: its agent runs; its current step is stopped, and it goes on with this (ACP)"]);
      expect([await states(live, job), fileAt(repository, "words.txt")]).toEqual([{ a: "landed" }, "mind the docs"]);
      const [ended] = told(await live.events(job), "ended");
      expect(ended).toMatchObject({ attempt: 1, usage: { inputTokens: 3, outputTokens: 3 } });
    },
    { repository },
  );
});
