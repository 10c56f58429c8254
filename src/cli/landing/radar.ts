import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { RadarCollision, RadarName, RadarPair, RadarSheet, RadarView } from "../../api/contract/landing.ts";
import type { Tutti } from "../../api/tutti.ts";
import { andMore, branchName, duration, plural, visible } from "../../base/text.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { stopSignal } from "../terminal/input.ts";
import { clock, prose, shortName } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { repoOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command

    .description(
      "Show running sheets that will conflict with each other or with their target. Exits with 1 if there are any.",
    )
    .argument("[job]", "job (default: every unfinished job of this repository)")
    .addOption(repoOption)
    .option("--all", "include sheets that touch the same files and merge cleanly, and every live sheet")
    .option("-w, --watch", "keep showing changes until no sheet is live")
    .option("--json", "print JSON; with --watch, one line per look")
    .action(perform(radar));
};

interface RadarOptions {
  readonly job: string | undefined;
  readonly repo: string;
  readonly all?: true;
  readonly watch?: true;
  readonly json?: true;
}

export async function radar(terminal: Terminal, options: RadarOptions): Promise<number> {
  const show = shower(terminal, options);
  return ask(terminal, async (tutti) => {
    const look = (): Promise<RadarView> => lookOnce(tutti, options);
    if (options.watch === true) return exitCode(await watched(tutti, { look, show }));
    const view = await look();
    show(view);
    return exitCode(view);
  });
}

function lookOnce(tutti: Tutti, { job, repo }: RadarOptions): Promise<RadarView> {
  return tutti.call("radar.look", { ...(job === undefined ? {} : { job }), folder: resolve(repo) });
}

/** Looks that follow each other have a blank line between them. */
function shower(terminal: Terminal, options: RadarOptions): (view: RadarView) => void {
  let isFirst = true;
  return (view) => {
    if (options.json === true) {
      terminal.out(JSON.stringify(view));
      return;
    }
    if (!isFirst) terminal.out("");
    isFirst = false;
    for (const line of radarLines(terminal, view, { all: options.all === true, now: Date.now() })) terminal.out(line);
  };
}

async function watched(
  tutti: Tutti,
  how: { readonly look: () => Promise<RadarView>; readonly show: (view: RadarView) => void },
): Promise<RadarView> {
  const stop = stopSignal();
  try {
    return await watchRadar(tutti, { ...how, stop: stop.signal });
  } finally {
    stop.release();
  }
}

/** A pair that could not be judged may collide. */
function exitCode({ collisions, unjudged, more }: RadarView): number {
  return collisions.length + unjudged.length + more.pairs > 0 ? exitCodes.failed : exitCodes.good;
}

interface RadarWatch {
  readonly look: () => Promise<RadarView>;
  /** Called with every look that differs from the one before. */
  readonly show: (view: RadarView) => void;
  readonly stop: AbortSignal;
  /**
   * Looks again after this time in any case: no event reports snapshots, nor anything where no conductor runs.
   */
  readonly againMs?: number;
}

/** Looks again whenever something happens, until nothing is live any more. Gives the last look. */
export async function watchRadar(tutti: Tutti, { look, show, stop, againMs = 2000 }: RadarWatch): Promise<RadarView> {
  let wake = (): void => undefined;
  const hear = (): void => {
    wake();
  };
  const following = await tutti.follow({}, { hear, lost: hear });
  try {
    for (let last = ""; ; ) {
      const news = new AbortController();
      // An event during a look is not missed: another look starts at once.
      wake = () => {
        news.abort();
      };
      const view = await look();
      const now = JSON.stringify(view);
      if (now !== last) show(view);
      last = now;
      if (view.sheets.length === 0) return view;
      await pause(againMs, undefined, { signal: AbortSignal.any([stop, news.signal]) }).catch(() => undefined);
      if (stop.aborted) return view;
    }
  } finally {
    await following.stop();
  }
}

interface LinesHow {
  /** Also what merges, and every live sheet. */
  readonly all: boolean;
  readonly now: number;
}

