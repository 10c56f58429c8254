import type { Command } from "commander";
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
