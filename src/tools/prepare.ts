import { TuttiError } from "../base/error.ts";
import { tools as catalogue } from "../findings/catalog.ts";
import type { Detection, ProjectView, Tool } from "../findings/tool.ts";
import type { PreparedTool } from "../intake/fix/model.ts";
import type { OwnTool, ToolChoice } from "../intake/fix/settings.ts";
import { locate, type SearchPlace } from "./locate.ts";
import { prepareOwn } from "./own.ts";
import { usualTimeoutMs } from "./usual.ts";
import { versionOf } from "./version.ts";

export interface PreparePlace extends SearchPlace {
  readonly view: ProjectView;
  /** What Tutti knows by itself; absent: the whole catalogue. */
  readonly known?: readonly Tool[];
}

export interface PreparedTools {
  readonly tools: readonly PreparedTool[];
  /** The others that are known, and why they are not run: for `--explain`. */
  readonly unused: readonly UnusedTool[];
}

export interface UnusedTool {
  readonly name: string;
  readonly why: string;
  /** The project is configured for it, and it can't be run: a person has to be told. */
  readonly isWanted: boolean;
  /** What to do about it. */
  readonly hint: string | null;
}

/**
 * The tools that are to be run, ready to be run. Throws when one of those that alone were asked for can't be, and when there is none at
 * all. One that the project describes itself takes the place of the known tool with its name.
 */
export async function prepareTools(place: PreparePlace, choice: ToolChoice): Promise<PreparedTools> {
  const candidates = candidatesOf(place.known ?? catalogue, choice.own);
  requireKnown([...(choice.only ?? []), ...choice.also], candidates);
  const ends = await Promise.all(candidates.map((candidate) => prepareOne(candidate, place, choice)));
  const tools = ends.flatMap((end) => (end.kind === "prepared" ? [end.tool] : []));
  const unused = ends.flatMap((end) => (end.kind === "unused" ? [end.unused] : []));
  const missing = unused.filter(({ name }) => choice.only?.includes(name) === true);
  if (missing.length > 0) throw cannotRun(missing);
  if (tools.length === 0) throw noTools(candidates, unused);
  return { tools, unused };
}

/** A tool that may be run: known, described by the project, or both. */
interface Candidate {
  readonly name: string;
  readonly known: Tool | undefined;
  readonly own: OwnTool | undefined;
}

type ToolEnd = { readonly kind: "prepared"; readonly tool: PreparedTool } | { readonly kind: "unused"; readonly unused: UnusedTool };

function candidatesOf(known: readonly Tool[], own: readonly OwnTool[]): readonly Candidate[] {
  const described = new Map(own.map((tool) => [tool.name, tool]));
  const others = own.filter(({ name }) => !known.some((tool) => tool.name === name));
  return [
    ...known.map((tool) => ({ name: tool.name, known: tool, own: described.get(tool.name) })),
    ...others.map((tool) => ({ name: tool.name, known: undefined, own: tool })),
  ];
}

async function prepareOne({ name, known, own }: Candidate, place: PreparePlace, choice: ToolChoice): Promise<ToolEnd> {
  if (choice.only !== null && !choice.only.includes(name)) return passedOver(name, "it is not among those that were named");
  if (choice.only === null && choice.not.includes(name)) return passedOver(name, "the project's settings say not to");
  if (own !== undefined) {
    const end = await prepareOwn(own, known, place);
    return end.kind === "missing" ? unusable(name, end) : end;
  }
  const detection = known?.detect(place.view) ?? null;
  const isNamed = choice.only !== null || choice.also.includes(name);
  if (known === undefined || (detection === null && !isNamed)) return passedOver(name, "the project has no configuration for it");
  return prepareKnown(known, detection ?? { config: null, because: "it was named; it takes its own defaults" }, place);
}

async function prepareKnown(tool: Tool, { config, because, args = [], everything = tool.everything }: Detection, place: PreparePlace): Promise<ToolEnd> {
  const { name } = tool;
  const located = await locate(tool.program, tool.home, place);
  if (located.kind === "missing") return unusable(name, located);
  const answer = await versionOf(located, place);
  if (answer.kind === "broken") {
    return unusable(name, { why: `${located.foundBy} can't be run: ${answer.why}`, hint: `Install ${tool.program} where the project's tools are` });
  }
  return {
    kind: "prepared",
    tool: {
      name,
      argv: [...located.argv, ...tool.args, ...args],
      everything,
      env: tool.env ?? {},
      format: { kind: "tool", tool: name },
      reach: tool.reach,
      looksAt: tool.looksAt,
      fixArgv: tool.fixArgs === undefined ? null : [...located.argv, ...tool.fixArgs],
      silencers: tool.silencers,
      config,
      because,
      foundBy: located.foundBy,
      version: answer.version,
      timeoutMs: usualTimeoutMs,
    },
  };
}

function passedOver(name: string, why: string): ToolEnd {
  return { kind: "unused", unused: { name, why, isWanted: false, hint: null } };
}

function unusable(name: string, { why, hint }: { readonly why: string; readonly hint: string }): ToolEnd {
  return { kind: "unused", unused: { name, why, isWanted: true, hint } };
}

function requireKnown(names: readonly string[], candidates: readonly Candidate[]): void {
  const stranger = names.find((name) => !candidates.some((candidate) => candidate.name === name));
  if (stranger === undefined) return;
  throw new TuttiError("fix.tool_missing", `there is no tool ${JSON.stringify(stranger)}`, {
    audience: "user",
    hint: `Known are ${candidates.map(({ name }) => name).join(", ")}; others can be described in .tutti/fix.yaml.`,
  });
}

function noTools(candidates: readonly Candidate[], unusable: readonly UnusedTool[]): TuttiError {
  const wanted = unusable.filter(({ isWanted }) => isWanted);
  if (wanted.length > 0) return cannotRun(wanted);
  return new TuttiError("fix.no_tools", "the project is not configured for any tool that Tutti knows", {
    audience: "user",
    hint: `Looked for the configuration of ${candidates.map(({ name }) => name).join(", ")}. Name one with --tool to run it with its own defaults, or describe one in .tutti/fix.yaml.`,
  });
}

function cannotRun(missing: readonly UnusedTool[]): TuttiError {
  const message = missing.map(({ name, why }) => `the tool ${JSON.stringify(name)} can't be run: ${why}`).join("; ");
  const hints = [...new Set(missing.flatMap(({ hint }) => (hint === null ? [] : [hint])))];
  return new TuttiError("fix.tool_missing", message, { audience: "user", ...(hints.length === 0 ? {} : { hint: `${hints.join(". ")}.` }) });
}
