import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InvalidArgumentError } from "commander";
import { visible } from "../../base/text.ts";
import { makeSlow } from "../../protocols/mcp/slow.ts";
import type { Desk } from "../../protocols/mcp/tool.ts";
import { exitCodes } from "../exit-codes.ts";
import { settingFrom } from "../setting.ts";
import { stopSignal, usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { version } from "../version.ts";
import { doorHere } from "./door-here.ts";

export const declare: Declare = (command, perform) => {
  command
    .description(
      "Serve Tutti to an agent over the Model Context Protocol: on stdin and stdout, or over HTTP on the loopback address. The agent submits jobs, follows them and decides what lands.",
    )
    .option("--http", "serve over HTTP instead of stdin and stdout; every request needs the token")
    .option("--port <port>", "with --http: port to listen on (default: a free one)", portFrom)
    .action(perform(mcp));
};

interface McpOptions {
  readonly http?: true;
  readonly port?: number;
}

export async function mcp(terminal: Terminal, options: McpOptions): Promise<number> {
  if (options.port !== undefined && options.http !== true)
    throw usage("--port is for --http, and there is none on stdin and stdout", "Add --http, or leave --port out.");
  const door = doorHere(terminal);
  const desk = { door, slow: makeSlow() };
  const stop = stopSignal();
  try {
    if (options.http === true) await overHttp(terminal, { desk, port: options.port ?? 0, signal: stop.signal });
    else await overStdio(desk, stop.signal);
    return exitCodes.good;
  } finally {
    stop.release();
    await door.close();
  }
}

/** Until the client closes its end, or a signal comes. */
async function overStdio(desk: Desk, signal: AbortSignal): Promise<void> {
  const [{ serveStdio }, { makeServer }] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("../../protocols/mcp/server.ts"),
  ]);
  const handle = serveStdio(() => makeServer(desk, version));
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  process.stdin.once("end", () => resolve(undefined)).once("close", () => resolve(undefined));
  signal.addEventListener("abort", () => resolve(undefined), { once: true });
  await over;
  await handle.close();
}

async function overHttp(
  terminal: Terminal,
  { desk, port, signal }: { readonly desk: Desk; readonly port: number; readonly signal: AbortSignal },
): Promise<void> {
  const { serveHttp } = await import("../../protocols/mcp/http.ts");
  const given = process.env["TUTTI_MCP_TOKEN"] ?? "";
  const token = given === "" ? randomBytes(32).toString("base64url") : given;
  const serving = await serveHttp(desk, { version, port, token });
  try {
    terminal.out(`MCP server: ${serving.url}`);
    if (given === "")
      terminal.out(`token: ${visible(await keepToken(token))} (only you can read it; new at each start)`);
    else terminal.out("token: the one in TUTTI_MCP_TOKEN");
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
  } finally {
    await serving.close();
  }
}

async function keepToken(token: string): Promise<string> {
  const { home } = settingFrom(process.env);
  await mkdir(home, { recursive: true, mode: 0o700 });
  const path = join(home, "mcp-token");
  await writeFile(path, `${token}\n`, { mode: 0o600 });
  return path;
}

function portFrom(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError("A port is a number from 1 to 65535.");
}
