import { lstat, mkdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { TuttiError, messageOf } from "../../base/error.ts";
import { visible } from "../../base/text.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writeNew } from "../write-new.ts";

/** Agents that can be taught to use Tutti. */
export const taughtAgents = ["claude", "codex"] as const;
export type TaughtAgent = (typeof taughtAgents)[number];

interface Place {
  readonly skill: string;
  readonly servers: string;
  /** The file with Tutti's server in it; `null`: it has it already. */
  readonly withServer: (before: string) => string | null;
}

const places: Readonly<Record<TaughtAgent, Place>> = {
  claude: { skill: ".claude/skills/tutti/SKILL.md", servers: ".mcp.json", withServer: inJson },
  codex: { skill: ".agents/skills/tutti/SKILL.md", servers: ".codex/config.toml", withServer: inToml },
};

interface TeachOptions {
  readonly repo?: string;
  readonly force?: true;
  readonly json?: true;
}

/** Teaches an agent to use Tutti in a repository: a skill, and the server whose tools the skill speaks of. */
export async function teach(terminal: Terminal, agent: TaughtAgent, options: TeachOptions): Promise<number> {
  const folder = resolve(options.repo ?? ".");
  const place = places[agent];
  const skill = await readFile(fileURLToPath(new URL("skill.md", import.meta.url)), "utf8");
  const old = await textAt(join(folder, place.skill));
  if (old !== null && old !== skill && options.force !== true)
    throw new TuttiError("cli.usage", `${place.skill} is there already, and is not the one that this Tutti writes`, {
      audience: "user",
      hint: "--force writes over it.",
    });
  const servers = await textAt(join(folder, place.servers));
  // Read before anything is written: a file that can't be understood stays as it is, and so does the rest.
  const withServer = place.withServer(servers ?? "");
  const wrote: string[] = [];
  if (old !== skill) wrote.push(await write(folder, place.skill, skill));
  if (withServer !== null) wrote.push(await write(folder, place.servers, withServer));
  if (options.json === true) terminal.out(JSON.stringify({ agent, wrote }));
  else {
    terminal.out(wrote.length === 0 ? "All of it is there already." : `wrote ${wrote.map(visible).join(" and ")}`);
    terminal.out(
      `Next: start ${agent} here, and ask it to use Tutti. Commit the files to teach everyone who clones this.`,
    );
  }
  return exitCodes.good;
}

async function write(folder: string, path: string, text: string): Promise<string> {
  const file = join(folder, path);
  try {
    await mkdir(dirname(file), { recursive: true });
  } catch (error) {
    throw unwritable(path, messageOf(error));
  }
  await writeNew(file, text, true);
  return path;
}

/** `null`: nothing is there. */
async function textAt(path: string): Promise<string | null> {
  try {
    // A pipe would wait for a writer that may never come.
    const isFile = (await lstat(path)).isFile();
    if (isFile) return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw unwritable(path, messageOf(error));
  }
  throw unwritable(path, "it is not a file");
}

function unwritable(path: string, why: string): TuttiError {
  return new TuttiError("cli.usage", `${path} can't be written: ${why}`, {
    audience: "user",
    hint: "Add the server by hand: its command is tutti, with the argument mcp.",
  });
}

const server = { command: "tutti", args: ["mcp"] };

function inJson(before: string): string | null {
  const read = before.trim() === "" ? {} : parsed(before);
  const servers = isObject(read) ? (read["mcpServers"] ?? {}) : null;
  if (!isObject(read) || !isObject(servers))
    throw unwritable(".mcp.json", "it has no JSON with mcpServers as an object");
  if (Object.hasOwn(servers, "tutti")) return null;
  return `${JSON.stringify({ ...read, mcpServers: { ...servers, tutti: server } }, undefined, 2)}\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unwritable(".mcp.json", `it is no JSON: ${messageOf(error)}`);
  }
}

/** A table at the end of a TOML file changes nothing of what stands before it. */
function inToml(before: string): string | null {
  if (/^\s*\[\s*mcp_servers\s*\.\s*"?tutti"?\s*\]/m.test(before)) return null;
  const gap = before === "" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  return `${before}${gap}[mcp_servers.tutti]\ncommand = "tutti"\nargs = ["mcp"]\nstartup_timeout_sec = 60\n`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
