import type { PreparedTool } from "./model.ts";

/** The folder distinguishes tools with one name. */
export function shownTool({ name, folder }: Pick<PreparedTool, "name" | "folder">): string {
  return folder === "" ? name : `${name} (${folder})`;
}

/** A path from the top, relative to a folder; `null`: outside of it. */
export function pathIn(folder: string, path: string): string | null {
  if (folder === "") return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}

/** A name that begins with a hyphen would be an option. */
export function asArgument(file: string): string {
  return file.startsWith("-") ? `./${file}` : file;
}

/** `./` keeps `cd` from reading a meaning into the folder's name. */
export function commandIn(folder: string, argv: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return folder === "" ? argv : ["sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", `./${folder}`, ...argv];
}
