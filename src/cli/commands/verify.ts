import { resolve } from "node:path";
import type { VerifyReport } from "../../api/contract.ts";
import type { JobId } from "../../base/ids.ts";
import { exitCodes } from "../exit-codes.ts";
import { look } from "../look.ts";
import type { Terminal } from "../terminal.ts";
import { count, shortSha } from "../words.ts";

export async function verify(terminal: Terminal, options: { readonly job: string | undefined; readonly repo: string; readonly json?: true }): Promise<number> {
  const report = await look((viewer) => viewer.verify({ job: options.job as JobId | undefined, folder: resolve(options.repo) }));
  if (options.json === true) terminal.out(JSON.stringify({ ...report, holds: holds(report) }));
  else for (const line of verifyLines(terminal, report)) terminal.out(line);
  return holds(report) ? exitCodes.good : exitCodes.failed;
}

function holds(report: VerifyReport): boolean {
  return report.missing.length === 0 && report.landings.every((landing) => landing.problems.length === 0);
}

function verifyLines(terminal: Terminal, report: VerifyReport): readonly string[] {
  const bad = report.landings.filter((landing) => landing.problems.length > 0);
  const unreceipted = report.landings.filter((landing) => landing.absent.includes("receipt")).length;
  const unfounded = report.landings.filter((landing) => landing.absent.includes("capture")).length - unreceipted;
  return [
    ...report.landings.map(
      (landing) =>
        `${landing.problems.length === 0 ? terminal.green("✓") : terminal.red("✗")} ${shortSha(landing.commit)}  ${landing.sheet}  ${landing.level}${landing.absent.includes("receipt") ? terminal.yellow("  receipt missing") : ""}`,
    ),
    ...bad.flatMap((landing) => landing.problems.map((problem) => `  ${shortSha(landing.commit)} ${problem}`)),
    ...report.missing.map((lost) =>
      terminal.red(`✗ ${lost.sheet} of ${lost.job} is recorded as landed (${shortSha(lost.commit)}), but its target does not have it`),
    ),
    `${count(report.landings.length, "landing")}: ${String(report.landings.length - bad.length)} hold${bad.length > 0 ? `, ${String(bad.length)} do not` : ""}${unreceipted > 0 ? `, ${count(unreceipted, "receipt")} missing` : ""}${unfounded > 0 ? `, ${count(unfounded, "capture")} not at hand to compare with` : ""}`,
  ];
}
