import { toolNamed } from "../../../findings/catalog.ts";
import type { Finding } from "../../../findings/finding.ts";
import type { Argv } from "../../../score/schema/fields.ts";
import { asArgument, commandIn, pathIn } from "../../tool-folder.ts";
import type { Group, PreparedTool } from "../../model.ts";
import { sizeOf } from "../prompt/quote.ts";

/**
 * Of the files in one word of a command, which no system takes if it is longer than 128 KB; the command and what it is
 * told stand there too.
 */
const mostBytes = 60_000;

interface AutofixTerms {
  readonly tools: readonly PreparedTool[];
  /** Of the whole project. */
  readonly findings: readonly Finding[];
  /** Whether a sheet about this group is to fix it. */
  readonly isWanted: (finding: Finding, group: Group) => boolean;
}

/** The fixes of one group that tools make by themselves. */
export interface Autofix {
  /** The requests, each an argument of the program that runs them. */
  readonly commands: readonly string[];
  /** Findings of the group that a tool says it can fix and is asked to fix. */
  readonly findings: ReadonlySet<Finding>;
}

/**
 * What tools can fix by themselves in a group's files. A tool fixes all that it can in a file: where some of that is
 * not wanted, it is told to leave those rules alone, if it can be, and else asked about other files only. Rules that
 * say nothing of a file are not named: what a fix brings in may be fixed with it.
 */
export function autofixes({ tools, findings, isWanted }: AutofixTerms): (group: Group) => Autofix {
  const byPlace = Map.groupBy(findings, ({ tool, file }) => placeOf(tool, file));
  const says = new Set(findings.flatMap(({ tool, fixable }) => (fixable ? [tool] : [])));
  // Any finding of these may be one that they can fix.
  const untold = new Set(tools.flatMap((tool) => (isUntold(tool, says.has(tool.name)) ? [tool.name] : [])));
  const mayFix = (finding: Finding): boolean => finding.fixable || untold.has(finding.tool);
  const askedIn = (tool: PreparedTool, group: Group, own: readonly Finding[]): Asked | null => {
    const [first] = own;
    if (first === undefined) return null;
    const unwanted = (byPlace.get(placeOf(tool.name, first.file)) ?? []).filter((finding) => !isWanted(finding, group));
    if (!unwanted.some(mayFix)) return { file: first.file, findings: own, without: null };
    const without = [...new Set(unwanted.map(codeOf))].toSorted();
    const way = wayFor(tool, without);
    const wanted = way === null ? [] : own.filter((finding) => finding.fixable && way.fixes(codeOf(finding)));
    return wanted.length === 0 ? null : { file: first.file, findings: wanted, without };
  };
  return (group) => {
    const all = tools.map((tool) => {
      const own = group.findings.filter(
        (finding) => finding.tool === tool.name && mayFix(finding) && pathIn(tool.folder, finding.file) !== null,
      );
      const files = [...Map.groupBy(own, ({ file }) => file).values()].flatMap(
        (inFile) => askedIn(tool, group, inFile) ?? [],
      );
      return commandsOf(tool, files);
    });
    return {
      commands: all.flatMap(({ commands }) => commands),
      findings: new Set(all.flatMap((one) => [...one.findings]).filter(({ fixable }) => fixable)),
    };
  };
}

/** One file, and the rules that the tool is to leave alone there; `null`: none. */
interface Asked {
  readonly file: string;
  readonly findings: readonly Finding[];
  readonly without: readonly string[] | null;
}

/**
 * Whether a tool does not say of its findings which it can fix; of one that the project describes it is told by what
 * it says.
 */
function isUntold({ format, fixArgv }: PreparedTool, says: boolean): boolean {
  const known = format.kind === "tool" ? toolNamed(format.tool) : undefined;
  return known === undefined || programOf(fixArgv ?? [], known.fixArgs ?? []) === null
    ? !says
    : known.fixesUntold === true;
}

