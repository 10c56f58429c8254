import { type CommandTemplate, type ConcreteCommand, commandTemplate } from "../plan/command.ts";
import { type Command, command as schema } from "../schema/fields.ts";
import { type RuleKind, commandShown, filled } from "./kind.ts";

export interface PlannedCommand {
  readonly kind: "command_succeeds";
  readonly command: CommandTemplate;
  readonly cwd: string | null;
}

export interface CommandSucceeds {
  readonly kind: "command_succeeds";
  readonly command: ConcreteCommand;
}

export const command: RuleKind<Command, PlannedCommand, CommandSucceeds> = {
  kind: "command_succeeds",
  schema: schema.optional().meta({
    description: "A command exits 0: a line for the shell, or a list of program and arguments.",
    examples: ["npm test"],
  }),
  terms: ["timeout", "cwd"],
  isBare: true,
  plan: (written, { cwd }) => ({ kind: "command_succeeds", command: commandTemplate(written), cwd }),
  fill: ({ kind, command: template, cwd }, filler) => filled({ kind }, { command: filler.command(template, cwd) }),
  describe: ({ command: { shown } }) => `${shown} succeeds`,
  show: ({ command: concrete }, at) => commandShown(concrete, at),
  // The workspace is not part of a later tree.
  promise: ({ command: { cwd, shown } }) =>
    cwd.root === "context" && !shown.includes("TUTTI_WORKSPACE") ? "commands" : null,
};
