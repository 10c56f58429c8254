import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { messageOf } from "../../base/error.ts";
import { homeFrom } from "../../base/home/home.ts";
import { readSettings } from "../../config/read.ts";
import { exitCodes } from "../exit-codes.ts";
import { settingFrom } from "../setting.ts";
import { stopSignal, usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { wholeNumber } from "../tree/options.ts";
import { version } from "../version.ts";

export const declare: Declare = (command, perform) => {
  command
    .description(
      "Play sheets of a conductor on this machine. The worker connects to the fleet's database and to the conductor's git; nothing connects to it. Its token is read from TUTTI_FLEET_TOKEN or from the file that TUTTI_FLEET_TOKEN_FILE names.",
    )
    .requiredOption("--join <url>", "the fleet's database, such as postgres://db.example/tutti, without a password")
    .option("--labels <list>", "what this machine has, such as gpu,linux: scores ask for it with worker:", listFrom, [])
    .option("--slots <n>", "sheets at once (default: one a core)", wholeNumber(1, 1000))
    .option("--cache <folder>", "where repositories are kept between sheets (default: in the worker's home)")
    .action(perform(worker));
};

interface WorkerOptions {
  readonly join: string;
  readonly labels: readonly string[];
  readonly slots?: number;
  readonly cache?: string;
}

function listFrom(text: string): readonly string[] {
  return text.split(",").flatMap((label) => (label.trim() === "" ? [] : [label.trim()]));
}

export async function worker(terminal: Terminal, { join: url, labels, slots, cache }: WorkerOptions): Promise<number> {
  requireAddress(url);
  const token = await readToken(process.env);
  // Agents and validations must not see it.
  const { TUTTI_FLEET_TOKEN: _token, TUTTI_FLEET_TOKEN_FILE: _file, ...env } = process.env;
  const own = (env["TUTTI_HOME"] ?? "") === "" ? join(homeFrom(env), "worker") : homeFrom(env);
  const { settings } = await readSettings({ env, project: null });
  const setting = { ...settingFrom({ ...env, TUTTI_LOCAL: "" }), home: own, env, settings: () => settings };
  const { openWorker } = await import("../../root/fleet/worker.ts");
  const stop = stopSignal(() => terminal.err("stopping: what runs is captured and goes on elsewhere"));
  const opened = await openWorker(setting, {
    url,
    token,
    labels,
    slots: slots ?? availableParallelism(),
    cache: cache === undefined ? join(own, "cache") : resolve(cache),
    version,
    notice: (text) => terminal.err(text),
  });
  try {
    const asked = new Promise<void>((done) => stop.signal.addEventListener("abort", () => done(), { once: true }));
    await Promise.race([asked, opened.over]);
    await opened.stop();
    return exitCodes.good;
  } finally {
    stop.release();
    await opened.close();
  }
}

function requireAddress(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^postgres(?:ql)?:$/.test(parsed.protocol))
    throw usage(`--join ${JSON.stringify(url)} is no address of a database`, "Write postgres://HOST/DATABASE.");
  if (parsed.password !== "")
    throw usage(
      "--join holds a password, which every user of this machine can see",
      "Leave it out: the token is the password.",
    );
}

async function readToken(env: NodeJS.ProcessEnv): Promise<string> {
  const file = env["TUTTI_FLEET_TOKEN_FILE"] ?? "";
  const given = env["TUTTI_FLEET_TOKEN"] ?? "";
  const token = given === "" && file !== "" ? await readFile(file, "utf8").catch(unreadable(file)) : given;
  if (/^tutti_[0-9a-f]{8}_[a-z0-9_]{1,40}\.[\w-]{20,100}$/.test(token.trim())) return token.trim();
  throw usage(
    token === "" ? "there is no token to join with" : "the token is not one of a fleet",
    "Make one with tutti fleet add NAME, and put it into TUTTI_FLEET_TOKEN or a file named by TUTTI_FLEET_TOKEN_FILE.",
  );
}

function unreadable(file: string): (error: unknown) => never {
  return (error) => {
    throw usage(`${file} can't be read: ${messageOf(error)}`, "TUTTI_FLEET_TOKEN_FILE names the file with the token.");
  };
}
