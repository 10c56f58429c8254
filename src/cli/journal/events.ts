import type { TuttiEvent } from "../../api/contract/events.ts";
import type { JobId } from "../../base/ids.ts";
import { eventLine } from "./event-line.ts";
import { type EventsAsked, showLive, showRecorded } from "./show-events.ts";
import { typesNamed } from "./types-named.ts";
import { exitCodes } from "../exit-codes.ts";
import { withTutti } from "../look.ts";
import { reachTutti } from "../reach.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { position } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .option("-f, --follow", "keep showing events until Ctrl-C")
    .option("--job <job>", "only this job")
    .option(
      "--after <position>",
      "start at this journal position (default: the newest 50; with -f, only new events)",
      position,
    )
    .option(
      "--type <types...>",
      "only these types, such as sheet.failed, or a whole kind: job, sheet, context, conductor",
    )
    .option("--json", "print one JSON object per line")
    .action(perform(events));
};

interface EventsOptions {
  readonly follow?: true;
  readonly json?: true;
  readonly job?: string;
  readonly after?: number;
  readonly type?: readonly string[];
}

export async function events(terminal: Terminal, options: EventsOptions): Promise<number> {
  const asked: EventsAsked = {
    job: options.job as JobId | undefined,
    after: options.after,
    types: typesNamed(options.type ?? []),
    folder: process.cwd(),
  };
  const show = (event: TuttiEvent): void => {
    terminal.out(options.json === true ? JSON.stringify(event) : eventLine(terminal, event));
  };
  const missed = ({ from, to }: { readonly from: number; readonly to: number }): void => {
    if (options.json !== true)
      terminal.err(
        terminal.dim(`positions ${String(from)} to ${String(to)} came too fast: they are read from the journal`),
      );
  };
  // There is something to follow only where somebody plays.
  await withTutti(await reachTutti(terminal, { start: options.follow === true }), (tutti) =>
    options.follow === true
      ? showLive(tutti, asked, { show, missed, stop: leaving() })
      : showRecorded(tutti, asked, show),
  );
  return exitCodes.good;
}

/** Whoever follows ends it with Ctrl-C, or by reading no further (`| head`): neither is a failure. */
function leaving(): AbortSignal {
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  process.stdout.once("error", leave);
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, leave);
  return controller.signal;
}
