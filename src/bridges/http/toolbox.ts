import { opendir } from "node:fs/promises";
import { join } from "node:path";
import type { ToolSet } from "ai";
import { z } from "zod";
import type { HttpTool } from "../../agents/bridge-request.ts";
import { messageOf } from "../../base/error.ts";
import { readText, replaceText } from "../inside/files.ts";
import { findPlace } from "../inside/place.ts";
import { meetsPattern } from "./tools/glob.ts";
import { mostSeconds, runTool } from "./tools/run.ts";
import { type ToolEnd, good, refused } from "./tools/tool.ts";

export interface Toolbox {
  /**
   * As the model is told of them. They are not run while it still talks: an answer that breaks off must change nothing.
   */
  readonly tools: ToolSet;
  use(name: string, input: unknown): Promise<ToolEnd>;
  /** What a use is about, for people. */
  detail(name: string, input: unknown): string;
}

export interface ToolPlace {
  readonly context: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cancel: AbortSignal;
}

const path = z.string().describe("relative to the working folder");
const inputs = {
  read: z.object({
    path,
    from: z.int().min(1).optional().describe("first line, from 1"),
    lines: z.int().min(1).optional(),
  }),
  write: z.object({ path, text: z.string().describe("the whole content") }),
  edit: z.object({
    path,
    old: z.string().describe("text that stands in the file exactly once"),
    new: z.string().describe("what takes its place"),
  }),
  list: z.object({
    path: path.optional(),
    pattern: z
      .string()
      .max(500)
      .optional()
      .describe("such as **/*.ts, below `path`; without it only the folder itself is listed"),
  }),
  run: z.object({
    command: z.union([z.string(), z.array(z.string())]).describe("a line for sh, or a program and its arguments"),
    seconds: z.number().min(1).max(mostSeconds).optional().describe("time limit, 300 unless told"),
  }),
};
type ToolName = keyof typeof inputs;

const descriptions: Record<ToolName, string> = {
  read: "Reads a text file, or some of its lines.",
  write: "Makes a file or replaces it whole; folders above it are made.",
  edit: "Replaces a piece of text in a file.",
  list: "Lists a folder, or the files below it that meet a pattern.",
  run: "Runs a command in the working folder and gives its output. What it leaves running is ended.",
};

export function makeToolbox(place: ToolPlace, allowed: readonly HttpTool[]): Toolbox {
  // To change a part of a file is to write it.
  const names = allowed.flatMap((name): ToolName[] => (name === "write" ? ["write", "edit"] : [name]));
  const tools: ToolSet = Object.fromEntries(
    names.map((name) => [name, { description: descriptions[name], inputSchema: inputs[name] }]),
  );
  return {
    tools,
    use: async (name, input) => {
      const known = names.find((other) => other === name);
      return known === undefined ? { text: `there is no tool ${name}`, isGood: false } : use(place, known, input);
    },
    detail: (name, input) => detailOf(input) ?? name,
  };
}

function use(place: ToolPlace, name: ToolName, input: unknown): Promise<ToolEnd> {
  switch (name) {
    case "read":
      return readTool(place.context, inputs.read.parse(input));
    case "write":
      return writeTool(place.context, inputs.write.parse(input));
    case "edit":
      return editTool(place.context, inputs.edit.parse(input));
    case "list":
      return listTool(place.context, inputs.list.parse(input));
    case "run":
      return runTool(place, inputs.run.parse(input));
  }
}

const longestDetail = 200;

function detailOf(input: unknown): string | null {
  if (typeof input !== "object" || input === null) return null;
  const { path: file, command, pattern } = input as Record<string, unknown>;
  const parts = [file, Array.isArray(command) ? command.join(" ") : command, pattern].filter(
    (part) => typeof part === "string",
  );
  return parts.length === 0 ? null : parts.join(" ").slice(0, longestDetail);
}

