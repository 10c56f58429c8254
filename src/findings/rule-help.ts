/** How a tool explains its rules, in the project's version, offline. */
export type RuleHelp = CommandHelp | PackageHelp;

export interface CommandHelp {
  readonly kind: "command";
  /** Another program beside the tool's own. */
  readonly beside?: string;
  /** The command's name for a code; `null`: none. It becomes an argument, so nothing else may pass. */
  readonly nameOf: (code: string) => string | null;
  /** Rules per run. */
  readonly atOnce: number;
  readonly args: (names: readonly string[]) => readonly string[];
  readonly read: (stdout: string, name: string) => string | null;
}

/** Only its package knows: a program of Tutti's loads the project's package. */
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
