import { existsSync } from "node:fs";
import { join } from "node:path";
import { TuttiError } from "../base/error.ts";
import { shownText } from "../base/shown-text.ts";
import { tools as catalogue } from "../findings/catalog.ts";
import type { ProjectView, Tool } from "../findings/tool.ts";
import { shownTool } from "../fix/tool-folder.ts";
import type { PreparedTool } from "../fix/model.ts";
import type { ToolChoice } from "../fix/options/file.ts";
import { type Located, type SearchPlace, locate, searchBelow } from "./projects/locate.ts";
import { prepareOwn, usualTimeoutMs } from "./projects/own.ts";
import { type NestedProject, nearestFirst, projectsBelow } from "./projects/projects.ts";
import { shortRun } from "./short-run.ts";
import { type Candidate, type Wish, candidatesOf, wishesFor } from "./projects/wishes.ts";

export interface PreparePlace extends SearchPlace {
  readonly view: ProjectView;
  /** Absent: all of the view. */
  readonly projects?: readonly NestedProject[];
  /** Absent: the whole catalogue. */
  readonly known?: readonly Tool[];
}

export interface PreparedTools {
  readonly tools: readonly PreparedTool[];
  /** For `--explain`. */
  readonly unused: readonly UnusedTool[];
}

export interface UnusedTool {
  readonly tool: string;
  /** The tool and its folder, for people. */
  readonly name: string;
  readonly why: string;
  /** The project is configured for it: a person must be told. */
  readonly isWanted: boolean;
  readonly hint: string | null;
}

/**
 * Throws if a requested tool can't run, or if there is no tool. A tool that the project describes replaces the known
 * one of its name.
 */
export async function prepareTools(place: PreparePlace, choice: ToolChoice): Promise<PreparedTools> {
  const candidates = candidatesOf(place.known ?? catalogue, choice.own);
  requireKnown([...(choice.only ?? []), ...choice.also], candidates);
  const projects = place.projects ?? projectsBelow(place.view).projects;
  const wishes = candidates.flatMap((candidate) => wishesFor(candidate, { ...place, projects }, choice));
  const folders = nearestFirst([...new Set(wishes.flatMap(({ folder }) => (folder === "" ? [] : [folder])))]);
  const parts: Parts = { ...place, version: onceEach(place) };
  const ends: ToolEnd[] = [];
  // One folder at a time: each starts as many programs as there are tools.
  for (const [number, folder] of ["", ...folders].entries()) {
    const here = wishes.filter((wish) => wish.folder === folder);
    ends.push(
      ...(number > mostProjects ? here.map(tooMany) : await Promise.all(here.map((wish) => prepareOne(wish, parts)))),
    );
  }
  const tools = ends.flatMap((end) => (end.kind === "prepared" ? [end.tool] : []));
  const unused = ends.flatMap((end) => (end.kind === "unused" ? [end.unused] : []));
  const missing = unused.filter(
    ({ tool }) => choice.only?.includes(tool) === true && !tools.some(({ name }) => name === tool),
  );
  if (missing.length > 0) throw cannotRun(missing);
  if (tools.length === 0) throw noTools(candidates, unused);
  return { tools, unused };
}

const mostProjects = 50;

type ToolEnd =
  | { readonly kind: "prepared"; readonly tool: PreparedTool }
  | { readonly kind: "unused"; readonly unused: UnusedTool };

interface Parts extends SearchPlace {
  readonly version: (located: FoundProgram, folder: string) => ReturnType<typeof versionOf>;
}

type FoundProgram = Parameters<typeof versionOf>[0];

/** A program in the checkout has one version; a launcher elsewhere may depend on the folder. */
function onceEach(place: PreparePlace): Parts["version"] {
  const known = new Map<string, ReturnType<typeof versionOf>>();
  return (located, folder) => {
    const own = join(place.top, folder);
    // The target may have folders that the user's checkout lacks.
    const at = located.argv[0].startsWith(`${place.top}/`) || !existsSync(own) ? place.top : own;
    const key = JSON.stringify([at, located.argv]);
    const answer = known.get(key) ?? versionOf(located, { ...place, top: at });
    known.set(key, answer);
    return answer;
  };
}

