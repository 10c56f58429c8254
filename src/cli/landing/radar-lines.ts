import type { RadarCollision, RadarName, RadarPair, RadarSheet, RadarView } from "../../api/contract/landing.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { branchName, clock, count, prose, seconds, shortName, shown } from "../terminal/prose.ts";

export interface LinesHow {
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
    isOneJob ? shortName(sheet) : `${shown(job)}/${shortName(sheet)}`;
  const aged = (of: RadarName): string => {
    const sheet = keyed.get(keyOf(of));
    return sheet === undefined ? name(of) : `${name(of)} (${ageWords(sheet, now)})`;
  };
  const targetOf = (of: RadarName): string => `${shown(branchName(keyed.get(keyOf(of))?.target ?? ""))} (its target)`;
  return { name, pair: ({ left: one, right }) => `${aged(one)} ↔ ${right === null ? targetOf(one) : aged(right)}` };
}

function keyOf({ job, sheet }: RadarName): string {
  return `${job}\n${sheet}`;
}

const sources = { snapshot: "snapshot", capture: "result", kept: "kept work" } as const;

/** How old what is known of it is: an agent may have done more since. */
function ageWords({ from, at }: RadarSheet, now: number): string {
  return from === null || at === null ? "unknown" : `${sources[from]}, ${seconds(now - at)} old`;
}

function sheetWords(sheet: RadarSheet, now: number): string {
  const files = sheet.files === null ? "very many files" : count(sheet.files, "file");
  return `${sheet.state}  ${ageWords(sheet, now)}  ${files}  for ${shown(branchName(sheet.target))}`;
}

/** Paths under what is wrong with them. */
function collisionWords({ at, paths }: RadarCollision): string {
  const byKind = Map.groupBy(at, ({ kind }) => kind);
  const words = [...byKind].map(([kind, places]) => `${kind}: ${places.map(({ path }) => shown(path)).join(", ")}`);
  return `${words.join("; ")}${more(paths - at.length)}`;
}

function some(paths: readonly string[], inAll: number): string {
  return `${paths.map(shown).join(", ")}${more(inAll - paths.length)}`;
}

function more(number: number): string {
  return number > 0 ? ` and ${String(number)} more` : "";
}

function left(number: number, noun: string, what = ""): readonly string[] {
  return number > 0 ? [`  … and ${count(number, `more ${noun}`)}${what}`] : [];
}

const mostInOrder = 20;

function orderLine(terminal: Terminal, { order, collisions }: RadarView, say: Speaker): readonly string[] {
  if (collisions.length === 0 || order.length < 2) return [];
  const names = order.slice(0, mostInOrder).map(say.name);
  return [terminal.dim(`Fewest conflicts when they land as: ${names.join(", ")}${more(order.length - names.length)}`)];
}

function summary({ sheets, collisions, more: beyond }: RadarView, now: number): string {
  const ages = sheets.flatMap(({ from, at }) => (from === "snapshot" && at !== null ? [now - at] : []));
  const unknown = sheets.filter(({ from }) => from === null).length;
  return [
    `${count(sheets.length, "live sheet")}: ${count(collisions.length + beyond.collisions, "collision")}`,
    ...(ages.length > 0 ? [`by snapshots of up to ${seconds(Math.max(...ages))} ago`] : []),
    ...(unknown > 0 ? [`${String(unknown)} unknown`] : []),
  ].join(", ");
}
