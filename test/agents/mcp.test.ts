import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChatCompletionRequest, FixtureResponse } from "@copilotkit/aimock";
import { afterEach, expect, test } from "vitest";
import { program, runBuilt } from "../kit/built.ts";
import { tempFolder } from "../kit/folders.ts";
import { gitIn, hermetic } from "../kit/git.ts";
import { openProviders, type Providers } from "../kit/providers.ts";
import { agentsPath, claude, codex, type RealAgent } from "../kit/real-agents.ts";
import { makeRepository } from "../kit/repository.ts";

const tasks = Array.from({ length: 100 }, (_, place) => `create file-${String(place)}.txt ${String(place)}`);
const server = { command: process.execPath, args: ["--no-warnings", program, "mcp"] };

/** A model that submits a job through Tutti's tools, waits for it with the cursor it is given, and says how it ended. */
function drive(request: ChatCompletionRequest): FixtureResponse {
  const results = request.messages.filter(({ role }) => role === "tool");
  const names = (request.tools ?? []).map((tool) => tool.function.name);
  const call = (name: string, asked: object): FixtureResponse => {
    // Codex offers the tools of a server under one name, which the stand-in for its provider does not list.
    const tool = names.find((known) => known.endsWith(name)) ?? `mcp__tutti__${name}`;
    return { toolCalls: [{ name: tool, arguments: JSON.stringify(asked) }] };
  };
  if (results.length === 0)
    return call("tutti_submit", { tasks, agent: "scripted", parallel: 8, key: "one-submission" });
  const { pending, job, cursor, rests, error } = answerIn(JSON.stringify(results.at(-1)?.content ?? ""));
  if (error !== undefined) return { content: `it failed: ${error}` };
  if (pending !== undefined) return call("tutti_wait", { handle: pending, seconds: 45 });
  if (rests === "true") return { content: "All of it has come to rest." };
  if (cursor === undefined)
    return { content: `this is no answer of Tutti: ${JSON.stringify(results.at(-1)?.content)}` };
  return call("tutti_wait", {
    job: job ?? idIn(JSON.stringify(request.messages)),
    cursor: Number(cursor),
    seconds: 45,
  });
}

/** Clients wrap what a tool answers in texts of their own. */
function answerIn(
  text: string,
): Readonly<Record<"pending" | "job" | "cursor" | "rests" | "error", string | undefined>> {
  const plain = text.replaceAll("\\", "");
  const valueOf = (name: string): string | undefined => new RegExp(`"${name}":"?([\\w.-]+)`).exec(plain)?.[1];
  return {
    pending: valueOf("pending"),
    job: valueOf("job"),
    cursor: valueOf("cursor"),
    rests: valueOf("rests"),
    error: plain.includes('"code":"') ? (valueOf("error") ?? "?") : undefined,
  };
}

/** Codex calls the tools of a server by the server's name and their own. */
function inNamespace(text: string): string {
  return text.replaceAll(/"name":"(mcp__tutti)__(\w+)"/g, '"name":"$2","namespace":"$1"');
}

function idIn(text: string): string | undefined {
  return /tutti_wait with job ([\w-]+)/.exec(text)?.[1];
}

interface Scene {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly providers: Providers;
}

const commands: Readonly<Record<string, (scene: Scene, agent: RealAgent) => readonly string[]>> = {
  claude: ({ folder }) => {
    const config = join(folder, "..", "mcp.json");
    writeFileSync(config, JSON.stringify({ mcpServers: { tutti: server } }));
    return ["-p", "Submit it.", "--mcp-config", config, "--strict-mcp-config", "--dangerously-skip-permissions"];
  },
  codex: ({ providers, env }, agent) => [
    "exec",
    ...(agent.plan(providers.url).args ?? []),
    "-m",
    "gpt-5",
    "-c",
    `mcp_servers.tutti.command=${JSON.stringify(server.command)}`,
    "-c",
    `mcp_servers.tutti.args=${JSON.stringify(server.args)}`,
    "-c",
    "mcp_servers.tutti.tool_timeout_sec=60",
    "-c",
    // Otherwise it asks its model before a server that starts slowly has named its tools.
    "mcp_servers.tutti.required=true",
    "-c",
    "mcp_servers.tutti.startup_timeout_sec=60",
    "-c",
    // It gives servers only what it is told to.
    `mcp_servers.tutti.env={TUTTI_HOME=${JSON.stringify(env["TUTTI_HOME"])}}`,
    "--dangerously-bypass-approvals-and-sandbox",
    "Submit it.",
  ],
};

let scene: Scene | undefined;
afterEach(async () => {
  if (scene !== undefined) runBuilt(scene, ["stop"]);
  await scene?.providers.close();
  scene = undefined;
});

for (const agent of [claude, codex])
  test.skipIf(!agent.isInstalled)(
    `${agent.name}: starts a job of ${String(tasks.length)} sheets through MCP, follows it under a tool limit of 60 s, and all of it lands`,
    { timeout: 20 * 60_000 },
    async () => {
      const folder = makeRepository().path;
      const home = join(tempFolder(), "home");
      const providers = await openProviders(drive, agent.name === "codex" ? inNamespace : undefined);
      const env = {
        ...hermetic,
        ...agent.plan(providers.url).env,
        PATH: agentsPath,
        HOME: tempFolder(),
        TUTTI_HOME: home,
        MCP_TOOL_TIMEOUT: "60000",
        // Otherwise Claude Code looks for tools before it calls them.
        ENABLE_TOOL_SEARCH: "false",
      };
      scene = { folder, env, providers };
      const args = commands[agent.name]?.(scene, agent) ?? [];

      const { code, text } = await run(agent.name, args, scene);

      expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining("come to rest") as unknown });
      expect(
        gitIn(folder, ["ls-tree", "--name-only", "main"])
          .split("\n")
          .filter((name) => name.startsWith("file-")),
      ).toHaveLength(tasks.length);
      expect(runBuilt(scene, ["verify"]).code).toBe(0);
    },
  );

async function run(
  name: string,
  args: readonly string[],
  { folder, env }: Scene,
): Promise<{ code: number | null; text: string }> {
  const child = spawn(name, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (text += data.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, text };
}
