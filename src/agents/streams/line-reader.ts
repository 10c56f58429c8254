import type { AgentEvent } from "../agent-event.ts";
import type { StreamReader } from "../agent.ts";
import { type Fields, fieldsIn, textAt } from "./fields.ts";
import { unread } from "./events.ts";

/**
 * Reads one event of an agent by its type. Types it does not know give nothing: agents get new ones with every version.
 */
export type ReadEvent = (type: string, event: Fields) => readonly AgentEvent[];

/** For agents that print one object with a `type` a line. */
export function lineReader(read: ReadEvent, end: () => readonly AgentEvent[] = () => []): StreamReader {
  return {
    line: (text) => {
      if (text.trim() === "") return [];
      const event = fieldsIn(text);
      const type = textAt(event, "type");
      return event === null || type === null ? unread : read(type, event);
    },
    end,
  };
}
