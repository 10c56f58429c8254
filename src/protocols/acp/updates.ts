import type { PlanEntry } from "@agentclientprotocol/sdk";
import type { Ending } from "../../api/contract/ending.ts";
import type { EventType, TuttiEvent } from "../../api/contract/events.ts";
import type { JobView } from "../../api/contract/job.ts";
import { dollars, plural } from "../../base/text.ts";

/** A job as an editor draws it: a plan with one entry for each sheet. */
export function entriesOf({ sheets }: Pick<JobView, "sheets">): PlanEntry[] {
  return sheets.slice(0, mostEntries).map(({ title, state }) => ({
    content: isOver(state) && state !== "landed" && state !== "done" ? `${title} (${state})` : title,
    status: isOver(state) ? "completed" : state === "waiting" ? "pending" : "in_progress",
    priority: "medium",
  }));
}

const mostEntries = 200;
const over: ReadonlySet<string> = new Set(["landed", "done", "skipped", "failed", "cancelled", "blocked"]);

function isOver(state: string): boolean {
  return over.has(state);
}

const told: Partial<Record<EventType, string>> = {
  "sheet.started": "started",
  "sheet.retrying": "tries again",
  "sheet.fallback": "goes on with another agent",
  "sheet.waiting_for_agent": "waits for its agent",
  "sheet.parked": "waits",
  "sheet.held": "waits for your word",
  "sheet.conflict": "conflicts with what landed meanwhile",
  "sheet.landed": "landed",
  "sheet.proposed": "is a pull request",
  "sheet.skipped": "was skipped",
  "sheet.failed": "failed",
  "sheet.cancelled": "was cancelled",
};

/** What a person wants to read of an event; `null`: nothing. */
export function lineOf({ type, sheet, title, why, recorded }: TuttiEvent): string | null {
  if (type === "context.fallback" && recorded.about === "note") return why;
  const what = told[type];
  if (what === undefined || sheet === null) return null;
  return `**${title ?? sheet}** ${what}${why === null || type === "sheet.started" ? "" : `: ${why}`}\n`;
}

/** What became of a job, when it rests. */
export function endText(job: JobView, ending: Ending): string {
  const { counts, cost, landsOn } = job;
  const landed = `${counts.landed} of ${plural(counts.sheets, "sheet")} landed${landsOn === null ? "" : ` on ${landsOn.replace("refs/heads/", "")}`}`;
  const spent = cost.usd === null ? "" : `; ${dollars(cost.usd)}`;
  return `\n${landed}${counts.failed > 0 ? `, ${counts.failed} failed` : ""}${spent}. ${restWords(job, ending)}\n`;
}

function restWords(job: JobView, ending: Ending): string {
  switch (ending.kind) {
    case "finished":
      return ending.failed === 0 ? "The job is finished." : `/explain says why, /retry tries again.`;
    case "approval":
      return "Results wait for your word: /approve lets them land, a message sends one back.";
    case "cancelled":
      return "The job was cancelled; its work is kept.";
    case "paused":
    case "stopped":
      return "The job is paused: /resume goes on.";
    default:
      return `The job rests: ${job.why ?? ending.kind}. /resume goes on.`;
  }
}
