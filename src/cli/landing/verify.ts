import { resolve } from "node:path";
import type {
  MissingLanding,
  VerifiedEnd,
  VerifiedLanding,
  VerifyOutcome,
  VerifyReport,
} from "../../api/contract/landing.ts";
import type { JobId } from "../../base/ids.ts";
import { firstFew, plural, visible } from "../../base/text.ts";
import { promiseWords } from "../../sheet/promises.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { prose, shortSha } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, repoOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .argument("[job]", "job (default: every landing in this repository)")
    .addOption(repoOption)
    .option("--signatures", "require a good signature on every landing")
    .option("--deep", "read every landed object and compare it with its name")
    .option("--strict", "also exit with 1 if something cannot be proven here")
    .addOption(jsonOption)
    .action(perform(verify));
};

interface Options {
  readonly job: string | undefined;
  readonly repo: string;
  readonly signatures?: true;
  readonly deep?: true;
  readonly strict?: true;
  readonly json?: true;
}

export async function verify(terminal: Terminal, options: Options): Promise<number> {
  const asked = {
    ...(options.signatures === true ? { signatures: true } : {}),
    ...(options.deep === true ? { deep: true } : {}),
  };
  const request = { job: options.job as JobId | undefined, folder: resolve(options.repo), ...asked };
  const report = await ask(terminal, (tutti) => tutti.call("landing.verify", request));
  if (options.json === true)
    terminal.out(
      JSON.stringify({ ...report, holds: holds(report), isProven: isProven(report), levels: levelsOf(report) }),
    );
  else for (const line of verifyLines(terminal, report)) terminal.out(line);
  return options.strict === true ? codeOf(isProven(report)) : codeOf(holds(report));
}

function codeOf(isGood: boolean): number {
  return isGood ? exitCodes.good : exitCodes.failed;
}

/** Nothing that can be checked here is wrong, and nothing that landed was taken out without a word. */
function holds({ landings, missing, ends }: VerifyReport): boolean {
  return (
    missing.length === 0 &&
    landings.every((landing) => landing.outcome !== "doubted" && !isSilent(landing)) &&
    ends.every(({ outcome }) => outcome !== "doubted")
  );
}

function isProven(report: VerifyReport): boolean {
  return holds(report) && [...report.landings, ...report.ends].every(({ outcome }) => outcome === "proven");
}

/** A landing whose change was undone without a commit that says so; a deleted file does not count. */
function isSilent({ undone }: VerifiedLanding): boolean {
  return undone !== undefined && !undone.isSaid && !undone.isRemoval;
}

/** How many landings there are of each outcome. */
type Level = Readonly<Record<VerifyOutcome, number>>;

/** How many landings there are of each level. */
function levelsOf(report: VerifyReport): Readonly<Record<string, Level>> {
  const groups = Map.groupBy(report.landings, (landing) => landing.level);
  return Object.fromEntries([...groups].map(([level, landings]) => [level, countsOf(landings)]));
}

function countsOf(landings: readonly VerifiedLanding[]): Level {
  const counts = { proven: 0, consistent: 0, claimed: 0, doubted: 0 };
  for (const { outcome } of landings) counts[outcome] += 1;
  return counts;
}

export function verifyLines(
  terminal: Pick<Terminal, "red" | "green" | "yellow">,
  report: VerifyReport,
): readonly string[] {
  const { landings, missing, ends } = report;
  return [
    ...landings.map(
      (landing) =>
        `${mark(terminal, landing)} ${shortSha(landing.commit)}  ${visible(landing.sheet)}  ${visible(landing.level)}${holdsWords(landing)}`,
    ),
    ...landings.flatMap((landing) =>
      landing.problems.map((problem) => `  ${shortSha(landing.commit)} ${prose(problem)}`),
    ),
    ...landings.flatMap((landing) => flakyLines(terminal, landing)),
    ...landings.flatMap((landing) => undoneLines(terminal, landing)),
    ...missing.map((lost) => terminal.red(missingWords(lost))),
    ...ends.flatMap((end) => endLines(terminal, end)),
    `${plural(landings.length, "landing")}: ${sumWords(report).join(", ")}`,
    ...[...Map.groupBy(landings, ({ level }) => level)]
      .toSorted(byOrder)
      .map(([level, own]) => `  ${levelWords(level)}: ${levelCount(own)}`),
  ];
}

/** Of what landed in part: what holds. */
function holdsWords({ holds: facts }: VerifiedLanding): string {
  if (facts === undefined) return "";
  const findings =
    facts.fixed + facts.remaining === 0
      ? ""
      : `, ${facts.fixed} of ${plural(facts.fixed + facts.remaining, "finding")} fixed`;
  return ` (${facts.passed} of ${plural(facts.of, "validation")} passed${findings})`;
}

function flakyLines(
  terminal: Pick<Terminal, "yellow">,
  { commit, sheet, flaky = [] }: VerifiedLanding,
): readonly string[] {
  return flaky.map((what) =>
    terminal.yellow(
      `! ${visible(sheet)} (${shortSha(commit)}) failed first, and passed on the same tree: ${prose(what)}`,
    ),
  );
}

