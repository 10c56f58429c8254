import { maxCostFor } from "../max-cost.ts";
import { asSentence, dollars, firstFew, isoTime, plural, shellWord } from "../../../base/text.ts";
import type { PauseCause } from "../../../sheet/rest/rest.ts";
import { unreadyWords } from "../../../sheet/rest/unready.ts";
import type { Known } from "../known.ts";
import type { Finding } from "./finding.ts";

/** The reasons in the status of the whole job that it does not go on. */
export function statusFindings({ job, view }: Known): readonly Finding[] {
  const { status } = job;
  const resume = `tutti resume ${shellWord(job.id)}`;
  if (view.status === "interrupted")
    return [
      {
        what: "The Tutti that played it is gone. What ran is captured when it goes on.",
        next: `tutti start, which goes on with it; or ${resume}`,
      },
    ];
  switch (status.kind) {
    case "paused":
      return [
        ...pullFindings(view),
        pauseFinding(view.pause ?? status.cause, {
          why: status.why,
          resume,
          approve: `tutti approve ${shellWord(job.id)}`,
        }),
      ];
    case "pausing":
      return [
        {
          what: `It is on its way to a pause: ${underWay(view)}.`,
          next: status.now ? null : `tutti pause ${shellWord(job.id)} --now, or ${resume}`,
        },
      ];
    case "cancelling":
      return [{ what: `It is being cancelled: ${underWay(view)}.`, next: null }];
    case "cancelled":
      return [{ what: "It was cancelled.", next: `tutti retry ${shellWord(job.id)}` }];
    case "running":
    case "finished":
      return [];
  }
}

function pauseFinding(
  cause: PauseCause,
  { why, resume, approve }: { why: string; resume: string; approve: string },
): Finding {
  switch (cause.kind) {
    case "user":
      return { what: "A person paused it; it stays paused until a person resumes it.", next: resume };
    case "stop":
      return {
        what: `The Tutti that played it was stopped (${why}).`,
        next: `tutti start, which goes on with it; or ${resume}`,
      };
    case "parked":
      return {
        what: `Nothing of it can start before ${isoTime(cause.until)}.`,
        next: `A conductor goes on with it then; before that: ${resume}`,
      };
    case "agent":
      return { what: `A person has to see to an agent: ${asSentence(why)}`, next: hintThen(cause.hint, resume) };
    case "unready":
      return {
        what: `Nothing of it was started: ${asSentence(unreadyWords(cause.problems))}`,
        next: `${cause.problems[0]?.next ?? ""} Then: ${resume}, or ${resume} --force`.trim(),
      };
    case "cost":
      return {
        what: `It has cost ${dollars(cause.spentUsd)} of the ${dollars(cause.limitUsd)} that it may.`,
        next: `${resume} --max-cost ${maxCostFor(cause.limitUsd)}`,
      };
    case "approval":
      if (cause.sheets === 0) return { what: "No result of it waits for a person's word any more.", next: resume };
      return {
        what: `${plural(cause.sheets, "result")} only wait${cause.sheets === 1 ? "s" : ""} for a person's word.`,
        next: approve,
      };
    case "queue":
      return {
        what: `The queue of ${cause.target} is paused, and only what is in it is left.`,
        next: "tutti queue resume",
      };
    case "pulls":
      return {
        what: `${plural(cause.open, "pull request")} ${cause.open === 1 ? "is" : "are"} open.`,
        next: `Decide there; ${resume} looks at once what became of them`,
      };
    case "broken":
      return {
        what: `Something outside kept it from going on (${cause.code}): ${asSentence(why)}`,
        next: hintThen(cause.hint, resume),
      };
  }
}

/** A hint that says how to go on says it all. */
function hintThen(hint: string | null, resume: string): string {
  if (hint === null) return resume;
  return hint.includes("tutti resume")
    ? hint.replace(/tutti resume(?=[.,;]|$)/, resume)
    : `${asSentence(hint)} Then: ${resume}`;
}

/** One by one, so that a person can go there. */
function pullFindings({ sheets }: Known["view"]): readonly Finding[] {
  const open = sheets.flatMap(({ id, state, pull }) =>
    state === "proposed" && pull !== null ? [{ what: `${id} is offered as ${pull.url}.`, next: null }] : [],
  );
  return open.slice(0, mostPulls);
}

const mostPulls = 10;

function underWay({ sheets }: Known["view"]): string {
  const busy = sheets
    .filter(({ state }) => ["running", "captured", "landing"].includes(state))
    .map(({ id, state }) => `${id} is ${state}`);
  return busy.length === 0 ? "nothing is under way any more" : firstFew(busy);
}
