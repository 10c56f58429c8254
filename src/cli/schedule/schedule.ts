import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { TuttiError } from "../../base/error.ts";
import { plural, shellWord, visible } from "../../base/text.ts";
import { durationMs } from "../../score/duration.ts";
import { type Schedule, type Timing, timingWords } from "../../triggers/schedule.ts";
import { act, ask, newKey } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { find } from "../reach.ts";
import { withTutti } from "../ask.ts";
import { environmentHere } from "../setting.ts";
import { ago, clock, prose } from "../terminal/prose.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, repoOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  const add = (name: string, description: string): Command =>
    command
      .command(name, { isDefault: name === "list" })
      .description(description)
      .addOption(jsonOption);
  add("list", "show all schedules, when each runs next and what became of its last run (default)").action(
    perform(list),
  );
  add("add", "run a score at moments, or when a branch or a file changes")
    .argument("<score>", "score to run")
    .addOption(
      new Option("--cron <expression>", 'five fields, such as "0 3 * * 1-5"').conflicts([
        "every",
        "watchBranch",
        "watchFile",
      ]),
    )
    .option("--zone <zone>", "time zone of --cron, such as Europe/Berlin (default: that of this machine)")
    .addOption(new Option("--every <duration>", "such as 30m or 6h").conflicts(["watchBranch", "watchFile"]))
    .addOption(new Option("--watch-branch <branch>", "run when this branch moves").conflicts(["watchFile"]))
    .option("--watch-file <file>", "run when this file changes")
    .addOption(
      new Option("--missed <policy>", "moments at which no conductor ran: skip them, make up for one, or for all")
        .choices(["skip", "once", "all"])
        .default("once"),
    )
    .option("--most <n>", "with --missed all: make up for at most this many", Number, 10)
    .option("--overlap", "start a run although the last one is under way")
    .option("--fresh", "first cancel and archive unfinished jobs of this score")
    .option("--name <name>", "name of the schedule (default: the name of the score)")
    .addOption(repoOption)
    .action(perform(addOne));
  for (const [name, description, run] of changes)
    add(name, description).argument("<schedule>", "schedule, as tutti schedule shows it").action(perform(run));
};

interface Json {
  readonly json?: true;
}

interface AddOptions extends Json {
  readonly score: string;
  readonly cron?: string;
  readonly zone?: string;
  readonly every?: string;
  readonly watchBranch?: string;
  readonly watchFile?: string;
  readonly missed: "skip" | "once" | "all";
  readonly most: number;
  readonly overlap?: true;
  readonly fresh?: true;
  readonly name?: string;
  readonly repo?: string;
}

async function addOne(terminal: Terminal, options: AddOptions): Promise<number> {
  const { score, missed, most, name } = options;
  const asked = {
    score: resolve(score),
    folder: resolve(options.repo ?? "."),
    when: timingFrom(options),
    missed,
    most,
    overlap: options.overlap === true,
    fresh: options.fresh === true,
    environment: environmentHere(),
    key: newKey(),
    ...(name === undefined ? {} : { name }),
  };
  // A schedule needs a conductor that goes on.
  const { tutti } = await find(terminal, { start: true });
  const made = await withTutti(tutti, (open) => open.call("schedule.add", asked));
  if (options.json === true) terminal.out(JSON.stringify(made));
  else
    for (const line of [
      `${made.id}: ${visible(timingWords(made.when))}${made.next === null ? "" : `, next ${clock(made.next)}`}`,
      "The conductor goes on for it. To have one after every login: tutti service install",
    ])
      terminal.out(line);
  return exitCodes.good;
}

function timingFrom({ cron, zone, every, watchBranch, watchFile }: AddOptions): Timing {
  if (cron !== undefined) return { kind: "cron", expression: cron, zone: zone ?? zoneHere() };
  if (watchBranch !== undefined) return { kind: "branch", name: watchBranch };
  if (watchFile !== undefined) return { kind: "file", path: resolve(watchFile) };
  const span = durationMs(every ?? "");
  if (span.kind === "means" && every !== undefined) return { kind: "every", ms: span.value };
  throw new TuttiError(
    "cli.usage",
    every === undefined
      ? "say when: --cron, --every, --watch-branch or --watch-file"
      : "--every takes a duration such as 30m or 6h",
    {
      audience: "user",
      hint: 'For example: tutti schedule add score.yaml --cron "0 3 * * *"',
    },
  );
}

function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

async function list(terminal: Terminal, options: Json): Promise<number> {
  const { schedules, isConducted } = await ask(terminal, async (tutti) => ({
    schedules: await tutti.call("schedule.list", {}),
    isConducted: await tutti.call("conductor.ready", {}).then(
      () => true,
      () => false,
    ),
  }));
  if (options.json === true) terminal.out(JSON.stringify(schedules));
  else for (const line of listLines(terminal, schedules, isConducted)) terminal.out(line);
  return exitCodes.good;
}

function listLines(terminal: Terminal, schedules: readonly Schedule[], isConducted: boolean): readonly string[] {
  if (schedules.length === 0) return ['No schedules. Make one with: tutti schedule add SCORE --cron "0 3 * * *"'];
  const rows = schedules.map((one) => ({
    cells: [one.id, visible(timingWords(one.when)), nextWords(one), lastWords(one), visible(one.score)],
  }));
  const active = schedules.filter(({ isPaused }) => !isPaused).length;
  const idle = `No conductor is running, so ${plural(active, "schedule")} wait${active === 1 ? "s" : ""}. Start one with: tutti start · after every login: tutti service install`;
  return [
    ...tableLines(terminal, {
      columns: [{ head: "SCHEDULE" }, { head: "WHEN" }, { head: "NEXT" }, { head: "LAST" }, { head: "SCORE", rank: 1 }],
      rows,
    }),
    ...(isConducted || active === 0 ? [] : [terminal.yellow(idle)]),
  ];
}

function nextWords({ isPaused, next }: Schedule): string {
  if (isPaused) return "paused";
  return next === null ? "watching" : clock(next);
}

function lastWords({ last }: Schedule): string {
  if (last === null) return "";
  return last.job === null ? `${ago(last.at)}: ${prose(last.why ?? "")}` : `${last.job}, ${ago(last.at)}`;
}

type Change = "pause" | "resume" | "remove";

const words: Readonly<Record<Change, string>> = {
  pause: "is paused; a run that is under way goes on",
  resume: "goes on",
  remove: "is removed; its jobs stay",
};

const change =
  (what: Change) =>
  async (terminal: Terminal, options: Json & { readonly schedule: string }): Promise<number> => {
    const asked = { id: options.schedule, key: newKey() };
    const changed = await act(terminal, (tutti) => tutti.call(`schedule.${what}`, asked));
    if (options.json === true) terminal.out(JSON.stringify(changed));
    else terminal.out(`${shellWord(changed.id)} ${words[what]}`);
    return exitCodes.good;
  };

const changes: readonly (readonly [Change, string, ReturnType<typeof change>])[] = [
  ["pause", "start no runs of a schedule until it is resumed", change("pause")],
  ["resume", "go on with a paused schedule", change("resume")],
  ["remove", "remove a schedule; its jobs stay", change("remove")],
];
