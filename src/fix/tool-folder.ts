import type { PreparedTool } from "./model.ts";

/** For people: a tool that runs below the top is told from the others with its name by its folder. */
export function shownTool({ name, folder }: Pick<PreparedTool, "name" | "folder">): string {
  return folder === "" ? name : `${name} (${folder})`;
}

/** A path from the top as seen from a folder; `null`: it does not lie there. */
export function pathIn(folder: string, path: string): string | null {
  if (folder === "") return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}

/** A file's name as a word of a command: one that begins with a hyphen would be an option. */
export function asArgument(file: string): string {
  return file.startsWith("-") ? `./${file}` : file;
}

/**
 * The same command in a folder below where it is started; it begins with `./`, so that no name has a meaning to `cd`.
 */
export function commandIn(folder: string, argv: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return folder === "" ? argv : ["sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", `./${folder}`, ...argv];
}
