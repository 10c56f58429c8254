import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { messageOf, TuttiError } from "../../base/error.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** Far more than a score may hold: a disk that is piped in is refused before it is read. */
const mostBytes = 4 * 1024 * 1024;

/**
 * The text piped into this command; `undefined` at a terminal, where a person would not know that the command waits for
 * input.
 */
export async function readPiped(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes)
      throw usage(
        "what is piped in is larger than 4 MiB",
        "Put long texts into files of the repository and name them.",
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** A file that is named, or `-` for what is piped in. */
export async function readInput(path: string): Promise<string> {
  if (path === "-") return (await readPiped()) ?? "";
  return readFile(path, "utf8").catch((error: unknown) => {
    throw usage(`${path} can't be read: ${messageOf(error)}`, "Name a file, or - for what is piped in.");
  });
}

export function usage(message: string, hint: string): TuttiError {
  return new TuttiError("cli.usage", message, { audience: "user", hint });
}

interface Consent {
  readonly yes?: true;
  readonly json?: true;
}

/** Whether a plan that was just shown may be carried out. Without a terminal, `--yes` is required. */
export async function isAgreed(terminal: Terminal, consent: Consent, question: string): Promise<boolean> {
  if (consent.yes === true) return true;
  if (!canAsk(terminal, consent)) {
    if (consent.json !== true) terminal.err("Nothing was done. Say --yes to do it.");
    return false;
  }
  return ask(question);
}

/** Whether a person can answer. */
export function canAsk(terminal: Pick<Terminal, "isLive">, { json }: Pick<Consent, "json">): boolean {
  return json !== true && terminal.isLive && process.stdin.isTTY;
}

/** A question that is answered with yes or no; anything but yes is no. */
export async function ask(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await asking.question(`${question} [y/N] `)).trim());
  } finally {
    asking.close();
  }
}

/** Lets a person choose one of some lines by its number; anything else is none of them. */
export async function pick(
  terminal: Pick<Terminal, "err">,
  question: string,
  lines: readonly string[],
): Promise<number | undefined> {
  terminal.err(question);
  for (const [place, line] of lines.entries()) terminal.err(`  ${place + 1}  ${line}`);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = (await asking.question(`Which one? [1-${lines.length}] `)).trim();
    return /^[1-9]\d*$/.test(answer) && Number(answer) <= lines.length ? Number(answer) - 1 : undefined;
  } finally {
    asking.close();
  }
}

/** Turns the first Ctrl-C (or SIGTERM) into a wish to stop; the second leaves at once, which is safe too. */
export function stopSignal(onFirst: () => void = () => undefined): {
  readonly signal: AbortSignal;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    onFirst();
    controller.abort();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of signals) process.on(name, onSignal);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, onSignal);
    },
  };
}
