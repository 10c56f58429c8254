import type { Terminal } from "../terminal.ts";
import { type VisitOptions, visit } from "./visit.ts";

/** A shell, where the sheet's agent worked. */
export async function shell(terminal: Terminal, options: VisitOptions): Promise<number> {
  return visit(terminal, "shell", options);
}
