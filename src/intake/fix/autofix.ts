import type { Finding } from "../../findings/finding.ts";
import type { Argv } from "../../score/schema/fields.ts";
import type { Group, PreparedTool } from "./model.ts";

/** Below what any system takes as one word of a command. */
const mostCharacters = 60_000;

interface AutofixTerms {
  readonly tools: readonly PreparedTool[];
  /** Of the whole project. */
  readonly findings: readonly Finding[];
  /** Whether a sheet about this group is to mend it. */
  readonly isWanted: (finding: Finding, group: Group) => boolean;
}

/**
 * The commands that mend what tools can mend by themselves in a group's files. A tool mends all that it can in a file, so it is
 * asked only about files in which everything that it can mend is wanted.
 */
export function autofixCommands(terms: AutofixTerms): (group: Group) => readonly Argv[] {
  const byPlace = Map.groupBy(terms.findings, ({ tool, file }) => placeOf(tool, file));
  // Some tools don't say of each finding whether they can mend it: then any may be.
  const tells = new Set(terms.findings.flatMap(({ tool, fixable }) => (fixable ? [tool] : [])));
  const mayMend = (finding: Finding): boolean => finding.fixable || !tells.has(finding.tool);
  return (group) =>
    terms.tools.flatMap((tool) => {
      const { fixArgv } = tool;
      if (fixArgv === null) return [];
      const asked = new Set(group.findings.filter((finding) => finding.tool === tool.name && mayMend(finding)).map(({ file }) => file));
      const files = [...asked].filter((file) =>
        (byPlace.get(placeOf(tool.name, file)) ?? []).every((finding) => !mayMend(finding) || terms.isWanted(finding, group)),
      );
      return batches(files.toSorted()).map((part) => withEnvironment([...fixArgv, ...part.map(asArgument)], tool.env));
    });
}

function placeOf(tool: string, file: string): string {
  return `${tool}\0${file}`;
}

function batches(files: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let room = 0;
  for (const file of files) {
    const part = parts.at(-1);
    if (part === undefined || room < file.length) parts.push([file]);
    else part.push(file);
    room = (part === undefined || room < file.length ? mostCharacters : room) - file.length;
  }
  return parts;
}

/** A name that begins with a hyphen would be an option. */
function asArgument(file: string): string {
  return file.startsWith("-") ? `./${file}` : file;
}

/** A command with variables of its own, as one that needs nobody to set them. */
export function withEnvironment(argv: Argv, env: Readonly<Record<string, string>>): Argv {
  const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  if (words.length === 0) return argv;
  // What has a = in it would be taken for one more variable.
  return ["env", ...words, ...(argv[0].includes("=") ? ["sh", "-c", 'exec "$@"', "sh"] : []), ...argv];
}
