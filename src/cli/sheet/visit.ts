import { appendFileSync } from "node:fs";
import type { Receiver } from "../../agents/exports/receiver.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { Entered, Left } from "../../api/contract/sheet.ts";
import { visitorHere } from "../../api/local/running.ts";
import type { Tutti } from "../../api/tutti.ts";
import { codeOf, TuttiError } from "../../base/error.ts";
import { plural, shellWord, visible } from "../../base/text.ts";
import { runInteractive } from "../../process/run/interactive.ts";
import { aboutJob, ask, newKey, withTutti } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { requireJobHere } from "../job/choose.ts";
import { reachTutti } from "../reach.ts";
import { environmentHere } from "../setting.ts";
import { shortSha } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jobOption } from "../tree/options.ts";
import { joinRunning } from "./join.ts";

/** `tutti attach` and `tutti shell`. */
export const declare: Declare = (command, perform) => {
  const what = command.name() === "attach" ? "agent" : "shell";
  const opened =
    what === "agent" ? "the agent of a sheet, in its context and its session" : "a shell in the context of a sheet";
  const running = what === "agent" ? " While it runs: watch it, and write to its agent line by line." : "";
  command
    .description(`Open ${opened}. Your changes are captured when you leave.${running}`)
    .argument(
      "<sheet>",
      `sheet by id, number or name, or JOB/SHEET${what === "agent" ? "" : "; it must not be running"}`,
    )
    .addOption(jobOption)
    .option("--json", "print the captured changes as JSON")
    .action(
      perform(async (terminal, options: VisitOptions) =>
        what === "agent" && (await isRunning(terminal, options))
          ? joinRunning(terminal, options)
          : visit(terminal, what, options),
      ),
    );
};

interface VisitOptions {
  readonly sheet: string;
  readonly job?: string;
  readonly json?: true;
  /** Run instead of the shell or the agent. */
  readonly argv?: readonly string[];
}

async function isRunning(terminal: Terminal, { sheet, job }: VisitOptions): Promise<boolean> {
  const view = await ask(terminal, (tutti) => tutti.call("sheet.status", { ...aboutJob(job), sheet }));
  return view?.state === "running";
}

/**
 * Lets a person work in the context of a sheet. No connection is held meanwhile: it may take hours, and conductors come
 * and go. The changes are captured when this ends; if it dies, the next process that looks captures them.
 */
export async function visit(terminal: Terminal, what: "agent" | "shell", options: VisitOptions): Promise<number> {
  const left = await stayIn(terminal, what, options);
  if (options.json === true) terminal.out(JSON.stringify(left));
  else for (const line of leftLines(terminal, left)) terminal.out(line);
  return exitCodes.good;
}

/** Until the person leaves. */
export async function stayIn(
  terminal: Terminal,
  what: "agent" | "shell",
  { sheet, job, argv }: VisitOptions,
): Promise<Left> {
  const receiver = what === "agent" && argv === undefined ? await openReceiver() : null;
  const entered = await asking(terminal, async (tutti) =>
    tutti.call("sheet.enter", {
      job: await requireJobHere(tutti, job),
      sheet,
      what,
      visitor: visitorHere(),
      environment: environmentHere(),
      hasTerminal: process.stdin.isTTY && process.stdout.isTTY,
      ...(receiver === null ? {} : { exportsTo: receiver.endpoint }),
    }),
  );
  const eventsPath = entered.env["TUTTI_EVENTS"];
  if (eventsPath !== undefined) receiver?.follow((usage, model) => noteUsage(eventsPath, usage, model));
  terminal.err(
    `${visible(entered.sheet)} of ${entered.job}, in ${visible(entered.path)}: what is there when you leave is captured.`,
  );
  const end = await runInteractive({
    argv: argv ?? entered.argv,
    cwd: entered.path,
    env: { ...process.env, ...entered.env },
  });
  await receiver?.close();
  const left = await leave(terminal, entered);
  if (end.kind !== "not-started") return left;
  throw new TuttiError("agent.unavailable", end.reason, {
    audience: "environment",
    hint: "tutti shell opens $SHELL where the agent worked.",
  });
}

async function openReceiver(): Promise<Receiver | null> {
  const exports = await import("../../agents/exports/receiver.ts");
  return exports.openReceiver({ priceOf: () => null });
}

/** The file survives the death of this command or of the conductor. Without it, the cost stays unknown. */
function noteUsage(path: string, { usd, ...tokens }: Usage, model: string | null): void {
  const spent = {
    type: "spent",
    scope: "total",
    input_tokens: tokens.inputTokens,
    output_tokens: tokens.outputTokens,
    cache_read_tokens: tokens.cacheReadTokens,
    cache_write_tokens: tokens.cacheWriteTokens,
    usd,
  };
  const lines = [...(model === null ? [] : [{ type: "started", model }]), spent];
  try {
    appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
  } catch {
    // A full disk ends no visit.
  }
}

const mostLosses = 5;

async function leave(terminal: Terminal, { token }: Entered): Promise<Left> {
  const key = newKey();
  for (let losses = 0; ; losses += 1) {
    try {
      return await asking(terminal, (tutti) => tutti.call("sheet.leave", { token, key }));
    } catch (error) {
      const isLost = codeOf(error) === "conductor.lost" || codeOf(error) === "conductor.stopping";
      if (!isLost || losses === mostLosses) throw error;
    }
  }
}

export async function asking<T>(terminal: Terminal, question: (tutti: Tutti) => Promise<T>): Promise<T> {
  return withTutti(await reachTutti(terminal, { start: true, tells: "calls" }), question);
}

const mostShown = 20;

/** The person's changes, and the commands to use them. */
function leftLines(terminal: Terminal, left: Left): readonly string[] {
  const { job, sheet, snapshot, files } = left;
  const id = shellWord(job);
  const name = shellWord(sheet);
  if (files.length === 0) return [`Nothing was changed; ${visible(sheet)} is as it was (snapshot ${snapshot}).`];
  return [
    ...capturedLines(terminal, left),
    `Validate it and let it land: tutti recover ${id} ${name}`,
    `Have its agent go on with it: tutti tell ${name} "…" --job ${id}`,
  ];
}

export function capturedLines(
  terminal: Terminal,
  { job, sheet, snapshot, commit, files, leftOut }: Left,
): readonly string[] {
  const id = shellWord(job);
  const more = files.length - mostShown;
  return [
    `${terminal.green("captured")} ${plural(files.length, "file")} as snapshot ${snapshot} of ${visible(sheet)} (${shortSha(commit)})`,
    ...files
      .slice(0, mostShown)
      .map(({ path, insertions, deletions }) => `  ${visible(path)} ${linesOf(insertions, deletions)}`),
    ...(more > 0 ? [`  and ${more} more: tutti show ${shellWord(`${sheet}@${snapshot}`)} --job ${id}`] : []),
    ...leftOut.slice(0, mostShown).map((what) => `  ${terminal.yellow("not captured")} ${visible(what)}`),
  ];
}

function linesOf(insertions: number | null, deletions: number | null): string {
  return insertions === null || deletions === null ? "(no lines)" : `+${insertions} -${deletions}`;
}
