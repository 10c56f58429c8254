import type { JobView } from "../../api/contract/job.ts";
import { duration, visible } from "../../base/text.ts";
import { type Health, healthOf } from "../../learning/outcomes/health.ts";
import type { Outcome } from "../../learning/outcomes/outcome.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** How a job goes, in one number and its parts. */
export async function showHealth(terminal: Terminal, job: JobView, json: boolean): Promise<number> {
  const { outcomes } = await ask(terminal, (tutti) => tutti.call("learn.export", {}));
  const health = healthFrom(job, outcomes);
  if (json) terminal.out(JSON.stringify({ job: job.id, ...health }));
  else for (const line of healthLines(terminal, job, health)) terminal.out(line);
  return exitCodes.good;
}

/** A review is of the last attempt at its sheet. */
export function healthFrom(job: Pick<JobView, "id" | "sheets">, outcomes: readonly Outcome[]): Health {
  const sheets = new Map(job.sheets.map((sheet) => [sheet.id, sheet]));
  const own = outcomes
    .filter((outcome) => outcome.job === job.id)
    .toSorted((one, other) => one.startedAt - other.startedAt);
  return healthOf(
    own.map(({ fate, agentMs, sheet, attempt }) => {
      const { review, attempts = 0 } = sheets.get(sheet) ?? {};
      const isLast = attempt === attempts && review !== undefined && review.verdict !== "unreviewed";
      const points = review?.quality ?? review?.score ?? null;
      return {
        fate,
        agentMs,
        isApproved: isLast ? review.verdict === "approved" && review.sentBack === 0 : null,
        quality: isLast && points !== null ? points / 100 : null,
      };
    }),
  );
}

function healthLines(terminal: Terminal, job: JobView, { score, state, vitals, alerts }: Health): readonly string[] {
  const share = (value: number | null): string => (value === null ? "unknown" : `${String(Math.round(value * 100))} %`);
  const paint = { healthy: terminal.green, degraded: terminal.yellow, critical: terminal.red, unknown: terminal.dim }[
    state
  ];
  return [
    `${terminal.bold(visible(job.id))}  ${paint(score === null ? "unknown: no attempt has ended" : `${state}, ${String(score)} of 100`)}`,
    `  landed ${share(vitals.success)} · failed ${share(vitals.errors)} · agents take ${vitals.agentMs === null ? "unknown" : duration(vitals.agentMs)} · approved at once ${share(vitals.approvals)} · quality ${share(vitals.quality)}`,
    ...alerts.map((alert) => `  ${terminal.red("alert:")} ${alert}`),
  ];
}
