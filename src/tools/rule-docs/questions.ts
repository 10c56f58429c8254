import { dirname, isAbsolute, join } from "node:path";
import { toolNamed } from "../../findings/catalog.ts";
import type { CommandHelp, PackageHelp } from "../../findings/rule-help.ts";
import type { Tool } from "../../findings/tool.ts";
import type { Collected, Group, PreparedTool } from "../../fix/model.ts";
import { ruleKey } from "../../fix/ask/prompt/rule-docs.ts";
import { type SaidBy, saidBy } from "../../fix/choose/reported-by.ts";

type Argv = readonly [string, ...string[]];

export interface AskedRule {
  readonly code: string;
  /** As the tool's command calls it. */
  readonly name: string;
  /** A file with such a finding, from the top: configuration may differ by file. */
  readonly file: string;
}

export type Question =
  | {
      readonly kind: "command";
      readonly tool: PreparedTool;
      readonly rules: readonly AskedRule[];
      readonly argv: Argv;
      readonly read: CommandHelp["read"];
    }
  | {
      readonly kind: "package";
      readonly tool: PreparedTool;
      readonly rules: readonly AskedRule[];
      readonly program: Argv;
      readonly name: PackageHelp["name"];
    };

export interface Questions {
  readonly questions: readonly Question[];
  /** Rules above the limit. */
  readonly tooMany: number;
}

/** The rarest kinds have only an address. */
const mostRules = 60;

/** Rules with most findings first. */
export function questionsFor(groups: readonly Group[], collected: readonly Collected[]): Questions {
  const isOf = saidBy(collected);
  const tools = collected.flatMap((said) => (said.kind === "read" ? [said.tool] : []));
  const seen = new Set<string>();
  // Tools of one name share their rules.
  const isNew = ({ way, code }: Answerable): boolean => seen.size < seen.add(ruleKey(way.tool.name, code)).size;
  const all = tools.flatMap((tool) => answerable(tool, kindsOf(groups, tool, isOf))).filter(isNew);
  const rules = all.toSorted((one, other) => other.count - one.count);
  const taken = rules.slice(0, mostRules);
  const ways = Map.groupBy(taken, ({ way }) => way);
  return { questions: [...ways].flatMap(([way, asked]) => ofWay(way, asked)), tooMany: rules.length - taken.length };
}

/** For `--explain`. */
export function rulesWords(tool: PreparedTool): string {
  return waysOf(tool).length === 0
    ? "explained to agents by an address, where one is known"
    : "explained to agents by the tool itself";
}

interface Kind {
  readonly code: string;
  readonly file: string;
  count: number;
}

function kindsOf(groups: readonly Group[], tool: PreparedTool, isOf: SaidBy): readonly Kind[] {
  const kinds = new Map<string, Kind>();
  for (const { findings } of groups) {
    for (const finding of findings) {
      const { code, file } = finding;
      if (code === null || code === "" || !isOf(tool, finding)) continue;
      const kind = kinds.get(code) ?? { code, file, count: 0 };
      kinds.set(code, kind);
      kind.count += 1;
    }
  }
  return [...kinds.values()];
}

type Way = { readonly tool: PreparedTool; readonly program: Argv } & (CommandHelp | PackageHelp);
type Answerable = AskedRule & { readonly way: Way; readonly count: number };

function waysOf(tool: PreparedTool): readonly Way[] {
  const known = tool.format.kind === "tool" ? toolNamed(tool.format.tool) : undefined;
  const program = known === undefined ? null : programOf(tool, known);
  if (known === undefined || program === null) return [];
  return (known.ruleHelp ?? []).flatMap((help): readonly Way[] => {
    const asked = help.kind === "command" && help.beside !== undefined ? besides(program, help.beside) : program;
    return asked === null ? [] : [{ ...help, tool, program: asked }];
  });
}

function answerable(tool: PreparedTool, kinds: readonly Kind[]): readonly Answerable[] {
  const ways = waysOf(tool);
  return kinds.flatMap((kind) => {
    for (const way of ways) {
      const name = way.kind === "package" ? kind.code : way.nameOf(kind.code);
      if (name !== null) return [{ ...kind, name, way }];
    }
    return [];
  });
}

/** The program before the known arguments; the meaning of a project's own command is unknown. */
function programOf({ argv }: PreparedTool, { args }: Tool): Argv | null {
  const at = argv.findIndex((_, place) => args.every((arg, offset) => argv[place + offset] === arg));
  const [program, ...before] = argv.slice(0, Math.max(0, at));
  return program === undefined ? null : [program, ...before];
}

function besides([program, ...before]: Argv, name: string): Argv | null {
  return before.length === 0 && isAbsolute(program) ? [join(dirname(program), name)] : null;
}

function ofWay(way: Way, rules: readonly Answerable[]): readonly Question[] {
  const { tool, program } = way;
  if (way.kind === "package") return [{ kind: "package", tool, rules, program, name: way.name }];
  const parts = Array.from({ length: Math.ceil(rules.length / way.atOnce) }, (_, place) =>
    rules.slice(place * way.atOnce, (place + 1) * way.atOnce),
  );
  return parts.map((part) => ({
    kind: "command",
    tool,
    rules: part,
    argv: [...program, ...way.args(part.map(({ name }) => name))],
    read: way.read,
  }));
}
