import { resolve } from "node:path";
import type { Tool } from "../../findings/tool.ts";
import type { PreparedTool } from "../../fix/model.ts";
import type { OwnTool } from "../../fix/options/file.ts";
import { findProgram, refusal } from "../../process/program.ts";
import { isSearchedInImage, type Located, type SearchPlace, locate } from "./locate.ts";

type Argv = readonly [string, ...string[]];

const settingsPath = ".tutti/fix.yaml";

/** Its version stays unknown: its command may not support that question. */
export async function prepareOwn(own: OwnTool, known: Tool | undefined, place: SearchPlace): Promise<OwnEnd> {
  const program = await programOf(own.command, place);
  if (program.kind === "missing") return program;
  const fix = own.fix === null ? null : await programOf(own.fix, place);
  if (fix?.kind === "missing") return fix;
  const format = own.format ?? (known === undefined ? null : { kind: "tool", tool: known.name });
  if (format === null)
    return {
      kind: "missing",
      why: `${settingsPath} does not say how its output is read`,
      hint: `Give ${own.name} a format or a pattern`,
    };
  const tool: PreparedTool = {
    name: own.name,
    folder: "",
    argv: [...program.argv, ...own.command.slice(1)],
    everything: known?.everything ?? [],
    env: known?.env ?? {},
    format,
    reach: own.reach ?? known?.reach ?? "project",
    looksAt: own.files ?? known?.looksAt ?? [],
    fixArgv: fix === null || own.fix === null ? null : [...fix.argv, ...own.fix.slice(1)],
    silencers: known?.silencers ?? [],
    config: null,
    because: `${settingsPath} says so`,
    foundBy: program.foundBy,
    version: null,
    timeoutMs: own.timeoutMs ?? usualTimeoutMs,
  };
  return { kind: "prepared", tool };
}

type Missing = Extract<Located, { readonly kind: "missing" }>;
type OwnEnd = { readonly kind: "prepared"; readonly tool: PreparedTool } | Missing;

/** A path means the user's checkout: in a context, the file may be an agent's. An image has no other. */
async function programOf([name]: Argv, place: SearchPlace): Promise<Located> {
  if (!name.includes("/")) return locate(name, "any", place);
  const file = resolve(place.top, name);
  const program = findProgram(file, undefined, "/");
  if (program.kind === "found")
    return { kind: "found", argv: [isSearchedInImage(place) ? name : file], foundBy: name, isIndirect: false };
  return { kind: "missing", why: refusal(name, program.code), hint: `Fix its command in ${settingsPath}` };
}

export const usualTimeoutMs = 10 * 60_000;
