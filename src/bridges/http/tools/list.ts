import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../../base/error.ts";
import { findPlace } from "../../inside/place.ts";
import { meetsPattern } from "./glob.ts";
import { good, refused, type ToolEnd } from "./tool.ts";

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