async function writeTool(
  context: string,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<ToolEnd> {
  const written = await replaceText(context, path, text);
  if (written.kind === "refused") return refused(written.reason);
  return good(`${written.isNew ? "made" : "replaced"} ${written.shown}`);
}

interface EditInput {
  readonly path: string;
  readonly old: string;
  readonly new: string;
}

/** The old text must stand there exactly once: otherwise nobody knows which one was meant. */
export async function editTool(context: string, input: EditInput): Promise<ToolEnd> {
  if (input.old === "") return refused("`old` is empty; use write for a new file");
  const file = await readText(context, input.path);
  if (file.kind !== "text") return refused(file.reason);
  const parts = file.text.split(input.old);
  if (parts.length === 1) return refused(`${file.shown} does not contain the text in \`old\`; read it again`);
  if (parts.length > 2)
    return refused(
      `${file.shown} contains the text in \`old\` ${parts.length - 1} times; give more of what is around it`,
    );
  const written = await replaceText(context, input.path, parts.join(input.new));
  return written.kind === "refused" ? refused(written.reason) : good(`changed ${written.shown}`);
}

interface ReadInput {
  readonly path: string;
  /** The first line, from 1. */
  readonly from?: number | undefined;
  readonly lines?: number | undefined;
}

const mostLines = 2_000;
const mostCharacters = 60_000;

export async function readTool(context: string, { path, from = 1, lines = mostLines }: ReadInput): Promise<ToolEnd> {
  const file = await readText(context, path);
  if (file.kind !== "text") return refused(file.reason);
  const all = file.text.split("\n");
  // What follows the last line end is no line.
  if (all.at(-1) === "") all.pop();
  const asked = all.slice(from - 1, from - 1 + Math.min(lines, mostLines));
  if (asked.length === 0)
    return all.length === 0 ? good("(the file is empty)") : refused(`${file.shown} has only ${all.length} lines`);
  const fits = asked.slice(0, countFitting(asked));
  if (fits.length === 0)
    return good(`${(asked[0] ?? "").slice(0, mostCharacters)}\n(line ${from} is cut: it is too long)`);
  const last = from - 1 + fits.length;
  const isWhole = from === 1 && last === all.length;
  return good(isWhole ? fits.join("\n") : `${fits.join("\n")}\n(lines ${from} to ${last} of ${all.length})`);
}

function countFitting(lines: readonly string[]): number {
  let characters = 0;
  const cut = lines.findIndex((line) => (characters += line.length + 1) > mostCharacters);
  return cut === -1 ? lines.length : cut;
}

interface ListInput {
  readonly path?: string | undefined;
  /** Below `path`; without it only what lies in the folder itself. */
  readonly pattern?: string | undefined;
}

const mostNames = 500;
const mostVisited = 50_000;

/** Links are named and never followed; git's own folder is left out. */
export async function listTool(context: string, { path = ".", pattern }: ListInput): Promise<ToolEnd> {
  const place = await findPlace(context, path);
  if (place.kind === "refused") return refused(place.reason);
  if (!place.exists) return refused(`${place.shown} does not exist`);
  try {
    const { names, isCut } = await namesBelow(place.path, pattern);
    if (names.length === 0) return good("(nothing)");
    const shown = names.sort().slice(0, mostNames).join("\n");
    return good(isCut || names.length > mostNames ? `${shown}\n(there is more: ask for less)` : shown);
  } catch (error) {
    return refused(messageOf(error));
  }
}

async function namesBelow(folder: string, pattern: string | undefined): Promise<{ names: string[]; isCut: boolean }> {
  const names: string[] = [];
  const folders = [""];
  let visited = 0;
  for (let below = folders.shift(); below !== undefined; below = folders.shift()) {
    for await (const entry of await opendir(join(folder, below))) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.name === ".git") continue;
      if (++visited > mostVisited || names.length > mostNames) return { names, isCut: true };
      if (entry.isDirectory() && pattern !== undefined) folders.push(name);
      if (pattern === undefined || meetsPattern(pattern, name)) names.push(entry.isDirectory() ? `${name}/` : name);
    }
  }
  return { names, isCut: false };
}
