import { z } from "zod";
import { oneOf, strict } from "../source/shape.ts";
import { argument, environment, line, program, promptDelivery, promptKind, text } from "./fields.ts";

const commandAgent = strict(
  {
    command: program.meta({
      description: "The program, alone or as a list with its arguments. `./name` lies beside the score.",
      examples: [["my-agent", "--quiet"]],
    }),
    prompt: promptDelivery.meta({
      description:
        "How it gets its prompt: on `stdin`, as the last `argument`, or as the path of a `file` as the last argument.",
      examples: ["argument"],
    }),
    prompt_is: promptKind.optional().meta({
      description:
        "How it uses its prompt. A `program` gets the prompt unchanged: everything else goes into the file `TUTTI_BRIEF_FILE`.",
      otherwise: "`program` for a bare shell or interpreter, else `text`",
      examples: ["program"],
    }),
    env: environment
      .default({})
      .meta({ description: "Variables to add to the allow-listed environment.", examples: [{ NO_COLOR: "1" }] }),
    once: z
      .boolean()
      .default(false)
      .meta({
        description: "It gives the same answer each time: after one attempt the next agent goes on.",
        examples: [true],
      }),
  },
  {
    args: "a command has its arguments in its list",
    model: "only a profile (use) has a model; a command gets it as an argument",
  },
);

const profileAgent = strict(
  {
    use: text.meta({
      description: "Name of the profile: one that is built in, or a file of yours. `tutti agents list` shows them.",
      examples: ["claude"],
    }),
    model: line.optional().meta({
      description: "Which model it is to take.",
      otherwise: "the profile's, or the agent's own",
      examples: ["opus"],
    }),
    args: z
      .array(argument)
      .default([])
      .meta({ description: "Arguments to add to those of the profile.", examples: [["--max-turns", "30"]] }),
    env: environment.default({}).meta({
      description: "Variables to add to its environment.",
      examples: [{ ANTHROPIC_BASE_URL: "http://localhost:4010" }],
    }),
    account: line.optional().meta({
      description: "Whose limits it shares, under a name of your own.",
      otherwise: "those of all that use the profile",
      examples: ["work"],
    }),
  },
  {
    command: "give either use or command",
    prompt: "the profile says how the prompt is handed over",
    prompt_is: "the profile says what the prompt is",
  },
);

/** An agent as it is written: the name of one, a profile with what is special about it here, or a command. */
export const agent = oneOf<WrittenAgent>(
  (value) => {
    if (typeof value === "string") return text;
    return isProfile(value) ? profileAgent : commandAgent;
  },
  [text, profileAgent, commandAgent],
);

/** Agents that take over when the first one fails. More than a few is a typing error. */
export const fallbacks = z.array(agent).max(10);

export type CommandAgent = z.infer<typeof commandAgent>;
export type ProfileAgent = z.infer<typeof profileAgent>;
export type WrittenAgent = string | ProfileAgent | CommandAgent;

function isProfile(value: unknown): boolean {
  if (typeof value !== "object" || value === null || "use" in value) return true;
  return !("command" in value) && ["model", "args", "account"].some((key) => key in value);
}
