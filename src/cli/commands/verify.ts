import { resolve } from "node:path";
import type { VerifiedLanding, VerifyReport } from "../../api/verify.ts";
import type { JobId } from "../../base/ids.ts";
import { exitCodes } from "../exit-codes.ts";
import { look } from "../look.ts";
import type { Terminal } from "../terminal.ts";
import { count, shortSha, shown } from "../words.ts";

export async function verify(terminal: Terminal, options: { readonly job: string | undefined; readonly repo: string; readonly json?: true }): Promise<number> {
  const report = await look(terminal, (viewer) => viewer.verify({ job: options.job as JobId | undefined, folder: resolve(options.repo) }));
  if (options.json === true) terminal.out(JSON.stringify({ ...report, holds: holds(report) }));
  else for (const line of verifyLines(terminal, report)) terminal.out(line);
  return holds(report) ? exitCodes.good : exitCodes.failed;
}

function holds(report: VerifyReport): boolean {
  return report.missing.length === 0 && report.landings.every((landing) => landing.problems.length === 0);
}

function verifyLines(terminal: Terminal, report: VerifyReport): readonly string[] {
  const bad = report.landings.filter((landing) => landing.problems.length > 0);
  const byTrailers = report.landings.filter((landing) => landing.problems.length === 0 && landing.absent.includes("receipt"));
  const good = report.landings.length - bad.length - byTrailers.length;
  const parts = [
    `${String(good)} proven`,
    ...(byTrailers.length > 0 ? [`${String(byTrailers.length)} by their trailers only (receipt missing)`] : []),
    ...(bad.length > 0 ? [`${String(bad.length)} do not hold`] : []),
    ...(report.missing.length > 0 ? [`${String(report.missing.length)} recorded as landed but not there`] : []),
  ];
  return [
    ...report.landings.map((landing) => `${mark(terminal, landing)} ${shortSha(landing.commit)}  ${shown(landing.sheet)}  ${landing.level}`),
    ...bad.flatMap((landing) => landing.problems.map((problem) => `  ${shortSha(landing.commit)} ${problem}`)),
    ...report.missing.map((lost) =>
      terminal.red(
        `✗ ${shown(lost.sheet)} of ${lost.job} is recorded as landed (${shortSha(lost.commit)}), but its branch does not have that commit: amended, rebased or reset?`,
      ),
    ),
    `${count(report.landings.length, "landing")}: ${parts.join(", ")}`,
  ];
}

function mark(terminal: Terminal, landing: VerifiedLanding): string {
  if (landing.problems.length > 0) return terminal.red("✗");
  return landing.absent.includes("receipt") ? terminal.yellow("?") : terminal.green("✓");
}
