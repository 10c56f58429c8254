import { stringify } from "yaml";

/** A kind of score to start from. */
export interface Template {
  readonly name: string;
  /** One line for a list. */
  readonly summary: string;
  /** What follows the head, which is the same for all. */
  readonly body: string;
}

interface Choice {
  readonly name: string;
  readonly agent: readonly string[];
  /** Where the schema lies, from the score's folder. */
  readonly schema: string;
}

export function starterScore({ summary, body }: Template, { name, agent, schema }: Choice): string {
  return `# yaml-language-server: $schema=${schema}
# ${summary}
# Every key is explained in docs/score.md, and by your editor when you point at it.
name: ${stringify(name, { defaultStringType: /^[a-z][\w-]*$/i.test(name) ? "PLAIN" : "QUOTE_DOUBLE" }).trim()}

# Who does the work: a program that gets its prompt on stdin and works in the folder it is started in.
agents:
  worker: { command: ${JSON.stringify(agent)} }
agent: worker
${body}`;
}