/** A look for people: a line for each collision, one for each sheet that nothing is known of, and what it comes to. */
export function radarLines(terminal: Terminal, view: RadarView, how: LinesHow): readonly string[] {
  if (view.sheets.length === 0)
    return ["Nothing is live: no sheet of an unfinished job has work that could still land."];
  const say = speaker(view, how);
  return [
    ...view.collisions.map(
      (item) => `${terminal.red("✗")} ${say.pair(item)}  ${collisionWords(item)}  since ${clock(item.since, how.now)}`,
    ),
    ...left(view.more.collisions, "collision"),
    ...view.unjudged.map(
      (item) => `${terminal.yellow("?")} ${say.pair(item)}  could not be merged to find out: ${prose(item.why)}`,
    ),
    ...left(view.more.unjudged, "pair", " that could not be merged"),
    ...left(view.more.pairs, "pair", " that meet, too many to be merged in one look"),
    ...(how.all
      ? view.meetings.map((item) => `${terminal.green("✓")} ${say.pair(item)}  merges, at ${some(item.at, item.paths)}`)
      : []),
    ...(how.all ? left(view.more.meetings, "pair", " that merge") : []),
    ...view.sheets.flatMap((sheet) =>
      sheet.why === null ? [] : [`${terminal.yellow("?")} ${say.name(sheet)}  unknown: ${sheet.why}`],
    ),
    ...(how.all
      ? view.sheets.flatMap((sheet) =>
          sheet.why === null ? [`  ${say.name(sheet)}  ${sheetWords(sheet, how.now)}`] : [],
        )
      : []),
    ...orderLine(terminal, view, say),
    summary(view, how.now),
  ];
}

interface Speaker {
  readonly name: (of: RadarName) => string;
  readonly pair: (pair: RadarPair) => string;
}

/** Names sheets as shortly as can be: with their job only where there are several. */
function speaker({ sheets }: RadarView, { now }: LinesHow): Speaker {
  const isOneJob = new Set(sheets.map(({ job }) => job)).size === 1;
  const keyed = new Map(sheets.map((sheet) => [keyOf(sheet), sheet]));
  const name = ({ job, sheet }: RadarName): string =>
    isOneJob ? shortName(sheet) : `${visible(job)}/${shortName(sheet)}`;
  const aged = (of: RadarName): string => {
    const sheet = keyed.get(keyOf(of));
    return sheet === undefined ? name(of) : `${name(of)} (${ageWords(sheet, now)})`;
  };
  const targetOf = (of: RadarName): string => `${visible(branchName(keyed.get(keyOf(of))?.target ?? ""))} (its target)`;
  return { name, pair: ({ left: one, right }) => `${aged(one)} ↔ ${right === null ? targetOf(one) : aged(right)}` };
}

function keyOf({ job, sheet }: RadarName): string {
  return `${job}\n${sheet}`;
}

const sources = { snapshot: "snapshot", capture: "result", kept: "kept work" } as const;

/** How old what is known of it is: an agent may have done more since. */
function ageWords({ from, at }: RadarSheet, now: number): string {
  return from === null || at === null ? "unknown" : `${sources[from]}, ${duration(now - at)} old`;
}

function sheetWords(sheet: RadarSheet, now: number): string {
  const files = sheet.files === null ? "very many files" : plural(sheet.files, "file");
  return `${sheet.state}  ${ageWords(sheet, now)}  ${files}  for ${visible(branchName(sheet.target))}`;
}

/** Paths under what is wrong with them. */
function collisionWords({ at, paths }: RadarCollision): string {
  const byKind = Map.groupBy(at, ({ kind }) => kind);
  const words = [...byKind].map(([kind, places]) => `${kind}: ${places.map(({ path }) => visible(path)).join(", ")}`);
  return `${words.join("; ")}${andMore(paths - at.length)}`;
}

function some(paths: readonly string[], inAll: number): string {
  return `${paths.map(visible).join(", ")}${andMore(inAll - paths.length)}`;
}

function left(number: number, noun: string, what = ""): readonly string[] {
  return number > 0 ? [`  … and ${plural(number, `more ${noun}`)}${what}`] : [];
}

const mostInOrder = 20;

function orderLine(terminal: Terminal, { order, collisions }: RadarView, say: Speaker): readonly string[] {
  if (collisions.length === 0 || order.length < 2) return [];
  const names = order.slice(0, mostInOrder).map(say.name);
  return [
    terminal.dim(`Fewest conflicts when they land as: ${names.join(", ")}${andMore(order.length - names.length)}`),
  ];
}

function summary({ sheets, collisions, more: beyond }: RadarView, now: number): string {
  const ages = sheets.flatMap(({ from, at }) => (from === "snapshot" && at !== null ? [now - at] : []));
  const unknown = sheets.filter(({ from }) => from === null).length;
  return [
    `${plural(sheets.length, "live sheet")}: ${plural(collisions.length + beyond.collisions, "collision")}`,
    ...(ages.length > 0 ? [`by snapshots of up to ${duration(Math.max(...ages))} ago`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ].join(", ");
}
