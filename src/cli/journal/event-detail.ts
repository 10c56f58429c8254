import { collisionWords } from "../../sheet/collisions/describe.ts";
import { healingWords } from "../../sheet/healing/record.ts";
import { plural } from "../../base/text.ts";
import { costWords } from "../../api/contract/cost/cost.ts";
import type { Recorded, TuttiEvent } from "../../api/contract/events.ts";
import { preparationLines } from "../../score/plan/preparation.ts";
import { describeEnd } from "../../sheet/describe.ts";
import type { Ended } from "../../sheet/events/event.ts";
import { type Trouble, describeTrouble } from "../../sheet/trouble/trouble.ts";
import { nothingSpentYet, spentWith } from "../../sheet/cost/usage.ts";
import { passedOf, resultsOf } from "../../sheet/verdict.ts";
import { shortSha } from "../terminal/prose.ts";
import { promiseWords } from "../../sheet/promises.ts";

/**
 * The outcome of an event and other useful facts: codes, money, names. Text from others is not made safe for a terminal
 * here.
 */
export function eventDetail({ type, state, why, recorded }: TuttiEvent): string {
  if (type === "job.cost_update") return costDetail(recorded.event);
  const said = [...(state === null ? [] : [why === null ? state : `${state} (${why})`]), recordedWords(recorded, type)];
  return said.filter((text) => text !== "").join(", ");
}

/** Of one run; an agent that did not tell is told apart from one that cost nothing. */
function costDetail(event: Recorded["event"]): string {
  const usage = "usage" in event ? event.usage : undefined;
  return usage === undefined ? "" : (costWords(spentWith(nothingSpentYet, usage)) ?? "it costs nothing");
}

function recordedWords({ event }: Recorded, type: TuttiEvent["type"]): string {
  switch (event.kind) {
    case "ended":
      return endedWords(event, type);
    case "agent-gate":
      return [
        event.key,
        ...(event.code === null
          ? event.detail === null
            ? []
            : [event.detail]
          : [troubleWords({ code: event.code, detail: event.detail ?? "", resetAt: event.until })]),
      ].join(", ");
    case "notice":
      return event.text;
    case "schedule":
      return [event.schedule, event.what, event.started, event.why].filter((part) => part !== null).join(", ");
    case "successor":
      return [event.what, event.state, event.started, event.why].filter((part) => part !== null).join(", ");
    case "modified":
      return event.changes.join("; ");
    case "healing":
      return healingWords(event.healing);
    case "finished":
      return [
        event.failed === 0 ? null : `${plural(event.failed, "sheet")} failed`,
        event.promises === undefined ? null : promiseWords(event.promises),
      ]
        .filter((part) => part !== null)
        .join("; ");
    case "context-destroyed":
      return event.path;
    case "conductor-started":
      return `version ${event.version}, process ${event.pid}`;
    case "conductor-recovered":
      return `${plural(event.resumed, "job")} taken up again, ${event.left} left for a person`;
    case "conductor-reloaded":
      return event.changed.join(", ");
    default:
      return sheetWords(event);
  }
}

function sheetWords(event: Recorded["event"]): string {
  switch (event.kind) {
    case "started":
      return `attempt ${event.attempt}`;
    case "placed":
      return (
        event.fallback ??
        [
          `${event.level} in ${event.path}`,
          ...(event.prepared === undefined ? [] : preparationLines(event.prepared)),
        ].join(", ")
      );
    case "playing":
      return [event.agent, ...(event.session === null ? [] : [`session ${event.session}`])].join(", ");
    case "told":
      return event.text;
    case "collided":
      return collisionWords(event);
    case "judged":
      return `${passedOf(event.verdict).length} of ${plural(resultsOf(event.verdict).length, "validation")} passed`;
    case "landed":
      return shortSha(event.commit);
    case "conflicted":
      return event.paths.slice(0, 3).join(", ");
    case "held":
      return event.why.kind !== "ejected" ? event.why.paths.slice(0, 3).join(", ") : "taken out of the queue";
    case "proposed":
      return event.pull.url;
    case "returned":
      return event.why;
    default:
      return "why" in event ? (event.why ?? "") : "";
  }
}

/**
 * Why it ended as it did is said once, where it is told that the sheet goes on; one that failed has it in its own
 * reason.
 */
function endedWords({ end, trouble }: Ended, type: TuttiEvent["type"]): string {
  if (!goesOn.has(type)) return "";
  return trouble === null ? describeEnd(end) : troubleWords(trouble);
}

const goesOn: ReadonlySet<string> = new Set([
  "sheet.retrying",
  "sheet.parked",
  "sheet.waiting_for_agent",
  "sheet.fallback",
]);

function troubleWords(trouble: Trouble): string {
  return `${describeTrouble(trouble)}${trouble.resetAt === null ? "" : `, until ${new Date(trouble.resetAt).toISOString()}`}`;
}
