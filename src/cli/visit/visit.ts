import type { Tutti } from "../../api/contract.ts";
import type { Entered, Left } from "../../api/visit.ts";
import { TuttiError, codeOf } from "../../base/error.ts";
import { runForPerson, visitorHere } from "../../daemon/visitor.ts";
import { environmentHere } from "../environment.ts";
import { exitCodes } from "../exit-codes.ts";
import { requireJobHere } from "../jobs/newest.ts";
import { newKey } from "../key.ts";
import { withTutti } from "../look.ts";
import { reachTutti } from "../reach.ts";
import type { Terminal } from "../terminal.ts";
import { shown } from "../words.ts";
import { leftLines } from "./lines.ts";

export interface VisitOptions {
  readonly sheet: string;
  readonly job?: string;
  readonly json?: true;
}

/**
 * Lets a person work in the context of a sheet. No connection is held meanwhile: it may take hours, and conductors come
 * and go. What is left is captured when this ends; when it dies, by the next who looks.
 */
export async function visit(
  terminal: Terminal,
  what: "agent" | "shell",
  { sheet, job, json }: VisitOptions,
): Promise<number> {
  const entered = await asking(terminal, async (tutti) =>
    tutti.call("sheet.enter", {
      job: await requireJobHere(tutti, job),
      sheet,
      what,
      visitor: visitorHere(),
      environment: environmentHere(),
    }),
  );
  terminal.err(
    `${shown(entered.sheet)} of ${entered.job}, in ${shown(entered.path)}: what is there when you leave is captured.`,
  );
  const end = await runForPerson(entered, process.env);
  const left = await leave(terminal, entered);
  if (json === true) terminal.out(JSON.stringify(left));
  else for (const line of leftLines(terminal, left)) terminal.out(line);
  if (end.kind !== "not-started") return exitCodes.good;
  throw new TuttiError("agent.unavailable", end.reason, {
    audience: "environment",
    hint: "tutti shell opens $SHELL where the agent worked.",
  });
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

async function asking<T>(terminal: Terminal, question: (tutti: Tutti) => Promise<T>): Promise<T> {
  return withTutti(await reachTutti(terminal, { start: true }), question);
}
