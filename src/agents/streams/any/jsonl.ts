import type { StreamReader } from "../../agent.ts";
import type { OutputForm } from "../../profiles/schema/output.ts";
import { unread } from "../events.ts";
import { fieldsIn } from "../fields.ts";
import { objectReader } from "./places.ts";

/** Any agent that prints one object a line. */
export function jsonlReader(form: OutputForm): StreamReader {
  const reader = objectReader(form);
  return {
    line: (line) => {
      if (line.trim() === "") return [];
      const object = fieldsIn(line);
      return object === null ? unread : reader.object(object);
    },
    end: () => reader.end(),
  };
}
