import { toolNamed } from "../../../findings/catalog.ts";
import type { Finding } from "../../../findings/finding.ts";
import type { CommandAgent } from "../../../score/schema/agent.ts";
import type { Argv } from "../../../score/schema/fields.ts";
import { allFindings } from "../../choose/reported-by.ts";
import { isWanted } from "../../choose/select.ts";
import type { Collected, Group, PreparedTool } from "../../model.ts";
import type { FixOptions } from "../../options/decide.ts";
import { asArgument, commandIn, pathIn } from "../../tool-folder.ts";
import { sizeOf } from "../prompt/quote.ts";

/** Tools as agents that need no model. */
export interface Autofixers {
  /** `null`: no tool can fix anything in the group. */
  agentFor(group: Group): CommandAgent | null;
  /** The group, with only those findings as fixable that a tool will be asked to fix. */
  asAsked(group: Group): Group;
}

interface AutofixPlan {
  readonly options: FixOptions;
  readonly collected: readonly Collected[];
  readonly autofixProgram: Argv;
}

export function autofixersOf({ options, collected, autofixProgram }: AutofixPlan): Autofixers {
  const findings = allFindings(collected);
  const look = options.autofix
    ? autofixes({ tools: toolsOf(collected), findings, isWanted: wantedIn(options) })
    : () => nothing;
  const known = new Map<Group, Autofix>();
  const autofixOf = (group: Group): Autofix => {
    const autofix = known.get(group) ?? look(group);
    known.set(group, autofix);
    return autofix;
  };
  return {
    agentFor: (group) => {
      const { commands } = autofixOf(group);
      return commands.length === 0
        ? null
        : { command: [...autofixProgram, ...commands], prompt: "file", env: {}, once: true };
    },
    asAsked: (group) => {
      const asked = autofixOf(group).findings;
      return {
        ...group,
        findings: group.findings.map((one) => (one.fixable && !asked.has(one) ? { ...one, fixable: false } : one)),
        fixable: asked.size,
      };
    },
  };
}

const nothing: Autofix = { commands: [], findings: new Set() };

/** A failed tool cannot show that nothing was introduced. */
export function toolsOf(collected: readonly Collected[]): readonly PreparedTool[] {
  return collected.flatMap((said) => (said.kind === "read" ? [said.tool] : []));
}

function wantedIn(options: FixOptions): (finding: Finding, group: Group) => boolean {
  const isAsked = isWanted(options);
  if (options.grouping.by !== "code") return isAsked;
  return (finding, { findings: [first] }) =>
    isAsked(finding) && finding.tool === first?.tool && (finding.code ?? "") === (first.code ?? "");
}

/** No system takes an argument over 128 KB, and the command is part of it. */
const mostBytes = 60_000;

interface AutofixTerms {
  readonly tools: readonly PreparedTool[];
  readonly findings: readonly Finding[];
  /** Whether a sheet about this group fixes it. */
  readonly isWanted: (finding: Finding, group: Group) => boolean;
}

interface Autofix {
  /** Requests to the autofix program, one argument each. */
  readonly commands: readonly string[];
  /** Fixable findings of the group that a tool is asked to fix. */
  readonly findings: ReadonlySet<Finding>;
}

/**
 * The findings that tools can fix by themselves in a group's files. A tool fixes all it can in a file: if some of that
 * is unwanted, it is told to skip those rules, or skips the file. Rules without findings in a file are not excluded: a
 * fix may introduce and then fix such findings.
 */
function autofixes({ tools, findings, isWanted }: AutofixTerms): (group: Group) => Autofix {
  const byPlace = Map.groupBy(findings, ({ tool, file }) => placeOf(tool, file));
  const says = new Set(findings.flatMap(({ tool, fixable }) => (fixable ? [tool] : [])));
  // These do not mark fixable findings: any may be fixable.
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

/** `without`: rules to skip in this file. */
interface Asked {
  readonly file: string;
  readonly findings: readonly Finding[];
  readonly without: readonly string[] | null;
}

/** Whether a tool does not mark the findings it can fix; a tool of the project's is judged by its output. */
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

/** One run for all files with the same request. */
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
  /** Without a command-line option, Tutti asks the tool's package, which lies beside its program. */
  | { readonly kind: "package"; readonly program: string; readonly without: readonly string[] };

interface Way {
  readonly steps: readonly Step[];
  readonly fixes: (rule: string) => boolean;
}

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

/** The program before the known arguments; `null`: the project's own command, whose meaning is unknown. */
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
    // In JSON, some characters take several bytes.
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

/** The command as one that sets its variables itself. */
export function withEnvironment(argv: Argv, env: Readonly<Record<string, string>>): Argv {
  const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  if (words.length === 0) return argv;
  // `env` would read a word with `=` as a variable.
  return ["env", ...words, ...(argv[0].includes("=") ? ["sh", "-c", 'exec "$@"', "sh"] : []), ...argv];
}
