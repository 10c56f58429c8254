import { opendir } from "node:fs/promises";
import { join } from "node:path";
import type { ToolSet } from "ai";
import { z } from "zod";
import type { HttpTool } from "../../agents/bridge-request.ts";
import { messageOf } from "../../base/error.ts";
import { globMatcher } from "../../score/match/glob.ts";
import { readText, replaceText } from "../inside/files.ts";
import { findPlace } from "../inside/place.ts";
import { type RunPlace, type ToolEnd, good, mostSeconds, refused, runCommand } from "./command.ts";

export interface Toolbox {
  /** Without `execute`: an answer that breaks off must change nothing, so calls run after it. */
  readonly tools: ToolSet;
  use(name: string, input: unknown): Promise<ToolEnd>;
}

export function makeToolbox(place: RunPlace, allowed: readonly HttpTool[]): Toolbox {
  const names = allowed.flatMap((name): ToolName[] => (name === "write" ? ["write", "edit"] : [name]));
  return {
    tools: Object.fromEntries(
      names.map((name) => [name, { description: known[name].description, inputSchema: known[name].inputSchema }]),
    ),
    use: (name, input) => {
      const found = names.find((other) => other === name);
      return found === undefined
        ? Promise.resolve(refused(`there is no tool ${name}`))
        : known[found].use(place, input);
    },
  };
}

/** A call in one line, for people. */
export function callDetail(name: string, input: unknown): string {
  const { path, command, pattern } = (input ?? {}) as Record<string, unknown>;
  const parts = [path, Array.isArray(command) ? command.join(" ") : command, pattern].filter(
    (part) => typeof part === "string",
  );
  return parts.length === 0 ? name : parts.join(" ").slice(0, longestDetail);
}

const longestDetail = 200;

const path = z.string().describe("relative to the working folder");

const read = z.object({
  path,
  from: z.int().min(1).optional().describe("first line, from 1"),
  lines: z.int().min(1).optional(),
});
const write = z.object({ path, text: z.string().describe("the whole content") });
const edit = z.object({
  path,
  old: z.string().describe("text that the file has exactly once"),
  new: z.string().describe("the text that replaces it"),
});
const list = z.object({
  path: path.optional(),
  pattern: z
    .string()
    .max(500)
    .optional()
    .describe("such as **/*.ts, below `path`; without it, only the folder itself is listed"),
});
const run = z.object({
  command: z.union([z.string(), z.array(z.string())]).describe("a line for sh, or a program and its arguments"),
  seconds: z.number().min(1).max(mostSeconds).optional().describe("time limit, 300 by default"),
});

const known = {
  read: tool("Reads a text file, or some of its lines.", read, ({ context }, input) => readTool(context, input)),
  write: tool("Creates or replaces a file, with the folders above it.", write, ({ context }, input) =>
    writeTool(context, input),
  ),
  edit: tool("Replaces a piece of text in a file.", edit, ({ context }, input) => editTool(context, input)),
  list: tool("Lists a folder, or the files below it that match a pattern.", list, ({ context }, input) =>
    listTool(context, input),
  ),
  run: tool(
    "Runs a command in the working folder and returns its output. Processes it leaves are ended.",
    run,
    runCommand,
  ),
};
type ToolName = keyof typeof known;

function tool<Input>(
  description: string,
  inputSchema: z.ZodType<Input>,
  act: (place: RunPlace, input: Input) => Promise<ToolEnd>,
) {
  return {
    description,
    inputSchema,
    use: (place: RunPlace, input: unknown): Promise<ToolEnd> => act(place, inputSchema.parse(input)),
  };
}

async function writeTool(context: string, input: z.infer<typeof write>): Promise<ToolEnd> {
  const written = await replaceText(context, input.path, input.text);
  if (written.kind === "refused") return refused(written.reason);
  return good(`${written.isNew ? "made" : "replaced"} ${written.shown}`);
}

/** The old text must be unique: otherwise it is unclear which one is meant. */
export async function editTool(context: string, input: z.infer<typeof edit>): Promise<ToolEnd> {
  if (input.old === "") return refused("`old` is empty; use write for a new file");
  const file = await readText(context, input.path);
  if (file.kind !== "text") return refused(file.reason);
  const parts = file.text.split(input.old);
  if (parts.length === 1) return refused(`${file.shown} does not contain the text in \`old\`; read it again`);
  if (parts.length > 2)
    return refused(`${file.shown} contains the text in \`old\` ${parts.length - 1} times; give more text around it`);
  const written = await replaceText(context, input.path, parts.join(input.new));
  return written.kind === "refused" ? refused(written.reason) : good(`changed ${written.shown}`);
}

const mostLines = 2_000;
const mostCharacters = 60_000;

export async function readTool(
  context: string,
  { path: name, from = 1, lines = mostLines }: z.infer<typeof read>,
): Promise<ToolEnd> {
  const file = await readText(context, name);
  if (file.kind !== "text") return refused(file.reason);
  const all = file.text.split("\n");
  if (all.at(-1) === "") all.pop();
  const asked = all.slice(from - 1, from - 1 + Math.min(lines, mostLines));
  if (asked.length === 0)
    return all.length === 0 ? good("(the file is empty)") : refused(`${file.shown} has only ${all.length} lines`);
  let characters = 0;
  const cut = asked.findIndex((line) => (characters += line.length + 1) > mostCharacters);
  if (cut === 0) return good(`${(asked[0] ?? "").slice(0, mostCharacters)}\n(line ${from} is cut: it is too long)`);
  const fits = cut === -1 ? asked : asked.slice(0, cut);
  const last = from - 1 + fits.length;
  const isWhole = from === 1 && last === all.length;
  return good(isWhole ? fits.join("\n") : `${fits.join("\n")}\n(lines ${from} to ${last} of ${all.length})`);
}

const mostNames = 500;
const mostVisited = 50_000;

/** Links are listed and not followed; git's own folder is omitted. */
export async function listTool(context: string, { path: name = ".", pattern }: z.infer<typeof list>): Promise<ToolEnd> {
  const place = await findPlace(context, name);
  if (place.kind === "refused") return refused(place.reason);
  if (!place.exists) return refused(`${place.shown} does not exist`);
  const matcher = pattern === undefined ? null : globMatcher([pattern]);
  if (matcher?.kind === "wrong") return refused(matcher.why);
  try {
    const { names, isCut } = await namesBelow(place.path, matcher?.value ?? null);
    if (names.length === 0) return good("(nothing)");
    const shown = names.sort().slice(0, mostNames).join("\n");
    return good(isCut || names.length > mostNames ? `${shown}\n(there is more: ask for less)` : shown);
  } catch (error) {
    return refused(messageOf(error));
  }
}

async function namesBelow(
  folder: string,
  matches: ((path: string) => boolean) | null,
): Promise<{ names: string[]; isCut: boolean }> {
  const names: string[] = [];
  const folders = [""];
  let visited = 0;
  for (let below = folders.shift(); below !== undefined; below = folders.shift()) {
    for await (const entry of await opendir(join(folder, below))) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.name === ".git") continue;
      if (++visited > mostVisited || names.length > mostNames) return { names, isCut: true };
      if (entry.isDirectory() && matches !== null) folders.push(name);
      if (matches === null || matches(name)) names.push(entry.isDirectory() ? `${name}/` : name);
    }
  }
  return { names, isCut: false };
}
