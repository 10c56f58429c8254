import { existsSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import type { Command } from "commander";
import { isLocal } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Declares one command: its arguments, its options and what it does. */
export type Declare = (command: Command, perform: Perform) => void;

/**
 * Makes a commander action of a function that returns the exit code. Arguments are in its options, under their names:
 * `<sheet>` is `options.sheet`.
 */
export type Perform = (
  run: (terminal: Terminal, options: never) => Promise<number>,
) => (...given: readonly unknown[]) => Promise<void>;

/**
 * The first words of a printed command to type next: without a conductor, jobs lie in a home of their own.
 */
export function tutti(): string {
  return isLocal(process.env) ? "tutti --local" : "tutti";
}

/** The command to call Tutti again from here: its name where it is on PATH, else the path of this launcher. */
export function invokedAs(host: Pick<NodeJS.Process, "argv" | "env" | "cwd">): string {
  const folders = (host.env["PATH"] ?? "").split(delimiter);
  if (folders.some((folder) => folder !== "" && existsSync(join(folder, "tutti")))) return "tutti";
  const launcher = host.argv[1];
  return launcher === undefined ? "tutti" : relative(host.cwd(), launcher);
}