const mostPaths = 3;

function undoneLines(terminal: Pick<Terminal, "red" | "yellow">, landing: VerifiedLanding): readonly string[] {
  const { undone } = landing;
  if (undone === undefined) return [];
  const paths = firstFew(undone.paths.map(visible), mostPaths);
  const what = undone.isRemoval ? "deleted since" : "back to what it was before";
  const by = undone.by === null ? "by a commit that can't be told any more" : `by ${shortSha(undone.by)}`;
  const said = undone.isSaid ? ", which says so" : "";
  const line = `${visible(landing.sheet)} (${shortSha(landing.commit)}) is no longer on its branch, ${undone.paths.length} of ${plural(undone.of, "file")} ${what}: ${paths}; ${by}${said}`;
  return [isSilent(landing) ? terminal.red(`✗ ${line}`) : terminal.yellow(`! ${line}`)];
}

function missingWords({ job, sheet, commit, isThere }: MissingLanding): string {
  const what = `✗ ${visible(sheet)} of ${visible(job)} is recorded as landed (${shortSha(commit)}), but`;
  if (isThere === true) return `${what} that commit is no landing of it: the record was changed`;
  return `${what} its branch does not have that commit: amended, rebased or reset?`;
}

/** How many promises held when a job ended. */
function endLines(
  terminal: Pick<Terminal, "red" | "green" | "yellow">,
  { job, outcome, promises, problems }: VerifiedEnd,
): readonly string[] {
  const words = promises === null ? null : promiseWords(promises);
  const missing = outcome === "claimed" ? " (receipt missing)" : "";
  return [
    `${markOf(terminal, outcome)} end of ${visible(job)}${words === null ? "" : `: ${prose(words)}`}${missing}`,
    ...problems.map((problem) => `  end of ${visible(job)}: ${prose(problem)}`),
  ];
}

function sumWords(report: VerifyReport): readonly string[] {
  const { landings, missing, ends } = report;
  const falseEnds = ends.filter(({ outcome }) => outcome === "doubted").length;
  const { proven, consistent, claimed, doubted } = countsOf(landings);
  const unsure = landings.filter(
    (landing) => landing.problems.length === 0 && landing.absent.includes("signature"),
  ).length;
  const silent = landings.filter(isSilent).length;
  return [
    provenWords(report, proven),
    ...(consistent > 0 ? [`${consistent} with a receipt that fits, and no capture in this home: not proven here`] : []),
    ...(claimed > 0 ? [`${claimed} by their trailers only (receipt missing)`] : []),
    ...(doubted > 0 ? [`${doubted} do not hold`] : []),
    ...(unsure > 0 ? [`${unsure} with a signature that git has no key for`] : []),
    ...(silent > 0 ? [`${silent} undone since by a commit that does not say so`] : []),
    ...(missing.length > 0 ? [`${missing.length} recorded as landed but not there`] : []),
    ...(falseEnds > 0
      ? [`${plural(falseEnds, "receipt")} of jobs' ends ${falseEnds === 1 ? "does" : "do"} not hold`]
      : []),
  ];
}

/** The proof covers the change, at any requested level: each level says that itself. */
function provenWords({ landings }: VerifyReport, proven: number): string {
  const isWhole = landings.every(({ outcome, absent }) => outcome !== "proven" || !absent.includes("capture"));
  if (proven === 0 || !isWhole) return `${proven} proven`;
  return `${proven} proven to be exactly what ${proven === 1 ? "its sheet" : "their sheets"} changed`;
}

const levels: readonly (readonly [string, string])[] = [
  ["validated-as-landed", "validated as landed"],
  ["merged-not-revalidated", "merged, not validated again"],
  ["partial", "in part (some of what was asked does not pass; the receipt says what holds)"],
  ["unvalidated", "not validated (nothing was asked for before landing)"],
];

function levelWords(level: string): string {
  return levels.find(([name]) => name === level)?.[1] ?? (level === "" ? "of no level" : visible(level));
}

function byOrder([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  const place = (level: string): number => levels.findIndex(([name]) => name === level) >>> 0;
  return place(one) - place(other);
}

function levelCount(landings: readonly VerifiedLanding[]): string {
  const { doubted } = countsOf(landings);
  return doubted === 0 ? String(landings.length) : `${landings.length}, ${doubted} of them do not hold`;
}

function mark(terminal: Pick<Terminal, "red" | "green" | "yellow">, landing: VerifiedLanding): string {
  return markOf(terminal, isSilent(landing) ? "doubted" : landing.outcome);
}

function markOf(terminal: Pick<Terminal, "red" | "green" | "yellow">, outcome: VerifyOutcome): string {
  if (outcome === "doubted") return terminal.red("✗");
  return outcome === "proven" ? terminal.green("✓") : terminal.yellow("?");
}
