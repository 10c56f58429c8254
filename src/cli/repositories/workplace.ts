import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { exists } from "../../base/files/exists.ts";
import { userConfigPath } from "../../config/files/places.ts";
import type { EnvironmentFolder } from "../../environments/files.ts";
import type { ReadEnvironment } from "../../environments/read.ts";
import type { RepositoryParts } from "../../repositories/mirror.ts";
import type { ManagedPlace, WrittenDefaults } from "../../score/plan/isolation.ts";
import type { IsolationLevel } from "../../score/plan/levels.ts";
import type { WrittenAgent } from "../../score/schema/agent.ts";
import { readDefaults, type ScoreDefaults } from "../../score/schema/defaults.ts";
import { environmentHere, settingFrom } from "../setting.ts";
import { stopSignal, usage } from "../terminal/input.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Where and how a job is to work. */
export interface Workplace {
  readonly folder: string;
  /** Present for a remote: what lands is pushed there. */
  readonly managed?: ManagedPlace | undefined;
  /** Present where an environment was named. */
  readonly given?: ReadEnvironment | undefined;
}

interface Asked {
  readonly repo?: string | undefined;
  /** Short name of a branch. */
  readonly target?: string | undefined;
  readonly env?: string | undefined;
}

/**
 * The folder that `--repo` or the environment names; for an address, a checkout of a mirror that is brought up to date
 * here.
 */
export async function workplaceFrom(terminal: Terminal, { repo, target, env }: Asked): Promise<Workplace> {
  const given = env === undefined ? undefined : await openGiven(env);
  const named = repo ?? given?.environment.repository ?? ".";
  const folder = resolve(named.startsWith("~/") ? join(homedir(), named.slice(2)) : named);
  // A folder is named by far more often, and reading addresses loads git and locks.
  if (!named.includes(":") || (await exists(folder))) return { folder, given };
  const { badAddress, readAddress } = await import("../../repositories/address.ts");
  const read = readAddress(named);
  if (read.kind === "refused") throw badAddress(named, read);
  if (read.kind === "folder") return { folder, given };
  const { openManaged } = await import("../../repositories/open.ts");
  const { serverOf } = await import("../../forge/issues/reference.ts");
  const { base, branch_prefix: prefix } = given?.environment ?? {};
  // A server that GitHub's own variables name is one of GitHub.
  const isGithub = read.address.host !== null && new URL(serverOf(process.env)).hostname === read.address.host;
  const forge = given?.environment.forge ?? (isGithub ? "github" : undefined);
  const wanted = { address: read.address, environment: given?.name ?? null, base: target ?? base ?? null };
  const opened = await withRepositories(terminal, (parts) => openManaged(parts, wanted));
  const managed = {
    environment: opened.environment,
    base: opened.base,
    ...(prefix === undefined ? {} : { prefix }),
    ...(forge === undefined ? {} : { forge }),
  };
  return { folder: opened.folder, managed, given };
}

async function openGiven(name: string): Promise<ReadEnvironment> {
  const { openEnvironment } = await import("../../environments/files.ts");
  return openEnvironment(environmentFolder(), name);
}

export function environmentFolder(): EnvironmentFolder {
  return { path: join(dirname(userConfigPath(process.env)), "environments") };
}

interface GivenFlags {
  readonly target?: string | undefined;
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly fallback?: readonly string[] | undefined;
  readonly parallel?: number | undefined;
  readonly timeout?: number | undefined;
  readonly maxCost?: number | undefined;
}

/** The options of a command that writes a score of its own, with what the environment says where they say nothing. */
export function withEnvironment<Flags extends GivenFlags>(asked: Flags, { managed, given }: Workplace): Flags {
  if (given === undefined) return managed === undefined ? asked : { ...asked, target: managed.base };
  const { agents = [], limits = {}, base } = given.environment;
  const [first, ...others] = asked.agent === undefined ? agents.map(asFlags) : [];
  const said: GivenFlags = {
    target: managed?.base ?? base,
    ...first,
    ...(others.length === 0 ? {} : { fallback: others.map(({ agent }) => agent) }),
    parallel: limits.parallel,
    timeout: limits.timeout,
    maxCost: limits.per_job,
  };
  return { ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)), ...asked };
}

function asFlags(agent: WrittenAgent): { readonly agent: string; readonly model?: string | undefined } {
  if (typeof agent === "string") return { agent };
  if ("use" in agent) return { agent: agent.use, model: agent.model };
  throw usage("this command takes agents by name", "Write a profile for the program, and name it: docs/agents.md.");
}

/** The environment's level of isolation, unless the command sets one. */
export async function levelAt(
  { given }: Workplace,
  asked: IsolationLevel | undefined,
): Promise<IsolationLevel | undefined> {
  if (asked !== undefined || given === undefined) return asked;
  const { levelOf } = await import("../../environments/read.ts");
  return levelOf(given.environment);
}

async function writtenDefaults({ given }: Workplace): Promise<WrittenDefaults | undefined> {
  if (given === undefined) return undefined;
  const { defaultsOf } = await import("../../environments/apply.ts");
  return defaultsOf(given);
}

/** For a plan that is only shown. */
export async function defaultsAt(workplace: Workplace): Promise<ScoreDefaults | undefined> {
  return readDefaults(await writtenDefaults(workplace));
}

/** The params of a submission that say where it works. Secrets are found here: their values go to the conductor only. */
export async function placeParams(workplace: Workplace): Promise<{
  readonly folder: string;
  readonly environment: Record<string, string>;
  readonly managed?: ManagedPlace;
  readonly defaults?: WrittenDefaults;
}> {
  const { folder, managed } = workplace;
  const defaults = await writtenDefaults(workplace);
  return {
    folder,
    environment: { ...environmentHere(), ...(await secretsAt(workplace)) },
    ...(managed === undefined ? {} : { managed }),
    ...(defaults === undefined ? {} : { defaults }),
  };
}

export async function secretsAt({ given, folder }: Workplace): Promise<Readonly<Record<string, string>>> {
  if (given?.environment.secrets === undefined) return {};
  const { findSecrets } = await import("../../environments/secrets.ts");
  return findSecrets(given, { env: process.env, folder });
}

/** Mirrors, in this process and with the login of the person who typed. */
export async function withRepositories<T>(
  terminal: Terminal,
  work: (parts: RepositoryParts) => Promise<T>,
): Promise<T> {
  const { openRepositories } = await import("../../repositories/open.ts");
  const stop = stopSignal();
  try {
    const notice = (text: string): void => {
      terminal.err(terminal.dim(prose(text)));
    };
    return await work(await openRepositories(settingFrom(process.env), { notice, cancel: stop.signal }));
  } finally {
    stop.release();
  }
}
