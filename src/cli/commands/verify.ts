import { resolve } from "node:path";
import type { VerifiedLanding, VerifyReport } from "../../api/verify.ts";
import type { JobId } from "../../base/ids.ts";
import { exitCodes } from "../exit-codes.ts";
import { look } from "../look.ts";
import type { Terminal } from "../terminal.ts";
import { count, prose, shortSha, shown } from "../words.ts";

interface Options {
  readonly job: string | undefined;
  readonly repo: string;
  readonly signatures?: true;
  readonly json?: true;
}

export async function verify(terminal: Terminal, options: Options): Promise<number> {
  const request = { job: options.job as JobId | undefined, folder: resolve(options.repo), ...(options.signatures === true ? { signatures: true } : {}) };
  const report = await look(terminal, (viewer) => viewer.verify(request));
  if (options.json === true) terminal.out(JSON.stringify({ ...report, holds: holds(report), levels: levelsOf(report) }));
  else for (const line of verifyLines(terminal, report)) terminal.out(line);
  return holds(report) ? exitCodes.good : exitCodes.failed;
}

function holds(report: VerifyReport): boolean {
  return report.missing.length === 0 && report.landings.every((landing) => landing.problems.length === 0);
}

/** `claimed`: by trailers that hold, without the receipt that would prove it. `doubted`: something does not hold. */
interface Level {
  readonly proven: number;
  readonly claimed: number;
  readonly doubted: number;
}

/** How many landings there are of each level. */
function levelsOf(report: VerifyReport): Readonly<Record<string, Level>> {
  const groups = Map.groupBy(report.landings, (landing) => landing.level);
  return Object.fromEntries([...groups].map(([level, landings]) => [level, countsOf(landings)]));
}

function countsOf(landings: readonly VerifiedLanding[]): Level {
  const doubted = landings.filter((landing) => landing.problems.length > 0).length;
  const claimed = landings.filter((landing) => landing.problems.length === 0 && landing.absent.includes("receipt")).length;
  return { proven: landings.length - claimed - doubted, claimed, doubted };
}

export function verifyLines(terminal: Pick<Terminal, "red" | "green" | "yellow">, report: VerifyReport): readonly string[] {
  const bad = report.landings.filter((landing) => landing.problems.length > 0);
  return [
    ...report.landings.map((landing) => `${mark(terminal, landing)} ${shortSha(landing.commit)}  ${shown(landing.sheet)}  ${shown(landing.level)}`),
    ...bad.flatMap((landing) => landing.problems.map((problem) => `  ${shortSha(landing.commit)} ${prose(problem)}`)),
    ...report.missing.map((lost) =>
      terminal.red(
        `✗ ${shown(lost.sheet)} of ${shown(lost.job)} is recorded as landed (${shortSha(lost.commit)}), but its branch does not have that commit: amended, rebased or reset?`,
      ),
    ),
    `${count(report.landings.length, "landing")}: ${sumWords(report).join(", ")}`,
    ...[...Map.groupBy(report.landings, ({ level }) => level)].toSorted(byOrder).map(([level, landings]) => `  ${levelWords(level)}: ${levelCount(landings)}`),
  ];
}

function sumWords(report: VerifyReport): readonly string[] {
  const { proven, claimed, doubted } = countsOf(report.landings);
  const unsure = report.landings.filter((landing) => landing.problems.length === 0 && landing.absent.includes("signature")).length;
  return [
    provenWords(report, proven),
    ...(claimed > 0 ? [`${String(claimed)} by their trailers only (receipt missing)`] : []),
    ...(doubted > 0 ? [`${String(doubted)} do not hold`] : []),
    ...(unsure > 0 ? [`${String(unsure)} with a signature that git has no key for`] : []),
    ...(report.missing.length > 0 ? [`${String(report.missing.length)} recorded as landed but not there`] : []),
  ];
}

/** What is proven is the change, whatever was asked of it: each level says that by itself. */
function provenWords({ landings }: VerifyReport, proven: number): string {
  const isWhole = landings.every(({ problems, absent }) => problems.length > 0 || absent.includes("receipt") || !absent.includes("capture"));
  if (proven === 0 || !isWhole) return `${String(proven)} proven`;
  return `${String(proven)} proven to be exactly what ${proven === 1 ? "its sheet" : "their sheets"} changed`;
}

const levels: readonly (readonly [string, string])[] = [
  ["validated-as-landed", "validated as landed"],
  ["merged-not-revalidated", "merged, not validated again"],
  ["unvalidated", "not validated (nothing was asked for before landing)"],
];

function levelWords(level: string): string {
  return levels.find(([name]) => name === level)?.[1] ?? (level === "" ? "of no level" : shown(level));
}

function byOrder([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  const place = (level: string): number => levels.findIndex(([name]) => name === level) >>> 0;
  return place(one) - place(other);
}

function levelCount(landings: readonly VerifiedLanding[]): string {
  const { doubted } = countsOf(landings);
  return doubted === 0 ? String(landings.length) : `${String(landings.length)}, ${String(doubted)} of them do not hold`;
}

function mark(terminal: Pick<Terminal, "red" | "green" | "yellow">, landing: VerifiedLanding): string {
  if (landing.problems.length > 0) return terminal.red("✗");
  return landing.absent.includes("receipt") ? terminal.yellow("?") : terminal.green("✓");
}
