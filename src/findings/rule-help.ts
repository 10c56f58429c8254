/** A way to ask a tool what it knows of its rules, in the version that the project has, without a network. */
export type RuleHelp = CommandHelp | PackageHelp;

/** A command prints it. */
export interface CommandHelp {
  readonly kind: "command";
  /** Another program, which lies beside the tool's own; absent: the tool itself. */
  readonly beside?: string;
  /**
   * What the command calls this code; `null`: it has nothing to say of it. It becomes an argument, so that nothing else
   * may pass.
   */
  readonly nameOf: (code: string) => string | null;
  /** Rules per run. */
  readonly atOnce: number;
  readonly args: (names: readonly string[]) => readonly string[];
  /** The text about this rule; `null`: none. */
  readonly read: (stdout: string, name: string) => string | null;
}

/**
 * Its package knows it, and has no command that prints it: a program of Tutti's loads the package that the project has.
 */
export interface PackageHelp {
  readonly kind: "package";
  readonly name: "eslint" | "stylelint";
}

/** The output from the first line that begins so. */
export function textFrom(stdout: string, beginning = ""): string | null {
  const lines = stdout.split("\n");
  const first = lines.findIndex((line) => line.startsWith(beginning));
  const text = lines.slice(Math.max(0, first)).join("\n").trim();
  return text === "" ? null : text;
}
