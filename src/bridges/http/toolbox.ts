import type { ToolSet } from "ai";
import { z } from "zod";
import type { HttpTool } from "../../agents/bridge-request.ts";
import { editTool } from "./tools/edit.ts";
import { listTool } from "./tools/list.ts";
import { readTool } from "./tools/read.ts";
import { mostSeconds, runTool } from "./tools/run.ts";
import type { ToolEnd } from "./tools/tool.ts";
import { writeTool } from "./tools/write.ts";

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
