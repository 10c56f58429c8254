import { resolve } from "node:path";
import { contextLines, worktreeLines } from "./lines.ts";
import { lookAtContexts } from "../look.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

export async function listWorktrees(
  terminal: Terminal,
  options: { readonly repo?: string | true; readonly json?: true },
): Promise<number> {
  const folder = options.repo === undefined ? null : resolve(options.repo === true ? "." : options.repo);
  const list = await lookAtContexts(terminal, (viewer) => viewer.list({ folder }));
  if (options.json === true) {
    terminal.out(JSON.stringify(list));
    return exitCodes.good;
  }
  const now = Date.now();
  if (list.contexts.length === 0) terminal.out("No contexts of Tutti's.");
  for (const line of list.contexts.flatMap((row) => contextLines(row, now))) terminal.out(line);
  if (folder === null) return exitCodes.good;
  terminal.out(terminal.bold("Worktrees of the repository:"));
  for (const line of list.worktrees.flatMap(worktreeLines)) terminal.out(line);
  return exitCodes.good;
}
