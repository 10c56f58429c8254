import { createInterface } from "node:readline/promises";
import type { Terminal } from "../terminal/terminal.ts";

export interface Consent {
  readonly yes?: true;
  readonly json?: true;
}

/** Whether a plan that was just shown may be carried out. Where nobody can be asked, `--yes` has to have been said. */
export async function isAgreed(terminal: Terminal, consent: Consent, question: string): Promise<boolean> {
  if (consent.yes === true) return true;
  if (!canAsk(terminal, consent)) {
    if (consent.json !== true) terminal.err("Nothing was done. Say --yes to do it.");
    return false;
  }
  return ask(question);
}

/** Whether somebody sits there who can answer. */
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
