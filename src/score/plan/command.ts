import type { Command } from "../schema/fields.ts";

/** A path below one of the two folders a sheet works with; `.` is the folder itself. */
export interface FilePlace {
  readonly root: "context" | "workspace";
  readonly path: string;
}

/** A line for a shell, or a program and its arguments; either may hold templates. */
export type CommandTemplate =
  | { readonly kind: "line"; readonly shell: "sh" | "bash"; readonly line: string }
  | { readonly kind: "argv"; readonly argv: readonly [string, ...string[]] };

export interface ConcreteCommand {
  readonly argv: readonly [string, ...string[]];
  /** Values that the command refers to: they never become part of its text. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: FilePlace;
  /** As the score has it. */
  readonly shown: string;
}

/**
 * A command as the score has it. A list that only passes a line to a shell becomes that line: values must not be put
 * into it as text, as they are into other arguments.
 */
export function commandTemplate(written: Command): CommandTemplate {
  if (typeof written === "string") return { kind: "line", shell: "sh", line: written };
  const [program, flag, line, ...rest] = written;
  const shell = /^(?:\/(?:usr\/)?bin\/)?(sh|bash)$/.exec(program)?.[1];
  if ((shell === "sh" || shell === "bash") && flag === "-c" && line !== undefined && rest.length === 0)
    return { kind: "line", shell, line };
  return { kind: "argv", argv: written };
}

/** How it is run. */
export function argvOf(command: CommandTemplate): readonly [string, ...string[]] {
  return command.kind === "argv" ? command.argv : [command.shell, "-c", command.line];
}

/** For a line that people read. */
export function commandText(command: CommandTemplate): string {
  return command.kind === "argv" ? command.argv.join(" ") : command.line;
}
