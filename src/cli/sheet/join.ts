import { createInterface } from "node:readline";
import { messageOf } from "../../base/error.ts";
import { visible } from "../../base/text.ts";
import { type Asking, askOn, newKey } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { requireJobHere } from "../job/choose.ts";
import { environmentHere } from "../setting.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Printer, readablePrinter } from "./log-printer.ts";
import { showLogs } from "./logs.ts";

interface JoinOptions {
  readonly sheet: string;
  readonly job?: string;
  readonly json?: true;
}

/** Watches a running sheet, and hands what a person types to its agent, line by line. */
export async function joinRunning(terminal: Terminal, options: JoinOptions): Promise<number> {
  const lines = createInterface({ input: process.stdin });
  terminal.err(
    terminal.dim(
      "What you type goes to the agent, line by line; each line says when the agent reads it. Ctrl-C leaves; the agent goes on.",
    ),
  );
  try {
    return await askOn(terminal, (tutti) =>
      join(terminal, tutti, { ...options, lines, printer: readablePrinter(process.stdout, terminal, false) }),
    );
  } finally {
    lines.close();
  }
}

interface Joining extends JoinOptions {
  /** The lines that a person types. */
  readonly lines: NodeJS.EventEmitter;
  readonly printer: Printer;
}

export async function join(terminal: Terminal, tutti: Asking, options: Joining): Promise<number> {
  const { sheet, json, lines, printer } = options;
  const job = await requireJobHere(tutti, options.job);
  let told: Promise<unknown> = Promise.resolve();
  const say = (text: string): void => {
    if (text.trim() === "") return;
    // One after the other: each may end an attempt, and what follows is for the next one.
    told = told.then(() => tell(terminal, tutti, { job, sheet, text }));
  };
  lines.on("line", say);
  const code = await showLogs(terminal, tutti, { job, sheet, follow: true, printer, ...(json ? { json } : {}) });
  lines.off("line", say);
  await told;
  return code;
}

async function tell(
  terminal: Terminal,
  tutti: Asking,
  { job, sheet, text }: { job: Awaited<ReturnType<typeof requireJobHere>>; sheet: string; text: string },
): Promise<number> {
  try {
    const { notes } = await tutti.call("sheet.tell", {
      job,
      sheet,
      text,
      environment: environmentHere(),
      key: newKey(),
    });
    terminal.err(terminal.yellow(`told ${notes.map(prose).join("; ") || visible(sheet)}`));
    return exitCodes.good;
  } catch (error) {
    terminal.err(terminal.red(messageOf(error)));
    return exitCodes.failed;
  }
}
