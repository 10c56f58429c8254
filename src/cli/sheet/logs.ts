import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Option } from "commander";
import type { SheetView } from "../../api/contract/job.ts";
import type { LogPiece } from "../../api/contract/sheet.ts";
import type { Tutti } from "../../api/tutti.ts";
import { visible } from "../../base/text.ts";
import { aboutJob, askOn, type JobOptions } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jobOption, jsonOption, positive } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("<sheet>", "sheet by id or number")
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
    .addOption(jsonOption)
    .action(perform(logs));
};

interface LogsOptions extends JobOptions {
  readonly sheet: string;
  readonly attempt?: number;
  readonly stderr?: true;
  readonly prompt?: true;
  readonly validation?: number;
  readonly gate?: string;
  readonly preparation?: true;
  readonly follow?: true;
}

export async function logs(terminal: Terminal, options: LogsOptions): Promise<number> {
  return askOn(terminal, (tutti) => showLogs(terminal, tutti, { ...options, printer: makePrinter(process.stdout) }));
}

/** Nothing tells of new output, so it is asked for; often enough for a person who watches. */
const pollMs = 300;

export async function showLogs(
  terminal: Terminal,
  tutti: Pick<Tutti, "call">,
  options: LogsOptions & { readonly printer: Printer; readonly pauseMs?: number },
): Promise<number> {
  const { printer, attempt: named } = options;
  let attempt = named;
  let offset = 0;
  for (;;) {
    const piece = await tutti.call("sheet.logs", {
      ...about(options),
      offset,
      ...(attempt === undefined ? {} : { attempt }),
    });
    if (piece !== null && piece.text !== "") {
      if (options.json === true) terminal.out(JSON.stringify(piece));
      else await printer.print(piece.text);
    }
    // Without an attempt each question would be about the last one there is, which may be another by then.
    attempt = piece?.attempt ?? attempt;
    offset = piece?.next ?? 0;
    if (printer.isOver()) return exitCodes.good;
    if (piece !== null && piece.text !== "" && offset < piece.size) continue;
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
    } else await wait(options.pauseMs ?? pollMs);
  }
}

function about({ sheet, job, stderr, prompt, validation, gate, preparation }: LogsOptions) {
  const stream = prompt === true ? "prompt" : stderr === true ? "stderr" : "stdout";
  const output = {
    ...(validation === undefined ? {} : { validation }),
    ...(gate === undefined ? {} : { gate }),
    ...(preparation === undefined ? {} : { preparation }),
  };
  return { ...aboutJob(job), sheet, stream, ...output } as const;
}

/** What follows when everything that is there was read. */
async function nextAfter(
  tutti: Pick<Tutti, "call">,
  options: LogsOptions,
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

function conclude(terminal: Terminal, { json }: LogsOptions, piece: LogPiece | null): number {
  if (piece === null && json !== true) terminal.err("It was not tried yet, so there is nothing to show.");
  return exitCodes.good;
}

/** Where the text of a log goes, as it comes. */
export interface Printer {
  print(text: string): Promise<void>;
  /** What is left of a line without an end. */
  flush(): Promise<void>;
  /** Whether the reader has closed the pipe (`| head`). */
  isOver(): boolean;
}

interface Sink extends NodeJS.EventEmitter {
  write(text: string): boolean;
  /** Absent in a pipe. */
  readonly isTTY?: boolean | undefined;
}

/** A person's terminal gets lines that can't speak to it; a file or a program gets what was printed, byte for byte. */
export function makePrinter(sink: Sink): Printer {
  let rest = "";
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      isEnded = true;
      resolve();
    };
    sink.once("error", end).once("close", end);
  });
  const write = async (text: string): Promise<void> => {
    if (text === "" || isEnded || sink.write(text)) return;
    // A reader that is slower than the log must not fill the memory.
    await Promise.race([once(sink, "drain").catch(() => undefined), ended]);
  };
  const isOver = (): boolean => isEnded;
  if (sink.isTTY !== true) return { print: write, flush: () => Promise.resolve(), isOver };
  return {
    isOver,
    print: async (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) {
        lines.push(rest);
        rest = "";
      }
      await write(lines.map((line) => `${tame(line)}\n`).join(""));
    },
    flush: async () => {
      if (rest !== "") await write(`${tame(rest)}\n`);
      rest = "";
    },
  };
}

const longestLine = 100_000;

/**
 * What agents print is data. Colours go, tabs stay, everything else that would speak to the terminal is written out.
 */
export function tame(line: string): string {
  const plain = line.replaceAll(/\u001b\[[0-9;:]*m/g, "").replace(/\r$/, "");
  return plain.split("\t").map(visible).join("\t");
}
