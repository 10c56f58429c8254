import { type EventType, eventTypes, type TuttiEvent } from "../../api/contract/events.ts";
import { TuttiError } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import { clip } from "../../base/text.ts";
import { withTutti } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { reachTutti } from "../reach.ts";
import { prose, shortName } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { position } from "../tree/options.ts";
import { eventDetail } from "./event-detail.ts";
import { type EventsAsked, showLive, showRecorded } from "./show-events.ts";

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
      terminal.err(terminal.dim(`positions ${from} to ${to} came too fast: they are read from the journal`));
  };
  // Only a job that is played has something to follow.
  await withTutti(await reachTutti(terminal, { start: options.follow === true }), (tutti) =>
    options.follow === true
      ? showLive(tutti, asked, { show, missed, stop: leaving() })
      : showRecorded(tutti, asked, show),
  );
  return exitCodes.good;
}

/** Following ends with Ctrl-C or when the reader stops reading (`| head`): neither is a failure. */
function leaving(): AbortSignal {
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  process.stdout.once("error", leave);
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, leave);
  return controller.signal;
}

/** One event as one line: when, what, of whom, and what came of it. */
export function eventLine(terminal: Terminal, event: TuttiEvent): string {
  const whose = [event.job, event.sheet].filter((name) => name !== null).map(shortName);
  const words = [
    terminal.dim(new Date(event.at).toISOString()),
    paint(terminal, event.type),
    terminal.bold(whose.join(" ")),
    clip(prose(eventDetail(event)), 160),
  ];
  return words.filter((word) => word !== "").join("  ");
}

const widest = 23;

function paint(terminal: Terminal, type: EventType): string {
  const text = type.padEnd(widest);
  if (/(?:failed|stopped)$/.test(type)) return terminal.red(text);
  if (/(?:completed|landed|passed)$/.test(type)) return terminal.green(text);
  return /(?:conflict|parked|waiting_for_agent|retrying|fallback|limited|faulty|notice|interrupted|cancelled|diverted)$/.test(
    type,
  )
    ? terminal.yellow(text)
    : text;
}

/** The named types: each by itself, or all of one kind by its first word. `undefined`: all there are. */
export function typesNamed(words: readonly string[]): EventType[] | undefined {
  return words.length === 0 ? undefined : words.flatMap(typesOf);
}

function typesOf(word: string): readonly EventType[] {
  const found = eventTypes.filter((type) => type === word || type.startsWith(`${word}.`));
  if (found.length > 0) return found;
  throw new TuttiError("cli.usage", `there is no event called ${word}`, {
    audience: "user",
    hint: `There are: ${eventTypes.join(", ")}; or all of one kind: job, sheet, agent, context, conductor.`,
  });
}
