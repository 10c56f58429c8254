import type { Terminal } from "../terminal.ts";
import { type VisitOptions, visit } from "./visit.ts";

/** The agent's own terminal, where it worked. */
export async function attach(terminal: Terminal, options: VisitOptions): Promise<number> {
  return visit(terminal, "agent", options);
}
