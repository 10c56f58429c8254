import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LLMock, type FixtureResponse } from "@copilotkit/aimock";
import type { BridgeRequest, HttpApi, HttpDrive } from "../../src/agents/bridge-request.ts";
import type { EventLine } from "../../src/bridges/event-line.ts";
import { tempFolder } from "./folders.ts";

export interface BridgeEnd {
  readonly code: number | null;
  readonly lines: readonly EventLine[];
  readonly err: string;
}

type Asked = Partial<Omit<BridgeRequest, "to">> & Pick<BridgeRequest, "contextPath" | "to">;

export interface Bridge {
  readonly end: Promise<BridgeEnd>;
  terminate(): void;
}

/** A bridge in a process of its own, built: its source takes three times as long to load. */
export function startBridge(
  asked: Asked,
  { prompt = "Do it.", env = {} }: { prompt?: string; env?: Record<string, string> } = {},
): Bridge {
  const folder = tempFolder();
  const request: BridgeRequest = {
    promptPath: join(folder, "prompt.md"),
    session: null,
    model: null,
    budgetUsd: null,
    ...asked,
  };
  writeFileSync(join(folder, "prompt.md"), prompt);
  writeFileSync(join(folder, "request.json"), JSON.stringify(request));
  const main = fileURLToPath(new URL(`../../dist/agents/${asked.to.kind}.js`, import.meta.url));
  const child = spawn(process.execPath, [main, join(folder, "request.json")], {
    cwd: asked.contextPath,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const end = new Promise<BridgeEnd>((resolve) => {
    child.on("close", (code) => {
      const lines = out.split("\n").filter((line) => line !== "");
      resolve({ code, lines: lines.map((line) => JSON.parse(line) as EventLine), err });
    });
  });
  return { end, terminate: () => void child.kill("SIGTERM") };
}

export function runBridge(...asked: Parameters<typeof startBridge>): Promise<BridgeEnd> {
  return startBridge(...asked).end;
}

export const httpKey = "sk-test-not-a-secret";

export function httpDrive(url: string, more: Partial<HttpDrive> = {}): HttpDrive {
  const tools = ["read", "write", "list", "run"] as const;
  return {
    kind: "http",
    api: "openai",
    baseUrl: url,
    keyVariable: "MODEL_KEY",
    model: "m1",
    maxTurns: 20,
    tools,
    homePath: tempFolder(),
    price: null,
    ...more,
  };
}

export const httpApis: readonly HttpApi[] = ["openai", "anthropic", "ollama"];

/** A model that says in each turn what it is told to, regardless of the answers; the last turn again and again. */
export async function openModel(
  turns: readonly FixtureResponse[],
): Promise<{ url: string; requests: () => string[]; close: () => Promise<void> }> {
  const model = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
  const seen: string[] = [];
  model.on({ endpoint: "chat" }, (request) => {
    seen.push(JSON.stringify(request.messages));
    const turn = request.messages.filter(({ role }) => role === "assistant").length;
    return turns[Math.min(turn, turns.length - 1)] ?? { content: "" };
  });
  await model.start();
  return { url: `http://127.0.0.1:${String(model.port)}`, requests: () => seen, close: () => model.stop() };
}

export function call(name: string, input: object): { name: string; arguments: string } {
  return { name, arguments: JSON.stringify(input) };
}

/** A provider that answers everything the same. */
export async function openRefusing(
  status: number,
  headers: Record<string, string>,
  body: object,
): Promise<{ url: string; close: () => void }> {
  return listening(
    createServer(
      (_request, response) =>
        void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body)),
    ),
  );
}

/** A provider that begins to answer, as OpenAI's do, and goes away. `isClean`: as if that had been all. */
export async function openBreaking({ isClean }: { isClean: boolean }): Promise<{ url: string; close: () => void }> {
  const piece = {
    id: "1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m1",
    choices: [{ index: 0, delta: { role: "assistant", content: "I be" } }],
  };
  return listening(
    createServer((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(piece)}\n\n`, () => (isClean ? response.end() : response.destroy()));
    }),
  );
}

async function listening(server: Server): Promise<{ url: string; close: () => void }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, close };
}