async function prepareOne(wish: Wish, place: Parts): Promise<ToolEnd> {
  const { candidate, folder } = wish;
  if (wish.kind === "not")
    return {
      kind: "unused",
      unused: { tool: candidate.name, name: candidate.name, why: wish.why, isWanted: false, hint: null },
    };
  if (wish.kind === "run") return prepareKnown(wish, searchBelow(place, folder));
  const end = await prepareOwn(wish.own, candidate.known, place);
  return end.kind === "missing" ? unusable(wish, end) : end;
}

async function prepareKnown(wish: Extract<Wish, { readonly kind: "run" }>, place: Parts): Promise<ToolEnd> {
  const { folder, known: tool, detection } = wish;
  const { config, because, args = [], everything = tool.everything } = detection;
  const { name } = tool;
  const located = await locate(tool.program, tool.home, place);
  if (located.kind === "missing") return unusable(wish, located);
  const answer = await place.version(located, folder);
  if (answer.kind === "broken") {
    return unusable(wish, {
      why: `${located.foundBy} can't be run: ${answer.why}`,
      hint: `Install ${tool.program} where the project's tools are`,
    });
  }
  return {
    kind: "prepared",
    tool: {
      name,
      folder,
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

function unusable(
  { candidate: { name }, folder }: Wish,
  { why, hint }: { readonly why: string; readonly hint: string },
): ToolEnd {
  return { kind: "unused", unused: { tool: name, name: shownTool({ name, folder }), why, isWanted: true, hint } };
}

function tooMany(wish: Wish): ToolEnd {
  return unusable(wish, {
    why: `there are more than ${mostProjects} projects below the top`,
    hint: "Name the rest of them with --exclude, or configure the tool at the top",
  });
}

function requireKnown(names: readonly string[], candidates: readonly Candidate[]): void {
  const stranger = names.find((name) => !candidates.some((candidate) => candidate.name === name));
  if (stranger === undefined) return;
  throw new TuttiError("fix.tool_missing", `there is no tool ${JSON.stringify(stranger)}`, {
    audience: "user",
    hint: `Known tools: ${candidates.map(({ name }) => name).join(", ")}. Describe others in .tutti/fix.yaml.`,
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
  return new TuttiError("fix.tool_missing", message, {
    audience: "user",
    ...(hints.length === 0 ? {} : { hint: `${hints.join(". ")}.` }),
  });
}

type VersionAnswer =
  | { readonly kind: "runs" /** `null`: it does not say. */; readonly version: string | null }
  | { readonly kind: "broken"; readonly why: string };

/** Exit codes of shells and shims for a program that is missing or not executable. */
const notRunnable = new Set([126, 127]);

async function versionOf(
  { argv, isIndirect }: Extract<Located, { readonly kind: "found" }>,
  place: SearchPlace,
): Promise<VersionAnswer> {
  const answer = await shortRun(place, [...argv, "--version"]);
  if (answer.kind === "none") return { kind: "broken", why: answer.why };
  const { code, out, err } = answer;
  if (code === 0) return { kind: "runs", version: versionIn(out) ?? versionIn(err) };
  // A tool without `--version` may still work.
  if (!isIndirect && !notRunnable.has(code)) return { kind: "runs", version: null };
  return {
    kind: "broken",
    why: `asked for its version it exited ${code}: ${shownText(`${err}\n${out}`, 300)}`,
  };
}

function versionIn(text: string): string | null {
  return /\d{1,9}\.\d{1,9}[\w.+-]{0,40}/.exec(text)?.[0].replace(/[.+-]+$/, "") ?? null;
}
