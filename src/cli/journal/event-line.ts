import type { EventType, TuttiEvent } from "../../api/contract/events.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { clip, prose, shortName } from "../terminal/prose.ts";
import { eventDetail } from "./event-detail.ts";

/** One event as one line: when, what, of whom, and what came of it. */
export function eventLine(terminal: Terminal, event: TuttiEvent): string {
  const whose = [event.job, event.sheet].filter((name) => name !== null).map(shortName);
  const words = [
    terminal.dim(new Date(event.at).toISOString()),
    paint(terminal, event.type),
    terminal.bold(whose.join(" ")),
    clip(prose(eventDetail(event)), 160),
  ];
  return words.filter((word) => word !== "").join("  ");
}

const widest = 23;

function paint(terminal: Terminal, type: EventType): string {
  const text = type.padEnd(widest);
  if (/(?:failed|stopped)$/.test(type)) return terminal.red(text);
  if (/(?:completed|landed|passed)$/.test(type)) return terminal.green(text);
  return /(?:conflict|parked|waiting_for_agent|retrying|fallback|limited|faulty|notice|interrupted|cancelled|diverted)$/.test(
    type,
  )
    ? terminal.yellow(text)
    : text;
}
