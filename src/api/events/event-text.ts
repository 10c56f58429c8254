import type { TuttiEvent } from "../contract/events.ts";

const written = new WeakMap<TuttiEvent, string>();

/** An event is turned into text once, however many follow: the bus gives all of them the same one. */
export function eventText(event: TuttiEvent): string {
  const text = written.get(event) ?? JSON.stringify(event);
  written.set(event, text);
  return text;
}
