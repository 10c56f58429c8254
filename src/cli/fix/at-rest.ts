import type { Tutti } from "../../api/tutti.ts";
import type { FixAnswer } from "../../api/contract/findings.ts";
import type { JobId } from "../../base/ids.ts";
import { codeOf } from "../../base/error.ts";
import { openWorkshop } from "../../fix/collect/workshop.ts";
import { jsonOf } from "../../fix/report/json.ts";
import { conclude } from "../front/conclude.ts";
import type { PlayHow } from "../play.ts";
import { settingFrom } from "../setting.ts";
import type { Terminal } from "../terminal.ts";
import { type Looking, type Rest, concludeFix, finalReport } from "./conclude.ts";

/**
 * At the end of a job that somebody went on with: what `tutti fix` would have said of it, where that made it; else what
 * is said of any job.
 */
export function reportAtRest(terminal: Terminal, json: boolean): NonNullable<PlayHow["atRest"]> {
  return async (end, tutti) => {
    const answer = await answerOf(tutti, end.job.id);
    if (answer === undefined) return conclude(terminal, { job: end.job.id, json }, end);
    const folder = end.job.repository;
    const workshop: Looking["workshop"] = () =>
      openWorkshop(settingFrom(process.env), { folder, cancel: new AbortController().signal });
    return json
      ? inLines(terminal, { end, answer, looking: { workshop, folder } })
      : concludeFix(terminal, {}, { workshop, folder })(end, tutti);
  };
}

/** As one more of the values that programs hear while a job plays: the last is the one that ends any job. */
async function inLines(
  terminal: Terminal,
  final: { readonly end: Rest; readonly answer: FixAnswer; readonly looking: Looking },
): Promise<number> {
  const { report, isOver } = await finalReport(terminal, final);
  terminal.out(JSON.stringify({ type: "report", report: JSON.parse(jsonOf(report)) as unknown }));
  const usual = conclude(terminal, { job: final.end.job.id, json: true }, final.end);
  return isOver ? report.exitCode : usual;
}

async function answerOf(tutti: Tutti, job: JobId): Promise<FixAnswer | undefined> {
  try {
    return await tutti.call("fix.report", { job });
  } catch (error) {
    if (codeOf(error) !== "fix.no_record") throw error;
    return undefined;
  }
}
