import { messageOf } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import type { OpenPull, PullSeen } from "../../conductor/hands.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { PullLook, PullsSync } from "../../api/contract/landing.ts";
import type { InTurn } from "../../conductor/jobs/once.ts";
import type { JobParts } from "../../conductor/jobs/parts.ts";
import { lookAtPulls, newsIn, tellNews } from "../../conductor/jobs/hear-pulls.ts";
import type { WhichJob } from "../../conductor/find/nearest.ts";
import { pullJobs } from "./list.ts";

/** Looks at pull requests now, and goes on with what was decided or sent back. */
export async function syncPulls(
  parts: JobParts,
  inTurn: InTurn,
  asked: WhichJob & { readonly environment?: Readonly<Record<string, string>> | undefined },
): Promise<PullsSync> {
  const jobs = await pullJobs(parts, asked);
  const pulls: PullLook[] = [];
  const resumed: PullsSync["resumed"][number][] = [];
  for (const { id } of jobs) {
    parts.rememberEnvironment(id, asked.environment);
    const { open, seen } = await lookAtPulls(parts, id).catch((error: unknown) => {
      // One server that can't be asked keeps nobody from the others.
      if (asked.job !== undefined) throw error;
      parts.notice(`the pull requests of ${id} could not be looked at: ${messageOf(error)}`);
      return { open: [], seen: [] };
    });
    pulls.push(
      ...open.flatMap((one) =>
        lookOf(
          id,
          one,
          seen.find(({ sheet }) => sheet === one.sheet.id),
        ),
      ),
    );
    const position = await parts.store.position();
    if (await inTurn(id, () => tellNews(parts, id, newsIn(seen)))) resumed.push({ job: id, position });
  }
  return { pulls, resumed };
}

function lookOf(job: JobId, { sheet, state }: OpenPull, seen: PullSeen | undefined): readonly PullLook[] {
  if (seen === undefined) return [];
  const { number, url, branch } = state.pull;
  const { event, now, trouble } = seen;
  const outcome =
    event?.kind === "merged" || event?.kind === "closed" || event?.kind === "returned" || event?.kind === "heard"
      ? event.kind
      : null;
  const why = trouble ?? (event?.kind === "returned" ? returnedWords(event) : null);
  return [
    {
      job,
      sheet: sheet.id,
      title: sheet.title,
      number,
      url,
      branch,
      state: "open",
      returns: state.counts.returns,
      now,
      outcome,
      why,
    },
  ];
}

function returnedWords({ why, text }: SheetEvent & { readonly kind: "returned" }): string {
  const said = text.replaceAll(/\s+/g, " ").trim();
  return `${returns[why]}: ${said.length <= longestWords ? said : `${said.slice(0, longestWords).toWellFormed()}…`}`;
}

const longestWords = 300;
const returns = {
  checks: "its checks failed",
  review: "changes are asked for",
  conflict: "it can't be merged any more",
};
