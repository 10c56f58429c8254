import type { ConductorStatus, Hello } from "../../api/contract/conductor.ts";
import { reach } from "../../api/local/reach.ts";
import type { Tutti } from "../../api/tutti.ts";
import { codeOf } from "../../base/error.ts";
import { homeFrom } from "../../base/home/home.ts";
import { duration, plural } from "../../base/text.ts";
import { exitCodes } from "../exit-codes.ts";
import { size } from "../snapshot/lines.ts";
import { diskLines } from "../terminal/notes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption } from "../tree/options.ts";
import { version } from "../version.ts";

export const declare: Declare = (command, perform) => {
  command
    .description("Show the state of the conductor. Exits with 3 if none is running.")
    .addOption(jsonOption)
    .action(perform(conductorStatus));
};

export async function conductorStatus(terminal: Terminal, options: { readonly json?: true }): Promise<number> {
  const home = homeFrom(process.env);
  const found = await ask(home, terminal);
  if (options.json === true) terminal.out(JSON.stringify(asJson(found, home)));
  else for (const line of lines(terminal, found, home)) terminal.out(line);
  return found.kind === "playing" ? exitCodes.good : exitCodes.paused;
}

type Found =
  | { readonly kind: "absent" }
  | { readonly kind: "playing"; readonly status: ConductorStatus }
  /** It is there, and can't play: its disk is full. */
  | { readonly kind: "held up"; readonly hello: Hello; readonly why: string };

async function ask(home: string, terminal: Terminal): Promise<Found> {
  try {
    const tutti = await reach({
      home,
      env: process.env,
      version,
      start: "never",
      notice: terminal.err,
      client: "conductor-status",
    });
    try {
      return await statusOf(tutti);
    } finally {
      await tutti.close();
    }
  } catch (error) {
    if (codeOf(error) === "conductor.not_running") return { kind: "absent" };
    throw error;
  }
}

async function statusOf(tutti: Tutti & { readonly hello: Hello }): Promise<Found> {
  const { ready, why } = await tutti.call("conductor.ready", {});
  try {
    return { kind: "playing", status: await tutti.call("conductor.status", {}) };
  } catch (error) {
    if (ready || codeOf(error) !== "store.write_failed") throw error;
    return { kind: "held up", hello: tutti.hello, why: why ?? "" };
  }
}

function asJson(found: Found, home: string): object {
  switch (found.kind) {
    case "absent":
      return { running: false, home };
    case "playing":
      return { running: true, ...found.status };
    case "held up":
      return {
        running: true,
        pid: found.hello.pid,
        version: found.hello.version,
        protocol: found.hello.protocol,
        home,
        held: found.why,
      };
  }
}

function lines(terminal: Terminal, found: Found, home: string): readonly string[] {
  switch (found.kind) {
    case "absent":
      return [`no conductor runs in ${home}`];
    case "playing":
      return statusLines(terminal, found.status);
    case "held up":
      return [
        `${terminal.bold("conductor")} ${terminal.yellow("held up")}: process ${found.hello.pid}, version ${found.hello.version}`,
        `  ${found.why}`,
      ];
  }
}

function statusLines(terminal: Terminal, status: ConductorStatus): readonly string[] {
  const { jobs, sheets, clients, memory } = status;
  return [
    `${terminal.bold("conductor")} ${status.isStopping ? terminal.yellow("stopping") : "running"}: process ${status.pid}, version ${status.version}, up ${duration(status.upMs)}`,
    `  ${plural(jobs.playing, "job")} being played, ${jobs.paused} paused, ${jobs.all} in all`,
    `  ${plural(sheets.running, "sheet")} running of ${sheets.limit} at once${heldWords(terminal, status)}`,
    ...diskLines(terminal, status.disk),
    `  ${poolWords(status.pool)}`,
    `  ${plural(clients.connections, "client")}, ${clients.subscribers} of them listening; ${size(memory.rssBytes)} of memory`,
    `  home ${status.home}${status.socket === null ? "" : `, socket ${status.socket}`}`,
  ];
}

function poolWords({ trees, bytes, limit, taken, missed }: ConductorStatus["pool"]): string {
  if (limit === 0) return "no tree waits for contexts (pool.trees, or the disk is low)";
  return `${plural(trees, "tree")} (${size(bytes)}) of ${limit} wait for contexts; ${taken} of ${taken + missed} contexts found one`;
}

/** The line of the disk says the rest where it is the disk. */
function heldWords(terminal: Terminal, { held, disk }: ConductorStatus): string {
  if (held === null) return "";
  return `; ${terminal.yellow(disk !== null && disk.level !== "low" ? "none starts:" : `none starts: ${held}`)}`;
}
