import { existsSync } from "node:fs";
import { delimiter, join, relative } from "node:path";

/** What to type to call Tutti again from here: its name where it is on PATH, else the way to this launcher. */
export function invokedAs(host: Pick<NodeJS.Process, "argv" | "env" | "cwd">): string {
  const folders = (host.env["PATH"] ?? "").split(delimiter);
  if (folders.some((folder) => folder !== "" && existsSync(join(folder, "tutti")))) return "tutti";
  const launcher = host.argv[1];
  return launcher === undefined ? "tutti" : relative(host.cwd(), launcher);
}
