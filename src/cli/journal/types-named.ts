import { type EventType, eventTypes } from "../../api/contract/events.ts";
import { TuttiError } from "../../base/error.ts";

/** The types that somebody named: each by itself, or all of one kind by its first word. `undefined`: all there are. */
export function typesNamed(words: readonly string[]): EventType[] | undefined {
  return words.length === 0 ? undefined : words.flatMap(typesOf);
}

function typesOf(word: string): readonly EventType[] {
  const found = eventTypes.filter((type) => type === word || type.startsWith(`${word}.`));
  if (found.length > 0) return found;
  throw new TuttiError("cli.usage", `there is no event called ${word}`, {
    audience: "user",
    hint: `There are: ${eventTypes.join(", ")}; or all of one kind: job, sheet, agent, context, conductor.`,
  });
}
