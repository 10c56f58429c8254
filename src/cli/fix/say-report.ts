import type { FixReport } from "../../fix/report/shape.ts";
import { tableLines } from "../../fix/report/table.ts";
import type { Terminal } from "../terminal.ts";

/** The table at the end, for people. */
export function sayReport(terminal: Terminal, report: FixReport): void {
  for (const line of tableLines(report, { width: terminal.outColumns?.() })) terminal.out(painted(terminal, line));
}

function painted(terminal: Terminal, line: string): string {
  const [sign, rest] = [line.slice(0, 1), line.slice(1)];
  if (sign === "✓") return `${terminal.green(sign)}${rest}`;
  if (sign === "~") return `${terminal.yellow(sign)}${rest}`;
  return sign === "✗" ? `${terminal.red(sign)}${rest}` : line;
}