function placeOf(tool: string, file: string): string {
  return `${tool}\0${file}`;
}

function codeOf({ code }: Finding): string {
  return code ?? "";
}

/** One run for all files of which the same is asked: what is configured may differ from file to file. */
function commandsOf(tool: PreparedTool, asked: readonly Asked[]): Autofix {
  const alike = [...Map.groupBy(asked, ({ without }) => JSON.stringify(without)).values()];
  const ends = alike.map((some): Autofix => {
    const way = wayFor(tool, some[0]?.without ?? null);
    if (way === null) return { commands: [], findings: new Set() };
    const files = some.flatMap(({ file }) => pathIn(tool.folder, file) ?? []).toSorted();
    const parts = batches(files.map(asArgument));
    return {
      commands: way.steps.flatMap((step) => parts.map((part) => wordFor(tool, step, part))),
      findings: new Set(some.flatMap((one) => one.findings)),
    };
  });
  return {
    commands: ends.flatMap(({ commands }) => commands),
    findings: new Set(ends.flatMap(({ findings }) => [...findings])),
  };
}

type Step =
  | { readonly kind: "run"; readonly argv: Argv }
  /** What has no argument for it is asked through its package, which lies where this program does. */
  | { readonly kind: "package"; readonly program: string; readonly without: readonly string[] };

interface Way {
  readonly steps: readonly Step[];
  readonly fixes: (rule: string) => boolean;
}

/** How a tool is asked; `null`: it can't be. */
function wayFor(tool: PreparedTool, without: readonly string[] | null): Way | null {
  if (tool.fixArgv === null) return null;
  if (without === null) return { steps: [{ kind: "run", argv: [...tool.fixArgv] }], fixes: () => true };
  const known = tool.format.kind === "tool" ? toolNamed(tool.format.tool) : undefined;
  const program = programOf(tool.fixArgv, known?.fixArgs ?? []);
  const way = program === null ? null : (known?.fixWithout?.(without, tool.version) ?? null);
  if (program === null || way === null) return null;
  const [name, ...more] = program;
  // If another program starts the tool, the place of its package is unknown.
  if (more.length > 0 && way.steps.some(({ kind }) => kind === "package")) return null;
  const steps = way.steps.map(
    (step): Step =>
      step.kind === "args"
        ? { kind: "run", argv: [name, ...more, ...step.args] }
        : { kind: "package", program: name, without },
  );
  return { steps, fixes: way.fixes };
}

/** What starts the tool; `null`: the project has a command of its own, of which nothing is known. */
function programOf(fixArgv: readonly string[], fixArgs: readonly string[]): Argv | null {
  const at = fixArgv.length - fixArgs.length;
  const [program, ...args] = fixArgv.slice(0, Math.max(0, at));
  return program === undefined || fixArgs.length === 0 || fixArgs.some((word, place) => fixArgv[at + place] !== word)
    ? null
    : [program, ...args];
}

function wordFor({ folder, env }: PreparedTool, step: Step, files: readonly string[]): string {
  if (step.kind === "run") return JSON.stringify(commandIn(folder, withEnvironment([...step.argv, ...files], env)));
  return JSON.stringify({ eslint: step.program, without: step.without, folder, files });
}

function batches(files: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let room = 0;
  for (const file of files) {
    // As it stands there: some signs take several bytes, or are written out.
    const size = sizeOf(JSON.stringify(file)) + 1;
    if (parts.length === 0 || room < size) {
      parts.push([]);
      room = mostBytes;
    }
    parts.at(-1)?.push(file);
    room -= size;
  }
  return parts;
}

/** A command with its own variables, as one that sets them itself. */
export function withEnvironment(argv: Argv, env: Readonly<Record<string, string>>): Argv {
  const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  if (words.length === 0) return argv;
  // A word with a = would be read as another variable.
  return ["env", ...words, ...(argv[0].includes("=") ? ["sh", "-c", 'exec "$@"', "sh"] : []), ...argv];
}
