import { Option } from "commander";
import type { SheetView } from "../../api/contract/job.ts";
import type { LogPiece } from "../../api/contract/sheet.ts";
import type { Tutti } from "../../api/tutti.ts";
import { aboutJob, askOn, type Asking } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Sink } from "../terminal/writer.ts";
import type { Declare } from "../tree/command.ts";
import { jobOption, jsonOption, positive } from "../tree/options.ts";
import { makeNews, type News } from "./log-news.ts";
import { bytesPrinter, type Printer, readablePrinter, textPrinter } from "./log-printer.ts";
import type { LogsOptions, ShownLog } from "./logs-options.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("[sheet]", "sheet by id or number; with --follow also a job: all of its running sheets")
    .addOption(jobOption)
    .option("--attempt <n>", "attempt (default: the last)", positive)
    .option("--stderr", "show stderr")
    .option("--prompt", "show the prompt")
    .addOption(
      new Option("--validation <n>", "show the whole output of a validation, by its number from 1")
        .argParser(positive)
        .conflicts(["stderr", "prompt", "gate", "preparation", "follow"]),
    )
    .addOption(
      new Option("--preparation", "show the whole output of the last command that prepared the context").conflicts([
        "stderr",
        "prompt",
        "gate",
        "follow",
      ]),
    )
    .addOption(
      new Option("--gate <name>", "show the whole output of a gate that judged the result").conflicts([
        "stderr",
        "prompt",
        "follow",
      ]),
    )
    .option("-f, --follow", "keep showing output until the sheet ends, across attempts")
    .option("--raw", "show what was printed as it is: into a file or a pipe byte for byte")
    .option("--full", "show results of tool calls as a whole")
    .addOption(jsonOption)
    .action(perform(logs));
};

export async function logs(terminal: Terminal, options: LogsOptions): Promise<number> {
  const { sheet, follow, json } = options;
  if (follow === true && options.job === undefined && json !== true) {
    const { followJob } = await import("./follow-job.ts");
    return askOn(terminal, (tutti) => followJob(terminal, tutti, { ...options, show }));
  }
  if (sheet === undefined)
    throw usage("which sheet?", "Name it: tutti logs SHEET. With --follow, a job or nothing shows all that run.");
  return askOn(terminal, (tutti) => show(terminal, tutti, { ...options, sheet }));
}

async function show(terminal: Terminal, tutti: Asking, { sink, ...options }: ShownLog): Promise<number> {
  const code = await showLogs(terminal, tutti, { ...options, printer: printerFor(terminal, options, sink) });
  // Of several logs, it is said once, behind them all.
  if (options.follow === true && options.json !== true && sink === undefined)
    await sayIfInterrupted(terminal, tutti, options.job);
  return code;
}

function printerFor(terminal: Terminal, { raw, full }: LogsOptions, stdout: Sink = process.stdout): Printer {
  if (raw === true) return isExact({ raw }) ? bytesPrinter(stdout) : textPrinter(stdout);
  return readablePrinter(stdout, terminal, full === true);
}

/** A terminal never gets bytes that could speak to it, with any options. */
function isExact({ raw, json }: Pick<LogsOptions, "raw" | "json">): boolean {
  return raw === true && json !== true && !process.stdout.isTTY;
}

interface Showing extends LogsOptions {
  readonly sheet: string;
  readonly printer: Printer;
}

export async function showLogs(terminal: Terminal, tutti: Asking, options: Showing): Promise<number> {
  const news = makeNews(tutti, options.job);
  try {
    return await showOn(terminal, { ...tutti, ...news }, options);
  } finally {
    await news.stop();
  }
}

async function showOn(terminal: Terminal, tutti: Asking & News, options: Showing): Promise<number> {
  const { printer, attempt: named } = options;
  let attempt = named;
  let offset = 0;
  for (;;) {
    const piece = await tutti.call("sheet.logs", {
      ...about(options),
      offset,
      ...(attempt === undefined ? {} : { attempt }),
    });
    const hasMore = piece !== null && piece.next > offset;
    if (hasMore && options.json === true) terminal.out(JSON.stringify(piece));
    else if (hasMore) await printer.print(piece);
    // Without an attempt each question would be about the last one there is, which may be another by then.
    attempt = piece?.attempt ?? attempt;
    offset = piece?.next ?? 0;
    if (printer.isOver()) return exitCodes.good;
    if (hasMore && offset < piece.size) continue;
    const next = options.follow === true ? await nextAfter(tutti, options, piece) : "end";
    if (next === "end") {
      await printer.flush();
      return conclude(terminal, options, piece);
    }
    if (next === "next attempt" && piece !== null) {
      await printer.flush();
      if (options.json !== true) terminal.err(terminal.dim(`attempt ${piece.attempt + 1}`));
      attempt = piece.attempt + 1;
      offset = 0;
    } else await tutti.next(piece?.sheet, piece?.path);
  }
}

function about({ sheet, job, stderr, prompt, validation, gate, preparation, ...options }: Showing) {
  const stream = prompt === true ? "prompt" : stderr === true ? "stderr" : "stdout";
  const output = {
    ...(validation === undefined ? {} : { validation }),
    ...(gate === undefined ? {} : { gate }),
    ...(preparation === undefined ? {} : { preparation }),
  };
  const bytes = isExact(options) ? { bytes: true as const } : {};
  return { ...aboutJob(job), sheet, stream, ...output, ...bytes } as const;
}

/** The next step once all available output was read. */
async function nextAfter(
  tutti: Pick<Tutti, "call">,
  options: Showing,
  piece: LogPiece | null,
): Promise<"wait" | "next attempt" | "end"> {
  if (piece !== null && !piece.isOver) return "wait";
  if (piece !== null && options.attempt !== undefined) return "end";
  const which = aboutJob(piece?.job ?? options.job);
  const sheet = await tutti.call("sheet.status", { ...which, sheet: options.sheet });
  if (sheet === null) return "end";
  if (sheet.attempts > (piece?.attempt ?? 0)) return piece === null ? "wait" : "next attempt";
  const job = await tutti.call("job.status", which);
  return mayGoOn(sheet) && (job?.status === "running" || job?.status === "pausing") ? "wait" : "end";
}

/** Whether another attempt may come by itself. */
function mayGoOn({ state }: SheetView): boolean {
  return ["waiting", "running", "captured", "landing"].includes(state);
}

async function sayIfInterrupted(
  terminal: Terminal,
  tutti: Pick<Tutti, "call">,
  job: string | undefined,
): Promise<void> {
  const view = await tutti.call("job.status", aboutJob(job));
  if (view?.status === "interrupted") terminal.err((await import("./follow-job.ts")).conductorIsGone);
}

function conclude(terminal: Terminal, { json }: LogsOptions, piece: LogPiece | null): number {
  if (piece === null && json !== true) terminal.err("It was not tried yet, so there is nothing to show.");
  return exitCodes.good;
}
