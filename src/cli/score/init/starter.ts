import { stringify } from "yaml";

/** A kind of score to start from. */
export interface Template {
  readonly name: string;
  /** One line for a list. */
  readonly summary: string;
  /** The text after the head, which is the same for all. */
  readonly body: string;
}

interface Choice {
  readonly name: string;
  /** The name of one that Tutti knows, or a command. */
  readonly agent: string | readonly string[];
  /** Where the schema lies, from the score's folder. */
  readonly schema: string;
}

export function starterScore({ summary, body }: Template, { name, agent, schema }: Choice): string {
  return `# yaml-language-server: $schema=${schema}
# ${summary}
# Every key is explained in docs/score.md, and by your editor when you point at it.
name: ${stringify(name, { defaultStringType: /^[a-z][\w-]*$/i.test(name) ? "PLAIN" : "QUOTE_DOUBLE" }).trim()}

${agentText(agent)}
${body}`;
}

function agentText(agent: Choice["agent"]): string {
  if (typeof agent === "string") {
    return `# Who does the work: an agent that Tutti knows (tutti agents list), or a program: { command: [my-agent, --flag] }.
agent: ${agent}                             # with a model: { use: ${agent}, model: NAME }`;
  }
  return `# Who does the work: a program that gets its prompt on stdin and works in the folder it is started in.
agents:
  worker: { command: ${JSON.stringify(agent)} }
agent: worker`;
}
