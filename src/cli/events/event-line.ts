import type { EventType, Recorded, TuttiEvent } from "../../api/events.ts";
import type { Terminal } from "../terminal.ts";
import { clip, count, shortName, shortSha, shown } from "../words.ts";

/** One event as one line: when, what, of whom, and what came of it. */
export function eventLine(terminal: Terminal, event: TuttiEvent): string {
  const whose = [event.job, event.sheet].filter((name) => name !== null).map(shortName);
  const words = [terminal.dim(new Date(event.at).toISOString()), paint(terminal, event.type), terminal.bold(whose.join(" ")), clip(shown(detail(event)), 160)];
  return words.filter((word) => word !== "").join("  ");
}

const widest = 23;

function paint(terminal: Terminal, type: EventType): string {
  const text = type.padEnd(widest);
  if (/failed$/.test(type)) return terminal.red(text);
  if (/(?:completed|landed|passed)$/.test(type)) return terminal.green(text);
  return /(?:conflict|parked|retrying|fallback|notice|interrupted|cancelled|diverted)$/.test(type) ? terminal.yellow(text) : text;
}

function detail({ state, why, recorded }: TuttiEvent): string {
  const said = [...(state === null ? [] : [why === null ? state : `${state} (${why})`]), recordedWords(recorded)];
  return said.filter((text) => text !== "").join(", ");
}

/** What is worth a word besides the state of the sheet. */
function recordedWords({ event }: Recorded): string {
  switch (event.kind) {
    case "started":
      return `attempt ${String(event.attempt)}`;
    case "placed":
      return event.fallback ?? `${event.level} in ${event.path}`;
    case "landed":
      return shortSha(event.commit);
    case "conflicted":
      return event.paths.slice(0, 3).join(", ");
    case "notice":
      return event.text;
    case "modified":
      return event.changes.join("; ");
    case "finished":
      return event.failed === 0 ? "" : `${count(event.failed, "sheet")} failed`;
    case "context-destroyed":
      return event.path;
    case "conductor-started":
      return `version ${event.version}, process ${String(event.pid)}`;
    case "conductor-recovered":
      return `${count(event.resumed, "job")} taken up again, ${String(event.left)} left for a person`;
    case "conductor-reloaded":
      return event.changed.join(", ");
    default:
      return "why" in event ? event.why : "";
  }
}
