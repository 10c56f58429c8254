import type { z } from "zod";
import { oneOf, strict } from "../source/shape.ts";
import { environment, program, promptDelivery, text } from "./fields.ts";

const commandAgent = strict({
  command: program.meta({ description: "The program, alone or as a list with its arguments. `./name` lies beside the score.", examples: [["claude", "-p"]] }),
  prompt: promptDelivery.meta({
    description: "How it gets its prompt: on `stdin`, as the last `argument`, or as the path of a `file` as the last argument.",
    examples: ["argument"],
  }),
  env: environment.default({}).meta({ description: "Variables to add to the allow-listed environment.", examples: [{ NO_COLOR: "1" }] }),
});

/** An agent as it is written: the name of one, or a command of its own. */
export const agent = oneOf<WrittenAgent>((value) => (typeof value === "string" ? text : commandAgent), [text, commandAgent]);

export type CommandAgent = z.infer<typeof commandAgent>;
export type WrittenAgent = string | CommandAgent;
