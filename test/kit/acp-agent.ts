import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { tempFolder } from "./folders.ts";

/**
 * An agent that speaks ACP, in a process of its own: `prompt` is the body of its answer to a prompt, with `text`,
 * `client`, `sessionId`, `say`, `ask` and `stopped` (a promise) in reach. `before`: what it does before it listens.
 */
export function acpAgent({
  prompt,
  before = "",
  setting = {},
}: {
  prompt: string;
  before?: string;
  setting?: object;
}): readonly [string, ...string[]] {
  const folder = tempFolder();
  const sdk = fileURLToPath(import.meta.resolve("@agentclientprotocol/sdk"));
  const script = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { agent, methods, ndJsonStream, RequestError } from ${JSON.stringify(sdk)};
const setting = { loadSession: false, resume: false, version: 1, ...${JSON.stringify(setting)} };
${before}
let cwd = "";
let release;
const stopped = new Promise((resolve) => { release = resolve; });
const hello = {
  protocolVersion: setting.version,
  agentCapabilities: { loadSession: setting.loadSession, ...(setting.resume ? { sessionCapabilities: { resume: {} } } : {}) },
};
agent({ name: "fake" })
  .onRequest(methods.agent.initialize, () => hello)
  .onRequest(methods.agent.session.new, ({ params }) => {
    if (setting.needsLogin) throw RequestError.authRequired();
    cwd = params.cwd;
    return { sessionId: "s-1", ...(setting.configOptions ? { configOptions: setting.configOptions } : {}) };
  })
  .onRequest(methods.agent.session.setConfigOption, ({ params }) => {
    writeFileSync("chosen", params.value);
    return { configOptions: setting.configOptions };
  })
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "An old story." } };
    await client.notify(methods.client.session.update, { sessionId: params.sessionId, update });
    const usage = { sessionUpdate: "usage_update", used: 1, size: 10, cost: { amount: 5, currency: "USD" } };
    await client.notify(methods.client.session.update, { sessionId: params.sessionId, update: usage });
    return {};
  })
  .onNotification(methods.agent.session.cancel, () => release())
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId } = params;
    const text = params.prompt.map((block) => block.text).join("");
    const tell = (update) => client.notify(methods.client.session.update, { sessionId, update });
    const say = (words) => tell({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: words } });
    const ask = async (toolCall) => {
      const options = [
        { optionId: "always", name: "Always", kind: "allow_always" },
        { optionId: "yes", name: "Yes", kind: "allow_once" },
        { optionId: "no", name: "No", kind: "reject_once" },
      ];
      const { outcome } = await client.request(methods.client.session.requestPermission, { sessionId, toolCall: { toolCallId: "t", ...toolCall }, options });
      return outcome.optionId ?? outcome.outcome;
    };
    const tried = async (work) => { try { return await work(); } catch (error) { return "refused: " + JSON.stringify(error.data ?? error.message) + error.message; } };
    const read = (path, more) => tried(async () => (await client.request(methods.client.fs.readTextFile, { sessionId, path, ...more })).content);
    const write = (path, content) => tried(async () => { await client.request(methods.client.fs.writeTextFile, { sessionId, path, content }); return "written"; });
    ${prompt}
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
`;
  const path = join(folder, "agent.mjs");
  writeFileSync(path, script);
  return [process.execPath, path];
}
