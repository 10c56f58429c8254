import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import { listOf } from "../../base/text.ts";
import { levelOf, type ReadEnvironment } from "../../environments/read.ts";
import { requireAddress } from "../../repositories/address.ts";
import { probeRemote } from "../../repositories/probe.ts";
import { readSettings } from "../../config/read.ts";
import { lookForEngine } from "../../doctor/containers.ts";
import { agentsHere } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { secretsAt, withRepositories } from "./workplace.ts";

/** Why work in an environment would fail, a sentence each. Asks the remote and finds every secret; shows none. */
export async function faultsAt(terminal: Terminal, given: ReadEnvironment): Promise<readonly string[]> {
  const found = [
    await said(() => engineFault(given)),
    await said(() => repositoryFault(terminal, given)),
    await said(() => agentFault(given)),
    await said(async () => {
      await secretsAt({ folder: homedir(), given });
      return null;
    }),
  ];
  return found.filter((fault) => fault !== null);
}

async function engineFault({ environment }: ReadEnvironment): Promise<string | null> {
  if (levelOf(environment) !== "container") return null;
  if (environment.image === undefined) return "it names no image: each score has to";
  const { settings } = await readSettings({ env: process.env, project: null });
  const engine = await lookForEngine(process.env, settings["container.engine"]);
  return "why" in engine ? `it needs a container engine: ${engine.why}` : null;
}

async function said(look: () => Promise<string | null>): Promise<string | null> {
  try {
    return await look();
  } catch (error) {
    return messageOf(error);
  }
}

async function repositoryFault(terminal: Terminal, { environment }: ReadEnvironment): Promise<string | null> {
  const { repository, base = null } = environment;
  if (repository === undefined) return null;
  if (repository.includes(":"))
    return withRepositories(terminal, (parts) => probeRemote(parts, requireAddress(repository), base));
  const folder = repository.startsWith("~/") ? join(homedir(), repository.slice(2)) : repository;
  const stats = await stat(folder).catch(() => null);
  return stats?.isDirectory() === true ? null : `${repository} is no folder`;
}

async function agentFault({ environment: { agents = [] } }: ReadEnvironment): Promise<string | null> {
  const names = agents.flatMap((agent) => (typeof agent === "string" ? [agent] : "use" in agent ? [agent.use] : []));
  const { agents: known } = await agentsHere(homedir());
  const unknown = names.filter((name) => known !== undefined && !known.has(name) && name !== "scripted");
  return unknown.length === 0 ? null : `no profile has the name ${listOf(unknown)}: tutti agents list shows them`;
}
