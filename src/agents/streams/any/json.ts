import type { AgentEvent } from "../../agent-event.ts";
import type { StreamReader } from "../../agent.ts";
import type { OutputForm } from "../../profiles/schema/output.ts";
import { unread } from "../events.ts";
import { asFields, type Fields } from "../fields.ts";
import { objectReader } from "./places.ts";

/** An answer that is longer is none that a profile could name places in. */
const longestAnswer = 16 * 1024 * 1024;

/** Any agent that prints one object, or a list of them, when it is done. */
export function jsonReader(form: OutputForm): StreamReader {
  const lines: string[] = [];
  let length = 0;
  return {
    line: (line) => {
      // What is said before the answer begins is not part of it.
      if (length === 0 && !/^\s*[[{]/.test(line)) return [];
      length += line.length + 1;
      if (length <= longestAnswer) lines.push(line);
      return [];
    },
    end: () => (length > longestAnswer ? unread : read(form, lines.splice(0).join("\n"))),
  };
}

function read(form: OutputForm, answer: string): readonly AgentEvent[] {
  if (answer === "") return [];
  const objects = objectsIn(answer);
  if (objects === null) return unread;
  const reader = objectReader(form);
  return [...objects.flatMap((object) => reader.object(object)), ...reader.end()];
}

function objectsIn(answer: string): readonly Fields[] | null {
  try {
    const value: unknown = JSON.parse(answer);
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.map(asFields).filter((object) => object !== null);
  } catch {
    return null;
  }
}
