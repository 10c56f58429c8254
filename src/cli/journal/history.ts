import type { TuttiEvent } from "../../api/contract/events.ts";
import type { History } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { clip } from "../../base/text.ts";
import { aboutJob, ask, type JobOptions, sayNoJobs } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { jobOrSheet } from "../named.ts";
import { time } from "../snapshot/lines.ts";
import { prose, shortName } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, newestJob } from "../tree/options.ts";
import { eventDetail } from "./event-detail.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("[job]", `${newestJob}, or JOB/SHEET`)
    .option("--sheet <sheet>", "only this sheet")
    .addOption(jsonOption)
    .action(perform(history));
};

interface HistoryOptions extends JobOptions {
  readonly sheet?: string;
}

export async function history(terminal: Terminal, options: HistoryOptions): Promise<number> {
  return ask(terminal, (tutti) => showHistory(terminal, tutti, options));
}

/** Page by page: a journal may be longer than one would want to have in hand at once. */
export async function showHistory(terminal: Terminal, tutti: Tutti, options: HistoryOptions): Promise<number> {
  const named = await jobOrSheet(terminal, tutti, options.job);
  const sheet = named.sheet ?? options.sheet;
  let { job } = named;
  for (let after: number | null = 0; after !== null; ) {
    const page: History | null = await tutti.call("job.history", {
      ...aboutJob(job),
      after,
      limit: 1000,
      ...(sheet === undefined ? {} : { sheet }),
    });
    if (page === null) {
      sayNoJobs(terminal, options.json === true);
      break;
    }
    for (const event of page.events)
      terminal.out(options.json === true ? JSON.stringify(event) : historyLine(terminal, event));
    // A newer job must not be taken for the same one on the next page.
    job = page.job;
    after = page.next;
  }
  return exitCodes.good;
}

const widestDetail = 160;

function historyLine(terminal: Terminal, event: TuttiEvent): string {
  const { at, type, sheet, recorded } = event;
  const attempt =
    "attempt" in recorded.event && recorded.event.kind !== "started" ? ` attempt ${recorded.event.attempt}` : "";
  const about = sheet === null ? "" : `  ${terminal.bold(shortName(sheet))}${attempt}`;
  const said = clip(prose(eventDetail(event)), widestDetail);
  return `${terminal.dim(time(at))}  ${type.padEnd(24)}${about}${said === "" ? "" : `  ${said}`}`;
}
